//! `candor.toml`: defaults for options, from the folder of the program or one above it.
//!
//! Every option of a command is a key of its table, under its long name; keys before the first table are for all commands that know them.
//! The defaults are put into the command line, except where the user has already said something, so that what they mean
//! is written down nowhere else. The file may come with a program that nobody trusts: options that run other programs or name
//! files to write are refused in it.

use std::any::TypeId;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory};
use toml::de::{DeTable, DeValue};

use crate::options::Options;

const NAME: &str = "candor.toml";
/// The commands that have defaults.
const COMMANDS: [&str; 4] = ["check", "run", "batch", "dump"];
/// What only the user may say: options that decide which programs are run and where, or what is written (those that are mere paths are known by
/// their type).
const REFUSED: [&str; 10] =
    ["clang", "clang-arg", "solver", "output", "graph", "no-config", "watch", "backend", "sbatch", "measure"];
/// Paths that are only read.
const READ_ONLY: [&str; 1] = ["include-dir"];

/// The command line with the defaults that apply. `Err`: the command line as it was, and what is wrong with the file, and where.
pub(crate) fn with_defaults(args: Vec<OsString>) -> Result<Vec<OsString>, (Vec<OsString>, String)> {
    match defaults_for(&args) {
        Ok(None) => Ok(args),
        Ok(Some((at, words))) => {
            let (before, after) = args.split_at(at);
            Ok([before, &words, after].concat())
        }
        Err(message) => Err((args, message)),
    }
}

/// The words to put into the command line, and where.
fn defaults_for(args: &[OsString]) -> Result<Option<(usize, Vec<OsString>)>, String> {
    let name = args.iter().skip(1).find_map(|arg| COMMANDS.into_iter().find(|name| arg == name));
    let Some(name) = name else { return Ok(None) };
    // Whatever is wrong with the command line is said later.
    let partial = Options::command().ignore_errors(true).try_get_matches_from(args);
    let Ok(partial) = partial else { return Ok(None) };
    let Some((used, given)) = partial.subcommand() else { return Ok(None) };
    let is_unwanted = partial.get_flag("no_config") || used != name;
    let Some(path) = start_folders(given).iter().find_map(|folder| search(folder)).filter(|_| !is_unwanted) else {
        return Ok(None);
    };
    let shown = candor_batch::escape(path.as_os_str().as_encoded_bytes());
    let text = fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}"))?;
    let mut root = Options::command();
    root.build();
    let defaults = read(&root, name, &text, path.parent().unwrap_or(Path::new("")))
        .map_err(|Mistake { line, message }| format!("{shown}:{line}: {message}"))?;
    let command = root.find_subcommand(name);
    let wanted = defaults.into_iter().filter(|default| command.is_some_and(|it| is_open(it, given, &default.key)));
    let words: Vec<OsString> = wanted.flat_map(|default| default.words).collect();
    let at = args.iter().position(|arg| arg == name).map_or(args.len(), |at| at + 1);
    Ok(Some((at, words)))
}

/// Where to look first: with the program, then where the user is.
fn start_folders(given: &ArgMatches) -> Vec<PathBuf> {
    let files = ["files", "inputs"].iter().find_map(|id| given.try_get_many::<PathBuf>(id).ok().flatten());
    let first = files.and_then(|mut files| files.next()).and_then(|file| std::path::absolute(file).ok());
    let folder = first.and_then(|file| file.parent().map(Path::to_owned));
    folder.into_iter().chain(env::current_dir().ok()).collect()
}

