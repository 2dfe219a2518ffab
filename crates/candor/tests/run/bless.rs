//! `CANDOR_BLESS=1`: what candor finds becomes what the test expects.

use std::fs;

use crate::compare::{Failure, Finding};
use crate::directives::Directives;
use crate::root;

/// Rewrites the expectations of a test. Differences of status or output stay failures: only people can settle them.
pub(crate) fn bless(name: &str, directives: &Directives, failure: &Failure) -> Result<(), String> {
    let Some(finding) = &failure.actual else {
        return Err(failure.to_string());
    };
    if directives.has_revisions() {
        return Err(format!("{failure}\na test with revisions is not blessed; change it by hand"));
    }
    let path = root().join(name);
    let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
    let blessed = rewrite(&text, finding.as_ref(), name.ends_with(".ll"));
    if blessed == text {
        return Err(failure.to_string());
    }
    fs::write(&path, blessed).map_err(|error| format!("{name}: {error}"))
}

fn rewrite(text: &str, finding: Option<&Finding>, llvm: bool) -> String {
    let mut blessed = String::new();
    for (idx, line) in text.lines().enumerate() {
        let kept =
            line.split_once("//~").map_or(line, |(before, _)| before.trim_end().trim_end_matches(';').trim_end());
        // A C statement ends with the semicolon that starts a comment in LLVM IR.
        let kept = if llvm { kept } else { line.split_once("//~").map_or(line, |(before, _)| before.trim_end()) };
        blessed.push_str(kept);
        if let Some(finding) = finding.filter(|finding| finding.line == Some(idx + 1)) {
            blessed.push_str(if llvm { " ; //~ " } else { " //~ " });
            blessed.push_str(&finding.id);
        }
        blessed.push('\n');
    }
    blessed
}
