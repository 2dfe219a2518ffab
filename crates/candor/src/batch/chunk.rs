//! `__candor-chunk`: the tasks of one chunk, one after the other. This is what the jobs of a batch run.
//!
//! All that it knows is in the folder of the run, and all that it writes is one file of results there. It ends with an error as soon as
//! it cannot write: the scheduler knows then that the chunk is not done, and so does whoever gathers the results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use candor_batch::{BatchError, BatchRun, ChunkFile, Pack};

use super::process::{run_task, try_machine, try_measure};
use crate::options::{ChunkOptions, Format};
use crate::{console, status};

pub(crate) fn chunk(options: &ChunkOptions) -> u8 {
    run(options).unwrap_or_else(|message| {
        let message = format!("{}, chunk {}: {message}", options.run.display(), options.chunk);
        console::refuse(&message, Format::Text, status::CHECK_BAD_INPUT)
    })
}

fn run(options: &ChunkOptions) -> Result<u8, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let of_handler = Arc::clone(&stop);
    ctrlc::set_handler(move || of_handler.store(true, Ordering::Relaxed))
        .map_err(|error| format!("signals cannot be caught: {error}"))?;
    let say = |error: BatchError| error.to_string();
    let run = BatchRun::read(&options.run).map_err(say)?;
    if run.plan.id != options.id {
        return Err("another batch is in this folder now".to_owned());
    }
    let directory = &run.plan.setup.directory;
    try_measure(run.plan.setup.measure, &stop)?;
    try_machine(&run.plan.setup, &stop)?;
    let tasks = run.chunk(options.chunk);
    let pack = if run.plan.submission.stage { Pack::of_run(&run.path).map_err(say)? } else { None };
    // A machine that does not see the sources must not take them for missing: it can only do what was packed.
    let is_packed = |idx| pack.as_ref().is_some_and(|pack| pack.has(&run.plan.tasks[idx], directory));
    if !directory.is_dir() && !tasks.clone().all(is_packed) {
        return Err(format!("{}: this machine does not have this folder, and so not the sources", directory.display()));
    }
    let (mut file, done) = ChunkFile::create(&run, options.chunk).map_err(say)?;
    for idx in tasks.filter(|&idx| !done.contains(&run.plan.keys[idx])) {
        if !run.exists() {
            return Err("the batch was begun anew".to_owned());
        }
        let Some(done) = run_task(&run.plan.setup, &run.plan.tasks[idx], pack.as_ref(), &stop)? else {
            return Ok(status::UNKNOWN);
        };
        file.append(&run.plan.keys[idx], &done.outcome, &done.log).map_err(say)?;
    }
    Ok(status::SUCCESS)
}
