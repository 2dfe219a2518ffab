//! Reachability, `E<> f`: can a state be reached that satisfies a formula?
//!
//! A formula that says that one of several things goes wrong, or that a function is called, is a question for the engines that verify
//! programs: inputs may be anything. Every other one is looked for state by state, with inputs of few values tried one by one; a check
//! in it is broken by the step that is made in the state.

use std::sync::Arc;

use candor_context_concrete::{ChoiceQueues, ChoiceSource, ConcreteContext, End, RunConfig, Turn, TurnLength, watch};
use candor_engine::Progress;
use candor_engine_explicit::{
    DataKind, ExplicitOptions, Goal as StateGoal, GoalContext, GoalReport, Reachability, Reduction,
};
use candor_engine_symex::Search;
use candor_evidence::{Confirmed, Report, Settled, Status, Verdict};
use candor_interp::{ChoiceKind, Image, Options, Site, State, Stop, ThreadId};
use candor_ir::{Check, CheckSet, Program};
use candor_query::{Event, Goal, LocalGoal, Look, Visible};

use crate::engines;
use crate::environment::calls;
use crate::environment::values::{self, Seen};
use crate::request::{Budget, Strategy};

/// A program whose states are asked about.
#[derive(Clone, Debug)]
pub struct Reach<'a> {
    /// As it was written: no pass changes the number of its steps or takes a register away.
    pub program: &'a Program,
    pub start: Options,
    pub budget: Budget,
    /// Which interleavings are left out when states are looked for one by one.
    pub reduction: Reduction,
    /// How many search at the same time.
    pub workers: usize,
}

/// Whether a state can be reached.
#[derive(Clone, Debug, PartialEq)]
pub enum Reached {
    /// The inputs of an execution that gets there, and which thread makes how many steps in turn.
    Yes {
        inputs: Vec<String>,
        schedule: Vec<(u32, u32)>,
    },
    Never,
    /// And why.
    Unknown(String),
}

/// All states of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct StateCount {
    pub n_states: u64,
    pub n_races: u64,
    /// Why there may be more.
    pub missing: Option<String>,
}

/// Told while a search goes on.
type Tell<'t> = &'t mut dyn FnMut(&Progress);

/// States as a query sees them.
struct Asked<'g> {
    goal: &'g Goal,
    visible: Visible,
    /// Every state counts, not only those that the goal can tell apart.
    every: bool,
}

impl StateGoal for Asked<'_> {
    fn is_met(&self, image: &Image<GoalContext>, state: &State<GoalContext>) -> bool {
        // Looking at what threads are about to do takes a state that can be changed for a moment.
        let mut state = state.clone();
        let mut cx = ConcreteContext::for_search(image.program.clone());
        self.goal.holds(&mut Look { image, cx: &mut cx, state: &mut state }, None)
    }

    fn is_met_by(&self, image: &Image<GoalContext>, state: &State<GoalContext>, broken: Check) -> bool {
        let mut state = state.clone();
        let mut cx = ConcreteContext::for_search(image.program.clone());
        self.goal.holds(&mut Look { image, cx: &mut cx, state: &mut state }, Some(broken))
    }

    fn may_change(&self, site: Site) -> bool {
        self.every || self.visible.may_change(site)
    }

    fn reads_registers(&self) -> bool {
        self.every || self.visible.reads_registers()
    }
}

