//! Many tasks: where they come from, how each runs within its limits, and what the answers amount to.
//!
//! A task is a program and a property. Lists of tasks are tables, SV-COMP's task definitions, or the files of a compilation
//! database. Each task runs in a process of its own, which can be stopped with all that it started. An answer is
//! written to a journal as soon as it is there, so that a batch that was killed goes on where it was. Everything that a batch
//! leaves behind is in one folder, under names that no task can choose. Other machines that see this folder can do chunks
//! of the tasks: a scheduler starts them, each chunk writes one file of results, and these are gathered into the same journal.
//!
//! Reading order: `task`, where tasks come from (`list`, `definition`, `pattern`), `supervise`, `measure` and `answer`, `journal` and
//! `folder`; for other machines `plan`, `run`, `chunk` and `collect`, `stage` and `pack`, `backend`, `scripts` and
//! `slurm`; and what is made of the
//! results: `score`, `results`, `compare`, `plot`.

mod task;

mod definition;
mod list;
mod pattern;

mod answer;
mod measure;
mod supervise;

mod folder;
mod journal;
mod lines;

mod backend;
mod chunk;
mod collect;
mod pack;
mod plan;
mod run;
mod scripts;
mod slurm;
mod stage;

mod compare;
mod plot;
mod results;
mod score;

mod error;
mod svg;
mod text;

pub use answer::{Answer, Given, Judgement, judge};
pub use backend::{Backend, JobScheduler, Submission};
pub use chunk::ChunkFile;
pub use collect::Collector;
pub use compare::{Comparison, compare, render_comparison};
pub use definition::{definition_tasks, set_tasks};
pub use error::BatchError;
pub use folder::{Folder, Start};
pub use journal::{Journal, Outcome};
pub use list::{ListOptions, list_tasks};
pub use measure::{Measurer, run_with_runexec, try_runexec};
pub use pack::{Pack, pack_sources};
pub use plan::{BatchPlan, Setup};
pub use plot::{quantile_plot, scatter_plot, size_plot};
pub use results::{ResultRow, read_results, render_json, render_tsv};
pub use run::BatchRun;
pub use score::{Score, ScoreTable, render_scores};
pub use scripts::write_job;
pub use slurm::{ChunkState, QueuedChunk, queue, submit};
pub use stage::{stage_program, staged_program};
pub use supervise::{End, Finished, Limits, supervise};
pub use task::{Expected, Program, Property, Task, distinct_keys};
pub use text::{escape, unescape};
