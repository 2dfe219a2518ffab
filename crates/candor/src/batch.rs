//! `candor batch`: many tasks, each a process of its own.
//!
//! The folder is opened first, so that two batches never work in it at once; then the list is made, or read from the folder, what the
//! journal knows is left out, and a back end does the rest. Only this thread writes to the journal, through [`Batch::record`]: whoever did
//! a task, its result comes this way, once.

mod bar;
mod child;
mod chunk;
mod cluster;
mod local;
mod process;
mod reports;
mod tasks;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use candor_batch::{
    Answer, Backend, BatchError, BatchPlan, Collector, Folder, Journal, Judgement, Measurer, Outcome, ResultRow, Setup,
    Start, Submission, Task, distinct_keys, escape, quantile_plot, render_json, render_scores, render_tsv, size_plot,
};

pub(crate) use child::enter;
pub(crate) use chunk::chunk;
pub(crate) use reports::{page, tasks_of_table};

use crate::options::{BatchOptions, Format, MeasuredBy};
use crate::{console, status};
use bar::Bar;

pub(crate) fn batch(options: &BatchOptions) -> u8 {
    run(options).unwrap_or_else(|message| console::refuse(&message, Format::Text, status::CHECK_BAD_INPUT))
}

fn run(options: &BatchOptions) -> Result<u8, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let of_handler = Arc::clone(&stop);
    ctrlc::set_handler(move || of_handler.store(true, Ordering::Relaxed))
        .map_err(|error| format!("Ctrl-C cannot be caught: {error}"))?;
    let say = |error: BatchError| error.to_string();
    let mut batch = if options.resume || options.collect { reopen(options, &stop) } else { begin(options, &stop) }?;
    batch.collect().map_err(say)?;
    if !options.collect && finish(&mut batch)? == Left::Printed {
        return Ok(status::SUCCESS);
    }
    batch.bar.clear();
    write_results(&batch).map_err(say)
}

/// What a back end leaves to be done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Left {
    /// Results are to be written.
    Results,
    /// The user has to submit what was written.
    Printed,
}

/// The one place where back ends differ: who does the tasks that are open.
fn finish(batch: &mut Batch<'_>) -> Result<Left, String> {
    let finished = match batch.plan.submission.backend {
        Backend::Local => {
            process::try_measure(batch.plan.setup.measure, batch.stop)?;
            local::finish(batch).map(|()| Left::Results)
        }
        Backend::Slurm => cluster::follow(batch).map(|()| Left::Results),
        Backend::Print(_) if batch.open_tasks().is_empty() => Ok(Left::Results),
        Backend::Print(scheduler) => cluster::print(batch, scheduler).map(|()| Left::Printed),
    };
    finished.map_err(|error| {
        batch.bar.clear();
        error.to_string()
    })
}

/// A batch from lists, which goes on if it was begun before.
fn begin<'b>(options: &'b BatchOptions, stop: &'b AtomicBool) -> Result<Batch<'b>, String> {
    let say = |error: BatchError| error.to_string();
    let setup = Setup {
        candor: own_candor(),
        timeout: options.timeout,
        memory_limit_mb: options.memory_limit,
        args: options.args.clone(),
        measure: match options.measure {
            MeasuredBy::Candor => Measurer::Candor,
            MeasuredBy::Benchexec => Measurer::Benchexec,
        },
        directory: env::current_dir().map_err(|error| format!("there is no current folder: {error}"))?,
    };
    let start = if options.restart { Start::Restart } else { Start::Resume };
    let (folder, journal, outcomes) = Folder::open(&options.output, &setup.settings(), start).map_err(say)?;
    let listed = tasks::all_tasks(options, stop)?;
    console::write_message(&listed.notes);
    // Libraries are no mistake: there is nothing to check in them, which the results say.
    if listed.tasks.is_empty() && listed.n_without_main == 0 && !stop.load(Ordering::Relaxed) {
        return Err("there are no tasks".to_owned());
    }
    let plan = BatchPlan {
        id: folder.plan_id().map_err(say)?.unwrap_or_else(|| new_id(options)),
        setup,
        submission: submission(options, Submission::default()),
        chunk_size: 1,
        keys: distinct_keys(&listed.tasks),
        tasks: listed.tasks,
    };
    // A list that was not read to its end is no plan.
    if !stop.load(Ordering::Relaxed) {
        folder.write_plan(&plan).map_err(say)?;
    }
    Ok(Batch::new(options, folder, journal, plan, &outcomes, stop))
}

