//! Answers to queries, for people.

use std::fmt::Write;

use candor_engine_statistical::{Histogram, Tally, Undecided, clopper_pearson};

use crate::query::answer::{Answer, Answered, Details};

/// Rows of a histogram on a terminal, and how long the longest bar is.
const MAX_ROWS: u64 = 20;
const LONGEST_BAR: u64 = 50;

/// A query and its answer; an empty line keeps it apart from the one before.
pub(crate) fn text(answered: &Answered, is_first: bool) -> String {
    let mut text = String::new();
    if !is_first {
        text.push('\n');
    }
    line(&mut text, &format!("query: {}", answered.query));
    match (&answered.answer, &answered.details) {
        (Answer::Unknown(reason), _) => line(&mut text, &format!("answer: unknown: {reason}")),
        // The interval, or the number, is the answer.
        (_, Details::Estimate { .. } | Details::States { .. }) => {}
        (Answer::Satisfied, _) => line(&mut text, "answer: satisfied"),
        (Answer::NotSatisfied, _) => line(&mut text, "answer: not satisfied"),
    }
    match &answered.details {
        Details::None => {}
        Details::Reach { inputs, schedule } => way(&mut text, inputs, schedule),
        Details::States { n_states, n_races, n_runs } => {
            let seen = n_runs.map_or_else(String::new, |n_runs| format!(" met in {n_runs} runs"));
            line(&mut text, &format!("states: {n_states}{seen}, {n_races} of them with a data race"));
        }
        Details::Estimate { estimate, alpha, seed } => {
            let (lower, upper) = (estimate.interval.lower, estimate.interval.upper);
            let confidence = 1.0 - alpha;
            line(&mut text, &format!("probability: {lower:.6} to {upper:.6} with confidence {confidence}"));
            counts(&mut text, &estimate.tally, *seed);
        }
        Details::Test { tested, options, seed } => {
            let interval = clopper_pearson(tested.tally.n_satisfied, tested.tally.n_runs, options.alpha);
            let (lower, upper) = (interval.lower, interval.upper);
            line(&mut text, &format!("the runs that were needed: probability {lower:.4} to {upper:.4}"));
            counts(&mut text, &tested.tally, *seed);
        }
    }
    if let Some(histogram) = answered.details.histogram(MAX_ROWS) {
        bars(&mut text, &histogram);
    }
    text
}

/// How an execution gets there.
fn way(text: &mut String, inputs: &[String], schedule: &[(u32, u32)]) {
    if !inputs.is_empty() {
        line(text, &format!("inputs: {}", inputs.join(", ")));
    }
    if !schedule.is_empty() {
        let turns: Vec<String> = schedule.iter().map(|(thread, steps)| format!("{thread} for {steps}")).collect();
        line(text, &format!("schedule: {} (thread for steps)", turns.join(", ")));
    }
}

fn counts(text: &mut String, tally: &Tally, seed: u64) {
    let Tally { n_runs, n_satisfied, n_dropped, faults, .. } = tally;
    line(text, &format!("runs: {n_runs}, {n_satisfied} of them satisfy the formula (seed {seed})"));
    if *n_dropped > 0 {
        line(text, &format!("left out: {n_dropped} runs in which an assumption does not hold"));
    }
    for (check, count) in faults {
        line(text, &format!("ended early: {count} runs, by a fault that was not asked for ({check})"));
    }
}

fn bars(text: &mut String, histogram: &Histogram) {
    let (first, last) = histogram.range;
    let share = histogram.max_frequency();
    line(text, &format!("steps of satisfying runs: {first} to {last}; most in one bin: {share:.6}"));
    let most = histogram.counts.iter().copied().max().unwrap_or(1).max(1);
    let width = histogram.start_of(histogram.counts.len()).to_string().len();
    for (bin, count) in histogram.counts.iter().enumerate() {
        let start = histogram.start_of(bin);
        let length = (u128::from(*count) * u128::from(LONGEST_BAR)).div_ceil(u128::from(most));
        let bar = "#".repeat(usize::try_from(length).expect("a short bar"));
        line(text, format!("  {start:>width$} {bar} {count}").trim_end());
    }
}

/// Why there is no answer.
pub(crate) fn reason(undecided: &Undecided) -> String {
    match undecided {
        Undecided::Stopped(stop) => stop.to_string(),
        Undecided::Interrupted => "stopped before there were enough runs".to_owned(),
        Undecided::MaxRuns(max_runs) => format!("{max_runs} runs were not enough (--max-runs)"),
        Undecided::Dropped(n_dropped) => {
            format!("the program's assumptions hold too rarely: {n_dropped} runs were left out")
        }
    }
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes any text");
}
