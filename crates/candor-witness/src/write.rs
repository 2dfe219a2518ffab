//! Writing witnesses: what another verifier needs in order to find the same answer.
//!
//! A violation's witness follows the calls that gave the execution its values, in order, to the place of the fault. A correctness witness
//! has what was found out about loops, as far as the source can say it; where all rounds were looked at there is nothing to say.

use candor_evidence::Verdict;
use candor_ir::Check;
use candor_report::{Findings, Place, SourceCache, Violation};

use crate::witness::MALLOC_MAY_FAIL;
use crate::{graphml, sequence};

/// What a witness says about its making, beside the findings.
#[derive(Clone, Debug)]
pub struct WitnessInfo {
    /// As in a `.prp` file.
    pub specification: String,
    /// The check that is violated, where the specification is only the nearest that there is.
    pub check: Option<Check>,
    /// Allocations may fail in the executions that it speaks of.
    pub malloc_may_fail: bool,
    /// The source, and the digest of its contents.
    pub file: String,
    pub sha256: String,
    /// Seconds since 1970.
    pub time: u64,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WitnessFormat {
    Graphml,
    Yaml,
}

impl WitnessInfo {
    /// What else a validator has to ask for, in words that `read_configuration` knows; `None` if nothing.
    pub(crate) fn configuration(&self) -> Option<String> {
        let words = self.check.map(Check::id).into_iter().chain(self.malloc_may_fail.then_some(MALLOC_MAY_FAIL));
        Some(words.collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
    }
}

/// A place that the witness passes, with what holds of the value that a call there returned.
pub(crate) struct Passed<'f> {
    pub(crate) place: &'f Place,
    pub(crate) caller: &'f str,
    pub(crate) function: &'f str,
    pub(crate) value: &'f str,
    /// Of an execution that never ends: it comes by here again and again.
    pub(crate) again: bool,
}

/// The witness of the findings' verdict; `None` if that is unknown.
pub fn write(
    findings: &Findings,
    info: &WitnessInfo,
    format: WitnessFormat,
    sources: &mut SourceCache<'_>,
) -> Option<String> {
    let violation = match findings.verdict {
        Verdict::Violated => Some(findings.violations.first()?),
        Verdict::Holds => None,
        // A function by itself is no program that has executions.
        Verdict::DependsOnCaller | Verdict::Unknown => return None,
    };
    Some(match format {
        WitnessFormat::Graphml => graphml::write(findings, info, violation),
        WitnessFormat::Yaml => sequence::write(findings, info, violation, sources),
    })
}

/// The calls of the user's own file, in order; values that C has no constant for are left out.
pub(crate) fn waypoints(violation: &Violation) -> impl Iterator<Item = Passed<'_>> {
    violation.given.iter().filter_map(|given| {
        let place = given.place.as_ref().filter(|place| place.line > 0)?;
        let value = match given.fails {
            // A witness cannot name the address that `malloc` returns.
            Some(false) => return None,
            Some(true) => "0",
            None => given.constant.as_deref()?,
        };
        Some(Passed { place, caller: &given.caller, function: &given.function, value, again: given.again })
    })
}

/// Where the fault is, and in which function.
pub(crate) fn target(violation: &Violation) -> (Option<&Place>, Option<&str>) {
    let diagnostic = &violation.diagnostic;
    let user = diagnostic.stack.iter().find(|frame| !frame.library);
    // At the end of the program there is no more than the end of `main`.
    (diagnostic.place.as_ref(), user.map(|frame| frame.function.as_str()))
}

/// 32 or 64.
pub(crate) fn bits(findings: &Findings) -> u32 {
    if findings.build.data_model == "ILP32" { 32 } else { 64 }
}

/// The date and time in UTC, as ISO 8601 has it.
pub(crate) fn iso_time(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (hour, minute, second) = (rest / 3600, rest % 3600 / 60, rest % 60);
    // After Howard Hinnant's "chrono-compatible low-level date algorithms": years begin in March, eras have 400 of them.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use candor_evidence::Report;
    use candor_ir::{Endian, Program, Target};
    use candor_report::{Diagnostic, Given, Kind};

    use super::*;
    use crate::condition::{Comparison, Operator, Subject};

    #[test]
    fn times() {
        assert_eq!(iso_time(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_time(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(iso_time(1_767_225_599), "2025-12-31T23:59:59Z");
    }

    /// A violation in line 9, behind two calls, of which one returned what C has no constant for.
    fn findings() -> Findings {
        let (data_layout, triple) = (String::new(), String::new());
        let target = Target { pointer_bits: 64, endian: Endian::Little, data_layout, triple };
        let mut findings = Findings::new(&Report::default(), &Program::new(target), |_| true);
        let place = |line| Some(Place { file: "a.c".to_owned(), line, column: 3 });
        let given = |line, constant: Option<&str>| Given {
            function: "__VERIFIER_nondet_int".to_owned(),
            caller: "main".to_owned(),
            place: place(line),
            value: String::new(),
            width: 32,
            constant: constant.map(str::to_owned),
            fails: None,
            again: false,
        };
        let diagnostic = Diagnostic { place: place(9), ..Diagnostic::bare(Kind::Fault, "bad") };
        findings.verdict = Verdict::Violated;
        findings.violations.push(Violation {
            diagnostic,
            choices: Vec::new(),
            given: vec![given(4, Some("-7")), given(5, None)],
            recurrent_set: Vec::new(),
            held: Vec::new(),
            outside: Vec::new(),
            harness: None,
            steps: Vec::new(),
            reel: None,
            steps_left_out: 0,
            steps_before_gap: 0,
        });
        findings
    }

    #[test]
    fn what_is_written_can_be_read() {
        let info = WitnessInfo {
            specification: crate::Property::ValidMemsafety.formula(),
            check: Some(Check::ArrayIndex),
            malloc_may_fail: true,
            file: "a <b>.c".to_owned(),
            sha256: crate::sha256(b""),
            time: 0,
        };
        for format in [WitnessFormat::Graphml, WitnessFormat::Yaml] {
            let text = write(&findings(), &info, format, &mut SourceCache::empty()).expect("there is a verdict");
            let witness = crate::read(&text).expect("it can be read");
            assert_eq!((witness.kind, witness.pointer_bits), (crate::Kind::Violation, Some(64)));
            assert_eq!(witness.specification, Some(info.specification.clone()));
            assert_eq!((witness.check.as_deref(), witness.hash.as_deref()), (Some("array-index"), Some(&*info.sha256)));
            assert!(witness.malloc_may_fail);
            let [hint] = &witness.hints()[..] else { panic!("{text}") };
            let seven = Comparison { subject: Subject::Result, operator: Operator::Equal, value: -7 };
            assert_eq!((hint.line, hint.comparisons), (4, &[seven][..]));
        }
        let mut unknown = findings();
        unknown.verdict = Verdict::Unknown;
        assert_eq!(write(&unknown, &info, WitnessFormat::Yaml, &mut SourceCache::empty()), None);
    }
}