fn search(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// Whether nothing on the command line has settled the option, or speaks against it.
fn is_open(command: &Command, given: &ArgMatches, key: &str) -> bool {
    let Some(arg) = option(command, key) else { return false };
    let id = arg.get_id().as_str();
    let is_given =
        |id: &str| given.try_contains_id(id).is_ok() && given.value_source(id) == Some(ValueSource::CommandLine);
    let conflicts = command.get_arg_conflicts_with(arg).into_iter().map(|other| other.get_id().as_str());
    // Of some groups only one option may be given.
    let groups = command.get_groups().filter(|group| !(*group).clone().is_multiple());
    let members = groups.map(|group| group.get_args().map(|id| id.as_str()).collect::<Vec<&str>>());
    let rivals = members.filter(|members| members.contains(&id)).flatten();
    !conflicts.chain(rivals).chain([id]).any(is_given)
}

#[derive(Debug, PartialEq, Eq)]
struct Mistake {
    line: usize,
    message: String,
}

/// A key and the words that it puts into the command line.
#[derive(Debug, PartialEq, Eq)]
struct Default {
    key: String,
    words: Vec<OsString>,
}

/// The defaults of a command. Mistakes in what is for other commands are mistakes too.
fn read(root: &Command, name: &str, text: &str, folder: &Path) -> Result<Vec<Default>, Mistake> {
    let line_at = |at: usize| text.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
    let table = DeTable::parse(text).map_err(|error| Mistake {
        line: line_at(error.span().map_or(0, |span| span.start)),
        message: error.message().replace('\n', " "),
    })?;
    let mut defaults: Vec<Default> = Vec::new();
    let mut tables: Vec<(&str, &DeTable<'_>)> = Vec::new();
    for (key, value) in table.get_ref() {
        let mistake = |message| Mistake { line: line_at(key.span().start), message };
        let key = &**key.get_ref();
        if let DeValue::Table(inner) = value.get_ref() {
            if !COMMANDS.contains(&key) {
                return Err(mistake(unknown("command", key, &COMMANDS)));
            }
            tables.push((key, inner));
            continue;
        }
        let knowing: Vec<&Command> = commands(root).filter(|command| option(command, key).is_some()).collect();
        if knowing.is_empty() {
            let all: BTreeSet<&str> = commands(root).flat_map(long_names).chain(COMMANDS).collect();
            return Err(mistake(unknown("option", key, &all.into_iter().collect::<Vec<_>>())));
        }
        for command in knowing {
            let words = words(root, command, key, value.get_ref(), folder).map_err(mistake)?;
            if command.get_name() == name {
                defaults.push(Default { key: key.to_owned(), words });
            }
        }
    }
    for (table_name, inner) in tables {
        let command = root.find_subcommand(table_name).unwrap_or(root);
        for (key, value) in inner {
            let mistake = |message| Mistake { line: line_at(key.span().start), message };
            let key = &**key.get_ref();
            if option(command, key).is_none() {
                let what = format!("option of `candor {table_name}`");
                return Err(mistake(unknown(&what, key, &long_names(command).collect::<Vec<_>>())));
            }
            let words = words(root, command, key, value.get_ref(), folder).map_err(mistake)?;
            if table_name == name {
                // What is said for the command alone counts more than what is said for all.
                defaults.retain(|default| default.key != key);
                defaults.push(Default { key: key.to_owned(), words });
            }
        }
    }
    Ok(defaults)
}

fn commands(root: &Command) -> impl Iterator<Item = &Command> {
    COMMANDS.iter().filter_map(|name| root.find_subcommand(name))
}

fn option<'c>(command: &'c Command, key: &str) -> Option<&'c Arg> {
    command.get_arguments().find(|arg| arg.get_long() == Some(key) && key != "help")
}

fn long_names(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter_map(Arg::get_long).filter(|name| !["help", "no-config"].contains(name))
}

fn unknown(what: &str, key: &str, known: &[&str]) -> String {
    let likeness = |name: &str| strsim::jaro_winkler(name, key);
    let best = known.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let hint = best.filter(|name| likeness(name) > 0.75).map(|name| format!("; did you mean `{name}`?"));
    format!("there is no {what} `{}`{}", key.escape_debug(), hint.unwrap_or_default())
}

