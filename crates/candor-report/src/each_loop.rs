//! `--each-loop`: for every loop, and every function that may call itself, whether it ends.

use std::fmt::Write;

use candor_ir::Check;

use crate::findings::{Answer, Finding, Findings};
use crate::message::printable;
use crate::sources::SourceCache;
use crate::terminal::short;

/// One line for each loop, as text with line ends.
pub fn render_each_loop(findings: &Findings, sources: &SourceCache<'_>) -> String {
    let mut text = String::new();
    let (mut n_loops, mut n_ended) = (0, 0);
    for finding in findings.checks.iter().filter(|finding| finding.check == Check::Termination) {
        let place = finding.place.as_ref().map_or_else(String::new, |place| format!("{}: ", short(place, sources)));
        let answer = answer(findings, finding);
        n_loops += 1;
        n_ended += u32::from(matches!(finding.answer, Answer::Holds | Answer::Unreachable { .. }));
        writeln!(text, "{}in `{}`: {answer}", printable(&place), printable(&finding.function))
            .expect("strings grow as needed");
    }
    let of = if n_loops == 1 { "loop" } else { "loops" };
    text + &format!("{n_ended} of {n_loops} {of} shown to end\n")
}

fn answer(findings: &Findings, finding: &Finding) -> String {
    match &finding.answer {
        Answer::Holds => {
            let facts = findings.loops.iter().find(|facts| facts.head.is_some() && facts.head == finding.place);
            match facts.and_then(|facts| facts.bound.as_ref()) {
                Some(bound) => format!("terminates, after at most {} rounds", printable(bound)),
                None => "terminates".to_owned(),
            }
        }
        Answer::Violated => "may never end".to_owned(),
        Answer::Unreachable { .. } => "never reached".to_owned(),
        Answer::Unknown { reason } => format!("not proved ({})", printable(reason)),
    }
}
