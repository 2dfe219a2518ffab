//! The back ends on other machines: open tasks become a run, whose results are gathered into the journal.
//!
//! Following a job is looking, again and again, first at Slurm's queue and then at the files of results, in this order: a chunk that was
//! gone from the queue had written its results before. What is then still open and in no chunk that lives has lost its job, and is
//! submitted again, in smaller chunks. Whoever follows may be killed at any moment: the next one finds the runs in the folder and their
//! jobs by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use candor_batch::{
    BatchError, BatchRun, ChunkState, JobScheduler, QueuedChunk, Submission, cancel, pack_sources, queue,
    stage_program, staged_program, submit, write_job,
};

use super::{Batch, child, own_candor};
use crate::console;

/// Looks cost the file server and Slurm something: they come in these intervals.
const SHORTEST_PAUSE: Duration = Duration::from_millis(300);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// So much of the time may be spent on looking.
const PAUSE_PER_LOOK: u32 = 10;
/// How long results of a chunk that has left the queue may take to be seen: file servers are slow to tell.
const SETTLING: Duration = Duration::from_secs(5);
/// How often a task is submitted whose job ends without a result.
const MOST_SUBMISSIONS: u32 = 3;

/// Writes a job for the tasks that are open, and says how to submit it.
pub(super) fn print(batch: &mut Batch<'_>, scheduler: JobScheduler) -> Result<(), BatchError> {
    let open = batch.open_tasks();
    let (run, how) = make_run(batch, &open, batch.plan.submission.chunk_size(open.len()), scheduler)?;
    batch.bar.say(&format!("{}; submit it with\n", describe(&run)));
    console::print(&format!("{how}\n"));
    let folder = batch.shown_folder();
    batch.bar.say(&format!("\n`candor batch --collect -o {folder}` gathers the results, as often as you like"));
    Ok(())
}

/// Writes the next run of the batch, with everything that its jobs need.
fn make_run(
    batch: &Batch<'_>,
    tasks: &[usize],
    chunk_size: usize,
    scheduler: JobScheduler,
) -> Result<(BatchRun, String), BatchError> {
    let candor = match staged_program(&batch.folder)? {
        Some(candor) => candor,
        None => stage_program(&batch.folder, &child::own_program(), batch.plan.setup.candor == own_candor())?,
    };
    if batch.plan.submission.stage {
        let elsewhere = pack_sources(&batch.folder, &batch.plan.tasks, &batch.plan.setup.directory)?;
        if let Some(&first) = elsewhere.first() {
            let (n_tasks, name) = (elsewhere.len(), batch.plan.tasks[first].shown_name());
            console::write_message(&format!(
                "--stage: the sources of {n_tasks} tasks are read where they are, for they may need other files ({name})\n"
            ));
        }
    }
    let run = BatchRun::create(&batch.folder, batch.plan.part(tasks, chunk_size))?;
    match write_job(&run, scheduler, &candor) {
        Ok(how) => Ok((run, how)),
        Err(error) => {
            run.remove()?;
            Err(error)
        }
    }
}

fn describe(run: &BatchRun) -> String {
    let (n_tasks, n_chunks) = (run.plan.tasks.len(), run.n_chunks());
    format!("{n_tasks} tasks in {n_chunks} chunks: {}", run.name())
}