/// The words that a key stands for on the command line.
fn words(
    root: &Command,
    command: &Command,
    key: &str,
    value: &DeValue<'_>,
    folder: &Path,
) -> Result<Vec<OsString>, String> {
    let arg = option(command, key).ok_or_else(|| unknown("option", key, &[]))?;
    let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    if REFUSED.contains(&key) || (is_path && !READ_ONLY.contains(&key)) {
        return Err(format!(
            "`{key}` can only be given on the command line: a file that comes with a program must not choose what is run or written"
        ));
    }
    if let (ArgAction::SetTrue, DeValue::Boolean(is_on)) = (arg.get_action(), value) {
        return Ok(if *is_on { vec![format!("--{key}").into()] } else { Vec::new() });
    }
    let values: Vec<String> = match (value, arg.get_action()) {
        (DeValue::Array(items), ArgAction::Append) => {
            items.iter().map(|item| scalar(item.get_ref())).collect::<Option<_>>()
        }
        (other, ArgAction::Append | ArgAction::Set) => scalar(other).map(|value| vec![value]),
        _ => None,
    }
    .ok_or_else(|| format!("this is not a value for `{key}`"))?;
    let word = |value: &String| {
        let mut word = OsString::from(format!("--{key}="));
        word.push(if is_path { folder.join(value).into_os_string() } else { value.into() });
        word
    };
    let words: Vec<OsString> = values.iter().map(word).collect();
    try_words(root, command.get_name(), &words)?;
    Ok(words)
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

/// A value that the option does not take is a mistake of the file, not of the command line.
fn try_words(root: &Command, name: &str, words: &[OsString]) -> Result<(), String> {
    let line = [OsString::from("candor"), OsString::from(name)].into_iter().chain(words.iter().cloned());
    let error = root.clone().try_get_matches_from(line).err();
    let is_value = |kind| matches!(kind, ErrorKind::InvalidValue | ErrorKind::ValueValidation);
    match error.filter(|error| is_value(error.kind())) {
        Some(error) => {
            let text = error.to_string();
            let said = text.lines().next().unwrap_or_default();
            let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
            let tip = tip.map_or_else(String::new, |tip| format!("; {tip}"));
            Err(format!("{}{tip}", said.strip_prefix("error: ").unwrap_or(said)))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defaults(name: &str, text: &str) -> Result<Vec<String>, String> {
        let mut root = Options::command();
        root.build();
        let read = read(&root, name, text, Path::new("/project"));
        let read = read.map_err(|mistake| format!("{}: {}", mistake.line, mistake.message))?;
        let words = read.into_iter().flat_map(|default| default.words);
        Ok(words.map(|word| word.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn keys_are_options() {
        let text = "data-model = \"ILP32\"\ninclude-dir = [\"include\", \"/abs\"]\n\n[check]\ntimeout = 2.5\nmalloc-may-fail = true\n\
                    no-shadowing = false\nproperty = [\"memory\", \"reach\"]\n[batch]\ndata-model = \"LP64\"\njobs = 3\n";
        let check = defaults("check", text).expect("is right");
        let expected = [
            "--data-model=ILP32",
            "--include-dir=/project/include",
            "--include-dir=/abs",
            "--malloc-may-fail",
            "--property=memory",
            "--property=reach",
            "--timeout=2.5",
        ];
        assert_eq!(check, expected);
        assert_eq!(defaults("batch", text).expect("is right"), ["--data-model=LP64", "--jobs=3"]);
        assert_eq!(defaults("run", "").expect("is right"), [""; 0]);
    }

    #[test]
    fn whatever_names_a_file_or_a_program_is_refused() {
        let mut root = Options::command();
        root.build();
        for command in commands(&root) {
            for arg in command.get_arguments() {
                let shown = arg.get_value_names().map(|names| format!("{names:?}")).unwrap_or_default();
                let is_suspect =
                    ["FILE", "PATH", "DIR", "LOG", "COMMAND", "PROGRAM"].iter().any(|word| shown.contains(word));
                let Some(name) = arg.get_long().filter(|_| is_suspect) else { continue };
                // Properties are read, like headers.
                if READ_ONLY.contains(&name) || name == "property" {
                    continue;
                }
                let value = DeValue::String("x".into());
                let refused = words(&root, command, name, &value, Path::new("/project")).unwrap_err();
                assert!(refused.contains("only be given on the command line"), "{name}: {refused}");
            }
        }
    }

    #[test]
    fn mistakes_have_a_line_and_a_hint() {
        for (text, message) in [
            ("[check]\ntimout = 3\n", "2: there is no option of `candor check` `timout`; did you mean `timeout`?"),
            ("\n[chek]\n", "2: there is no command `chek`; did you mean `check`?"),
            ("data-modl = \"LP64\"\n", "1: there is no option `data-modl`; did you mean `data-model`?"),
            ("[run]\n\nseed = \"x\"\n", "3: invalid value 'x' for '--seed <N>'"),
            ("[check]\nproperty = \"memry\"\n", "2: invalid value 'memry' for '--property <NAMES|FILE.prp>'"),
            ("[check]\ntimeout = true\n", "2: this is not a value for `timeout`"),
            ("[check]\ntimeout = [1, 2]\n", "2: this is not a value for `timeout`"),
            ("[check]\nsolver = \"rm -rf /\"\n", "2: `solver` can only be given on the command line"),
            ("[check]\nclang-arg = \"-fplugin=x.so\"\n", "2: `clang-arg` can only be given on the command line"),
            ("[check]\noutput = \"json=/etc/x\"\n", "2: `output` can only be given on the command line"),
            ("[run]\nrecord = \"/etc/x\"\n", "2: `record` can only be given on the command line"),
            ("[check\n", "1: "),
        ] {
            let error = defaults("check", text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
