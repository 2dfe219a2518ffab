//! What to try next when something is unknown: whole commands, with the user's own options, the one for the most particular reason first.

mod command_line;

use std::collections::BTreeMap;
use std::path::PathBuf;

use candor_engine::find_loops;
use candor_evidence::{CheckResult, Report, Status, Verdict};
use candor_interp::{Site, is_unmodelled, makes_threads};
use candor_ir::{Check, Inst, InstKind, Ordering, Program};
use candor_portfolio::{Engine, Unwind};
use candor_report::{Answer, Finding, Findings};
use candor_witness::Property;

use crate::guard::Cause;
use crate::options::{CheckOptions, all_of};
use command_line::CommandLine;

/// Commands that are named at most, and properties in one of them.
const MOST: usize = 6;
const MOST_PROPERTIES: usize = 2;

/// The properties that open checks are named by, the narrower ones first.
const PROPERTIES: [(&str, Property); 6] = [
    ("overflow", Property::NoOverflow),
    ("reach", Property::UnreachCall),
    ("race", Property::NoDataRace),
    ("cleanup", Property::ValidMemcleanup),
    ("termination", Property::Termination),
    ("memory", Property::ValidMemsafety),
];

/// All atomic accesses are sequentially consistent.
const STRONG_MEMORY: [&str; 5] = [
    "-D__ATOMIC_RELAXED=5",
    "-D__ATOMIC_CONSUME=5",
    "-D__ATOMIC_ACQUIRE=5",
    "-D__ATOMIC_RELEASE=5",
    "-D__ATOMIC_ACQ_REL=5",
];

/// The run that the advice is about: its options, its findings, and why something is unknown.
struct Case<'c> {
    options: &'c CheckOptions,
    findings: &'c Findings,
    report: &'c Report,
    program: &'c Program,
    cause: Option<Cause>,
    line: CommandLine,
}

/// What the user might do. Where everything is settled, or one violation was enough, there is nothing to advise.
pub(crate) fn advice(
    options: &CheckOptions,
    findings: &Findings,
    (report, program): (&Report, &Program),
    cause: Option<Cause>,
) -> Vec<String> {
    let is_enough = (options.stop_at_first || options.svcomp) && findings.verdict == Verdict::Violated;
    let is_settled = findings.incomplete.is_empty() && !findings.checks.iter().any(is_open);
    if findings.verdict == Verdict::Holds || is_enough || is_settled {
        return Vec::new();
    }
    let case = Case { options, findings, report, program, cause, line: CommandLine::of_user() };
    let mut advice = missing_models(&case);
    advice.extend(weak_memory(&case));
    advice.extend(bounds(&case));
    advice.extend(budget(&case));
    advice.extend(engine(&case));
    advice.extend(open_properties(&case));
    advice.extend(largest_function(&case));
    advice.extend(bounded_search(&case));
    advice.dedup();
    advice.truncate(MOST);
    advice
}

fn is_open(finding: &Finding) -> bool {
    matches!(finding.answer, Answer::Unknown { .. })
}

/// A command, and behind it, as a comment of the shell, what it is good for.
fn command(line: &CommandLine, why: &str) -> String {
    format!("{}  # {why}", line.shown())
}

/// Functions of the C library whose effects nobody describes: the user can define them, in a file beside others.
fn missing_models(case: &Case<'_>) -> Vec<String> {
    let is_database = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "json");
    if case.options.frontend.files.iter().any(is_database) {
        return Vec::new();
    }
    let open = case.report.checks.iter().filter(|result| matches!(result.status, Status::Unknown(_)));
    let sites = case.report.incomplete.iter().filter_map(|gap| gap.at).chain(open.map(|result| result.at.site));
    let mut names: Vec<&str> = sites.filter_map(|site| unmodelled_callee(case.program, site)).collect();
    names.sort_unstable();
    names.dedup();
    let say = |name: &str| {
        let file = format!("{name}.c");
        command(&case.line.with_file(&file), &format!("{file} defines `{name}`, which has no model"))
    };
    names.into_iter().map(say).collect()
}

fn unmodelled_callee(program: &Program, site: Site) -> Option<&str> {
    let callee = program.functions[site.func].insts.get(site.inst)?.kind.direct_callee()?;
    let function = &program.functions[callee];
    (!function.is_defined() && is_unmodelled(&function.name)).then_some(&*function.name)
}

/// Threads see memory in one order only: weaker atomic accesses leave a search open that has come to its end.
fn weak_memory(case: &Case<'_>) -> Option<String> {
    let is_weak = |inst: &Inst| match inst.kind {
        InstKind::Load { flags, .. }
        | InstKind::Store { flags, .. }
        | InstKind::AtomicRmw { flags, .. }
        | InstKind::AtomicCas { flags, .. } => !matches!(flags.ordering, Ordering::None | Ordering::SeqCst),
        InstKind::Fence { ordering } => ordering != Ordering::SeqCst,
        // Any other accesses no memory, or is no atomic access.
        _ => false,
    };
    let is_told = case.cause.is_none() && !case.report.incomplete.is_empty() && makes_threads(case.program);
    let is_found = is_told && case.program.functions.values().any(|function| function.insts.values().any(is_weak));
    let why = "all atomic accesses sequentially consistent; candor explores no weaker order";
    is_found.then(|| command(&case.line.with(&STRONG_MEMORY), why))
}

