//! Validating a witness. One of correctness is right if the property holds in all executions, whatever it says about loops.
//!
//! Of a violation witness: does the way that it describes lead to a violation?
//! First the concrete machine runs with the values that the witness names. If that does not get there, engines search among the
//! executions that the witness allows, and what they find is replayed: with the witness's trail laid, to see that it is the way that
//! is described, and on the program as it is, to see that it is real. If they find nothing, they look at all executions: only where
//! the property holds in each of them the witness is wrong for sure.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use candor_context_concrete::{
    ChoiceQueues, ChoiceSource, End, LineHint, Number, RecordedChoice, RunConfig, RunResult, run, watch,
};
use candor_evidence::{Confirmed, Report, Status, Verdict};
use candor_interp::object::View;
use candor_interp::{ChoiceKind, Fault, MissingBodies, Native, lookup_native};
use candor_ir::{Bits, Check, CheckSet, EntityRef, Function, Program};
use candor_witness::{Hint, Kind as WitnessKind, Operator, Subject, Witness};

use crate::engines;
use crate::environment::{self, Trail};
use crate::request::{Budget, Request};
use crate::verify::verify;

/// Longer concrete runs have lost their way.
const MAX_STEPS: u64 = 50_000_000;

const OFF_THE_WAY: &str = "there is a violation, but not on the path of the witness";

/// What came of it.
#[derive(Clone, Debug)]
pub enum Validation {
    Confirmed(Box<Fault>),
    /// The witness says that no execution breaks the property, and that is so.
    Holds,
    /// It says so, and this one does.
    Refuted(Box<Fault>),
    /// It speaks of a violation, and no execution breaks the property.
    NotConfirmed,
    /// And why.
    Unknown(String),
}

/// Follows a witness of one of the checks that are meant, through the program as it was loaded for the request. Answers with the program
/// that was looked at, too.
pub fn validate(
    request: &Request,
    loaded: Program,
    meant: CheckSet,
    witness: &Witness,
    budget: &Budget,
) -> Result<(Validation, Arc<Program>), String> {
    if witness.kind == WitnessKind::Correctness {
        let prepared = request.prepare(loaded)?;
        let report = verify(request, &prepared, budget, &mut |_| {})?;
        return Ok((judged(&report, meant), prepared.program));
    }
    let program = request.prepare(loaded.clone())?.program;
    let claim = Claim::new(request, &loaded, meant, &program, witness)?;
    let validation = match claim.guided_run() {
        Some(fault) => Validation::Confirmed(Box::new(fault)),
        None => claim.search(budget)?,
    };
    Ok((validation, program))
}

/// Whether a witness of correctness is right.
fn judged(report: &Report, meant: CheckSet) -> Validation {
    match report.verdict(|check| meant.contains(check)) {
        Verdict::Holds => Validation::Holds,
        Verdict::Violated | Verdict::DependsOnCaller | Verdict::Unknown => {
            let faults = report.checks.iter().filter(|result| meant.contains(result.at.check));
            let found = faults.filter_map(|result| match &result.status {
                Status::Violated(confirmed) => Some(confirmed.fault.clone()),
                Status::Holds | Status::Unreachable { .. } | Status::Unknown(_) => None,
            });
            let gap = report.incomplete.first().map_or("not all executions were explored", |gap| &gap.reason);
            found
                .into_iter()
                .next()
                .map_or(Validation::Unknown(gap.to_owned()), |fault| Validation::Refuted(Box::new(fault)))
        }
    }
}

/// What a witness claims of a program.
struct Claim<'a> {
    request: &'a Request,
    /// Without its surroundings.
    loaded: &'a Program,
    /// What goes wrong, by the witness's words; other checks may be on as well.
    meant: CheckSet,
    /// As it is.
    program: &'a Arc<Program>,
    witness: &'a Witness,
    /// With the witness's trail in it.
    trailed: Arc<Program>,
    trail: Trail,
    /// Where threads take turns is counted in steps, which are others in another program.
    has_threads: bool,
}

