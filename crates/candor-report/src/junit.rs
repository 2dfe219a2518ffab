//! Findings as a JUnit report, for continuous integration: a test case for each check in each function, failed when it is violated,
//! skipped while it is unknown.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::diagnostic::Diagnostic;
use crate::findings::{Answer, Findings};
use crate::xml::escape;

/// Writing to a string cannot fail.
const WRITES: &str = "strings grow as needed";

/// What is known of one check in one function.
#[derive(Default)]
struct Case {
    failures: Vec<String>,
    unknown: Option<String>,
}

/// The findings, or why there are none, as JUnit XML.
pub fn render_junit(outcome: Result<&Findings, &Diagnostic>, seconds: f64) -> String {
    let (name, cases, error) = match outcome {
        Ok(findings) => (findings.build.files.join(" "), cases(findings), None),
        Err(diagnostic) => (String::new(), BTreeMap::new(), Some(diagnostic)),
    };
    let n_failed = cases.values().filter(|case| !case.failures.is_empty()).count();
    let n_skipped = cases.values().filter(|case| case.failures.is_empty() && case.unknown.is_some()).count();
    let n_errors = usize::from(error.is_some());
    let n_tests = cases.len() + n_errors;
    let name = escape(&format!("candor {name}"));
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    writeln!(text, "<testsuites>").expect(WRITES);
    writeln!(
        text,
        "  <testsuite name=\"{name}\" tests=\"{n_tests}\" failures=\"{n_failed}\" errors=\"{n_errors}\" skipped=\"{n_skipped}\" \
         time=\"{seconds:.3}\">"
    )
    .expect(WRITES);
    for ((function, check), case) in &cases {
        text += &test_case(function, check, case);
    }
    if let Some(diagnostic) = error {
        let message = escape(&diagnostic.message);
        writeln!(text, "    <testcase classname=\"candor\" name=\"check\"><error message=\"{message}\"/></testcase>")
            .expect(WRITES);
    }
    text + "  </testsuite>\n</testsuites>\n"
}

fn cases(findings: &Findings) -> BTreeMap<(String, &'static str), Case> {
    let mut cases: BTreeMap<(String, &'static str), Case> = BTreeMap::new();
    for finding in &findings.checks {
        let case = cases.entry((finding.function.clone(), finding.check.id())).or_default();
        if let Answer::Unknown { reason } = &finding.answer {
            case.unknown.get_or_insert_with(|| reason.clone());
        }
    }
    for violation in &findings.violations {
        let diagnostic = &violation.diagnostic;
        let user = diagnostic.stack.iter().find(|frame| !frame.library).or(diagnostic.stack.first());
        let function = user.map_or_else(String::new, |frame| frame.function.clone());
        let check = diagnostic.check.map_or("fault", candor_ir::Check::id);
        let place = diagnostic.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!("{}:{}: ", place.file, place.line));
        cases.entry((function, check)).or_default().failures.push(format!("{place}{}", diagnostic.message));
    }
    cases
}

fn test_case(function: &str, check: &str, case: &Case) -> String {
    let start = format!("    <testcase classname=\"{}\" name=\"{}\"", escape(function), escape(check));
    match (case.failures.first(), &case.unknown) {
        (Some(first), _) => {
            let all = escape(&case.failures.join("\n"));
            format!("{start}><failure message=\"{}\">{all}</failure></testcase>\n", escape(first))
        }
        (None, Some(reason)) => {
            format!("{start}><skipped message=\"{}\"/></testcase>\n", escape(&format!("unknown: {reason}")))
        }
        (None, None) => format!("{start}/>\n"),
    }
}
