//! `candor batch`: many tasks, each a process of its own.
//!
//! The folder is opened first, so that two batches never work in it at once; then the list is made, what the journal knows is left
//! out, and workers take the rest one by one, in the order of the list. Only this thread writes.

mod bar;
mod child;
mod plan;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use std::{env, fs, thread};

use candor_batch::{
    Answer, BatchError, Finished, Folder, Given, Journal, Judgement, Limits, Outcome, ResultRow, Start, Task,
    distinct_keys, quantile_plot, render_json, render_scores, render_tsv, size_plot, supervise,
};

pub(crate) use child::enter;

use crate::options::{BatchOptions, Format};
use crate::{console, status};
use bar::Bar;

/// How long a task may go on after its time, to say what it knows by then.
const GRACE: Duration = Duration::from_millis(1500);

pub(crate) fn batch(options: &BatchOptions) -> u8 {
    run(options).unwrap_or_else(|message| console::refuse(&message, Format::Text, status::CHECK_BAD_INPUT))
}

fn run(options: &BatchOptions) -> Result<u8, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let of_handler = Arc::clone(&stop);
    ctrlc::set_handler(move || of_handler.store(true, Ordering::Relaxed))
        .map_err(|error| format!("Ctrl-C cannot be caught: {error}"))?;
    let settings = settings(options);
    let start = if options.restart { Start::Restart } else { Start::Resume };
    let say = |error: BatchError| error.to_string();
    let (folder, mut journal, outcomes) = Folder::open(&options.output, &settings, start).map_err(say)?;
    let plan = plan::plan(options, &stop)?;
    console::write_message(&plan.notes);
    if plan.tasks.is_empty() && !stop.load(Ordering::Relaxed) {
        return Err("there are no tasks".to_owned());
    }
    let keys = distinct_keys(&plan.tasks);
    let mut done: Vec<Option<Outcome>> = keys.iter().map(|key| outcomes.get(key).cloned()).collect();
    let mut work =
        Work { options, tasks: &plan.tasks, keys: &keys, folder: &folder, journal: &mut journal, stop: &stop };
    work.finish(&mut done).map_err(say)?;
    write_results(&folder, &plan.tasks, &keys, &done, &settings).map_err(say)
}

/// What must be the same when the batch goes on.
fn settings(options: &BatchOptions) -> String {
    let args: Vec<String> = options.args.iter().map(|arg| format!("{arg:?}")).collect();
    format!(
        "candor {} ({}), timeout {} s, memory {} MB, options [{}]",
        env!("CARGO_PKG_VERSION"),
        build(),
        options.timeout.as_secs_f64(),
        options.memory_limit,
        args.join(" ")
    )
}

/// What tells one build of candor from another.
fn build() -> String {
    let metadata = fs::metadata(child::own_program());
    let modified = metadata.as_ref().ok().and_then(|metadata| metadata.modified().ok());
    let age = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
    format!("build {:x}-{:x}", metadata.map_or(0, |metadata| metadata.len()), age.as_millis())
}

/// All that the tasks of a batch share.
struct Work<'b> {
    options: &'b BatchOptions,
    tasks: &'b [Task],
    keys: &'b [String],
    folder: &'b Folder,
    journal: &'b mut Journal,
    stop: &'b AtomicBool,
}