/// Submits what is open to Slurm and follows it to its end.
pub(super) fn follow(batch: &mut Batch<'_>) -> Result<(), BatchError> {
    let mut follower = Follower::new(batch)?;
    loop {
        let looked = Instant::now();
        let step = follower.step(batch)?;
        if step == Next::End {
            return Ok(());
        }
        let pause = (looked.elapsed() * PAUSE_PER_LOOK).clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
        let until = Instant::now() + pause;
        while Instant::now() < until && !batch.stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Next {
    Wait,
    End,
}

/// A chunk: the name of its run and its number.
type ChunkName = (String, usize);

struct Follower {
    runs: Vec<BatchRun>,
    /// How often each task was seen without a job that lives.
    n_lost: BTreeMap<usize, u32>,
    /// Since when there are tasks without a job.
    lost_since: Option<Instant>,
    /// Chunks that had been cancelled, or were about to be, before we came: going on means that they are wanted now.
    ended_before: Option<BTreeSet<ChunkName>>,
    /// What Slurm said last of a chunk that ended without results.
    last_words: Option<String>,
    /// Whether the user was told that Slurm does not answer.
    is_silent: bool,
}

impl Follower {
    fn new(batch: &Batch<'_>) -> Result<Follower, BatchError> {
        Ok(Follower {
            runs: BatchRun::all(&batch.folder)?,
            n_lost: BTreeMap::new(),
            lost_since: None,
            ended_before: None,
            last_words: None,
            is_silent: false,
        })
    }

    /// One look, and what follows from it.
    fn step(&mut self, batch: &mut Batch<'_>) -> Result<Next, BatchError> {
        let queued = self.look_at_queue(batch)?;
        batch.collect()?;
        let open = batch.open_tasks();
        if open.is_empty() {
            return Ok(Next::End);
        }
        if batch.stop.load(Ordering::Relaxed) {
            self.take_leave(batch);
            return Ok(Next::End);
        }
        // Without an answer nothing can be said of jobs, only of results.
        let Some(queued) = queued else { return Ok(Next::Wait) };
        batch.bar.set_queue(describe_queue(&queued));
        batch.bar.show();
        let lost = self.lost_tasks(batch, &open, &queued);
        if lost.is_empty() {
            self.lost_since = None;
            return Ok(Next::Wait);
        }
        let is_first = self.runs.is_empty();
        let since = *self.lost_since.get_or_insert_with(Instant::now);
        if !is_first && since.elapsed() < SETTLING {
            return Ok(Next::Wait);
        }
        self.lost_since = None;
        self.free_stuck(batch, &queued);
        self.submit_again(batch, &open, &lost, &queued)
    }

    fn look_at_queue(&mut self, batch: &mut Batch<'_>) -> Result<Option<Vec<QueuedChunk>>, BatchError> {
        match queue(&self.runs) {
            Ok(queued) => {
                self.is_silent = false;
                let is_ended = |state| matches!(state, ChunkState::Cancelled | ChunkState::Ending);
                let ended = queued.iter().filter(|chunk| is_ended(chunk.state)).map(name_of);
                self.ended_before.get_or_insert_with(|| ended.collect());
                Ok(Some(queued))
            }
            // At the beginning this is a mistake of the user's; later on it is Slurm that is being restarted.
            Err(error) if self.ended_before.is_none() => Err(error),
            Err(error) => {
                if !self.is_silent {
                    batch.bar.say(&format!("{error}; waiting"));
                }
                self.is_silent = true;
                Ok(None)
            }
        }
    }

    /// Takes out of the queue what will never start: its tasks are about to be submitted again.
    fn free_stuck(&mut self, batch: &mut Batch<'_>, queued: &[QueuedChunk]) {
        let stuck = || queued.iter().filter(|chunk| chunk.state == ChunkState::Stuck);
        self.ended_before.get_or_insert_default().extend(stuck().map(name_of));
        // Should it run after all, its results are as good as others.
        if let Err(error) = cancel(stuck()) {
            batch.bar.say(&error.to_string());
        }
    }

    /// Open tasks that are in no chunk that lives.
    fn lost_tasks(&self, batch: &Batch<'_>, open: &[usize], queued: &[QueuedChunk]) -> Vec<usize> {
        let mut hoped_for: BTreeSet<&str> = BTreeSet::new();
        for chunk in queued.iter().filter(|chunk| chunk.state.is_alive()) {
            for run in self.runs.iter().filter(|run| run.name() == chunk.run) {
                hoped_for.extend(run.plan.keys[run.chunk(chunk.chunk)].iter().map(String::as_str));
            }
        }
        open.iter().copied().filter(|&idx| !hoped_for.contains(&*batch.plan.keys[idx])).collect()
    }

    /// Tasks that lost their job get another, unless somebody has cancelled it or it was in vain too often.
    fn submit_again(
        &mut self,
        batch: &mut Batch<'_>,
        open: &[usize],
        lost: &[usize],
        queued: &[QueuedChunk],
    ) -> Result<Next, BatchError> {
        let is_over = lost.len() == open.len();
        let cancelled = self.cancelled_keys(queued);
        let mut wanted = Vec::new();
        for &idx in lost.iter().filter(|&&idx| !cancelled.contains(&batch.plan.keys[idx])) {
            let n_lost = self.n_lost.entry(idx).or_insert(0);
            if *n_lost < MOST_SUBMISSIONS {
                *n_lost += 1;
                wanted.push(idx);
            }
        }
        self.last_words = queued.iter().rfind(|chunk| !chunk.state.is_alive()).map(|chunk| chunk.words.clone());
        if wanted.is_empty() {
            return Ok(if is_over { self.give_up(batch, &cancelled, open) } else { Next::Wait });
        }
        let is_again = wanted.iter().any(|idx| self.n_lost[idx] > 1);
        let chunk_size = match is_again {
            true => Submission::cautious_chunk_size(wanted.len()).min(batch.plan.submission.chunk_size(wanted.len())),
            false => batch.plan.submission.chunk_size(wanted.len()),
        };
        let (run, _) = make_run(batch, &wanted, chunk_size, JobScheduler::Slurm)?;
        let job = match submit(&run) {
            Ok(job) => job,
            Err(error) => {
                run.remove()?;
                return Err(error);
            }
        };
        let why = if is_again { ", whose jobs ended without a result" } else { "" };
        batch.bar.say(&format!("submitted {}, Slurm's job {job}{why}", describe(&run)));
        self.runs.push(run);
        Ok(Next::Wait)
    }

    /// The tasks of chunks that were cancelled since we look.
    fn cancelled_keys(&self, queued: &[QueuedChunk]) -> BTreeSet<String> {
        let is_new = |name: &ChunkName| !self.ended_before.as_ref().is_some_and(|before| before.contains(name));
        let chunks = queued.iter().filter(|chunk| chunk.state == ChunkState::Cancelled).map(name_of).filter(is_new);
        let mut keys = BTreeSet::new();
        for (name, chunk) in chunks {
            for run in self.runs.iter().filter(|run| run.name() == name) {
                keys.extend(run.plan.keys[run.chunk(chunk)].iter().cloned());
            }
        }
        keys
    }

    /// Nothing lives, and nothing will be submitted: says why.
    fn give_up(&self, batch: &mut Batch<'_>, cancelled: &BTreeSet<String>, open: &[usize]) -> Next {
        let n_cancelled = open.iter().filter(|&&idx| cancelled.contains(&batch.plan.keys[idx])).count();
        if n_cancelled > 0 {
            batch.bar.say(&format!("the jobs of {n_cancelled} tasks were cancelled"));
        }
        let n_failed = open.len() - n_cancelled;
        if n_failed > 0 {
            let words = self.last_words.as_ref().map_or_else(String::new, |words| format!(" (Slurm says {words})"));
            let outputs = self.runs.last().map(|run| run.path.join("output").display().to_string()).unwrap_or_default();
            let text = format!("the jobs of {n_failed} tasks ended {MOST_SUBMISSIONS} times without a result{words}");
            batch.bar.say(&format!("{text}; what they said is in {outputs}"));
        }
        Next::End
    }

    /// The user wants to go; the jobs stay.
    fn take_leave(&self, batch: &mut Batch<'_>) {
        let names: Vec<String> = self.runs.iter().map(BatchRun::name).collect();
        if names.is_empty() {
            return;
        }
        let folder = batch.shown_folder();
        let again = format!("the jobs go on: `candor batch --resume -o {folder}` follows them again");
        batch.bar.say(&format!("{again}, `scancel --name={}` ends them", names.join(",")));
    }
}

fn name_of(chunk: &QueuedChunk) -> ChunkName {
    (chunk.run.clone(), chunk.chunk)
}

fn describe_queue(queued: &[QueuedChunk]) -> String {
    let count = |state: ChunkState| queued.iter().filter(|chunk| chunk.state == state).count();
    let (n_running, n_waiting) = (count(ChunkState::Running), count(ChunkState::Waiting));
    let why = queued.iter().find(|chunk| chunk.state == ChunkState::Waiting && n_running == 0);
    let why = why.map_or_else(String::new, |chunk| format!(" ({})", chunk.words));
    format!("{n_running} jobs running, {n_waiting} waiting{why}")
}
