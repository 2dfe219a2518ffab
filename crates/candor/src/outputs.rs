//! The answer of `candor check`, in every format that was asked for: to standard output, and to files.

use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use candor_evidence::{StateGraph, Verdict};
use candor_report::{
    CheckSummary, Diagnostic, Findings, TerminalStyle, Verbosity, render_brief, render_each_loop, render_explanation,
    render_findings, render_findings_json, render_graph_dot, render_graph_page, render_graph_svg, render_html,
    render_junit, render_sarif, render_terminal,
};
use candor_witness::{Property, WitnessFormat, WitnessInfo, sha256};

use crate::options::{CheckOptions, GraphFile, GraphKind, Output, OutputKind, ReportFormat, WitnessKind, all_of};
use crate::{console, harness};

/// Why something holds.
#[derive(Default)]
pub(crate) struct Evidence<'f> {
    /// In a form that can be gone through again.
    pub(crate) certificate: Option<String>,
    /// The states that a proof is made of.
    pub(crate) graph: Option<&'f StateGraph>,
}

/// What is known, or why nothing is, and how that was found out.
pub(crate) struct Answer<'f> {
    pub(crate) outcome: Result<&'f Findings, &'f Diagnostic>,
    pub(crate) evidence: Evidence<'f>,
    /// What candor's own process exits with.
    pub(crate) status: u8,
    /// How long it took.
    pub(crate) seconds: f64,
}

/// Says the answer everywhere. What could not be written, one message each.
pub(crate) fn write(options: &CheckOptions, answer: &Answer<'_>) -> Vec<String> {
    print(options, answer);
    let mut problems = Vec::new();
    for Output { kind, path } in &options.output {
        let text = match kind {
            OutputKind::Report(format) => Ok(Some(report(options, answer, *format, &TerminalStyle::default()))),
            OutputKind::Witness(kind) => witness(options, answer, *kind),
        };
        problems.extend(put(path, text).err());
    }
    if let Some(path) = &options.witness {
        let is_graph = path.extension().is_some_and(|extension| extension == "graphml");
        let usual = if is_graph { WitnessKind::Graphml } else { WitnessKind::Yaml };
        let text = witness(options, answer, options.witness_format.unwrap_or(usual));
        problems.extend(put(path, text).err());
    }
    if let Some(path) = &options.certificate {
        problems.extend(put(path, Ok(answer.evidence.certificate.clone())).err());
    }
    if let Some(GraphFile { kind, path }) = &options.graph {
        let text = answer.evidence.graph.map(|graph| match kind {
            GraphKind::Svg => render_graph_svg(graph),
            GraphKind::Dot => render_graph_dot(graph),
            GraphKind::Html => render_graph_page(graph),
        });
        if text.is_none() && answer.outcome.is_ok() {
            problems.push(format!("{}: there is no graph to draw; `--engine shapes` makes one", path.display()));
        }
        problems.extend(put(path, Ok(text)).err());
    }
    problems.extend(write_harness(options, answer).err());
    problems
}

/// What programs read of a command line that makes no sense.
pub(crate) fn refusal_as_json(diagnostic: &Diagnostic, status: u8) -> String {
    render_findings_json(&CheckSummary { status: i32::from(status), outcome: Err(diagnostic) }) + "\n"
}

/// This is what the command was asked for, so it goes to standard output; only complaints to people do not.
fn print(options: &CheckOptions, answer: &Answer<'_>) {
    match (options.format, answer.outcome) {
        (ReportFormat::Text, Err(diagnostic)) => {
            let style = console::style(options.color, io::stderr().is_terminal());
            console::write_message(&render_terminal(diagnostic, &mut console::sources(), &style));
        }
        (format, _) => {
            let style = console::style(options.color, io::stdout().is_terminal());
            console::print(&report(options, answer, format, &style));
        }
    }
}

fn report(options: &CheckOptions, answer: &Answer<'_>, format: ReportFormat, style: &TerminalStyle) -> String {
    let status = i32::from(answer.status);
    match (format, answer.outcome) {
        (ReportFormat::Text, Ok(findings)) => {
            if options.quiet {
                return render_brief(findings, &console::sources());
            }
            let verbosity = Verbosity { verbose: options.verbose, full_trace: options.full_trace };
            let mut text = render_findings(findings, &mut console::sources(), style, verbosity);
            if options.each_loop {
                text += &render_each_loop(findings, &console::sources());
            }
            if options.explain {
                text += &render_explanation(findings, &console::sources());
            } else if let (Verdict::Unknown | Verdict::Violated, Some(advice)) =
                (findings.verdict, findings.advice.first())
            {
                text += &format!("try: {advice}; `--explain` lists more\n");
            }
            text
        }
        (ReportFormat::Text, Err(diagnostic)) => render_terminal(diagnostic, &mut console::sources(), style),
        (ReportFormat::Json, outcome) => render_findings_json(&CheckSummary { status, outcome }) + "\n",
        (ReportFormat::Sarif, outcome) => render_sarif(outcome, status) + "\n",
        (ReportFormat::Junit, outcome) => render_junit(outcome, answer.seconds),
        (ReportFormat::Html, outcome) => render_html(outcome, &mut console::sources()),
    }
}

/// The witness of a verdict; `None` where there is none to be had.
fn witness(options: &CheckOptions, answer: &Answer<'_>, kind: WitnessKind) -> Result<Option<String>, String> {
    let Ok(findings) = answer.outcome else { return Ok(None) };
    let file = options.frontend.files.first().ok_or("there is no file")?;
    let text = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let violated = findings.violations.first().and_then(|violation| violation.diagnostic.check);
    let info = WitnessInfo {
        specification: match options.property.is_empty() {
            true => Property::nearest(violated.unwrap_or(candor_ir::Check::ErrorCall)).formula(),
            false => all_of(&options.property).into_iter().map(Property::formula).collect::<Vec<_>>().join("\n"),
        },
        check: violated.filter(|_| options.property.is_empty()),
        malloc_may_fail: options.malloc_may_fail,
        file: file.display().to_string(),
        sha256: sha256(&text),
        time: now(),
    };
    let format = match kind {
        WitnessKind::Graphml => WitnessFormat::Graphml,
        WitnessKind::Yaml => WitnessFormat::Yaml,
    };
    Ok(candor_witness::write(findings, &info, format, &mut console::sources()))
}

/// The time, or what those who want the same file twice say it is.
fn now() -> u64 {
    let fixed = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    fixed.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()))
}

fn put(path: &Path, text: Result<Option<String>, String>) -> Result<(), String> {
    match text? {
        Some(text) => fs::write(path, text).map_err(|error| format!("{}: {error}", path.display())),
        // A file of an earlier run would look like an answer.
        None => match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(format!("{}: {error}", path.display())),
            Ok(()) | Err(_) => Ok(()),
        },
    }
}

/// `--harness`: the first violation that can be seen natively.
fn write_harness(options: &CheckOptions, answer: &Answer<'_>) -> Result<(), String> {
    let (Some(path), Ok(findings)) = (&options.harness, answer.outcome) else { return Ok(()) };
    let Some(violation) = findings.violations.iter().find(|violation| violation.harness.is_some()) else {
        return Ok(());
    };
    let written = harness::write(violation, &findings.build)?;
    fs::write(path, written.text).map_err(|error| format!("{}: {error}", path.display()))
}
