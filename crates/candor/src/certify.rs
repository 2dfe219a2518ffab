//! `candor certify`: goes through a proof again, with another solver and without guessing.

use std::fs;
use std::sync::Arc;

use candor_evidence::{CheckResult, Report, Status, Verdict};
use candor_ir::Program;
use candor_points_to::Level;
use candor_portfolio::{Budget, Caller, Request, Strategy, verify};
use candor_report::{Findings, brief, render_explanation};
use candor_witness::{Certificate, Claim, sha256};
use clap::Parser;

use crate::options::{CertifyOptions, CheckOptions, Command, Format, OF_QUESTIONS, Options};
use crate::progress::ProgressLine;
use crate::{console, status};

/// How much memory it may use, in megabytes.
const MEMORY: u64 = 4096;

/// The certificate of a verdict, with these callers of the function if one was named; `None` where nothing is shown.
pub(crate) fn write(
    options: &CheckOptions,
    caller: Caller,
    verdict: Verdict,
    report: &Report,
    program: &Program,
) -> Option<String> {
    let violated = |result: &CheckResult| match &result.status {
        Status::Violated(confirmed) => Some(confirmed.counterexample.clone()),
        Status::Holds | Status::Unreachable { .. } | Status::Unknown(_) => None,
    };
    let checks = options.request().goals.checks();
    let claim = match verdict {
        Verdict::Holds => Claim::Holds(report.proof.clone()),
        Verdict::Violated => {
            let asked = report.checks.iter().filter(|result| checks.contains(result.at.check));
            Claim::Violated(asked.filter_map(violated).next()?)
        }
        Verdict::Unknown | Verdict::DependsOnCaller => return None,
    };
    let certificate = Certificate {
        question: options.question(caller),
        args: options.args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect(),
        program: digest(program),
        claim,
    };
    Some(certificate.write(program))
}

fn digest(program: &Program) -> String {
    sha256(candor_ir::dump_program(program).as_bytes())
}

pub(crate) fn certify(options: CertifyOptions) -> u8 {
    match attempt(options) {
        Ok(Gone { question, claimed, findings }) => say(&question, claimed, &findings),
        Err(message) => console::refuse(&message, Format::Text, status::CHECK_BAD_INPUT),
    }
}

/// A certificate that was gone through.
struct Gone {
    question: String,
    claimed: Verdict,
    findings: Findings,
}

fn attempt(options: CertifyOptions) -> Result<Gone, String> {
    let timeout = options.timeout;
    let budget = Budget::new(Some(timeout), MEMORY);
    let shown = options.certificate.display().to_string();
    let text = fs::read_to_string(&options.certificate).map_err(|error| format!("{shown}: {error}"))?;
    let certificate = Certificate::read(&text).map_err(|error| format!("{shown}: this is no certificate: {error}"))?;
    let question = certificate.question.join(" ");
    let solver = options.solver.clone();
    let asked = asked(&certificate, options).map_err(|error| format!("{shown}: {error}"))?;
    let request = Request {
        solver,
        // What a certificate relies on must not be what it is to be checked by: no pointer analysis, no slicing, no engine.
        strategy: Strategy {
            level: Level::Basic,
            slice: false,
            certificate: Some(Arc::new(certificate.claim.clone())),
            ..Strategy::default()
        },
        keeps_proof: false,
        ..asked.request()
    };
    let loaded = request.load()?;
    let prepared = request.prepare(loaded.program)?;
    if digest(&prepared.program) != certificate.program || !certificate.fits(&prepared.program) {
        return Err(format!("{shown}: this is the certificate of another program, or it was compiled in another way"));
    }
    let mut line = ProgressLine::new(Some(timeout));
    let report = verify(&request, &prepared, &budget, &mut |progress| line.show(progress))?;
    let checks = request.goals.checks();
    let claimed = match certificate.claim {
        Claim::Holds(_) => Verdict::Holds,
        Claim::Violated(_) => Verdict::Violated,
    };
    Ok(Gone { question, claimed, findings: Findings::new(&report, &prepared.program, |check| checks.contains(check)) })
}

/// What `candor check` was asked, about this program.
fn asked(certificate: &Certificate, options: CertifyOptions) -> Result<CheckOptions, String> {
    for word in &certificate.question {
        let name = word.strip_prefix("--").map(|word| word.split('=').next().unwrap_or(word));
        if !name.is_some_and(|name| OF_QUESTIONS.contains(&name)) {
            return Err(format!("`{word}` is not part of a question"));
        }
    }
    let mut words = vec!["candor".to_owned(), "check".to_owned()];
    words.extend(certificate.question.iter().cloned());
    words.extend(["program".to_owned(), "--".to_owned()]);
    words.extend(certificate.args.iter().cloned());
    let parsed = Options::try_parse_from(words).map_err(|error| error.to_string())?;
    let Command::Check(mut asked) = parsed.command else { return Err("its question is none".to_owned()) };
    let (data_model, entry) = (asked.frontend.data_model, std::mem::take(&mut asked.frontend.entry));
    asked.frontend = options.frontend;
    asked.frontend.data_model = data_model;
    asked.frontend.entry = entry;
    Ok(*asked)
}

fn say(question: &str, claimed: Verdict, findings: &Findings) -> u8 {
    let (word, code) = match findings.verdict {
        Verdict::Holds if claimed == Verdict::Holds => ("certified", status::SUCCESS),
        Verdict::Violated if claimed == Verdict::Violated => ("certified: a check is violated", status::SUCCESS),
        Verdict::Holds | Verdict::Unknown => ("not certified", status::VIOLATED),
        Verdict::Violated | Verdict::DependsOnCaller => ("not certified: something is violated", status::VIOLATED),
    };
    let is_certified = code == status::SUCCESS;
    let mut text = format!("{word}: {question}\n");
    for violation in findings.violations.iter().filter(|_| is_certified) {
        text += &format!("  {}", brief(&violation.diagnostic, &console::sources()));
    }
    for condition in &findings.conditions {
        let place =
            condition.place.as_ref().map_or_else(String::new, |place| format!(" at {}:{}", place.file, place.line));
        text += &format!("  holds only if: no {} in `{}`{place}\n", condition.check, condition.function);
    }
    for assumption in &findings.assumptions {
        text += &format!("  assumed: {assumption}\n");
    }
    if !is_certified {
        text += &render_explanation(findings, &console::sources());
    }
    console::print(&text);
    code
}