/// The batch in the folder.
fn reopen<'b>(options: &'b BatchOptions, stop: &'b AtomicBool) -> Result<Batch<'b>, String> {
    let say = |error: BatchError| error.to_string();
    let mut plan = Folder::read_plan(&options.output).map_err(say)?;
    plan.submission = submission(options, plan.submission);
    // Jobs run the build that was put into the folder when the batch began; here only this one can run.
    if !options.collect && plan.submission.backend == Backend::Local {
        plan.setup.candor = own_candor();
    }
    let (folder, journal, outcomes) =
        Folder::open(&options.output, &plan.setup.settings(), Start::Resume).map_err(say)?;
    Ok(Batch::new(options, folder, journal, plan, &outcomes, stop))
}

/// How tasks are submitted: as before, except for what the user says now.
fn submission(options: &BatchOptions, before: Submission) -> Submission {
    let chunk = options.chunk.map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    Submission {
        backend: options.backend.unwrap_or(before.backend),
        chunk: chunk.or(before.chunk),
        at_once: options.jobs.or(before.at_once),
        partition: options.partition.clone().or(before.partition),
        account: options.account.clone().or(before.account),
        sbatch: if options.sbatch.is_empty() { before.sbatch } else { options.sbatch.clone() },
        stage: options.stage || before.stage,
    }
}

/// Letters and digits that no other batch has, on any machine.
fn new_id(options: &BatchOptions) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    BatchPlan::id_of(&format!(
        "{}\0{}\0{}",
        process::absolute(&options.output).display(),
        std::process::id(),
        now.as_nanos()
    ))
}

/// What tells one candor from another: its version and its build.
fn own_candor() -> String {
    let metadata = fs::metadata(child::own_program());
    let modified = metadata.as_ref().ok().and_then(|metadata| metadata.modified().ok());
    let age = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let length = metadata.map_or(0, |metadata| metadata.len());
    format!("{} (build {length:x}-{:x})", env!("CARGO_PKG_VERSION"), age.as_millis())
}

/// A batch at work.
struct Batch<'b> {
    /// As the user knows it.
    output: PathBuf,
    folder: Folder,
    journal: Journal,
    plan: BatchPlan,
    /// For each task what came of it, if that is in the journal.
    done: Vec<Option<Outcome>>,
    /// Tasks by their keys.
    by_key: BTreeMap<String, usize>,
    collector: Collector,
    bar: Bar,
    stop: &'b AtomicBool,
}

impl<'b> Batch<'b> {
    fn new(
        options: &BatchOptions,
        folder: Folder,
        journal: Journal,
        plan: BatchPlan,
        outcomes: &BTreeMap<String, Outcome>,
        stop: &'b AtomicBool,
    ) -> Batch<'b> {
        let done: Vec<Option<Outcome>> = plan.keys.iter().map(|key| outcomes.get(key).cloned()).collect();
        let n_before = done.iter().filter(|outcome| outcome.is_some()).count();
        Batch {
            output: options.output.clone(),
            by_key: plan.keys.iter().enumerate().map(|(idx, key)| (key.clone(), idx)).collect(),
            bar: Bar::new(done.len(), n_before),
            collector: Collector::default(),
            folder,
            journal,
            plan,
            done,
            stop,
        }
    }

    fn open_tasks(&self) -> Vec<usize> {
        (0..self.done.len()).filter(|&idx| self.done[idx].is_none()).collect()
    }

    /// Writes results into the journal. A task that has one already keeps it.
    fn record(&mut self, results: impl IntoIterator<Item = (usize, Outcome)>) -> Result<(), BatchError> {
        let mut fresh: BTreeMap<usize, Outcome> = BTreeMap::new();
        for (idx, outcome) in results {
            if self.done[idx].is_none() {
                fresh.entry(idx).or_insert(outcome);
            }
        }
        if fresh.is_empty() {
            return Ok(());
        }
        self.journal.append(fresh.iter().map(|(&idx, outcome)| (&*self.plan.keys[idx], outcome)))?;
        for (idx, outcome) in fresh {
            self.bar.add(&ResultRow::new(&self.plan.tasks[idx], &outcome));
            self.done[idx] = Some(outcome);
        }
        Ok(())
    }

    /// Takes in what jobs have written since the last look. Results of tasks that are in the list no longer stay where they are.
    fn collect(&mut self) -> Result<(), BatchError> {
        let found = self.collector.look(&self.folder)?;
        let known: Vec<(usize, Outcome)> =
            found.into_iter().filter_map(|(key, outcome)| Some((*self.by_key.get(&key)?, outcome))).collect();
        self.record(known)
    }

    /// The folder, for messages.
    fn shown_folder(&self) -> String {
        escape(self.output.as_os_str().as_encoded_bytes())
    }
}

