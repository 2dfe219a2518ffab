//! Findings as a page to look at: one HTML file that needs nothing else, neither a network nor a server.
//!
//! The data stands in the page as JSON, one block for the findings and one for each counterexample, which is read only when somebody opens
//! it; the script makes elements only for what is on the screen. So 2,000 findings or 100,000 steps open at once. Whatever comes from
//! the program is text, never markup: the blocks cannot end early, since `<` is escaped in them, and the script never parses markup.
//!
//! `reel` has the counterexamples, `page.js` shows all of it, `page.css` says how it looks.

mod reel;

use std::collections::BTreeMap;

use candor_evidence::Verdict;
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, OtherThread, Place, StackFrame};
use crate::findings::{Answer, Counts, Finding, Findings, Violation, is_of_program};
use crate::findings_terminal::verdict_line;
use crate::sources::SourceCache;
use crate::xml::escape;

pub use reel::Reel;

pub(crate) const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");
/// Source files are in the page up to so many bytes altogether.
const MOST_SOURCE: usize = 16 << 20;
/// What the page may do: show itself.
pub(crate) const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// The findings, or why there are none, as a page.
pub fn render_html(outcome: Result<&Findings, &Diagnostic>, sources: &mut SourceCache<'_>) -> String {
    let mut files = Files::default();
    let (data, reels, title, plain) = match outcome {
        Ok(findings) => {
            let data = data(findings, &mut files);
            let reel = |violation: &Violation| reel::of_violation(violation, &mut files);
            let reels: Vec<Value> = findings.violations.iter().map(reel).collect();
            (data, reels, verdict_line(findings), plain(findings, sources))
        }
        Err(diagnostic) => {
            let message = &diagnostic.message;
            (json!({ "error": message }), Vec::new(), message.clone(), String::new())
        }
    };
    let mut data = data;
    data["version"] = json!(env!("CARGO_PKG_VERSION"));
    data["files"] = files.contents(sources);
    let first_line = title.lines().next().unwrap_or_default();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>candor: {}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <noscript><h1>{}</h1>\n<pre>{}</pre></noscript>\n<div id=\"app\"></div>\n",
        escape(first_line),
        escape(&title),
        escape(&plain),
    );
    page += &block("data", &data);
    for (idx, reel) in reels.iter().enumerate() {
        page += &block(&format!("run-{idx}"), reel);
    }
    page + "<script>\n" + SCRIPT + "</script>\n</body>\n</html>\n"
}

/// JSON that no parser of HTML takes for anything else.
pub(crate) fn block(id: &str, data: &Value) -> String {
    let text = data.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{text}</script>\n")
}

/// For those who run no scripts: each violation in a line.
fn plain(findings: &Findings, sources: &SourceCache<'_>) -> String {
    findings
        .violations
        .iter()
        .map(|violation| crate::findings_terminal::brief(&violation.diagnostic, sources))
        .collect()
}

