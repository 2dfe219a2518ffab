//! Choice logs as files: one JSON object per line, written by `--record` and read by `--replay`.

use candor_bits::Bits;
use candor_context_concrete::RecordedChoice;
use candor_interp::ChoiceKind;
use serde::{Deserialize, Serialize};

/// The first line of a log, so that other files are recognised as such.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    candor_choices: u32,
}

const VERSION: u32 = 1;

/// One choice. Numbers that may exceed what JSON readers keep exactly are hexadecimal text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    kind: String,
    thread: u32,
    function: String,
    line: u32,
    column: u32,
    call_path: String,
    ordinal: u32,
    width: u32,
    value: String,
}

/// The log as text.
pub(crate) fn write(log: &[RecordedChoice]) -> String {
    let mut text = to_json(&Header { candor_choices: VERSION });
    for choice in log {
        let line = Line {
            kind: choice.kind.name().to_owned(),
            thread: choice.thread,
            function: choice.function.clone(),
            line: choice.line,
            column: choice.column,
            call_path: format!("{:#x}", choice.call_path),
            ordinal: choice.ordinal,
            width: choice.width,
            value: format!("{:#x}", choice.value),
        };
        text += &to_json(&line);
    }
    text
}

fn to_json(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("plain data without maps always has a JSON form") + "\n"
}

/// The choices in a log, or what is wrong with it and in which line.
pub(crate) fn read(text: &str) -> Result<Vec<RecordedChoice>, String> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let header = lines.next().and_then(|(_, line)| serde_json::from_str::<Header>(line).ok());
    match header {
        Some(Header { candor_choices: VERSION }) => {}
        Some(Header { candor_choices }) => return Err(format!("version {candor_choices} of the log is not known")),
        None => return Err("this is not a log written by --record".to_owned()),
    }
    lines.map(|(idx, line)| choice(line).map_err(|error| format!("line {}: {error}", idx + 1))).collect()
}

fn choice(line: &str) -> Result<RecordedChoice, String> {
    let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let kind = ChoiceKind::from_name(&line.kind).ok_or_else(|| format!("unknown kind `{}`", line.kind))?;
    let call_path = bits(64, &line.call_path).and_then(|path| path.to_u64());
    let value = bits(line.width, &line.value);
    Ok(RecordedChoice {
        kind,
        thread: line.thread,
        function: line.function,
        line: line.line,
        column: line.column,
        call_path: call_path.ok_or_else(|| format!("bad call path `{}`", line.call_path))?,
        ordinal: line.ordinal,
        width: line.width,
        value: value.ok_or_else(|| format!("bad value `{}` for {} bits", line.value, line.width))?,
    })
}

/// The widest value a log may hold; C's widest integers have 2^23 bits.
const MAX_WIDTH: u32 = 1 << 23;

/// Hexadecimal text as bits, if it has no more of them than the width.
pub(crate) fn bits(width: u32, text: &str) -> Option<Bits> {
    let digits = text.strip_prefix("0x")?.as_bytes();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) || !(1..=MAX_WIDTH).contains(&width) {
        return None;
    }
    let mut limbs = Vec::new();
    for chunk in digits.rchunks(16) {
        let chunk = std::str::from_utf8(chunk).ok()?;
        limbs.push(u64::from_str_radix(chunk, 16).ok()?);
    }
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    let n_limbs = u32::try_from(limbs.len()).ok()?;
    let used = n_limbs.saturating_mul(64) - limbs.last().map_or(0, |limb| limb.leading_zeros());
    (used <= width).then(|| Bits::from_limbs(width, &limbs))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(width: u32, value: u64) -> RecordedChoice {
        RecordedChoice {
            kind: ChoiceKind::Input,
            thread: 0,
            function: "main \"x\"".to_owned(),
            line: 3,
            column: 9,
            call_path: u64::MAX,
            ordinal: 2,
            width,
            value: Bits::new(width, value),
        }
    }

    #[test]
    fn logs_are_read_as_they_were_written() {
        let log = vec![choice(32, 0xffff_fffe), choice(1, 1), choice(128, 77)];
        assert_eq!(read(&write(&log)), Ok(log));
    }

    #[test]
    fn broken_logs_are_refused() {
        let good = write(&[choice(8, 200)]);
        for (from, to) in
            [("0xc8", "0x1c8"), ("0xc8", "200"), ("0xc8", "0x"), ("input", "imput"), (":8", ":0"), ("}", "")]
        {
            let bad = good.replacen(from, to, if from == "}" { 2 } else { 1 });
            assert!(read(&bad).is_err(), "{bad}");
        }
        assert!(read("").is_err() && read("1 2 3").is_err() && read("{\"candor_choices\":2}").is_err());
    }
}
