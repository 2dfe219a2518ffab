//! A task: a program, and what is asked about it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::text::{escape_os, escape_path, os_text, os_texts};

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// As the list has it; this is how people know the task.
    #[serde(with = "os_text")]
    pub name: OsString,
    pub program: Program,
    /// Instead of `main`.
    pub function: Option<String>,
    /// `None`: the usual checks.
    pub property: Option<Property>,
    pub expected: Option<Expected>,
    /// `ILP32` or `LP64`; otherwise what candor takes by itself.
    pub data_model: Option<String>,
}

/// What the task is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Program {
    Files(#[serde(with = "os_texts")] Vec<PathBuf>),
    /// A file of a compilation database, with its flags.
    Unit {
        #[serde(with = "os_text")]
        database: PathBuf,
        #[serde(with = "os_text")]
        file: PathBuf,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    /// Its short name, for tables.
    pub name: String,
    /// A name or a `.prp` file: what `--property` gets.
    #[serde(with = "os_text")]
    pub argument: OsString,
}

impl Property {
    pub(crate) fn named(name: &str) -> Property {
        Property { name: name.to_owned(), argument: name.into() }
    }
}

/// What the right answer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expected {
    pub holds: bool,
    /// The part of the property that is violated, if the list tells.
    pub subproperty: Option<String>,
}

impl Task {
    /// The files that are read, for their sizes.
    pub fn files(&self) -> Vec<&PathBuf> {
        match &self.program {
            Program::Files(files) => files.iter().collect(),
            Program::Unit { file, .. } => vec![file],
        }
    }

    pub fn shown_name(&self) -> String {
        escape_os(&self.name)
    }

    /// What makes the task this one, as a line of text. Expectations do not: they are compared with answers afterwards.
    fn identity(&self) -> String {
        let program = match &self.program {
            Program::Files(files) => json!(files.iter().map(|file| escape_path(file)).collect::<Vec<_>>()),
            Program::Unit { database, file } => json!({"database": escape_path(database), "file": escape_path(file)}),
        };
        let property = self.property.as_ref().map(|property| escape_os(&property.argument));
        json!([program, self.function, property, self.data_model]).to_string()
    }
}

/// A key for each task that is the same in every run of the batch. The same task twice in a list is two tasks.
pub fn distinct_keys(tasks: &[Task]) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let key = |task: &Task| {
        let identity = task.identity();
        let ordinal = seen.entry(identity.clone()).and_modify(|n| *n += 1).or_insert(0);
        match *ordinal {
            0 => identity,
            n => format!("{identity}#{n}"),
        }
    };
    tasks.iter().map(key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_tasks_have_different_keys() {
        let task = Task {
            name: "a.c".into(),
            program: Program::Files(vec!["a.c".into()]),
            function: None,
            property: Some(Property::named("unreach-call")),
            expected: None,
            data_model: None,
        };
        let other = Task { property: Some(Property::named("termination")), ..task.clone() };
        let judged = Task { expected: Some(Expected { holds: true, subproperty: None }), ..task.clone() };
        let keys = distinct_keys(&[task.clone(), other, judged, task]);
        assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), 4);
        assert_eq!(keys[2], format!("{}#1", keys[0]));
    }
}