/// Writes everything that is made of the answers, and says the most important.
fn write_results(batch: &Batch<'_>) -> Result<u8, BatchError> {
    let Batch { folder, plan, done, .. } = batch;
    let known = plan.tasks.iter().zip(done).filter_map(|(task, outcome)| Some((task, outcome.as_ref()?)));
    let sized: Vec<(ResultRow, u64)> =
        known.map(|(task, outcome)| (ResultRow::new(task, outcome), bytes_of(task))).collect();
    let rows: Vec<ResultRow> = sized.iter().map(|(row, _)| row.clone()).collect();
    let mut summary = if done.is_empty() { String::new() } else { render_scores(&rows) };
    let n_open = done.len() - rows.len();
    if n_open > 0 {
        let how = match plan.submission.backend {
            Backend::Local => "were not run; start the batch again to go on".to_owned(),
            Backend::Slurm => {
                format!("have no result yet; `candor batch --resume -o {}` goes on", batch.shown_folder())
            }
            Backend::Print(_) => {
                let folder = batch.shown_folder();
                format!("have no result yet; `candor batch --resume -o {folder}` writes a job for them")
            }
        };
        summary += &format!("{n_open} of {} tasks {how}\n", done.len());
    }
    let is_bad = |row: &ResultRow| match row.judgement() {
        Judgement::Wrong => true,
        Judgement::Open => matches!(row.answer, Answer::False(_)),
        Judgement::Right | Judgement::None => false,
    };
    let is_settled = rows.iter().any(|row| row.answer.is_verdict());
    let status = match (rows.iter().any(is_bad), n_open) {
        (_, 1..) => status::UNKNOWN,
        (true, 0) => status::VIOLATED,
        (false, 0) if !is_settled => status::UNKNOWN,
        (false, 0) => status::SUCCESS,
    };
    if status == status::UNKNOWN && n_open == 0 {
        summary += match done.is_empty() {
            true => "no file has a `main`; `--each-function` checks each function alone\n",
            false => "no task has a verdict\n",
        };
    }
    let quantiles = quantile_plot(&[("candor", &rows)]);
    let sizes = size_plot(&sized);
    let plots = [("Quantile plot", &*quantiles), ("Time and size of each task", &*sizes)];
    let shown = reports::tasks(folder, &plan.setup.directory, &rows);
    folder.write("results.tsv", render_tsv(&rows).as_bytes())?;
    folder.write("results.json", render_json(&rows, &plan.setup.settings()).as_bytes())?;
    folder.write("results.sarif", reports::sarif(&shown, status).as_bytes())?;
    folder.write("results.xml", reports::junit(&shown).as_bytes())?;
    folder.write("report.html", reports::page(&[(&batch.shown_folder(), &shown)], &summary, &plots).as_bytes())?;
    folder.write("summary.txt", summary.as_bytes())?;
    folder.write("quantile.svg", quantiles.as_bytes())?;
    folder.write("scatter.svg", sizes.as_bytes())?;
    console::print(&summary);
    Ok(status)
}

fn bytes_of(task: &Task) -> u64 {
    task.files().iter().filter_map(|file| fs::metadata(file).ok()).map(|metadata| metadata.len()).sum()
}
