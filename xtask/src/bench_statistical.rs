//! `bench statistical`: runs of a program in a second, and how much faster two workers are than one.
//!
//! Each query is answered by one worker and by two, in turn; the medians count. The answers must be the same. Other work on the
//! machine spoils the ratio: then the times that processors spent are more telling, which should be the same for both.

use std::path::Path;
use std::time::Duration;

use crate::process::{self, Finished};
use crate::root;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Runs of each; the median counts
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

/// Two workers are to be this much faster than one.
const GOAL: f64 = 1.8;
const LIMIT: Duration = Duration::from_secs(600);

/// A name, arguments, and a query that takes some seconds.
type Case = (&'static str, &'static [&'static str], &'static str);

const CASES: [Case; 2] = [
    (
        "peterson",
        &["--entry", "petersons1", "--entry", "petersons2", "peterson.ll"],
        "Pr[<=5000](<> DataRace) {Epsilon = 0.003}",
    ),
    ("handover", &["handover.c"], "Pr[<=5000](<> (::slot == 2 and ::n_taken == 1)) {Epsilon = 0.004}"),
];

pub(crate) fn bench(candor: &Path, options: &Options) -> Result<(), String> {
    println!(
        "{:<10} {:>9} {:>9} {:>9} {:>6} {:>12} {:>12}",
        "program", "runs", "1 worker", "2 workers", "ratio", "processor 1", "processor 2"
    );
    let mut is_met = true;
    for (name, args, query) in CASES {
        let mut times = [Vec::new(), Vec::new()];
        let mut processor = [Vec::new(), Vec::new()];
        let mut outputs = Vec::new();
        for _ in 0..options.runs.max(1) {
            for (idx, workers) in ["1", "2"].into_iter().enumerate() {
                let mut command = process::timed(candor);
                command.args(["query", "--format", "json", "--workers", workers]).args(args).arg(query);
                command.current_dir(root().join("tests/query"));
                let finished = process::run(&mut command, LIMIT)?;
                times[idx].push(finished.time.as_secs_f64());
                let (output, seconds) = output_of(&finished)?;
                processor[idx].push(seconds);
                outputs.push(output);
            }
        }
        if outputs.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(format!("{name}: the answers differ"));
        }
        let ([one, two], [on_one, on_two]) = (times.map(median), processor.map(median));
        let n_runs = runs_of(&outputs[0]);
        println!("{name:<10} {n_runs:>9} {one:>8.2}s {two:>8.2}s {:>6.2} {on_one:>11.2}s {on_two:>11.2}s", one / two);
        is_met &= one / two >= GOAL;
    }
    match is_met {
        true => Ok(()),
        false => Err(format!("two workers are not {GOAL} times as fast as one")),
    }
}

/// What was printed, and the time that processors spent.
fn output_of(finished: &Finished) -> Result<(String, f64), String> {
    match finished.code() {
        Some(0) => Ok(process::processor_time(&finished.stdout)),
        code => Err(format!("candor ended with {code:?}: {}", finished.stderr_text())),
    }
}

/// The number behind `"runs":`.
fn runs_of(output: &str) -> String {
    let behind = output.split_once("\"runs\":").map_or("", |(_, behind)| behind);
    behind.chars().take_while(char::is_ascii_digit).collect()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
