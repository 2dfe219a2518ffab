//! `candor query`: questions about the states of a program, answered one after the other.

mod answer;
mod picture;
mod png;
mod text;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use candor_engine_statistical::{EstimateOptions, Hypothesis, InputRules, Tally, TestOptions, Walk, clopper_pearson};
use candor_ir::{Check, Program};
use candor_portfolio::{Budget, Reach, Reached, has_main, start_options};
use candor_query::{Direction, Formula, Goal, Method, Parameters, Query, QueryError, Span};

use crate::guard::Guard;
use crate::options::{Format, QueryOptions, n_workers};
use crate::progress::ProgressLine;
use crate::query::answer::{Answer, Answered, Details};
use crate::{console, frontend, status};

/// Confidence and width of estimates, when the query does not say: LODIN's.
const ALPHA: f64 = 0.05;
const EPSILON: f64 = 0.01;
/// What a test may err by, when the query does not say.
const BETA: f64 = 0.05;
const DELTA: f64 = 0.01;

/// Answers the queries.
pub(crate) fn query(mut options: QueryOptions) -> u8 {
    match run(&mut options) {
        Ok(code) => code,
        Err(Refusal::Query(text)) if options.format == Format::Text => {
            console::write_message(&format!("error: {text}"));
            status::CHECK_BAD_INPUT
        }
        Err(Refusal::Query(text) | Refusal::Other(text)) => {
            console::refuse(text.trim_end(), options.format, status::CHECK_BAD_INPUT)
        }
    }
}

/// Why queries are not answered.
enum Refusal {
    /// Something is wrong with one of them; the text has its own layout.
    Query(String),
    Other(String),
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal::Other(message)
    }
}

/// The text that queries come from.
struct Source {
    name: String,
    text: String,
}

impl Source {
    fn of(options: &mut QueryOptions) -> Result<Source, String> {
        if let Some(path) = &options.file {
            let name = path.display().to_string();
            let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
            return Ok(Source { name, text });
        }
        let last = options.frontend.files.pop().ok_or("there is no query")?;
        let text = last.into_os_string().into_string().map_err(|_| "the query is no text".to_owned())?;
        let is_file = [".c", ".i", ".ll", ".bc", ".json"].iter().any(|end| text.ends_with(end));
        if options.frontend.files.is_empty() || is_file {
            return Err(
                "there is no query; write it after the files, as in: candor query prog.c 'E<> data-race'".into()
            );
        }
        Ok(Source { name: "query".to_owned(), text })
    }

    fn complain(&self, error: &QueryError) -> Refusal {
        Refusal::Query(error.render(&self.name, &self.text))
    }
}

/// A query whose names have been found.
struct Prepared {
    query: Query,
    goal: Goal,
}

fn run(options: &mut QueryOptions) -> Result<u8, Refusal> {
    let budget = Budget::new(options.timeout, options.memory_limit);
    let source = Source::of(options)?;
    let queries = candor_query::parse_queries(&source.text).map_err(|error| source.complain(&error))?;
    let program = load(options, &queries)?;
    if !has_main(&program) {
        return Err("there is no function `main`; say with --entry where to start".to_owned().into());
    }
    let inputs = InputRules::new(&program, &options.distribution)?;
    let mut prepared = Vec::new();
    for (query, _) in queries {
        prepared.push(prepare(&program, &source, query)?);
    }
    let guard = Guard::start(&budget, |_| {
        console::write_message("\ncandor: stopped\n");
        status::UNKNOWN
    })?;
    let session = Session { options, program, inputs, budget };
    let mut answers = Vec::new();
    for prepared in &prepared {
        let answered = session.answer(prepared, &source)?;
        if options.format == Format::Text {
            console::print(&text::text(&answered, answers.is_empty()));
        }
        answers.push(answered);
    }
    guard.finish();
    if options.format == Format::Json {
        console::print(&answer::json(options.seed, &answers));
    }
    if let Some(path) = &options.histogram {
        write_picture(path, &answers)?;
    }
    Ok(code_of(&answers))
}

/// What is wrong counts more than what is unknown, as in `candor check`.
fn code_of(answers: &[Answered]) -> u8 {
    let is_any = |wanted: fn(&Answer) -> bool| answers.iter().any(|answered| wanted(&answered.answer));
    if is_any(|answer| matches!(answer, Answer::NotSatisfied)) {
        status::VIOLATED
    } else if is_any(|answer| matches!(answer, Answer::Unknown(_))) {
        status::UNKNOWN
    } else {
        status::SUCCESS
    }
}