/// The files that places are in, by number.
#[derive(Default)]
pub(crate) struct Files {
    paths: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Files {
    pub(crate) fn number(&mut self, path: &str) -> usize {
        if let Some(&number) = self.numbers.get(path) {
            return number;
        }
        self.paths.push(path.to_owned());
        self.numbers.insert(path.to_owned(), self.paths.len() - 1);
        self.paths.len() - 1
    }

    /// `[file, line, column]`, or nothing.
    fn place(&mut self, place: Option<&Place>) -> Value {
        place.map_or(Value::Null, |place| json!([self.number(&place.file), place.line, place.column]))
    }

    fn contents(&self, sources: &mut SourceCache<'_>) -> Value {
        let mut left = MOST_SOURCE;
        let file = |path: &String| {
            let lines = sources.lines(path).unwrap_or_default();
            let n_bytes = lines.iter().map(String::len).sum::<usize>();
            let lines = if n_bytes <= left { lines.to_vec() } else { Vec::new() };
            left = left.saturating_sub(n_bytes);
            json!({ "path": sources.display_path(path), "lines": lines })
        };
        Value::Array(self.paths.iter().map(file).collect())
    }
}

fn data(findings: &Findings, files: &mut Files) -> Value {
    let counts =
        |name: &str, counts: Counts| json!([name, counts.holds, counts.violated, counts.unreachable, counts.unknown]);
    let groups: Vec<Value> = findings.groups.iter().map(|row| counts(row.group, row.counts)).collect();
    let engines = findings.engines.iter().map(|share| {
        let Counts { holds, violated, unreachable, .. } = share.counts;
        json!({ "name": share.engine, "settled": holds + violated + unreachable, "because": share.because })
    });
    let mut words = Words::default();
    let checks: Vec<Value> = findings.checks.iter().map(|finding| check(finding, &mut words, files)).collect();
    let loops = findings.loops.iter().map(|facts| {
        let place = files.place(facts.place.as_ref());
        let invariants: Vec<&String> = facts.invariants.iter().chain(&facts.elements).collect();
        json!({ "function": facts.function, "at": place, "invariants": invariants,
            "measure": facts.measure, "bound": facts.bound })
    });
    let loops: Vec<Value> = loops.collect();
    let gaps = findings.incomplete.iter().map(|gap| json!([gap.reason, files.place(gap.place.as_ref())]));
    let gaps: Vec<Value> = gaps.collect();
    let assumed = findings.assumed.iter().map(|it| json!([it.number, files.place(Some(&it.place))]));
    let assumed: Vec<Value> = assumed.collect();
    let conditions = findings.conditions.iter().map(|condition| {
        let text = format!("`{}` has no {}", condition.function, condition.check);
        json!([text, files.place(condition.place.as_ref())])
    });
    let of_callers = findings.precondition.iter().flat_map(|it| &it.conditions).map(|text| json!([text, Value::Null]));
    let conditions = conditions.chain(of_callers);
    json!({
        "verdict": match findings.verdict {
            Verdict::Holds => "holds",
            Verdict::Violated | Verdict::DependsOnCaller => "violated",
            Verdict::Unknown => "unknown",
        },
        "line": verdict_line(findings),
        "conditions": conditions.collect::<Vec<Value>>(),
        "violations": findings.violations.iter().map(|one| violation(one, files)).collect::<Vec<Value>>(),
        "groups": groups,
        "library": counts("library", findings.library),
        "engines": engines.collect::<Vec<Value>>(),
        "words": words.list,
        "checks": checks,
        "loops": loops,
        "gaps": gaps,
        "assumptions": findings.assumptions,
        "assumed": assumed,
        "advice": findings.advice,
    })
}

/// Words that occur often, by number.
#[derive(Default)]
struct Words {
    list: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Words {
    fn number(&mut self, word: &str) -> usize {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        self.list.push(word.to_owned());
        self.numbers.insert(word.to_owned(), self.list.len() - 1);
        self.list.len() - 1
    }
}

/// `[check, function, status, engine, remark, place]`, the first ones as words.
fn check(finding: &Finding, words: &mut Words, files: &mut Files) -> Value {
    let (status, remark) = match &finding.answer {
        Answer::Holds => ("holds", ""),
        Answer::Violated => ("violated", ""),
        Answer::Unreachable { vacuous: false } => ("unreachable", ""),
        Answer::Unreachable { vacuous: true } => ("unreachable", "only because of an assumption"),
        Answer::Unknown { reason } => ("unknown", reason.as_str()),
    };
    let texts = [finding.check.id(), &finding.function, status, finding.engine.unwrap_or_default(), remark];
    json!([texts.map(|text| words.number(text)), files.place(finding.place.as_ref())])
}

fn violation(violation: &Violation, files: &mut Files) -> Value {
    let diagnostic = &violation.diagnostic;
    let mut stack = |frames: &[StackFrame]| -> Vec<Value> {
        let own = frames.iter().filter(|frame| !frame.library);
        own.map(|frame| json!([frame.function, files.place(frame.place.as_ref())])).collect()
    };
    let frames = stack(&diagnostic.stack);
    let other =
        |other: &OtherThread| json!({ "thread": other.thread, "does": other.does, "stack": stack(&other.stack) });
    let others: Vec<Value> = diagnostic.others.iter().map(other).collect();
    let object = diagnostic.object.as_ref().map(
        |object| json!({ "made": files.place(object.made.as_ref()), "ended": files.place(object.ended.as_ref()) }),
    );
    let given = violation.given.iter().filter(|given| given.fails != Some(false)).map(|given| {
        let text = match given.fails {
            Some(_) => format!("{}() fails", given.function),
            None if is_of_program(&given.function) => format!("{}() = {}", given.function, given.value),
            None => format!("input {}", given.value),
        };
        json!([text, files.place(given.place.as_ref())])
    });
    let given: Vec<Value> = given.collect();
    json!({
        "check": diagnostic.check.map(candor_ir::Check::id),
        "message": diagnostic.message,
        "library": diagnostic.library_function,
        "hint": diagnostic.hint,
        "at": files.place(diagnostic.place.as_ref()),
        "stack": frames,
        "others": others,
        "object": object,
        "given": given,
        "outside": violation.outside.iter().map(|held| json!([held.variable, held.value])).collect::<Vec<Value>>(),
        "held": violation.held.iter().map(|held| json!([held.variable, held.value])).collect::<Vec<Value>>(),
    })
}

#[cfg(test)]
mod tests;
