//! Answers to queries, and what goes with them, for programs.

use candor_engine_statistical::{Estimate, Histogram, Tally, TestOptions, Tested};
use serde_json::{Value, json};

/// Whether a query is satisfied.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// An estimate always is.
    Satisfied,
    NotSatisfied,
    /// And why.
    Unknown(String),
}

impl Answer {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Answer::Satisfied => "satisfied",
            Answer::NotSatisfied => "not-satisfied",
            Answer::Unknown(_) => "unknown",
        }
    }
}

/// A query and its answer.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    pub(crate) query: String,
    pub(crate) answer: Answer,
    pub(crate) details: Details,
}

/// What was found out on the way.
#[derive(Clone, Debug)]
pub(crate) enum Details {
    None,
    /// The inputs of an execution that gets there, and which thread makes how many steps in turn.
    Reach {
        inputs: Vec<String>,
        schedule: Vec<(u32, u32)>,
    },
    /// How many states there are, or how many were met in so many runs; and in how many of them there is a race.
    States {
        n_states: u64,
        n_races: u64,
        n_runs: Option<u64>,
    },
    Estimate {
        estimate: Estimate,
        alpha: f64,
        seed: u64,
    },
    Test {
        tested: Tested,
        options: TestOptions,
        seed: u64,
    },
}

impl Details {
    pub(crate) fn tally(&self) -> Option<&Tally> {
        match self {
            Details::Estimate { estimate, .. } => Some(&estimate.tally),
            Details::Test { tested, .. } => Some(&tested.tally),
            Details::None | Details::Reach { .. } | Details::States { .. } => None,
        }
    }

    /// The lengths of the runs that satisfied the formula.
    pub(crate) fn histogram(&self, max_bins: u64) -> Option<Histogram> {
        Histogram::new(&self.tally()?.lengths, max_bins)
    }
}

/// All answers in one line.
pub(crate) fn json(seed: u64, answers: &[Answered]) -> String {
    let results: Vec<Value> = answers.iter().map(result).collect();
    json!({ "seed": seed, "results": results }).to_string() + "\n"
}

fn result(answered: &Answered) -> Value {
    let mut result = json!({ "query": answered.query, "answer": answered.answer.name() });
    if let Answer::Unknown(reason) = &answered.answer {
        result["reason"] = json!(reason);
    }
    match &answered.details {
        Details::None => {}
        Details::Reach { inputs, schedule } => {
            result["inputs"] = json!(inputs);
            result["schedule"] = json!(schedule);
        }
        Details::States { n_states, n_races, n_runs } => {
            result["states"] = json!(n_states);
            result["races"] = json!(n_races);
            if let Some(n_runs) = n_runs {
                result["runs"] = json!(n_runs);
            }
        }
        Details::Estimate { estimate, alpha, .. } => {
            result["lower"] = json!(estimate.interval.lower);
            result["upper"] = json!(estimate.interval.upper);
            result["confidence"] = json!(1.0 - alpha);
        }
        Details::Test { options, .. } => {
            result["alpha"] = json!(options.alpha);
            result["beta"] = json!(options.beta);
            result["delta"] = json!(options.delta);
        }
    }
    if let Some(tally) = answered.details.tally() {
        result["runs"] = json!(tally.n_runs);
        result["satisfying"] = json!(tally.n_satisfied);
        result["dropped"] = json!(tally.n_dropped);
        let faults = tally.faults.iter().map(|(check, count)| (check.id().to_owned(), json!(count)));
        result["faults"] = Value::Object(faults.collect());
        let lengths: Vec<(u64, u64)> = tally.lengths.iter().map(|(&steps, &count)| (steps, count)).collect();
        result["lengths"] = json!(lengths);
    }
    result
}