fn write_picture(path: &Path, answers: &[Answered]) -> Result<(), String> {
    let histogram = answers.iter().find_map(|answered| answered.details.histogram(picture::MAX_BARS));
    let histogram = histogram.ok_or("no run satisfies a formula: there is nothing to draw")?;
    let picture = match path.extension().is_some_and(|extension| extension == "png") {
        true => png::png(&histogram),
        false => picture::svg(&histogram).into_bytes(),
    };
    fs::write(path, picture).map_err(|error| format!("{}: {error}", path.display()))
}

/// The program as it was written: no pass changes the number of its steps or takes a register away.
fn load(options: &QueryOptions, queries: &[(Query, Span)]) -> Result<Program, String> {
    let wraps = queries
        .iter()
        .any(|(query, _)| formula_of(query).is_some_and(|formula| mentions(formula, Check::UnsignedWrap)));
    frontend::load(&options.frontend, wraps)
}

fn formula_of(query: &Query) -> Option<&Formula> {
    match query {
        Query::Reach(formula) | Query::Estimate { formula, .. } | Query::Test { formula, .. } => Some(formula),
        Query::EnumStates | Query::EnumStatesSmc { .. } => None,
    }
}

fn mentions(formula: &Formula, check: Check) -> bool {
    match formula {
        Formula::Atom(atom) => *atom == candor_query::Atom::Check(check),
        Formula::Not(formula) => mentions(formula, check),
        Formula::And(a, b) | Formula::Or(a, b) => mentions(a, check) || mentions(b, check),
    }
}

fn prepare(program: &Program, source: &Source, query: Query) -> Result<Prepared, Refusal> {
    let goal = match formula_of(&query) {
        None => Goal::DataRace,
        Some(formula) => {
            let resolved = candor_query::resolve(program, formula).map_err(|error| source.complain(&error))?;
            for warning in &resolved.warnings {
                let text = warning.render(&source.name, &source.text);
                console::write_message(&format!("warning: {text}"));
            }
            resolved.goal
        }
    };
    Ok(Prepared { query, goal })
}

/// A program about which questions are asked.
struct Session<'q> {
    options: &'q QueryOptions,
    program: Program,
    inputs: InputRules,
    budget: Budget,
}

