//! Findings for programs: one JSON object on one line. `docs/reference/json.md` describes the fields.

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::findings::Findings;

/// The version of the format; it changes when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// How checking a program ended.
#[derive(Clone, Debug)]
pub struct CheckSummary<'f> {
    /// What candor's own process exits with.
    pub status: i32,
    /// `Err`: there was nothing to check.
    pub outcome: Result<&'f Findings, &'f Diagnostic>,
}

#[derive(Serialize)]
struct Record<'f> {
    candor: u32,
    result: &'static str,
    status: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostic: Option<&'f Diagnostic>,
    #[serde(flatten)]
    findings: Option<&'f Findings>,
}

/// The findings as one line of JSON, without the line's end.
pub fn render_findings_json(summary: &CheckSummary<'_>) -> String {
    let record = Record {
        candor: VERSION,
        result: match summary.outcome {
            Ok(_) => "checked",
            Err(diagnostic) => diagnostic.kind.name(),
        },
        status: summary.status,
        diagnostic: summary.outcome.err(),
        findings: summary.outcome.ok(),
    };
    serde_json::to_string(&record).expect("plain data whose only keys are text always has a JSON form")
}
