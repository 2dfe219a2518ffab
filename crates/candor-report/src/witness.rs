//! Witnesses as SV-COMP has them: what another verifier needs in order to find the same answer.
//!
//! A violation's witness follows the calls that gave the execution its values, in order, to the place of the fault. What holds gets a
//! correctness witness without invariants: candor writes none down, even where it has used some.

mod graphml;
mod sha256;
mod yaml;

use candor_evidence::Verdict;
use candor_ir::Check;
use serde::Serialize;

use crate::diagnostic::Place;
use crate::findings::{Findings, Violation};
use crate::sources::SourceCache;

pub use sha256::sha256;

/// What a witness says about its making, beside the findings.
#[derive(Clone, Debug)]
pub struct WitnessInfo {
    /// As in a `.prp` file.
    pub specification: String,
    /// The check that is violated, where the specification is only the nearest that there is.
    pub check: Option<Check>,
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

/// A call that returned a value of the execution's choosing.
#[derive(Clone, Debug, Serialize)]
pub struct Given {
    pub function: String,
    /// The function that called it.
    pub caller: String,
    #[serde(flatten)]
    pub place: Option<Place>,
    /// The number as C would write it, and how many bits it has.
    pub value: String,
    pub width: u32,
}

/// A place that the witness passes, with what holds of the value that a call there returned.
struct Waypoint<'f> {
    place: &'f Place,
    caller: &'f str,
    function: &'f str,
    value: &'f str,
}

/// The witness of the findings' verdict; `None` if that is unknown.
pub fn render_witness(
    findings: &Findings,
    info: &WitnessInfo,
    format: WitnessFormat,
    sources: &mut SourceCache<'_>,
) -> Option<String> {
    let violation = match findings.verdict {
        Verdict::Violated => Some(findings.violations.first()?),
        Verdict::Holds => None,
        Verdict::Unknown => return None,
    };
    Some(match format {
        WitnessFormat::Graphml => graphml::render(findings, info, violation),
        WitnessFormat::Yaml => yaml::render(findings, info, violation, sources),
    })
}

/// The calls of the user's own file, in order; values that C has no constant for are left out.
fn waypoints(violation: &Violation) -> impl Iterator<Item = Waypoint<'_>> {
    violation.given.iter().filter_map(|given| {
        let is_constant = !given.value.contains("nan") && !given.value.contains("inf");
        // Whether a small number was meant to have a sign, only these names say.
        let is_plain = given.width >= 32 || given.function.contains("nondet_") || !given.value.starts_with('-');
        let place = given.place.as_ref().filter(|place| is_constant && is_plain && place.line > 0)?;
        // A character is shown as such behind its number.
        let value = given.value.split(" '").next().unwrap_or(&given.value);
        Some(Waypoint { place, caller: &given.caller, function: &given.function, value })
    })
}

/// Where the fault is, and in which function.
fn target(violation: &Violation) -> (Option<&Place>, Option<&str>) {
    let diagnostic = &violation.diagnostic;
    let user = diagnostic.stack.iter().find(|frame| !frame.library);
    // At the end of the program there is no more than the end of `main`.
    (diagnostic.place.as_ref(), user.map(|frame| frame.function.as_str()))
}

/// 32 or 64.
fn bits(findings: &Findings) -> u32 {
    if findings.build.data_model == "ILP32" { 32 } else { 64 }
}

/// The date and time in UTC, as ISO 8601 has it.
fn iso_time(seconds: u64) -> String {
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

/// SV-COMP's formula for the property that a check is part of, where there is one.
pub fn specification(check: Check) -> &'static str {
    match check {
        Check::ErrorCall | Check::Assertion => "CHECK( init(main()), LTL(G ! call(reach_error())) )",
        Check::SignedOverflow | Check::DivisionOverflow => "CHECK( init(main()), LTL(G ! overflow) )",
        Check::DoubleFree | Check::InvalidFree => "CHECK( init(main()), LTL(G valid-free) )",
        Check::MemoryLeak => "CHECK( init(main()), LTL(G valid-memtrack) )",
        Check::MemoryCleanup => "CHECK( init(main()), LTL(G valid-memcleanup) )",
        Check::Termination => "CHECK( init(main()), LTL(F end) )",
        Check::DataRace => "CHECK( init(main()), LTL(G ! data-race) )",
        // Any other is closest to this one; what is not SV-COMP's has no formula at all.
        _ => "CHECK( init(main()), LTL(G valid-deref) )",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(iso_time(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_time(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(iso_time(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
