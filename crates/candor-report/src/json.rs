//! Diagnostics for programs: one JSON object on one line. `docs/reference/json.md` describes the fields.

use serde::Serialize;

use crate::diagnostic::Diagnostic;

/// The version of the format; it changes when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// How a run ended.
#[derive(Clone, Debug)]
pub struct RunReport<'d> {
    /// What candor's own process exits with.
    pub status: i32,
    /// Instructions executed.
    pub steps: u64,
    /// `None`: the program ended by itself.
    pub diagnostic: Option<&'d Diagnostic>,
}

#[derive(Serialize)]
struct Record<'d> {
    candor: u32,
    result: &'static str,
    status: i32,
    steps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostic: Option<&'d Diagnostic>,
}

/// The report as one line of JSON, without the line's end.
pub fn render_json(report: &RunReport<'_>) -> String {
    let record = Record {
        candor: VERSION,
        result: report.diagnostic.map_or("exit", |diagnostic| diagnostic.kind.name()),
        status: report.status,
        steps: report.steps,
        diagnostic: report.diagnostic,
    };
    serde_json::to_string(&record).expect("plain data without maps always has a JSON form")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Kind, Place};

    #[test]
    fn a_normal_end() {
        let text = render_json(&RunReport { status: 3, steps: 17, diagnostic: None });
        assert_eq!(text, r#"{"candor":1,"result":"exit","status":3,"steps":17}"#);
    }

    #[test]
    fn a_diagnostic_has_its_place_in_place() {
        let mut diagnostic = Diagnostic::bare(Kind::Limit, "1000 steps\nwere \"made\"");
        diagnostic.place = Some(Place { file: "a.c".into(), line: 3, column: 5 });
        let text = render_json(&RunReport { status: 125, steps: 1000, diagnostic: Some(&diagnostic) });
        let expected = concat!(
            r#"{"candor":1,"result":"limit","status":125,"steps":1000,"diagnostic":{"kind":"limit","check":null,"#,
            "\"message\":\"1000 steps\\nwere \\\"made\\\"\",",
            r#""file":"a.c","line":3,"column":5,"library_function":null,"object":null,"stack":[],"hint":null}}"#
        );
        assert_eq!(text, expected);
    }
}