impl Work<'_> {
    /// Does what is not done yet.
    fn finish(&mut self, done: &mut [Option<Outcome>]) -> Result<(), BatchError> {
        let open: Vec<usize> = (0..done.len()).filter(|&idx| done[idx].is_none()).collect();
        let mut bar = Bar::new(done.len(), done.len() - open.len());
        let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let n_jobs = self.options.jobs.map_or(cores, usize::from).min(open.len());
        let next = AtomicUsize::new(0);
        let (options, tasks, stop) = (self.options, self.tasks, self.stop);
        let (sender, answers) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..n_jobs {
                let sender = sender.clone();
                let (open, next) = (&open, &next);
                scope.spawn(move || {
                    while let Some(&idx) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let finished = run_task(options, &tasks[idx], stop);
                        // Nobody listens any more once the journal cannot be written.
                        if stop.load(Ordering::Relaxed) || sender.send((idx, finished)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            loop {
                match answers.recv_timeout(Duration::from_millis(200)) {
                    Ok((idx, finished)) => {
                        let outcome = self.record(idx, finished);
                        if outcome.is_err() {
                            stop.store(true, Ordering::Relaxed);
                        }
                        let outcome = outcome?;
                        bar.add(&ResultRow::new(&tasks[idx], &self.keys[idx], &outcome));
                        done[idx] = Some(outcome);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => bar.show(),
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
            }
            bar.clear();
            Ok(())
        })
    }

    /// Keeps what a task's process said: first all of it, then, in the journal, the answer.
    fn record(&mut self, idx: usize, finished: Result<Finished, String>) -> Result<Outcome, BatchError> {
        let key = &self.keys[idx];
        let outcome = match finished {
            Ok(finished) => {
                let given = Given::read(&finished, self.tasks[idx].property.is_some());
                let mut log = finished.stdout;
                log.extend(&finished.stderr);
                self.folder.write_log(key, &log)?;
                Outcome {
                    answer: given.answer.to_string(),
                    detail: given.detail,
                    seconds: finished.wall.as_secs_f64(),
                    cpu_seconds: finished.cpu.as_secs_f64(),
                    memory_mb: megabytes(finished.peak_memory),
                }
            }
            Err(message) => Outcome {
                answer: Answer::Error.to_string(),
                detail: message,
                seconds: 0.0,
                cpu_seconds: 0.0,
                memory_mb: 0.0,
            },
        };
        self.journal.append(key, &outcome)?;
        Ok(outcome)
    }
}

fn megabytes(bytes: u64) -> f64 {
    f64::from(u32::try_from(bytes >> 10).unwrap_or(u32::MAX)) / 1024.0
}

fn run_task(options: &BatchOptions, task: &Task, stop: &AtomicBool) -> Result<Finished, String> {
    let bytes = options.memory_limit.saturating_mul(1 << 20);
    let mut command = child::command(bytes);
    command.args(check_args(options, task));
    // The task stops by itself at its limits; these are for one that does not.
    let limits = Limits { wall: options.timeout + GRACE, memory: bytes.saturating_add(bytes / 4) };
    supervise(&mut command, limits, stop).map_err(|error| format!("cannot be started: {error}"))
}

/// The command line of a task. Values stand in the same word as their option, and paths are absolute: nothing can be taken for an
/// option.
fn check_args(options: &BatchOptions, task: &Task) -> Vec<OsString> {
    let mut args: Vec<OsString> = vec!["check".into(), "--no-config".into(), "--format=json".into()];
    let mut push = |option: &str, value: OsString| {
        let mut word = OsString::from(option);
        word.push(value);
        args.push(word);
    };
    push("--timeout=", options.timeout.as_secs_f64().to_string().into());
    push("--memory-limit=", options.memory_limit.to_string().into());
    if let Some(model) = &task.data_model {
        push("--data-model=", model.into());
    }
    if let Some(property) = &task.property {
        push("--svcomp", OsString::new());
        push("--property=", property.argument.clone());
    }
    if let Some(function) = &task.function {
        push("--function=", function.into());
    }
    match &task.program {
        candor_batch::Program::Unit { database, file } => {
            push("--unit=", absolute(file).into_os_string());
            args.push(absolute(database).into_os_string());
        }
        candor_batch::Program::Files(files) => {
            args.extend(files.iter().map(|file| absolute(file).into_os_string()));
        }
    }
    args.extend(options.args.iter().cloned());
    args
}

fn absolute(path: &std::path::Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| env::current_dir().unwrap_or_default().join(path))
}

/// Writes everything that is made of the answers, and says the most important.
fn write_results(
    folder: &Folder,
    tasks: &[Task],
    keys: &[String],
    done: &[Option<Outcome>],
    settings: &str,
) -> Result<u8, BatchError> {
    let known =
        tasks.iter().zip(keys).zip(done).filter_map(|((task, key), outcome)| Some((task, key, outcome.as_ref()?)));
    let sized: Vec<(ResultRow, u64)> =
        known.map(|(task, key, outcome)| (ResultRow::new(task, key, outcome), bytes_of(task))).collect();
    let rows: Vec<ResultRow> = sized.iter().map(|(row, _)| row.clone()).collect();
    let mut summary = render_scores(&rows);
    let n_open = tasks.len() - rows.len();
    if n_open > 0 {
        summary += &format!("{n_open} of {} tasks were not run; start the batch again to go on\n", tasks.len());
    }
    folder.write("results.tsv", render_tsv(&rows).as_bytes())?;
    folder.write("results.json", render_json(&rows, settings).as_bytes())?;
    folder.write("summary.txt", summary.as_bytes())?;
    folder.write("quantile.svg", quantile_plot(&[("candor", &rows)]).as_bytes())?;
    folder.write("scatter.svg", size_plot(&sized).as_bytes())?;
    console::print(&summary);
    let is_bad = |row: &ResultRow| match row.judgement() {
        Judgement::Wrong => true,
        Judgement::Open => matches!(row.answer, Answer::False(_)),
        Judgement::Right | Judgement::None => false,
    };
    Ok(match (rows.iter().any(is_bad), n_open) {
        (_, 1..) => status::UNKNOWN,
        (true, 0) => status::VIOLATED,
        (false, 0) => status::SUCCESS,
    })
}

fn bytes_of(task: &Task) -> u64 {
    task.files().iter().filter_map(|file| fs::metadata(file).ok()).map(|metadata| metadata.len()).sum()
}
