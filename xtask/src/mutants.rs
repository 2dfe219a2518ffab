//! Broken input: C, LLVM IR and bitcode with seeded damage. Candor must end with a status of its own, in bounded time and
//! memory; a signal, a panic, an internal error or a hang is a failure.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process;
use crate::random::Random;
use crate::{root, scratch};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How many mutants
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// The seed of the damage
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const TIME_LIMIT: Duration = Duration::from_secs(60);
/// Address space, which includes a large stack that is reserved and not used.
const MEMORY_LIMIT_MB: u64 = 8192;

/// A healthy file to damage.
struct Original {
    name: String,
    extension: &'static str,
    bytes: Vec<u8>,
}

pub(crate) fn mutants(candor: &Path, options: &Options) -> Result<(), String> {
    let folder = scratch("mutants")?;
    let originals = originals(&folder)?;
    let indexes: Vec<usize> = (0..options.count).collect();
    let results = process::in_parallel(&indexes, |&idx| one(candor, &folder, &originals, options.seed, idx));
    let mut n_failed = 0;
    let mut by_status: std::collections::BTreeMap<i32, usize> = std::collections::BTreeMap::new();
    for result in results {
        match result? {
            Ok(status) => *by_status.entry(status).or_default() += 1,
            Err(failure) => {
                n_failed += 1;
                eprintln!("{failure}");
            }
        }
    }
    println!("{} mutants, seed {}:", options.count, options.seed);
    for (status, count) in by_status {
        println!("{count:>6}  exit status {status}");
    }
    if n_failed == 0 { Ok(()) } else { Err(format!("mutants: {n_failed} of {} failed", options.count)) }
}

/// Some test programs, and what clang makes of them.
fn originals(folder: &Path) -> Result<Vec<Original>, String> {
    let mut sources = Vec::new();
    c_files(&root().join("tests/run"), &mut sources);
    c_files(&root().join("examples"), &mut sources);
    sources.sort();
    // A spread over all folders; one file in every so many.
    let every = (sources.len() / 24).max(1);
    let mut originals = Vec::new();
    for (idx, path) in sources.iter().step_by(every).enumerate() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        originals.push(Original { name: name.clone(), extension: "c", bytes: read(path)? });
        let level = if idx % 2 == 0 { "-O0" } else { "-O2" };
        for (extension, flags) in [("bc", &["-c", "-emit-llvm"][..]), ("ll", &["-S", "-emit-llvm"][..])] {
            let output = folder.join(format!("original-{idx}.{extension}"));
            let mut clang = Command::new("clang-22");
            clang.args([level, "-g", "-w"]).args(flags).arg("-o").arg(&output).arg(path);
            // Tests for other headers or targets are of no use here.
            if process::run(&mut clang, TIME_LIMIT)?.code() == Some(0) {
                originals.push(Original { name: name.clone(), extension, bytes: read(&output)? });
            }
        }
    }
    if originals.is_empty() { Err("mutants: there are no programs to start from".to_owned()) } else { Ok(originals) }
}

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "c") {
            found.push(path);
        }
    }
}

/// Makes one mutant and runs it: its exit status, or what is wrong.
fn one(
    candor: &Path,
    folder: &Path,
    originals: &[Original],
    seed: u64,
    idx: usize,
) -> Result<Result<i32, String>, String> {
    let stream =
        seed.wrapping_mul(0x0001_0000_01b3).wrapping_add(u64::try_from(idx).map_err(|error| error.to_string())?);
    let mut random = Random::new(stream);
    let original = &originals[random.below(originals.len())];
    let mut bytes = original.bytes.clone();
    // Subtle damage to text reaches further into candor than damage that no parser accepts.
    let subtle = original.extension != "bc" && random.below(2) == 0;
    for _ in 0..=random.below(3) {
        if subtle {
            change_meaning(&mut random, &mut bytes);
        } else {
            damage(&mut random, &mut bytes);
        }
    }
    let path = folder.join(format!("mutant-{idx}-{}.{}", original.name, original.extension));
    fs::write(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut command = process::limited(candor.as_os_str(), MEMORY_LIMIT_MB);
    command.args(["run", "--max-steps", "3000000", "--max-memory", "2048"]).arg(&path);
    let finished = process::run(&mut command, TIME_LIMIT)?;
    let stderr = finished.stderr_text();
    match finished.code() {
        None if finished.status.is_none() => Ok(Err(format!("{}: no end in time", path.display()))),
        None => Ok(Err(format!("{}: {:?}\n{stderr}", path.display(), finished.status))),
        Some(_) if stderr.contains("internal error") || stderr.contains("panicked") => {
            Ok(Err(format!("{}: {stderr}", path.display())))
        }
        Some(code) => {
            fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(Ok(code))
        }
    }
}

/// One piece of damage, of the kinds that disks, editors and fuzzers do.
fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        bytes.push(random.byte());
        return;
    }
    let at = random.below(bytes.len());
    let length = 1 + random.below(40.min(bytes.len() - at));
    match random.below(8) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = random.byte(),
        3 => drop(bytes.drain(at..at + length)),
        4 => {
            let piece = bytes[at..at + length].to_vec();
            let to = random.below(bytes.len() + 1);
            bytes.splice(to..to, piece);
        }
        5 => change_number(random, bytes, at),
        6 => swap_lines(random, bytes),
        _ => bytes.splice(at..at, (0..length).map(|_| random.byte())).for_each(drop),
    }
}

/// A text that probably still parses but means something else.
fn change_meaning(random: &mut Random, bytes: &mut Vec<u8>) {
    const CHANGES: [(&str, &str); 20] = [
        (" < ", " <= "),
        (" + ", " - "),
        (" - ", " * "),
        (" * ", " / "),
        ("i32", "i33"),
        ("i64", "i17"),
        ("i8", "i1"),
        ("double", "float"),
        ("align 4", "align 16"),
        ("align 8", "align 1"),
        ("add nsw", "sdiv"),
        ("load ", "load atomic "),
        ("inbounds", ""),
        ("icmp slt", "icmp ugt"),
        ("int ", "char "),
        ("char ", "_BitInt(300) "),
        ("= 0", "= -1"),
        ("1", "0"),
        ("&", "*"),
        ("nsw", "nuw"),
    ];
    if bytes.is_empty() || random.below(3) == 0 {
        let at = random.below(bytes.len().max(1));
        return if bytes.is_empty() { bytes.push(b' ') } else { change_number(random, bytes, at) };
    }
    let (from, to) = CHANGES[random.below(CHANGES.len())];
    let start = random.below(bytes.len());
    let found = bytes[start..].windows(from.len()).position(|window| window == from.as_bytes());
    if let Some(at) = found.map(|offset| start + offset) {
        bytes.splice(at..at + from.len(), to.bytes());
    }
}

/// The next number in a text becomes an extreme one.
fn change_number(random: &mut Random, bytes: &mut Vec<u8>, from: usize) {
    const EXTREMES: [&str; 8] = [
        "0",
        "-1",
        "1",
        "255",
        "4294967296",
        "18446744073709551615",
        "340282366920938463463374607431768211456",
        "8388608",
    ];
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|offset| from + offset) else {
        bytes[from] ^= 0x80;
        return;
    };
    let end =
        bytes[start..].iter().position(|byte| !byte.is_ascii_digit()).map_or(bytes.len(), |offset| start + offset);
    let extreme = EXTREMES[random.below(EXTREMES.len())];
    bytes.splice(start..end, extreme.bytes());
}

fn swap_lines(random: &mut Random, bytes: &mut Vec<u8>) {
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    lines.swap(a, b);
    *bytes = lines.join(&b'\n');
}