impl<'a> Claim<'a> {
    fn new(
        request: &'a Request,
        loaded: &'a Program,
        meant: CheckSet,
        program: &'a Arc<Program>,
        witness: &'a Witness,
    ) -> Result<Claim<'a>, String> {
        let mut trail = None;
        let lay = |program: &mut Program| trail = Some(lay_trail(program, meant, witness));
        let trailed = request.prepare_changed(loaded.clone(), lay)?.program;
        let trail = trail.ok_or("the path constraints of the witness could not be applied")?;
        let has_threads = candor_interp::makes_threads(program);
        Ok(Claim { request, loaded, meant, program, witness, trailed, trail, has_threads })
    }

    /// One execution with the numbers that the witness names.
    fn guided_run(&self) -> Option<Fault> {
        let hints: VecDeque<LineHint> = self.witness.hints().iter().filter_map(line_hint).collect();
        let (log, _) = self.follow(&self.trailed, ChoiceSource::Hints(hints))?;
        let choices = in_queues(log.into_iter().map(|choice| (choice.kind, choice.value)));
        fault_of(run(self.program, self.config(choices)).end).filter(|fault| self.is_meant(fault))
    }

    /// An execution on the trail: what was chosen, and the fault that it comes to on the way that is described.
    fn follow(&self, trailed: &Arc<Program>, choices: ChoiceSource) -> Option<(Vec<RecordedChoice>, Fault)> {
        let mut passed = 0;
        // What goes wrong behind a race goes wrong all the same.
        let config = RunConfig { races: self.meant.contains(Check::DataRace), ..self.config(choices) };
        let result: RunResult = watch(trailed, config, &mut |image, state| {
            // A program without a trail has passed nothing.
            let counter = image.global_pointers.get(self.trail.counter.index()).and_then(|pointer| pointer.as_ptr());
            let object = counter.and_then(|(object, _)| state.memory.get(object));
            if let Some(View::Plain(now)) =
                object.map(|object| object.contents.view(0, object.contents.size(), image.program.target.endian))
            {
                passed = now;
            }
        });
        let fault = fault_of(result.end).filter(|fault| self.is_meant(fault))?;
        (passed == u64::from(self.trail.end)).then_some((result.log, fault))
    }

    fn config(&self, choices: ChoiceSource) -> RunConfig<'static> {
        RunConfig {
            choices,
            // What the library does for those who look would be steps that no schedule counts.
            watched: false,
            max_steps: Some(MAX_STEPS),
            malloc_may_fail: self.request.malloc_may_fail,
            missing_bodies: MissingBodies::ReturnAnything,
            ..RunConfig::default()
        }
    }

    /// Whether a fault is one that the property forbids, at the place that the witness names.
    fn is_meant(&self, fault: &Fault) -> bool {
        let at_end = [Check::MemoryLeak, Check::MemoryCleanup, Check::Termination].contains(&fault.check);
        let is_there = |line: u32| {
            let lines = fault.stack.iter().chain(fault.others.iter().flat_map(|other| &other.stack));
            lines.filter_map(|entry| entry.loc).any(|loc| loc.line == line) || self.is_in_error_function(fault, line)
        };
        self.meant.contains(fault.check) && (at_end || self.witness.target.is_none_or(is_there))
    }

    /// Some see the violation in the function that is called for errors.
    fn is_in_error_function(&self, fault: &Fault, line: u32) -> bool {
        let is_error = |function: &&Function| lookup_native(&function.name) == Some(Native::ErrorCall);
        let functions = self.program.functions.values().filter(|_| fault.check == Check::ErrorCall).filter(is_error);
        functions
            .flat_map(|function| function.insts.values())
            .any(|inst| self.program.source.get(inst.loc).is_some_and(|loc| loc.line == line))
    }

    /// Engines look among the executions that the witness allows, then among all.
    fn search(&self, budget: &Budget) -> Result<Validation, String> {
        let mut stages = Vec::new();
        let changed = |change: &dyn Fn(&mut Program)| self.request.prepare_changed(self.loaded.clone(), change);
        let hints = self.witness.hints();
        let lay = |program: &mut Program| {
            let trail = lay_trail(program, self.meant, self.witness);
            if !self.has_threads {
                environment::check_late(program, trail, self.witness.target);
            }
        };
        if !hints.is_empty() {
            // Narrower than the witness, which leaves open what happens between its waypoints.
            let narrow = |program: &mut Program| {
                lay(program);
                environment::restrict(program, &hints);
            };
            stages.push((changed(&narrow)?.program, 1));
        }
        if self.trail.restricts {
            stages.push((changed(&lay)?.program, 2));
        }
        stages.push((Arc::clone(self.program), 3));
        let (now, left) = (Instant::now(), budget.time_left());
        let mut answer = Validation::NotConfirmed;
        for (program, n_thirds) in stages {
            let deadline = left.and_then(|left| now.checked_add(left / 3 * n_thirds));
            let options = self.request.engine_options(&program, &Budget { deadline, ..budget.clone() })?;
            let report = engines::run(&self.request.strategy, &program, &options, &mut |_| {});
            let mut found = violations(&report, self.meant).peekable();
            answer = match found.peek() {
                None => conclude(&report, self.meant),
                Some(_) => match found.find_map(|found| self.confirm(&program, found)) {
                    Some(fault) => return Ok(Validation::Confirmed(Box::new(fault))),
                    None => Validation::Unknown(OFF_THE_WAY.to_owned()),
                },
            };
        }
        Ok(answer)
    }

    /// The same choices on the trail and on the program as it is: the same check must fail at the same place.
    fn confirm(&self, searched: &Arc<Program>, found: &Confirmed) -> Option<Fault> {
        let choices =
            || in_queues(found.counterexample.choices.iter().map(|choice| (choice.kind, choice.value.clone())));
        if self.has_threads {
            return self.follow(searched, choices()).map(|(_, fault)| fault);
        }
        self.follow(&self.trailed, choices())?;
        let fault = fault_of(run(self.program, self.config(choices())).end)?;
        let is_same = fault.check == found.fault.check && fault.loc() == found.fault.loc();
        (is_same && self.is_meant(&fault)).then_some(fault)
    }
}

