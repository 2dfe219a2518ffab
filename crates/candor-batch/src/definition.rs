//! Task definitions as BenchExec and SV-COMP have them (format 2.0), and the sets of them.
//!
//! A definition names its input files and, for each property, a `.prp` file and the verdict that is expected. All names are relative to
//! the definition's own folder. A set is a list of patterns for definitions.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::BatchError;
use crate::list::ListOptions;
use crate::pattern;
use crate::task::{Expected, Program, Property, Task};
use crate::text::shorten;

#[derive(Deserialize)]
struct Definition {
    format_version: Version,
    input_files: OneOrMore,
    #[serde(default)]
    properties: Vec<Asked>,
    #[serde(default)]
    options: Options,
}

/// `2.0` may be written as a number or as text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Version {
    Number(f64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

#[derive(Deserialize)]
struct Asked {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Deserialize, Default)]
struct Options {
    data_model: Option<String>,
}

/// The tasks of a definition: one for each property that it names and that is wanted.
pub fn definition_tasks(path: &Path, options: &ListOptions) -> Result<Vec<Task>, BatchError> {
    let text = fs::read_to_string(path).map_err(BatchError::io(path))?;
    let error = |message: String| BatchError::content(path, message);
    let definition: Definition =
        serde_saphyr::from_str(&text).map_err(|found| error(first_line(&found.to_string())))?;
    let version = match definition.format_version {
        Version::Number(number) => number,
        Version::Text(text) => {
            text.parse().map_err(|_| error(format!("`{}` is no version of a format", shorten(&text))))?
        }
    };
    if !(1.0..3.0).contains(&version) {
        return Err(error(format!("task definitions of format {version} are not known; 2.0 is")));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let files: Vec<PathBuf> = match definition.input_files {
        OneOrMore::One(file) => vec![folder.join(file)],
        OneOrMore::More(files) => files.iter().map(|file| folder.join(file)).collect(),
    };
    if files.is_empty() {
        return Err(error("there are no input files".to_owned()));
    }
    let data_model = definition.options.data_model.or_else(|| options.data_model.clone());
    let to_task = |asked: Asked| Task {
        name: path.as_os_str().to_owned(),
        program: Program::Files(files.clone()),
        function: None,
        expected: asked.expected_verdict.map(|holds| Expected { holds, subproperty: asked.subproperty }),
        property: Some(property(folder, &asked.property_file)),
        data_model: data_model.clone(),
    };
    let wanted = |asked: &Asked| options.selects(Some(&property(folder, &asked.property_file).name));
    Ok(definition.properties.into_iter().filter(wanted).map(to_task).collect())
}

fn property(folder: &Path, file: &str) -> Property {
    let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Property { name, argument: folder.join(file).into_os_string() }
}

/// The tasks of all definitions of a set, without repetitions.
pub fn set_tasks(path: &Path, options: &ListOptions) -> Result<Vec<Task>, BatchError> {
    let text = fs::read_to_string(path).map_err(BatchError::io(path))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut definitions: Vec<PathBuf> = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let found = pattern::expand(folder, line);
        if found.is_empty() {
            let message = format!("`{}` is the name of no file", shorten(line));
            return Err(BatchError::Line { path: path.to_owned(), line: idx + 1, message });
        }
        definitions.extend(found);
    }
    let mut seen = std::collections::BTreeSet::new();
    definitions.retain(|definition| seen.insert(definition.clone()));
    let mut tasks = Vec::new();
    for definition in definitions {
        tasks.extend(definition_tasks(&definition, options)?);
    }
    Ok(tasks)
}

fn first_line(text: &str) -> String {
    shorten(text.lines().next().unwrap_or("cannot be read"))
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    const DEFINITION: &str = "\
format_version: '2.0'
# a comment
input_files: 'a.i'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: ../properties/coverage-branches.prp
options:
  language: C
  data_model: ILP32
";

    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("candor-batch-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("folders can be made");
        folder
    }

    #[test]
    fn a_definition_and_a_set() {
        let folder = folder("definition");
        let path = folder.join("a.yml");
        fs::write(&path, DEFINITION).expect("files can be written");
        let tasks = definition_tasks(&path, &ListOptions::default()).expect("is a definition");
        assert_eq!(tasks.len(), 3);
        assert_eq!(tasks[0].program, Program::Files(vec![folder.join("a.i")]));
        assert_eq!(tasks[0].data_model.as_deref(), Some("ILP32"));
        let property = tasks[1].property.as_ref().expect("there is one");
        assert_eq!(property.name, "valid-memsafety");
        assert_eq!(property.argument, folder.join("../properties/valid-memsafety.prp").into_os_string());
        let part = Some("valid-deref".to_owned());
        assert_eq!(tasks[1].expected, Some(Expected { holds: false, subproperty: part }));
        assert_eq!(tasks[2].expected, None);

        let set = folder.join("all.set");
        fs::write(&set, "# all\n*.yml\na.yml\n").expect("files can be written");
        let options = ListOptions { properties: vec!["unreach-call".to_owned()], ..ListOptions::default() };
        assert_eq!(set_tasks(&set, &options).expect("is a set").len(), 1);
        fs::write(&set, "nothing/*.yml\n").expect("files can be written");
        let error = set_tasks(&set, &options).unwrap_err().to_string();
        assert!(error.ends_with("all.set:1: `nothing/*.yml` is the name of no file"), "{error}");
        fs::remove_dir_all(folder).expect("folders can be removed");
    }

    #[test]
    fn what_is_no_definition() {
        let folder = folder("no-definition");
        let path = folder.join("a.yml");
        for text in ["", "a: [", "format_version: '9.0'\ninput_files: a.c\n", "format_version: 2.0\ninput_files: []\n"]
        {
            fs::write(&path, text).expect("files can be written");
            assert!(definition_tasks(&path, &ListOptions::default()).is_err(), "{text}");
        }
        fs::remove_dir_all(folder).expect("folders can be removed");
    }
}