impl Reach<'_> {
    /// Whether the goal can be reached.
    pub fn reach(&self, goal: &Goal, tell: Tell<'_>) -> Reached {
        let by_engines = goal.events().and_then(|events| self.reach_event(&events, tell));
        if let Some(reached) = by_engines {
            if !matches!(reached, Reached::Unknown(_)) || !goal.checks().is_empty() {
                return reached;
            }
            // Perhaps going through the states one by one does it.
            let by_states = self.reach_state(goal, tell);
            return if matches!(by_states, Reached::Unknown(_)) { reached } else { by_states };
        }
        let by_states = self.reach_state(goal, tell);
        match (&by_states, goal.as_local()) {
            (Reached::Unknown(_), Some(local)) => self.reach_value(goal, &local, tell).unwrap_or(by_states),
            _ => by_states,
        }
    }

    /// By the engines that verify programs, for a variable of a program with one thread; `None` if they do not find out.
    fn reach_value(&self, goal: &Goal, local: &LocalGoal, tell: Tell<'_>) -> Option<Reached> {
        let is_first = local.thread.is_none_or(|thread| thread == ThreadId(0));
        if !is_first || candor_interp::makes_threads(self.program) {
            return None;
        }
        let mut program = Program::clone(&self.unchecked());
        let seen = values::fail_when(&mut program, local)?;
        let report = self.decide(program, tell);
        let reached = answer_of(&report);
        match (&reached, seen) {
            (Reached::Yes { .. }, _) => {
                let choices = violation_of(&report).map(|confirmed| &confirmed.counterexample.choices[..]);
                // Where the variable was looked at it may have had no value at all.
                let is_met = comes_to(&self.unchecked(), &self.start, goal, choices.unwrap_or_default());
                is_met.then_some(reached)
            }
            (Reached::Never, Seen::Always) => Some(reached),
            (Reached::Never, Seen::Sometimes) | (Reached::Unknown(_), _) => None,
        }
    }

    /// Looks for a broken check with the engines that verify programs.
    fn decide(&self, mut program: Program, tell: Tell<'_>) -> Report {
        candor_analysis::prepare(&mut program);
        let engine = candor_engine::Options { stop_at_first: true, ..self.engine_options() };
        let strategy = Strategy { search: Search::Dfs, workers: self.workers, ..Strategy::default() };
        engines::run(&strategy, &Arc::new(program), &engine, tell)
    }

    /// By the engines that verify programs; `None` if the program cannot be changed so that they see what is asked for.
    fn reach_event(&self, events: &[Event], tell: Tell<'_>) -> Option<Reached> {
        let mut program = self.program.clone();
        let mut checks = CheckSet::EMPTY;
        events.iter().for_each(|event| match event {
            Event::Breaks(check) => checks.insert(*check),
            Event::Calls(..) => {}
        });
        program.select_checks(checks);
        for event in events {
            let Event::Calls(thread, funcs) = event else { continue };
            if !funcs.iter().all(|&func| calls::fail_before(&mut program, thread.0, func)) {
                return None;
            }
        }
        Some(answer_of(&self.decide(program, tell)))
    }

    /// By going through states, one by one. A state that was found is believed when a run comes to it.
    fn reach_state(&self, goal: &Goal, tell: Tell<'_>) -> Reached {
        let every = self.reduction == Reduction::None;
        let report = self.search(goal, every, /* stop at the first */ true, tell);
        match report.answer {
            Reachability::Reached(choices) if comes_to(&self.checked_for(goal), &self.start, goal, &choices) => {
                Reached::Yes { inputs: inputs_of(&choices), schedule: schedule_of(&choices) }
            }
            Reachability::Reached(_) => {
                let reason = "internal error: a state was found to which no run comes; please report it";
                Reached::Unknown(reason.to_owned())
            }
            Reachability::Never => Reached::Never,
            Reachability::Unknown(reason) => Reached::Unknown(reason),
        }
    }

    /// The program without checks: only states are looked at.
    fn unchecked(&self) -> Arc<Program> {
        self.with_checks(CheckSet::EMPTY)
    }

    /// The program with those checks that a goal asks for.
    fn checked_for(&self, goal: &Goal) -> Arc<Program> {
        self.with_checks(goal.checks())
    }

    fn with_checks(&self, checks: CheckSet) -> Arc<Program> {
        let mut program = self.program.clone();
        program.select_checks(checks);
        Arc::new(program)
    }

    /// How many states there are, and in how many there is a race.
    pub fn count_states(&self, tell: Tell<'_>) -> StateCount {
        let report =
            self.search(&Goal::DataRace, /* every state */ true, /* stop at the first */ false, tell);
        StateCount { n_states: report.n_states, n_races: report.n_met, missing: report.missing }
    }

    fn search(&self, goal: &Goal, every: bool, stop_at_first: bool, tell: Tell<'_>) -> GoalReport {
        let program = self.checked_for(goal);
        let asked = Asked { goal, visible: Visible::new(&program, goal), every };
        let options = ExplicitOptions {
            engine: candor_engine::Options { stop_at_first, ..self.engine_options() },
            reduction: if every { Reduction::None } else { self.reduction },
            data: DataKind::Concrete,
            workers: self.workers,
            spurious: stop_at_first,
            ..ExplicitOptions::default()
        };
        candor_engine_explicit::reach(&program, &options, &asked, tell)
    }

    fn engine_options(&self) -> candor_engine::Options {
        candor_engine::Options { start: self.start.clone(), ..self.budget.engine_options() }
    }
}

