//! What an engine has found out, as data to be rendered: names and places instead of ids.

use std::collections::BTreeMap;

use candor_evidence::{
    BOUNDS_HIT, ChosenValue, Confirmed, Counterexample, Inputs, LoopProof, Outside, Precondition, Proof, Report,
    Status, Trace, TraceStep, Verdict, without_body,
};
use candor_interp::{ChoiceKind, Native, Site, lookup_native};
use candor_ir::{
    Bits, BlockId, Callee, Check, CheckGroup, Endian, EntityRef, FuncId, Function, InstId, InstKind, Program,
};
use serde::{Serialize, Serializer};

use crate::diagnostic::{Diagnostic, Place, place};
use crate::harness::{Build, Harness};
use crate::html::Reel;
use crate::message::printable;

/// What is known about all executions.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    #[serde(serialize_with = "verdict_name")]
    pub verdict: Verdict,
    pub violations: Vec<Violation>,
    /// By group of checks, in the order of the documentation; groups without any check are left out.
    pub groups: Vec<GroupCounts>,
    /// The same for checks inside candor's models of library functions, all groups together.
    pub library: Counts,
    /// Every check at every instruction of the user's code.
    pub checks: Vec<Finding>,
    /// Which engine settled how many checks, library functions included.
    pub engines: Vec<EngineCounts>,
    /// What was not looked at.
    pub incomplete: Vec<Gap>,
    /// What holds does so in executions as far as they have none of these faults, which nobody asked about.
    pub conditions: Vec<Condition>,
    /// Where some arguments of a function break a check: what callers have to see to, and whether that was shown to suffice.
    #[serde(serialize_with = "as_precondition")]
    pub precondition: Option<Precondition>,
    /// What was found out about loops, where not all of their rounds were looked at.
    pub loops: Vec<LoopFacts>,
    /// Why executions end, where that was shown of a graph of abstract states.
    #[serde(skip)]
    pub ending: Vec<String>,
    /// What to try next, where something is unknown.
    pub advice: Vec<String>,
    /// What was taken for granted.
    pub assumptions: Vec<String>,
    /// The lines of the user's code that some of them are about.
    #[serde(skip)]
    pub assumed: Vec<Assumed>,
    /// How the program was compiled; empty where nobody says.
    pub build: Build,
    #[serde(serialize_with = "as_map")]
    pub statistics: Vec<(&'static str, u64)>,
}

/// A line that an assumption is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// Of the assumption.
    pub number: usize,
    pub place: Place,
}

/// A fault, and how the program gets there.
#[derive(Clone, Debug, Serialize)]
pub struct Violation {
    pub diagnostic: Diagnostic,
    /// Everything that the execution chose, in order.
    pub choices: Vec<Choice>,
    /// What functions outside of the program returned, in order.
    pub given: Vec<Given>,
    /// Of an execution that never ends and in which no state comes back: what holds, as C, whenever its loop begins an iteration from some
    /// time on. From each such state an iteration leads to another one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recurrent_set: Vec<String>,
    /// What variables held at the start that are defined nowhere.
    pub held: Vec<Held>,
    /// What else came from outside: arguments of the program, its standard input.
    #[serde(skip)]
    pub outside: Vec<Held>,
    /// What makes it happen again natively, where that can be.
    pub harness: Option<Harness>,
    pub steps: Vec<Step>,
    /// The same with what memory holds, for those who draw it.
    #[serde(skip)]
    pub reel: Option<Reel>,
    /// How many steps are left out, and after how many.
    pub steps_left_out: u64,
    pub steps_before_gap: usize,
}

/// A call that returned a value of the execution's choosing.
#[derive(Clone, Debug, Serialize)]
pub struct Given {
    pub function: String,
    /// The function that called it.
    pub caller: String,
    #[serde(flatten)]
    pub place: Option<Place>,
    /// The number as C would write it, a character also as such; and how many bits it has.
    pub value: String,
    pub width: u32,
    /// The same as a constant of C, where there is one.
    #[serde(skip)]
    pub constant: Option<String>,
    /// Of an allocation: whether it fails.
    #[serde(skip)]
    pub fails: Option<bool>,
    /// Of an execution that never ends: whether the same is returned again and again.
    #[serde(skip)]
    pub again: bool,
}

/// What a variable held.
#[derive(Clone, Debug, Serialize)]
pub struct Held {
    pub variable: String,
    /// A number if it can be one, else its bytes.
    pub value: String,
}

