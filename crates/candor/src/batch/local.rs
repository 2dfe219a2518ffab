//! The back end on this machine: workers take the open tasks one by one, in the order of the list.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use candor_batch::{BatchError, Folder, Outcome};

use super::Batch;
use super::process::{not_started, run_task};

/// Does what is not done yet.
pub(super) fn finish(batch: &mut Batch<'_>) -> Result<(), BatchError> {
    let open = batch.open_tasks();
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let n_jobs = batch.plan.submission.at_once.map_or(cores, usize::from).min(open.len());
    let next = AtomicUsize::new(0);
    let (stop, plan) = (batch.stop, batch.plan.clone());
    let (sender, answers) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..n_jobs {
            let sender = sender.clone();
            let (open, next, plan) = (&open, &next, &plan);
            scope.spawn(move || {
                while let Some(&idx) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = run_task(&plan.setup, &plan.tasks[idx], None, stop);
                    let done = done.unwrap_or_else(|message| Some(not_started(&plan.setup, message)));
                    // Nobody listens any more once the journal cannot be written.
                    if done.is_none_or(|done| sender.send((idx, done)).is_err()) {
                        break;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match answers.recv_timeout(Duration::from_millis(200)) {
                Ok((idx, done)) => {
                    // First all that was said, then, in the journal, the answer.
                    let key = &plan.keys[idx];
                    let outcome = Outcome { log: Folder::log_name(key), ..done.outcome };
                    let kept = batch.folder.write_log(key, &done.log);
                    let recorded = kept.and_then(|()| batch.record([(idx, outcome)]));
                    if recorded.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    recorded?;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => batch.bar.show(),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    })
}