/// The trail of a witness. To count is to synchronise, and to look at variables is to race: where races are asked for, only the target counts.
fn lay_trail(program: &mut Program, meant: CheckSet, witness: &Witness) -> Trail {
    match meant.contains(Check::DataRace) {
        true => environment::lay(program, &[], &[]),
        false => environment::lay(program, &witness.segments, &witness.avoid),
    }
}

fn in_queues(choices: impl Iterator<Item = (ChoiceKind, Bits)>) -> ChoiceSource {
    let mut queues = ChoiceQueues::default();
    choices.for_each(|(kind, value)| queues.push(kind, value));
    ChoiceSource::Queues(queues)
}

fn line_hint(hint: &Hint<'_>) -> Option<LineHint> {
    let exact = hint.comparisons.iter().find(|comparison| comparison.operator == Operator::Equal)?;
    let is_of_variable = exact.subject != Subject::Result;
    Some(LineHint { line: hint.line, is_of_variable, number: Number::Integer(exact.value) })
}

fn fault_of(end: End) -> Option<Fault> {
    match end {
        End::Fault(fault) => Some(*fault),
        End::Exit(_) | End::Assumption(_) | End::Stop(..) => None,
    }
}

fn conclude(report: &Report, checks: CheckSet) -> Validation {
    match report.verdict(|check| checks.contains(check)) {
        Verdict::Holds => Validation::NotConfirmed,
        Verdict::Violated | Verdict::DependsOnCaller | Verdict::Unknown => {
            let reason = report.incomplete.first().map(|gap| gap.reason.clone());
            Validation::Unknown(reason.unwrap_or_else(|| "not everything could be settled".to_owned()))
        }
    }
}

fn violations(report: &Report, meant: CheckSet) -> impl Iterator<Item = &Confirmed> {
    let meant = report.checks.iter().filter(move |result| meant.contains(result.at.check));
    meant.filter_map(|result| match &result.status {
        Status::Violated(confirmed) => Some(&**confirmed),
        Status::Holds | Status::Unreachable { .. } | Status::Unknown(_) => None,
    })
}