/// Bounds that were reached: twice as much.
fn bounds(case: &Case<'_>) -> Vec<String> {
    let is_hit = |result: &&CheckResult| {
        let is_settled = matches!(result.status, Status::Holds | Status::Unreachable { .. });
        result.at.check == Check::Unwinding && !is_settled
    };
    let hit = case.report.checks.iter().filter(is_hit).map(|result| result.at.site);
    let sites = hit.chain(case.report.incomplete.iter().filter_map(|gap| gap.at));
    let mut lines: Vec<String> = sites.filter_map(|site| doubled(case, site)).collect();
    lines.dedup();
    lines
}

/// The command with twice the bound of the loop that begins here, or of the functions that are called here.
fn doubled(case: &Case<'_>, site: Site) -> Option<String> {
    let function = case.program.functions.get(site.func)?;
    let begins = |name: &str| {
        let loops = find_loops(case.program, name, 0).unwrap_or_default();
        loops.iter().any(|it| it.func == site.func && function.blocks[it.header].first == site.inst)
    };
    let say = |line: &CommandLine, bound: u32| command(line, &format!("twice the bound of {bound}, which was reached"));
    if !begins(&function.name) {
        let is_call = matches!(function.insts.get(site.inst)?.kind, InstKind::Call(_));
        let depth = case.options.depth.filter(|_| is_call)?;
        let twice = depth.saturating_mul(2).to_string();
        return Some(say(&case.line.replaced("--depth", &twice), depth));
    }
    let unwind = &case.options.unwind;
    let is_meant = |it: &&Unwind| it.single.as_ref().is_none_or(|single| begins(single));
    let of_loop = |it: &&Unwind| it.single.is_some() && is_meant(it);
    let Unwind { single, bound } = unwind.iter().rev().find(of_loop).or_else(|| unwind.iter().rev().find(is_meant))?;
    let twice = bound.max(&1).saturating_mul(2);
    let (start, value) = match single {
        Some(single) => (format!("{single}="), format!("{single}={twice}")),
        None => (String::new(), twice.to_string()),
    };
    let is_same = |value: &str| value.starts_with(&start) && (single.is_some() || !value.contains('='));
    Some(say(&case.line.without("--unwind", is_same).with(&["--unwind", &value]), *bound))
}

/// More of what was used up.
fn budget(case: &Case<'_>) -> Option<String> {
    match case.cause? {
        Cause::Time => {
            let more = (case.options.time_limit()?.as_secs_f64() * 4.0).ceil();
            Some(command(&case.line.replaced("--timeout", &more.to_string()), "four times the time"))
        }
        Cause::Memory => {
            let more = case.options.memory_limit.saturating_mul(2);
            Some(command(&case.line.replaced("--memory-limit", &more.to_string()), "twice the memory"))
        }
        Cause::User => None,
    }
}

fn engine(case: &Case<'_>) -> Option<String> {
    (case.options.engine != Engine::Auto)
        .then(|| command(&case.line.without("--engine", |_| true), "the portfolio of all engines"))
}

/// The properties that are open, where others are checked besides; of many the one with the most open checks.
fn open_properties(case: &Case<'_>) -> Option<String> {
    let open: Vec<Check> = case.findings.checks.iter().filter(|finding| is_open(finding)).map(|it| it.check).collect();
    let count = |property: Property| open.iter().filter(|check| property.checks().contains(**check)).count();
    let counts = PROPERTIES.iter().map(|(name, property)| (*name, count(*property)));
    let known: Vec<(&str, usize)> = counts.filter(|(_, n_open)| *n_open > 0).collect();
    let asked = all_of(&case.options.property);
    if known.is_empty() || !asked.is_empty() && known.len() >= asked.len() {
        return None;
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let (names, why) = match known.iter().max_by_key(|(_, n_open)| *n_open) {
        Some((name, _)) if names.len() > MOST_PROPERTIES => {
            ((*name).to_owned(), "the property with the most open checks alone")
        }
        Some(_) | None => (names.join(","), "only the properties with open checks"),
    };
    Some(command(&case.line.replaced("--property", &names), why))
}

/// The function with the most open checks, alone.
fn largest_function(case: &Case<'_>) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in case.findings.checks.iter().filter(|finding| is_open(finding) && finding.function != "main") {
        *counts.entry(&finding.function).or_default() += 1;
    }
    let can_be_alone =
        case.cause.is_some() && case.options.function.is_none() && case.options.frontend.entry.is_empty();
    let (name, _) = counts.into_iter().filter(|_| can_be_alone).max_by_key(|(_, count)| *count)?;
    Some(command(&case.line.with(&["--function", name]), "one function alone, for all arguments"))
}

/// A proof needs loop invariants; a search for faults does not.
fn bounded_search(case: &Case<'_>) -> Option<String> {
    (case.options.unwind.is_empty() && case.options.certificate.is_none() && !makes_threads(case.program))
        .then(|| command(&case.line.with(&["--unwind", "10"]), "find bugs within 10 iterations of each loop"))
}