/// A settled choice by its bits.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    pub kind: &'static str,
    pub width: u32,
    /// Hexadecimal.
    pub value: String,
}

/// A line of source, executed once.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    pub thread: u32,
    pub function: String,
    #[serde(flatten)]
    pub place: Option<Place>,
    pub depth: usize,
    pub inputs: Vec<Input>,
    pub changes: Vec<StepChange>,
    pub more_changes: u64,
    /// It decided which way to go.
    #[serde(skip)]
    pub branches: bool,
    /// Whether it went to what its condition guards; `None` where that is not known.
    #[serde(skip)]
    pub side: Option<bool>,
    /// It did something that other threads may wait for or have waited for.
    pub synchronises: bool,
}

/// What was open and got settled in a step.
#[derive(Clone, Debug, Serialize)]
pub struct Input {
    pub kind: &'static str,
    pub function: Option<String>,
    pub value: String,
    /// Of an allocation: whether it fails.
    #[serde(skip)]
    pub fails: Option<bool>,
    /// It is part of an argument of `main`, a file or a variable of the environment, which are told as a whole.
    #[serde(skip)]
    pub is_of_outside: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct StepChange {
    pub variable: String,
    pub value: String,
}

/// How many checks have which result.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub holds: u64,
    pub violated: u64,
    pub unreachable: u64,
    pub unknown: u64,
}

impl Counts {
    pub fn total(&self) -> u64 {
        self.holds + self.violated + self.unreachable + self.unknown
    }

