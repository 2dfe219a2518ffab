//! `candor validate`: does the way that a witness describes lead to a violation, or is there none, as it says?

use std::fs;
use std::sync::Arc;
use std::time::Instant;

use candor_interp::Fault;
use candor_ir::{Check, CheckSet, Program};
use candor_llvm::{DataModel, FrontendConfig};
use candor_portfolio::{Budget, Goals, Request, Source, Validation};
use candor_report::Diagnostic;
use candor_witness::{Property, Witness, checks_of, sha256};

use crate::options::{Format, ValidateOptions, all_of};
use crate::progress::ProgressLine;
use crate::{console, frontend, status};

/// How much memory engines may use, in megabytes.
const MEMORY: u64 = 4096;

pub(crate) fn validate(options: &ValidateOptions) -> u8 {
    match attempt(options) {
        Ok((answer, program, notes)) => say(&answer, &program, &notes),
        Err(message) => console::refuse(&message, Format::Text, status::CHECK_BAD_INPUT),
    }
}

fn attempt(options: &ValidateOptions) -> Result<(Validation, Arc<Program>, Vec<String>), String> {
    let started = Instant::now();
    let budget = Budget::new(Some(options.timeout), MEMORY);
    let text = fs::read(&options.witness).map_err(|error| format!("{}: {error}", options.witness.display()))?;
    let witness = candor_witness::read(&String::from_utf8_lossy(&text))
        .map_err(|error| format!("{}: this is no witness: {error}", options.witness.display()))?;
    let wanted = wanted(options, &witness)?;
    let meant = wanted.checks();
    let request = request(options, &witness, wanted);
    let loaded = request.load()?;
    let notes = notes(options, &witness);
    let mut line = ProgressLine::since(started, Some(options.timeout));
    line.show_doing("validating");
    let (answer, program) = candor_portfolio::validate(&request, loaded.program, meant, &witness, &budget)?;
    Ok((answer, program, notes))
}

/// What the user wants to know, or what the witness claims.
enum Wanted {
    Properties(Vec<Property>),
    /// What candor found without being asked for a property: one of the checks that are on by default, all of which are on again.
    Check(Check),
}

impl Wanted {
    /// What must go wrong.
    fn checks(&self) -> CheckSet {
        match self {
            Wanted::Properties(properties) => checks_of(properties),
            Wanted::Check(check) => CheckSet::of(*check),
        }
    }
}

fn wanted(options: &ValidateOptions, witness: &Witness) -> Result<Wanted, String> {
    if !options.property.is_empty() {
        return Ok(Wanted::Properties(all_of(&options.property)));
    }
    if let Some(id) = &witness.check {
        return Check::from_id(id).map(Wanted::Check).ok_or_else(|| format!("there is no check `{id}`"));
    }
    let text = witness.specification.as_deref().ok_or("the witness names no property; `--property` does")?;
    // All formulas may stand on one line.
    Property::read_file(&text.replace(") CHECK(", ")\nCHECK(")).map(Wanted::Properties)
}

/// What `candor check` would be asked.
fn request(options: &ValidateOptions, witness: &Witness, wanted: Wanted) -> Request {
    let data_model = match (options.data_model, witness.pointer_bits) {
        (Some(model), _) => model,
        (None, Some(32)) => DataModel::Ilp32,
        (None, _) => DataModel::Lp64,
    };
    let file = std::path::absolute(&options.file).unwrap_or_else(|_| options.file.clone());
    let name = file.with_extension("").into_os_string().into_encoded_bytes();
    let (cache_dir, probe_command) = (frontend::cache_dir(), frontend::probe_command());
    let config = FrontendConfig { data_model, cache_dir, probe_command, ..FrontendConfig::default() };
    Request {
        source: Source { files: vec![file], frontend: config, entries: Vec::new() },
        competition: matches!(wanted, Wanted::Properties(_)),
        goals: match wanted {
            Wanted::Properties(properties) => Goals { properties, ..Goals::default() },
            // What is laid on the way would race.
            Wanted::Check(check) => Goals {
                on: vec![check],
                off: if check == Check::DataRace { Vec::new() } else { vec![Check::DataRace] },
                ..Goals::default()
            },
        },
        args: vec![name],
        malloc_may_fail: witness.malloc_may_fail,
        ..Request::default()
    }
}

fn notes(options: &ValidateOptions, witness: &Witness) -> Vec<String> {
    let actual = fs::read(&options.file).map(|text| sha256(&text)).unwrap_or_default();
    let is_other = witness.hash.as_ref().is_some_and(|hash| hash.len() == actual.len() && *hash != actual);
    if is_other { vec!["the witness was made for another text of this file".to_owned()] } else { Vec::new() }
}

fn say(answer: &Validation, program: &Program, notes: &[String]) -> u8 {
    for note in notes {
        console::write_message(&format!("note: {note}\n"));
    }
    let (text, code) = match answer {
        Validation::Confirmed(fault) => (format!("confirmed: {}", shown(fault, program)), status::SUCCESS),
        Validation::Holds => ("confirmed: no execution breaks the property".to_owned(), status::SUCCESS),
        Validation::Refuted(fault) => (format!("not confirmed: {}", shown(fault, program)), status::VIOLATED),
        Validation::NotConfirmed => ("not confirmed: no execution breaks the property".to_owned(), status::VIOLATED),
        Validation::Unknown(reason) => (format!("unknown: {reason}"), status::UNKNOWN),
    };
    console::print(&(text + "\n"));
    code
}

fn shown(fault: &Fault, program: &Program) -> String {
    let diagnostic = Diagnostic::from_fault(fault, program);
    let place = diagnostic.place.map_or_else(String::new, |place| format!(" at {}:{}", place.file, place.line));
    format!("{}{place}: {}", fault.check, diagnostic.message)
}
