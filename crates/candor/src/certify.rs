//! `candor certify`: goes through a proof again, with another solver and without guessing.

use std::fs;
use std::sync::Arc;

use candor_evidence::{Proof, Verdict};
use candor_ir::Program;
use candor_points_to::Level;
use candor_portfolio::{Budget, Caller, Request, Strategy, verify};
use candor_report::{Findings, render_explanation};
use candor_witness::{Certificate, sha256};
use clap::Parser;

use crate::options::{CertifyOptions, CheckOptions, Command, Format, OF_QUESTIONS, Options};
use crate::progress::ProgressLine;
use crate::{console, status};

/// How much memory it may use, in megabytes.
const MEMORY: u64 = 4096;

/// The certificate of a program of which everything holds that was asked, with these callers of the function if one was named.
pub(crate) fn write(options: &CheckOptions, caller: Caller, proof: &Proof, program: &Program) -> String {
    let certificate = Certificate {
        question: options.question(caller),
        args: options.args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect(),
        program: digest(program),
        proof: proof.clone(),
    };
    certificate.write(program)
}

fn digest(program: &Program) -> String {
    sha256(candor_ir::dump_program(program).as_bytes())
}

pub(crate) fn certify(options: CertifyOptions) -> u8 {
    match attempt(options) {
        Ok((question, findings)) => say(&question, &findings),
        Err(message) => console::refuse(&message, Format::Text, status::CHECK_BAD_INPUT),
    }
}

fn attempt(options: CertifyOptions) -> Result<(String, Findings), String> {
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
            certificate: Some(Arc::new(certificate.proof.clone())),
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
    Ok((question, Findings::new(&report, &prepared.program, |check| checks.contains(check))))
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

fn say(question: &str, findings: &Findings) -> u8 {
    let (word, code) = match findings.verdict {
        Verdict::Holds => ("certified", status::SUCCESS),
        Verdict::Unknown => ("not certified", status::VIOLATED),
        Verdict::Violated | Verdict::DependsOnCaller => ("not certified: something is violated", status::VIOLATED),
    };
    let mut text = format!("{word}: {question}\n");
    for condition in &findings.conditions {
        let place =
            condition.place.as_ref().map_or_else(String::new, |place| format!(" at {}:{}", place.file, place.line));
        text += &format!("  holds only if: no {} in `{}`{place}\n", condition.check, condition.function);
    }
    for assumption in &findings.assumptions {
        text += &format!("  assumed: {assumption}\n");
    }
    if findings.verdict != Verdict::Holds {
        text += &render_explanation(findings, &console::sources());
    }
    console::print(&text);
    code
}