    pub(crate) fn sum(self, other: Counts) -> Counts {
        Counts {
            holds: self.holds + other.holds,
            violated: self.violated + other.violated,
            unreachable: self.unreachable + other.unreachable,
            unknown: self.unknown + other.unknown,
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct GroupCounts {
    pub group: &'static str,
    #[serde(flatten)]
    pub counts: Counts,
}

/// What is known about one check.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    #[serde(serialize_with = "check_id")]
    pub check: Check,
    pub function: String,
    #[serde(flatten)]
    pub place: Option<Place>,
    #[serde(flatten)]
    pub answer: Answer,
    /// Who says so.
    pub engine: Option<&'static str>,
}

/// What an engine has settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EngineCounts {
    pub engine: &'static str,
    #[serde(flatten)]
    pub counts: Counts,
    /// What makes that true of all executions.
    pub because: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum Answer {
    Holds,
    Violated,
    Unreachable {
        /// Only because of an assumption.
        vacuous: bool,
    },
    Unknown {
        reason: String,
    },
}

/// A fault that must not occur for what holds to hold.
#[derive(Clone, Debug, Serialize)]
pub struct Condition {
    #[serde(serialize_with = "check_id")]
    pub check: Check,
    pub function: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// What is known of a loop, in terms of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LoopFacts {
    pub function: String,
    #[serde(flatten)]
    pub place: Option<Place>,
    /// C expressions that are true whenever its head is reached.
    pub invariants: Vec<String>,
    /// What is true of all elements of arrays then, in words and C.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<String>,
    /// How many rounds the induction puts one behind the other (k-induction); 0 where one does.
    #[serde(skip_serializing_if = "is_zero")]
    pub depth: u32,
    /// What becomes smaller with every round.
    pub measure: Option<String>,
    /// How many rounds there are at most each time it is entered, by what its variables hold then.
    pub bound: Option<String>,
    /// How any later round begins, compared with an earlier one, as an expression of witnesses.
    #[serde(skip)]
    pub transition: Option<String>,
    /// Where its condition is.
    #[serde(skip)]
    pub head: Option<Place>,
}

fn is_zero(depth: &u32) -> bool {
    *depth == 0
}

/// Something that was not looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gap {
    pub reason: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

fn check_id<S: Serializer>(check: &Check, serializer: S) -> Result<S::Ok, S::Error> {
    check.id().serialize(serializer)
}

fn as_precondition<S: Serializer>(precondition: &Option<Precondition>, serializer: S) -> Result<S::Ok, S::Error> {
    let as_map = |it: &Precondition| serde_json::json!({ "conditions": it.conditions, "shown": it.is_shown });
    precondition.as_ref().map(as_map).serialize(serializer)
}

fn verdict_name<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match verdict {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
        Verdict::DependsOnCaller => "depends on the caller",
        Verdict::Unknown => "unknown",
    };
    name.serialize(serializer)
}

fn as_map<S: Serializer>(pairs: &[(&'static str, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().copied())
}

/// The word for a group of checks.
pub fn group_name(group: CheckGroup) -> &'static str {
    match group {
        CheckGroup::Deref => "access",
        CheckGroup::Memory => "memory",
        CheckGroup::Free => "free",
        CheckGroup::Leak => "leak",
        CheckGroup::Arithmetic => "arithmetic",
        CheckGroup::OtherUb => "other",
        CheckGroup::Errors => "error",
        CheckGroup::Concurrency => "concurrency",
        CheckGroup::Liveness => "liveness",
    }
}

impl Findings {
    /// The findings of a report, as far as they are about selected checks.
    pub fn new(report: &Report, program: &Program, selected: impl Fn(Check) -> bool) -> Findings {
        let mut violations = Vec::new();
        let mut groups: BTreeMap<CheckGroup, Counts> = BTreeMap::new();
        let mut library = Counts::default();
        let mut checks = Vec::new();
        let mut engines: BTreeMap<&'static str, Counts> = BTreeMap::new();
        for result in report.checks.iter().filter(|result| selected(result.at.check)) {
            let check = result.at.check;
            if let Status::Violated(confirmed) = &result.status {
                violations.push(violation(confirmed, program));
            }
            if let (Some(engine), false) = (result.engine, matches!(result.status, Status::Unknown(_))) {
                count(engines.entry(engine).or_default(), &result.status);
            }
            let function = &program.functions[result.at.site.func];
            if function.library {
                count(&mut library, &result.status);
                continue;
            }
            count(groups.entry(check.group()).or_default(), &result.status);
            let place = site_place(program, result.at.site);
            let function = printable(&function.name);
            let engine = result.engine;
            checks.push(Finding { check, function, place, answer: answer(&result.status), engine });
        }
        let groups = groups.into_iter().map(|(group, counts)| GroupCounts { group: group_name(group), counts });
        let gaps = report.incomplete.iter().map(|gap| Gap {
            reason: printable(&gap.reason),
            place: gap.at.and_then(|site| site_place(program, site)),
        });
        let conditions = report.conditions.iter().map(|at| Condition {
            check: at.check,
            function: printable(&program.functions[at.site.func].name),
            place: site_place(program, at.site),
        });
        let is_cut = report.statistics.iter().any(|(name, n)| *name == BOUNDS_HIT && *n > 0);
        let engines = engines.into_iter().map(|(engine, counts)| EngineCounts {
            engine,
            counts,
            because: because(engine, is_cut),
        });
        Findings {
            engines: engines.collect(),
            advice: Vec::new(),
            verdict: report.verdict(&selected),
            violations,
            groups: groups.collect(),
            library,
            checks,
            incomplete: gaps.collect(),
            conditions: conditions.collect(),
            precondition: report.precondition.clone(),
            loops: loops(&report.proof, program),
            ending: report.proof.graph.as_ref().map(|graph| graph.ending.clone()).unwrap_or_default(),
            assumptions: report.assumptions.iter().map(|text| printable(text)).collect(),
            assumed: assumed(report, program),
            build: Build::default(),
            statistics: sum_by_name(&report.statistics),
        }
    }
}

/// The calls of functions without a body, where something is assumed of them.
fn assumed(report: &Report, program: &Program) -> Vec<Assumed> {
    let numbered = report.assumptions.iter().enumerate();
    let numbers: BTreeMap<&str, usize> = numbered.map(|(number, text)| (text.as_str(), number)).collect();
    let mut found = Vec::new();
    for (func, function) in program.functions.iter().filter(|(_, function)| !function.library) {
        for (inst, kind) in function.insts.iter().map(|(inst, it)| (inst, &it.kind)) {
            let InstKind::Call(call) = kind else { continue };
            let Callee::Direct(callee) = call.callee else { continue };
            let callee = &program.functions[callee];
            if callee.is_defined() {
                continue;
            }
            let number = numbers.get(without_body(&callee.name).as_str());
            let place = site_place(program, Site { func, inst });
            found.extend(number.zip(place).map(|(&number, place)| Assumed { number, place }));
        }
    }
    // Several calls in one line are one note.
    found.sort_by(|a, b| (&a.place.file, a.place.line, a.number).cmp(&(&b.place.file, b.place.line, b.number)));
    found.dedup_by(|a, b| (&a.place.file, a.place.line, a.number) == (&b.place.file, b.place.line, b.number));
    found
}

/// What is known of each loop, whichever way it was entered.
fn loops(proof: &Proof, program: &Program) -> Vec<LoopFacts> {
    let mut found: BTreeMap<Site, LoopFacts> = BTreeMap::new();
    for LoopProof { entry, in_source, of_elements, measure, bound, transition, depth, .. } in &proof.loops {
        let function = &program.functions[entry.func];
        let Some(header) = entry.header.filter(|_| !function.library) else { continue };
        let Some(site) = loop_site(program, entry.func, header) else { continue };
        let facts = found.entry(site).or_insert_with(|| LoopFacts {
            function: printable(&function.name),
            place: site_place(program, site),
            invariants: Vec::new(),
            elements: Vec::new(),
            depth: 0,
            measure: measure.clone(),
            bound: bound.clone(),
            transition: transition.clone(),
            head: site_place(program, Site { func: entry.func, inst: function.blocks[header].first }),
        });
        facts.depth = facts.depth.max(*depth);
        if facts.measure != *measure {
            facts.measure = None;
        }
        if facts.bound != *bound {
            facts.bound = None;
        }
        if facts.transition != *transition {
            facts.transition = None;
        }
        for invariant in in_source {
            if !facts.invariants.contains(invariant) {
                facts.invariants.push(invariant.clone());
            }
        }
        for said in of_elements {
            if !facts.elements.contains(said) {
                facts.elements.push(said.clone());
            }
        }
    }
    let is_said = |facts: &LoopFacts| !facts.invariants.is_empty() || !facts.elements.is_empty();
    let is_known = |facts: &LoopFacts| is_said(facts) || facts.measure.is_some() || facts.depth > 0;
    found.into_values().filter(is_known).collect()
}

/// Where a loop is in the source: what goes back to its head stands where the loop does. There is no such place for loops that are left
/// where they go back (`do`), since what is known holds at the other end of them, and where macros have put several loops.
fn loop_site(program: &Program, func: FuncId, header: BlockId) -> Option<Site> {
    let function = &program.functions[func];
    let back: Vec<(BlockId, Site)> = function.blocks.keys().flat_map(|bb| goes_back(function, func, bb)).collect();
    let mut own = back.iter().filter(|(to, _)| *to == header);
    let (&(_, site), None) = (own.next()?, own.next()) else { return None };
    let is_jump = matches!(function.insts[site.inst].kind, InstKind::Jump { .. });
    let place = site_place(program, site)?;
    let is_alone = back.iter().all(|(to, other)| *to == header || site_place(program, *other).as_ref() != Some(&place));
    (is_jump && is_alone).then_some(site)
}

/// The heads of loops that a block goes back to.
fn goes_back(function: &Function, func: FuncId, bb: BlockId) -> Vec<(BlockId, Site)> {
    let last = InstId::new(function.blocks[bb].end.index() - 1);
    let mut found = Vec::new();
    function.insts[last].kind.for_each_edge(|edge| {
        let target = function.edges[edge].target;
        if target <= bb {
            found.push((target, Site { func, inst: last }));
        }
    });
    found
}

/// What an engine's word rests on.
fn because(engine: &str, is_cut: bool) -> &'static str {
    match engine {
        "bmc" | "symex" if is_cut => "all paths within the unwinding bounds were explored",
        "bmc" => {
            "all paths were explored (merged at join points) until they terminate or repeat a state; no unwinding bound was reached"
        }
        "symex" => "every path was explored until it terminates or repeats a state",
        "explicit" => "all reachable states were visited",
        "loops" => "loop invariants were inferred and proved inductive",
        "shapes" => "all shapes of memory were explored, with list segments of any length",
        "values" => "all values of variables that no pointer points to were explored",
        "certify" => "the invariants of the certificate are inductive, and imply the checks",
        "termination" => "a ranking function was found for every loop",
        _ => "this engine explored all executions",
    }
}

fn count(counts: &mut Counts, status: &Status) {
    let counter = match status {
        Status::Holds => &mut counts.holds,
        Status::Violated(_) => &mut counts.violated,
        Status::Unreachable { .. } => &mut counts.unreachable,
        Status::Unknown(_) => &mut counts.unknown,
    };
    *counter += 1;
}

fn answer(status: &Status) -> Answer {
    match status {
        Status::Holds => Answer::Holds,
        Status::Violated(_) => Answer::Violated,
        Status::Unreachable { vacuous } => Answer::Unreachable { vacuous: *vacuous },
        Status::Unknown(reason) => Answer::Unknown { reason: printable(reason) },
    }
}

fn site_place(program: &Program, site: Site) -> Option<Place> {
    let inst = program.functions[site.func].insts.get(site.inst)?;
    place(program, program.source.get(inst.loc)?)
}

fn violation(confirmed: &Confirmed, program: &Program) -> Violation {
    let Confirmed { counterexample, fault, trace, inputs } = confirmed;
    let choices = counterexample.choices.iter().map(|choice| Choice {
        kind: choice.kind.name(),
        width: choice.value.width(),
        value: format!("{:#x}", choice.value),
    });
    let Trace { steps, n_left_out, n_before_gap } = trace;
    let mut steps: Vec<Step> = steps.iter().map(|trace_step| step(trace_step, program)).collect();
    if let (Some(first), false) = (steps.first_mut(), inputs.args.is_empty()) {
        // Before the first line there is nobody else to ask.
        let own = first.inputs.iter_mut().filter(|input| !input.function.as_deref().is_none_or(is_of_program));
        own.for_each(|input| input.is_of_outside = true);
    }
    Violation {
        diagnostic: Diagnostic::from_fault(fault, program),
        choices: choices.collect(),
        given: given_by(inputs, program),
        recurrent_set: recurrent_set(counterexample),
        held: inputs.variables.iter().map(|(name, bytes)| held(program, name, bytes)).collect(),
        outside: outside(inputs),
        harness: Harness::new(confirmed, program),
        steps,
        reel: None,
        steps_left_out: *n_left_out,
        steps_before_gap: *n_before_gap,
    }
}

fn recurrent_set(counterexample: &Counterexample) -> Vec<String> {
    let closed = counterexample.cycle.as_ref().and_then(|cycle| cycle.closed.as_deref());
    closed.map_or_else(Vec::new, |closed| closed.in_source.clone())
}

/// What came from outside as bytes, each with its name.
fn outside(inputs: &Inputs) -> Vec<Held> {
    let args = inputs.args.iter().zip(1..).map(|(arg, number)| (format!("argv[{number}]"), arg));
    let stdin = (!inputs.stdin.is_empty()).then(|| ("stdin".to_owned(), &inputs.stdin));
    let contents = inputs.contents.iter().map(|(outside, bytes)| match outside {
        Outside::File(name) => (format!("file {}", literal(name)), bytes),
        Outside::Variable(name) => (format!("getenv({})", literal(name)), bytes),
    });
    args.chain(stdin).chain(contents).map(|(variable, bytes)| Held { variable, value: text_literal(bytes) }).collect()
}

/// The same without the end of a text.
fn text_literal(bytes: &[u8]) -> String {
    literal(bytes.strip_suffix(&[0]).unwrap_or(bytes))
}

/// Bytes as a string literal; of many the first, and how many there are.
fn literal(bytes: &[u8]) -> String {
    const SHOWN: usize = 32;
    let shown = bytes[..bytes.len().min(SHOWN)].escape_ascii();
    match bytes.len() > SHOWN {
        true => format!("\"{shown}\"... ({} bytes)", bytes.len()),
        false => format!("\"{shown}\""),
    }
}

fn held(program: &Program, name: &str, bytes: &[u8]) -> Held {
    let mut word = [0; 8];
    let value = match bytes.len() {
        1 | 2 | 4 | 8 => {
            word[..bytes.len()].copy_from_slice(bytes);
            if program.target.endian == Endian::Big {
                word[..bytes.len()].reverse();
            }
            let width = u32::try_from(bytes.len() * 8).unwrap_or(64);
            Bits::new(width, u64::from_le_bytes(word)).signed_display()
        }
        _ => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<String>>().join(" "),
    };
    Held { variable: printable(name), value }
}

fn given_by(inputs: &Inputs, program: &Program) -> Vec<Given> {
    let is_again = |idx: usize| inputs.n_once.is_some_and(|n_once| idx >= n_once);
    let answers = inputs.answers.iter().enumerate();
    answers.filter_map(|(idx, answer)| given(answer, program, is_again(idx))).collect()
}

fn given(answer: &candor_evidence::Answer, program: &Program, again: bool) -> Option<Given> {
    let (function, _) = answer.call.as_ref()?;
    let (loc, caller) = answer.at.as_ref()?;
    Some(Given {
        function: printable(function),
        caller: printable(caller),
        place: place(program, *loc),
        value: printable(&answer.text()?),
        width: answer.values.first()?.width(),
        constant: answer.constant(),
        fails: (answer.kind == ChoiceKind::AllocationFailure)
            .then(|| answer.values.iter().any(|value| !value.is_zero())),
        again,
    })
}

fn native_of(choice: &ChosenValue) -> Option<Native> {
    choice.function.as_deref().and_then(lookup_native)
}

/// Whether a model of the C library has asked.
fn is_of_models(choice: &ChosenValue) -> bool {
    matches!(native_of(choice), Some(Native::Outside | Native::OutsideBlock))
}

pub(crate) fn step(step: &TraceStep, program: &Program) -> Step {
    // Where an object lies is no input of the program's, and what arguments point to is too much to list.
    let is_told = |choice: &&ChosenValue| {
        choice.kind != ChoiceKind::Address
            && !matches!(native_of(choice), Some(Native::MakeInputs | Native::MakeForeign))
    };
    // A file and its size are told by name and contents, in `inputs:`.
    let has_block = step.choices.iter().any(|choice| native_of(choice) == Some(Native::OutsideBlock));
    let inputs = step.choices.iter().filter(is_told).map(|choice| Input {
        kind: choice.kind.name(),
        function: choice.function.as_deref().map(printable),
        value: printable(&choice.value),
        fails: (choice.kind == ChoiceKind::AllocationFailure).then_some(!choice.is_zero),
        is_of_outside: has_block && is_of_models(choice),
    });
    let changes = step
        .changes
        .iter()
        .map(|change| StepChange { variable: printable(&change.variable), value: printable(&change.value) });
    Step {
        thread: step.thread,
        function: printable(&step.function),
        place: place(program, step.loc),
        depth: step.depth,
        inputs: inputs.collect(),
        changes: changes.collect(),
        more_changes: step.n_more_changes,
        branches: step.branches,
        side: step.side,
        synchronises: step.synchronises,
    }
}

/// Whether a function that was given something has a name in the program. What candor's own functions ask for, such as the arguments of
/// `main`, has none.
pub(crate) fn is_of_program(function: &str) -> bool {
    let is_candors = |native: Native| {
        matches!(
            native,
            Native::NondetBits | Native::Arbitrary | Native::Outside | Native::OutsideBlock | Native::MakeInputs
        )
    };
    !lookup_native(function).is_some_and(is_candors)
}

/// Several engines may count the same thing.
fn sum_by_name(counts: &[(&'static str, u64)]) -> Vec<(&'static str, u64)> {
    let mut sums: Vec<(&'static str, u64)> = Vec::new();
    for &(name, count) in counts {
        match sums.iter_mut().find(|(other, _)| *other == name) {
            Some((_, sum)) => *sum = sum.saturating_add(count),
            None => sums.push((name, count)),
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_has_a_name() {
        let inputs = Inputs { args: vec![b"-v".to_vec(), vec![b'a'; 40]], stdin: b"x\n".to_vec(), ..Inputs::default() };
        let shown: Vec<String> =
            outside(&inputs).iter().map(|held| format!("{} = {}", held.variable, held.value)).collect();
        let long = format!("argv[2] = \"{}\"... (40 bytes)", "a".repeat(32));
        assert_eq!(shown, [r#"argv[1] = "-v""#, &long, r#"stdin = "x\n""#]);
    }

    #[test]
    fn files_and_variables_have_their_names() {
        let contents = vec![
            (Outside::File(b"a.cfg".to_vec()), b"x\n".to_vec()),
            (Outside::Variable(b"HOME".to_vec()), b"/root\0".to_vec()),
        ];
        let shown = outside(&Inputs { contents, ..Inputs::default() });
        let shown: Vec<String> = shown.iter().map(|held| format!("{} = {}", held.variable, held.value)).collect();
        assert_eq!(shown, [r#"file "a.cfg" = "x\n""#, r#"getenv("HOME") = "/root""#]);
    }

    #[test]
    fn no_counter_is_listed_twice() {
        assert_eq!(sum_by_name(&[("a", 1), ("b", 2), ("a", 3)]), [("a", 4), ("b", 2)]);
    }
}
