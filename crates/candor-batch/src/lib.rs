//! Many tasks: where they come from, how each runs within its limits, and what the answers amount to.
//!
//! A task is a program and a property. Lists of tasks are tables, SV-COMP's task definitions, or the files of a compilation
//! database. Each task runs in a process of its own, which can be stopped with all that it started. An answer is
//! written to a journal as soon as it is there, so that a batch that was killed goes on where it was. Everything that a batch
//! leaves behind is in one folder, under names that no task can choose.
//!
//! Reading order: `task`, where tasks come from (`list`, `definition`, `pattern`), `supervise` and `answer`, `journal` and `folder`,
//! and what is made of the results: `score`, `results`, `compare`, `plot`.

mod task;

mod definition;
mod list;
mod pattern;

mod answer;
mod supervise;

mod folder;
mod journal;

mod compare;
mod plot;
mod results;
mod score;

mod error;
mod svg;
mod text;

pub use answer::{Answer, Given, Judgement, judge};
pub use compare::{Comparison, compare, render_comparison};
pub use definition::{definition_tasks, set_tasks};
pub use error::BatchError;
pub use folder::{Folder, Start};
pub use journal::{Journal, Outcome};
pub use list::{ListOptions, list_tasks};
pub use plot::{quantile_plot, scatter_plot, size_plot};
pub use results::{ResultRow, read_results, render_json, render_tsv};
pub use score::{Score, ScoreTable, render_scores};
pub use supervise::{End, Finished, Limits, supervise};
pub use task::{Expected, Program, Property, Task, distinct_keys};
pub use text::{escape, unescape};
