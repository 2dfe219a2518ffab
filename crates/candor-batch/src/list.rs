//! Lists of tasks as tables: one line for each task, columns separated by tabs.
//!
//! The columns are `path`, `property`, `expected` (`true` or `false`), `data_model`; a first line with these names may put them into
//! another order and add `subproperty` and `function`. Other columns are not looked at.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use crate::error::BatchError;
use crate::task::{Expected, Program, Property, Task};
use crate::text::{shorten, unescape};

/// How lists are read.
#[derive(Clone, Debug, Default)]
pub struct ListOptions {
    /// What relative paths start from; otherwise the folder of the list.
    pub root: Option<PathBuf>,
    /// Only tasks with these properties.
    pub properties: Vec<String>,
    /// For tasks that do not say.
    pub data_model: Option<String>,
}

impl ListOptions {
    pub(crate) fn selects(&self, property: Option<&str>) -> bool {
        self.properties.is_empty() || property.is_some_and(|name| self.properties.iter().any(|other| other == name))
    }
}

const COLUMNS: [&str; 6] = ["path", "property", "expected", "data_model", "subproperty", "function"];

/// The tasks of a table. `path` is where the text comes from.
pub fn list_tasks(path: &Path, text: &[u8], options: &ListOptions) -> Result<Vec<Task>, BatchError> {
    let root = options.root.clone().unwrap_or_else(|| path.parent().unwrap_or(Path::new("")).to_owned());
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let mut columns: Vec<Option<usize>> = (0..4).map(Some).chain([None, None]).collect();
    let mut first = lines.next();
    if let Some((_, header)) = first.filter(|(_, line)| line.split('\t').next() == Some("path")) {
        let names: Vec<&str> = header.split('\t').map(str::trim).collect();
        columns = COLUMNS.iter().map(|column| names.iter().position(|name| name == column)).collect();
        first = lines.next();
    }
    let mut tasks = Vec::new();
    for (idx, line) in first.into_iter().chain(lines) {
        let error = |message| BatchError::Line { path: path.to_owned(), line: idx + 1, message };
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |column: usize| columns[column].and_then(|at| cells.get(at)).map_or("", |cell| cell.trim());
        let task = task(&root, cell, options).map_err(error)?;
        if options.selects(task.property.as_ref().map(|property| &*property.name)) {
            tasks.push(task);
        }
    }
    Ok(tasks)
}

fn task<'t>(root: &Path, cell: impl Fn(usize) -> &'t str, options: &ListOptions) -> Result<Task, String> {
    let name = OsString::from_vec(unescape(cell(0)));
    if name.is_empty() {
        return Err("there is no path".to_owned());
    }
    let subproperty = Some(cell(4)).filter(|text| !text.is_empty()).map(str::to_owned);
    let expected = match cell(2).to_ascii_lowercase().as_str() {
        "true" => Some(Expected { holds: true, subproperty: None }),
        "false" => Some(Expected { holds: false, subproperty }),
        "" | "unknown" | "-" => None,
        other => return Err(format!("`{}` is expected, which is neither `true` nor `false`", shorten(other))),
    };
    let data_model = match cell(3) {
        "" => options.data_model.clone(),
        model @ ("ILP32" | "LP64") => Some(model.to_owned()),
        other => return Err(format!("the data model `{}` is neither `ILP32` nor `LP64`", shorten(other))),
    };
    let property = Some(cell(1)).filter(|name| !name.is_empty());
    Ok(Task {
        program: Program::Files(vec![root.join(&name)]),
        name,
        function: Some(cell(5)).filter(|name| !name.is_empty()).map(str::to_owned),
        property: property.map(|name| property_in(root, name)),
        expected,
        data_model,
    })
}

/// A property file is relative to the same folder as the programs.
fn property_in(root: &Path, name: &str) -> Property {
    if !name.ends_with(".prp") {
        return Property::named(name);
    }
    let short = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Property { name: short, argument: root.join(name).into_os_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Task>, String> {
        list_tasks(Path::new("/lists/a.tsv"), text.as_bytes(), &ListOptions::default())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn with_and_without_a_header() {
        let plain = read("a.c\tunreach-call\tfalse\tILP32\tmore\n\n# no task\nb.c\n").expect("is a list");
        assert_eq!(plain.len(), 2);
        assert_eq!(plain[0].program, Program::Files(vec!["/lists/a.c".into()]));
        assert_eq!(plain[0].expected, Some(Expected { holds: false, subproperty: None }));
        assert_eq!((&plain[1].property, &plain[1].data_model), (&None, &None));
        let headed = "path\tcategory\tdata_model\tproperty\tsubproperty\texpected\n\
                      a.c\tX\tLP64\tvalid-memsafety\tvalid-deref\tfalse\n";
        let headed = read(headed).expect("is a list");
        assert_eq!(headed[0].data_model.as_deref(), Some("LP64"));
        assert_eq!(headed[0].expected.as_ref().and_then(|e| e.subproperty.as_deref()), Some("valid-deref"));
    }

    #[test]
    fn strange_names() {
        let tasks = read("a\\nb\"c.c\tx.prp\n/abs/../d.c\n").expect("is a list");
        assert_eq!(tasks[0].name, "a\nb\"c.c");
        let property = tasks[0].property.as_ref().expect("there is one");
        assert_eq!((&*property.name, &property.argument), ("x", &OsString::from("/lists/x.prp")));
        assert_eq!(tasks[1].program, Program::Files(vec!["/abs/../d.c".into()]));
    }

    #[test]
    fn mistakes_have_a_line() {
        assert_eq!(
            read("a.c\tp\tmaybe\n").unwrap_err(),
            "/lists/a.tsv:1: `maybe` is expected, which is neither `true` nor `false`"
        );
        let wide = read("a.c\tp\ttrue\t64\n").unwrap_err();
        assert!(wide.contains(":1: the data model `64`"), "{wide}");
        assert!(read("\n\tp\n").unwrap_err().contains(":2: there is no path"));
    }
}
