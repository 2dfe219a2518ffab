//! The list of tasks of a batch, from whatever it was given.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use candor_batch::{
    End, Finished, Limits, ListOptions, Program, Property, Task, definition_tasks, escape, list_tasks, set_tasks,
    supervise,
};

use candor_portfolio::shortened;

use super::child;
use super::process::absolute;
use crate::functions::Listed;
use crate::options::BatchOptions;

#[derive(Debug, Default)]
pub(super) struct TaskList {
    pub(super) tasks: Vec<Task>,
    /// How many files were left out because they have no `main`.
    pub(super) n_without_main: usize,
    /// What the user should know before the batch begins.
    pub(super) notes: String,
}

/// Reading one file and listing its functions never takes longer, unless something is wrong with it.
const LISTING_LIMIT: Duration = Duration::from_secs(120);
const LISTING_MEMORY: u64 = 4 << 30;

pub(super) fn all_tasks(options: &BatchOptions, stop: &AtomicBool) -> Result<TaskList, String> {
    let list_options = ListOptions {
        root: options.root.clone(),
        properties: options.property.clone(),
        data_model: options.data_model.map(|model| model.name().to_owned()),
    };
    let mut list = TaskList::default();
    for input in &options.inputs {
        let shown = || escape(input.as_os_str().as_encoded_bytes());
        let is_database = input.file_name().is_some_and(|name| name == "compile_commands.json");
        let extension = input.extension().and_then(|extension| extension.to_str());
        let tasks = match extension {
            Some("tsv") => {
                let text = fs::read(input).map_err(|error| format!("{}: {error}", shown()))?;
                list_tasks(input, &text, &list_options).map_err(|error| error.to_string())?
            }
            Some("set") => set_tasks(input, &list_options).map_err(|error| error.to_string())?,
            Some("yml" | "yaml") => definition_tasks(input, &list_options).map_err(|error| error.to_string())?,
            Some("json") if is_database => {
                let files = candor_llvm::database_files(input).map_err(|error| error.to_string())?;
                let unit = |file| Program::Unit { database: input.clone(), file };
                programs(options, files.into_iter().map(unit).collect(), &mut list, stop)
            }
            Some("c" | "i" | "ll" | "bc") => {
                fs::metadata(input).map_err(|error| format!("{}: {error}", shown()))?;
                programs(options, vec![Program::Files(vec![input.clone()])], &mut list, stop)
            }
            _ => {
                let known = "candor knows .tsv, .set, .yml, compile_commands.json and programs";
                return Err(format!("{}: unknown kind of task list; {known}", shown()));
            }
        };
        list.tasks.extend(tasks);
    }
    leave_out_unknown_properties(&mut list);
    Ok(list)
}

/// Task definitions may ask for things that candor does not do, such as test coverage.
fn leave_out_unknown_properties(list: &mut TaskList) {
    let mut left_out: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    list.tasks.retain(|task| {
        let Some(property) = &task.property else { return true };
        let is_file = property.argument.to_str().is_some_and(|argument| argument.ends_with(".prp"));
        let is_known = !is_file || !is_beyond_us(Path::new(&property.argument));
        if !is_known {
            *left_out.entry(property.name.clone()).or_default() += 1;
        }
        is_known
    });
    for (name, count) in left_out {
        let name = escape(name.as_bytes());
        list.notes += &format!("left out: {count} tasks for the property `{name}`, which candor does not know\n");
    }
}

/// Whether a file says something that candor cannot check. One that cannot be read says nothing.
fn is_beyond_us(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| candor_witness::Property::read_file(&text).is_err())
}

/// Tasks for programs: each main, or each function.
fn programs(options: &BatchOptions, programs: Vec<Program>, list: &mut TaskList, stop: &AtomicBool) -> Vec<Task> {
    let listed = list_all(options, &programs, stop);
    let mut tasks = Vec::new();
    for (program, listed) in programs.into_iter().zip(listed) {
        let has_main = listed.as_ref().is_none_or(|listed| listed.functions.iter().any(|name| name == "main"));
        let functions = listed.map(|listed| listed.functions).unwrap_or_default();
        if options.each_function && !functions.is_empty() {
            tasks.extend(functions.into_iter().flat_map(|name| tasks_for(options, &program, Some(name))));
        } else if has_main {
            // What cannot be read has no functions; its task will tell why.
            tasks.extend(tasks_for(options, &program, None));
        } else {
            list.n_without_main += 1;
            list.notes.push_str(&note(&program, &functions));
        }
    }
    tasks
}

fn tasks_for(options: &BatchOptions, program: &Program, function: Option<String>) -> Vec<Task> {
    let task = |property: Option<&String>| Task {
        name: name_of(program),
        program: program.clone(),
        // `main` gets what the system gives to programs, not just any arguments.
        function: function.clone().filter(|name| name != "main"),
        property: property.map(|name| Property { name: name.clone(), argument: absolute_property(name) }),
        expected: None,
        data_model: options.data_model.map(|model| model.name().to_owned()),
    };
    match options.property.is_empty() {
        true => vec![task(None)],
        false => options.property.iter().map(|name| task(Some(name))).collect(),
    }
}

fn absolute_property(name: &str) -> OsString {
    if name.ends_with(".prp") { absolute(Path::new(name)).into_os_string() } else { name.into() }
}

fn name_of(program: &Program) -> OsString {
    match program {
        Program::Files(files) => files.first().cloned().unwrap_or_default().into_os_string(),
        Program::Unit { file, .. } => file.clone().into_os_string(),
    }
}

fn note(program: &Program, functions: &[String]) -> String {
    let file = escape(name_of(program).as_encoded_bytes());
    if functions.is_empty() {
        return format!("{file}: there are no functions in it\n");
    }
    let names: Vec<String> = functions.iter().map(|name| escape(name.as_bytes())).collect();
    format!("{file}: no main, but {}; --each-function checks each alone\n", shortened(&names, 8))
}

/// The functions of all programs, each read by a process of its own; `None` for one that cannot be read.
fn list_all(options: &BatchOptions, programs: &[Program], stop: &AtomicBool) -> Vec<Option<Listed>> {
    let slots: Mutex<Vec<Option<Listed>>> = Mutex::new(programs.iter().map(|_| None).collect());
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let n_jobs = options.jobs.map_or(cores, usize::from).min(programs.len());
    thread::scope(|scope| {
        for _ in 0..n_jobs {
            scope.spawn(|| {
                while let Some((idx, program)) = {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    programs.get(idx).map(|program| (idx, program))
                } {
                    let listed = list(options, program, stop);
                    slots.lock().unwrap_or_else(PoisonError::into_inner)[idx] = listed;
                }
            });
        }
    });
    slots.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn list(options: &BatchOptions, program: &Program, stop: &AtomicBool) -> Option<Listed> {
    let mut command = child::command(LISTING_MEMORY);
    command.args(["__candor-functions", "--no-config"]);
    if let Some(model) = options.data_model {
        command.arg(format!("--data-model={}", model.name()));
    }
    match program {
        Program::Unit { database, file } => {
            let mut unit = OsString::from("--unit=");
            unit.push(absolute(file));
            command.arg(unit).arg(absolute(database));
        }
        Program::Files(files) => {
            command.args(files.iter().map(|file| absolute(file)).collect::<Vec<PathBuf>>());
        }
    }
    let limits = Limits { wall: LISTING_LIMIT, memory: LISTING_MEMORY };
    let Finished { end, stdout, .. } = supervise(&mut command, limits, stop).ok()?;
    (end == End::Exited(0)).then(|| serde_json::from_slice(&stdout).ok())?
}