impl Session<'_> {
    fn answer(&self, prepared: &Prepared, source: &Source) -> Result<Answered, Refusal> {
        let query = prepared.query.to_string();
        let (answer, details) = match &prepared.query {
            Query::Estimate { bound, parameters, .. } => self.estimate(&prepared.goal, *bound, parameters),
            Query::Test { bound, direction, threshold, parameters, .. } => {
                let options = self.test_options(*direction, threshold.value, parameters);
                self.test(&prepared.goal, *bound, &options).ok_or_else(|| {
                    let message =
                        format!("the threshold is not farther from 0 and 1 than Delta, which is {}", options.delta);
                    source.complain(&QueryError { message, span: threshold.span, help: None })
                })?
            }
            Query::Reach(_) => self.reach(&prepared.goal),
            Query::EnumStates => self.count_states(),
            Query::EnumStatesSmc { bound, n_runs } => self.cover(*bound, *n_runs),
        };
        Ok(Answered { query, answer, details })
    }

    fn walk(&self, goal: &Goal, bound: u64) -> Walk {
        let mut program = self.program.clone();
        program.select_checks(goal.checks());
        Walk {
            program: Arc::new(program),
            start: self.start(),
            n_processes: u32::try_from(self.options.frontend.entry.len()).unwrap_or(u32::MAX).max(1),
            goal: goal.clone(),
            bound,
            scheduler: self.options.scheduler.clone(),
            inputs: self.inputs.clone(),
            seed: self.options.seed,
        }
    }

    fn start(&self) -> candor_interp::Options {
        start_options(self.options.frontend.program_args(&self.options.args), self.options.malloc_may_fail)
    }

    fn n_workers(&self) -> usize {
        n_workers(self.options.workers.into())
    }

    fn is_interrupted(&self) -> ControlFlow<()> {
        match self.budget.interrupt.is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn states(&self) -> Reach<'_> {
        Reach {
            program: &self.program,
            start: self.start(),
            budget: self.budget.clone(),
            reduction: self.options.reduction,
            workers: self.n_workers(),
        }
    }

    /// Whether a state can be reached.
    fn reach(&self, goal: &Goal) -> (Answer, Details) {
        let mut line = ProgressLine::new(self.options.timeout);
        match self.states().reach(goal, &mut |progress| line.show(progress)) {
            Reached::Yes { inputs, schedule } => (Answer::Satisfied, Details::Reach { inputs, schedule }),
            Reached::Never => (Answer::NotSatisfied, Details::None),
            Reached::Unknown(reason) => (Answer::Unknown(reason), Details::None),
        }
    }

    fn count_states(&self) -> (Answer, Details) {
        let mut line = ProgressLine::new(self.options.timeout);
        let count = self.states().count_states(&mut |progress| line.show(progress));
        let answer = count.missing.map_or(Answer::Satisfied, Answer::Unknown);
        (answer, Details::States { n_states: count.n_states, n_races: count.n_races, n_runs: None })
    }

    /// What states so many runs come across.
    fn cover(&self, bound: u64, n_runs: u64) -> (Answer, Details) {
        let mut line = ProgressLine::new(self.options.timeout);
        let walk = self.walk(&Goal::Constant(false), bound);
        let coverage = candor_engine_statistical::cover(&walk, n_runs, self.n_workers(), &mut |coverage| {
            line.show_text(|| format!("{} runs, {} states", coverage.n_runs, coverage.n_states));
            self.is_interrupted()
        });
        line.clear();
        let answer = coverage.undecided.as_ref().map_or(Answer::Satisfied, |why| Answer::Unknown(text::reason(why)));
        let (n_states, n_races) = (coverage.n_states, coverage.n_races);
        (answer, Details::States { n_states, n_races, n_runs: Some(coverage.n_runs) })
    }

    fn estimate(&self, goal: &Goal, bound: u64, parameters: &Parameters) -> (Answer, Details) {
        let options = EstimateOptions {
            alpha: parameters.alpha.map_or(ALPHA, |alpha| alpha.value),
            width: parameters.epsilon.map_or(EPSILON, |epsilon| epsilon.value),
            method: parameters.method.unwrap_or(Method::ClopperPearson),
            max_runs: self.options.max_runs,
            n_workers: self.n_workers(),
        };
        let mut line = ProgressLine::new(self.options.timeout);
        let estimate = candor_engine_statistical::estimate(&self.walk(goal, bound), &options, &mut |tally| {
            if tally.n_runs.is_multiple_of(64) {
                line.show_text(|| progress(tally, options.alpha));
            }
            self.is_interrupted()
        });
        line.clear();
        let answer = match &estimate.undecided {
            None => Answer::Satisfied,
            Some(undecided) => Answer::Unknown(text::reason(undecided)),
        };
        (answer, Details::Estimate { estimate, alpha: options.alpha, seed: self.options.seed })
    }

    fn test_options(&self, direction: Direction, threshold: f64, parameters: &Parameters) -> TestOptions {
        TestOptions {
            direction,
            threshold,
            delta: parameters.delta.map_or(DELTA, |delta| delta.value),
            alpha: parameters.alpha.map_or(ALPHA, |alpha| alpha.value),
            beta: parameters.beta.map_or(BETA, |beta| beta.value),
            max_runs: self.options.max_runs,
            n_workers: self.n_workers(),
        }
    }

    fn test(&self, goal: &Goal, bound: u64, options: &TestOptions) -> Option<(Answer, Details)> {
        let mut line = ProgressLine::new(self.options.timeout);
        let tested = candor_engine_statistical::test(&self.walk(goal, bound), options, &mut |tally, _| {
            if tally.n_runs.is_multiple_of(64) {
                line.show_text(|| progress(tally, options.alpha));
            }
            self.is_interrupted()
        });
        line.clear();
        let tested = tested?;
        let answer = match &tested.hypothesis {
            Hypothesis::Accepted => Answer::Satisfied,
            Hypothesis::Rejected => Answer::NotSatisfied,
            Hypothesis::Undecided(undecided) => Answer::Unknown(text::reason(undecided)),
        };
        Some((answer, Details::Test { tested, options: *options, seed: self.options.seed }))
    }
}

fn progress(tally: &Tally, alpha: f64) -> String {
    let interval = clopper_pearson(tally.n_satisfied, tally.n_runs, alpha);
    format!("{} runs, probability {:.4} to {:.4}", tally.n_runs, interval.lower, interval.upper)
}