fn violation_of(report: &Report) -> Option<&Confirmed> {
    report.checks.iter().find_map(|result| match &result.status {
        Status::Violated(confirmed) => Some(&**confirmed),
        Status::Holds | Status::Unreachable { .. } | Status::Unknown(_) => None,
    })
}

fn answer_of(report: &Report) -> Reached {
    if let Some(confirmed) = violation_of(report) {
        let inputs = confirmed.inputs.answers.iter().filter_map(|answer| answer.text()).collect();
        let schedule = schedule_of(&confirmed.counterexample.choices);
        return Reached::Yes { inputs, schedule };
    }
    if report.verdict(|_| true) == Verdict::Holds {
        return Reached::Never;
    }
    let open = report.checks.iter().find_map(|result| match &result.status {
        Status::Unknown(reason) => Some(reason),
        Status::Holds | Status::Unreachable { .. } | Status::Violated(_) => None,
    });
    let reason = report.incomplete.first().map(|incomplete| &incomplete.reason).or(open);
    Reached::Unknown(reason.cloned().unwrap_or_else(|| "not all states were explored".to_owned()))
}

/// The inputs among choices, in order.
fn inputs_of(choices: &[Settled]) -> Vec<String> {
    let inputs = choices.iter().filter(|choice| matches!(choice.kind, ChoiceKind::Input | ChoiceKind::Havoc));
    inputs.map(|choice| choice.value.signed_display()).collect()
}

/// Whose turn it is, and for how many steps.
fn schedule_of(choices: &[Settled]) -> Vec<(u32, u32)> {
    let turns = choices.iter().filter(|choice| choice.is_turn());
    let turn = |choice: &Settled| {
        let turn = Turn::from_bits(&choice.value);
        let (TurnLength::Steps(length) | TurnLength::Transitions(length)) = turn.length;
        (turn.thread.0, length)
    };
    turns.map(turn).collect()
}

/// How many steps a run may have before it is looked for in a longer one.
const STEPS: [u64; 4] = [10_000, 1_000_000, 20_000_000, 400_000_000];

/// Whether the run with these choices comes to a state of the goal: the concrete machine has the last word.
fn comes_to(program: &Arc<Program>, start: &Options, goal: &Goal, choices: &[Settled]) -> bool {
    for max_steps in STEPS {
        let mut queues = ChoiceQueues::default();
        choices.iter().for_each(|choice| queues.push(choice.kind, choice.value.clone()));
        let config = RunConfig {
            args: start.args.clone(),
            choices: ChoiceSource::Queues(queues),
            max_steps: Some(max_steps),
            max_depth: start.limits.max_depth,
            malloc_may_fail: start.malloc_may_fail,
            missing_bodies: start.missing_bodies,
            watched: false,
            ..RunConfig::default()
        };
        let mut cx = ConcreteContext::for_search(program.clone());
        let mut is_met = false;
        // Those with which the state before the last step would be one, if the step broke them.
        let mut met_by = CheckSet::EMPTY;
        let result = watch(program, config, &mut |image, state| {
            if !is_met && state.thread.uninterrupted == 0 {
                let mut state = state.clone();
                is_met = goal.holds(&mut Look { image, cx: &mut cx, state: &mut state }, None);
            }
            met_by = CheckSet::EMPTY;
            for check in goal.checks().iter() {
                let mut state = state.clone();
                if goal.holds(&mut Look { image, cx: &mut cx, state: &mut state }, Some(check)) {
                    met_by.insert(check);
                }
            }
        });
        if let End::Fault(fault) = &result.end {
            is_met |= met_by.contains(fault.check);
        }
        if is_met || !matches!(result.end, End::Stop(Stop::Exhausted(_), _)) {
            return is_met;
        }
    }
    false
}
