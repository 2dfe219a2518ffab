//! `bench explicit`: how fast explicit-state search goes, and how much each reduction leaves out.
//!
//! Programs with threads that are correct, so that all of their states are looked at: mutual exclusion, philosophers around a table,
//! queues. Each is searched with each reduction and, if asked for, with several workers. Of a family that grows nothing larger is
//! tried once the limit was hit. States per second are those stored, over the time that processors spent on the whole process:
//! other work on the machine does not count there.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::process::{self, Finished};
use crate::scratch;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Seconds for each search
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// Only programs whose name contains this
    #[arg(long, default_value = "")]
    filter: String,
    /// Philosophers at most
    #[arg(long, default_value_t = 6)]
    philosophers: u32,
    /// Numbers of workers to try
    #[arg(long, value_delimiter = ',', default_value = "1")]
    workers: Vec<u32>,
    /// Searches of each; the median counts
    #[arg(long, default_value_t = 1)]
    runs: u32,
}

const REDUCTIONS: [&str; 3] = ["none", "chain", "persistent"];

pub(crate) fn bench(candor: &Path, options: &Options) -> Result<(), String> {
    let folder = scratch("bench-explicit")?;
    println!(
        "{:<16} {:<10} {:>7} {:>8} {:>9} {:>9} {:>9} {:>11} {:>10}",
        "program", "reduction", "workers", "verdict", "time", "processor", "states", "bytes/state", "states/s"
    );
    let mut too_large: Vec<(String, &str)> = Vec::new();
    for (name, source) in programs(options.philosophers) {
        if !name.contains(&options.filter) {
            continue;
        }
        let family = name.split('-').next().unwrap_or_default().to_owned();
        let path = folder.join(format!("{name}.c"));
        fs::write(&path, source).map_err(|error| format!("{}: {error}", path.display()))?;
        for reduction in REDUCTIONS {
            if too_large.contains(&(family.clone(), reduction)) {
                continue;
            }
            for &workers in &options.workers {
                let mut rows = Vec::new();
                for _ in 0..options.runs.max(1) {
                    rows.push(search(candor, &path, reduction, workers, options.limit)?);
                }
                rows.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
                let row = &rows[rows.len() / 2];
                show(&name, reduction, workers, row);
                if row.verdict != "holds" {
                    too_large.push((family.clone(), reduction));
                }
            }
        }
    }
    Ok(())
}

/// What one search took.
struct Row {
    verdict: String,
    seconds: f64,
    processor: f64,
    states: f64,
    bytes: f64,
}

fn search(candor: &Path, path: &Path, reduction: &str, workers: u32, limit: u64) -> Result<Row, String> {
    let mut command = process::timed(candor);
    command.args(["check", "--engine", "explicit", "--format", "json", "--reduction", reduction]);
    command.args(["--timeout", &limit.to_string(), "--workers", &workers.to_string()]).arg(path);
    let Finished { time, stdout, .. } = process::run(&mut command, Duration::from_secs(limit + 30))?;
    let (text, processor) = process::processor_time(&stdout);
    let number = |key: &str| -> f64 {
        let after = text.split(&format!("\"{key}\":")).nth(1).unwrap_or_default();
        let digits: String = after.trim_start().chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0.0)
    };
    let verdict = text.split("\"verdict\":").nth(1).and_then(|rest| rest.split('"').nth(1)).unwrap_or("none");
    Ok(Row {
        verdict: verdict.to_owned(),
        seconds: time.as_secs_f64(),
        processor,
        states: number("states"),
        bytes: number("bytes"),
    })
}

fn show(name: &str, reduction: &str, workers: u32, row: &Row) {
    // A search that is stopped at its limit need not say how far it came.
    let shown = |number: f64| if row.states > 0.0 { format!("{number:.0}") } else { "-".to_owned() };
    let per_state = shown(row.bytes / row.states);
    let per_second = shown(row.states / row.processor.max(0.001));
    println!(
        "{name:<16} {reduction:<10} {workers:>7} {:>8} {:>8.2}s {:>8.2}s {:>9} {per_state:>11} {per_second:>10}",
        row.verdict,
        row.seconds,
        row.processor,
        shown(row.states)
    );
}

fn programs(philosophers: u32) -> Vec<(String, String)> {
    let mut programs = vec![("peterson".to_owned(), PETERSON.to_owned())];
    for n in 2..=philosophers {
        programs.push((format!("philosophers-{n}"), PHILOSOPHERS.replace("@N", &n.to_string())));
    }
    for n in [1, 2, 3] {
        programs.push((format!("queue-{n}"), QUEUE.replace("@N", &n.to_string())));
    }
    programs
}

const PETERSON: &str = "\
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
static atomic_int flag[2], turn;
static int inside;
static void *run(void *argument) {
    long me = (long)argument;
    for (int round = 0; round < 3; round++) {
        flag[me] = 1;
        turn = (int)(1 - me);
        while (flag[1 - me] && turn == 1 - me);
        inside++;
        assert(inside == 1);
        inside--;
        flag[me] = 0;
    }
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, run, (void *)0);
    pthread_create(&b, 0, run, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
";

const PHILOSOPHERS: &str = "\
#include <pthread.h>
enum { N = @N };
static pthread_mutex_t forks[N];
static void *dine(void *argument) {
    long left = (long)argument, right = (left + 1) % N;
    /* The last one begins on the other side: otherwise they may starve. */
    long first = left < right ? left : right, second = left < right ? right : left;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return 0;
}
int main(void) {
    pthread_t threads[N];
    for (int n = 0; n < N; n++)
        pthread_mutex_init(&forks[n], 0);
    for (long n = 0; n < N; n++)
        pthread_create(&threads[n], 0, dine, (void *)n);
    for (int n = 0; n < N; n++)
        pthread_join(threads[n], 0);
    return 0;
}
";

const QUEUE: &str = "\
#include <pthread.h>
#include <assert.h>
enum { SIZE = 2, ITEMS = 3, PAIRS = @N };
static int items[SIZE], n_items, taken;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static void *produce(void *argument) {
    for (int n = 1; n <= ITEMS; n++) {
        pthread_mutex_lock(&mutex);
        while (n_items == SIZE)
            pthread_cond_wait(&not_full, &mutex);
        items[n_items++] = n;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}
static void *consume(void *argument) {
    for (int n = 1; n <= ITEMS; n++) {
        pthread_mutex_lock(&mutex);
        while (n_items == 0)
            pthread_cond_wait(&not_empty, &mutex);
        assert(items[n_items - 1] >= 1 && items[n_items - 1] <= ITEMS);
        n_items--;
        taken++;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}
int main(void) {
    pthread_t producers[PAIRS], consumers[PAIRS];
    for (int n = 0; n < PAIRS; n++) {
        pthread_create(&producers[n], 0, produce, 0);
        pthread_create(&consumers[n], 0, consume, 0);
    }
    for (int n = 0; n < PAIRS; n++) {
        pthread_join(producers[n], 0);
        pthread_join(consumers[n], 0);
    }
    assert(taken == PAIRS * ITEMS);
    return 0;
}
";
