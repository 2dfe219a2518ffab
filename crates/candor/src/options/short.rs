//! The short help of a command, `-h`: what fits a screen of 40 lines with 80 columns. `--help` has everything.

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, CommandFactory};

use super::Options;

/// Columns of the screen, and those before the descriptions of options.
const WIDTH: usize = 80;
const INDENT: usize = 26;
/// Examples that are shown, and names of possible values that are listed, in letters.
const MOST_EXAMPLES: usize = 4;
const LONGEST_VALUES: usize = 60;

/// The short help, if that is what this command line asks for.
pub(crate) fn short_help(args: &[std::ffi::OsString], error: &clap::Error) -> Option<String> {
    let own = || args.iter().skip(1).take_while(|arg| *arg != "--");
    if error.kind() != ErrorKind::DisplayHelp || own().any(|arg| arg == "--help") || !own().any(|arg| arg == "-h") {
        return None;
    }
    let mut root = Options::command();
    root.build();
    let name = own().find_map(|arg| root.find_subcommand(arg))?.get_name().to_owned();
    root.find_subcommand_mut(&name).map(render)
}

fn render(command: &mut Command) -> String {
    let usage = command.render_usage().to_string();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("{}\n\n{usage}\n\n", wrapped(&about, 0));
    let examples: Vec<String> = after.lines().filter_map(example).take(MOST_EXAMPLES).collect();
    if !examples.is_empty() {
        text += &format!("Examples:\n{}\n", examples.concat());
    }
    text += "Options:\n";
    for arg in command.get_arguments().filter(|arg| is_shown(arg)) {
        let spelled = format!("  {}", spelled(arg));
        let gap = if spelled.chars().count() + 2 > INDENT { 2 } else { INDENT - spelled.chars().count() };
        let line = format!("{spelled}{}{}", " ".repeat(gap), description(arg));
        text += &(wrapped(&line, INDENT) + "\n");
    }
    let mut paragraphs = after.split("\n\n").flat_map(|paragraph| paragraph.split_inclusive('\n'));
    let mut rest = String::new();
    while let Some(line) = paragraphs.next() {
        if line.starts_with("Exit status") {
            let status: Vec<&str> = std::iter::once(line).chain(paragraphs.by_ref()).map(str::trim_end).collect();
            rest = wrapped(&status.join(" "), 0) + "\n";
        }
    }
    let name = command.get_name();
    format!("{text}\n{rest}`candor {name} --help` lists all options, with their values.\n")
}

/// A line of the examples that fits, if need be without what it is about.
fn example(line: &str) -> Option<String> {
    let words = line.strip_prefix("  ").filter(|line| line.starts_with("candor "))?;
    let (command, about) = words.split_once("  ").unwrap_or((words, ""));
    let full = format!("  {command}  {}", about.trim_start());
    [full.as_str(), &format!("  {command}")]
        .into_iter()
        .map(str::trim_end)
        .find(|line| line.chars().count() <= WIDTH)
        .map(|line| line.to_owned() + "\n")
}

fn is_shown(arg: &Arg) -> bool {
    let is_hidden = arg.is_hide_set() || arg.is_hide_short_help_set() || arg.is_global_set();
    !is_hidden && !matches!(arg.get_action(), ArgAction::Help | ArgAction::HelpLong | ArgAction::HelpShort)
}

/// `-D, --define <NAME[=VALUE]>`.
fn spelled(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let takes_value = arg.get_action().takes_values();
    let value = names.first().filter(|_| takes_value).map_or_else(String::new, |name| format!("<{name}>"));
    let flag = match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long}"),
        (Some(short), None) => format!("-{short}"),
        (None, Some(long)) => format!("--{long}"),
        (None, None) => return format!("{value}..."),
    };
    if value.is_empty() { flag } else { format!("{flag} {value}") }
}

/// What the option does, its values, and which it has by default.
fn description(arg: &Arg) -> String {
    let mut text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let is_listed = arg.get_action().takes_values() && !arg.is_hide_possible_values_set();
    let values = if is_listed { arg.get_possible_values() } else { Vec::new() };
    let names: Vec<&str> = values.iter().filter(|value| !value.is_hide_set()).map(|value| value.get_name()).collect();
    let listed = names.join(", ");
    if !listed.is_empty() && listed.len() <= LONGEST_VALUES {
        text += &format!(": {listed}");
    }
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        text += &format!(" [default: {}]", defaults.join(" "));
    }
    text
}

/// A line in as many as it needs, those after the first with so many spaces before them.
fn wrapped(line: &str, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let start = line.len() - line.trim_start().len();
    let mut current = line[..start].to_owned();
    for word in line[start..].split_inclusive(' ') {
        let is_full = (current.clone() + word).trim_end().chars().count() > WIDTH;
        if is_full && !current.trim().is_empty() {
            lines.push(current.trim_end().to_owned());
            current = " ".repeat(indent);
        }
        current += word;
    }
    lines.push(current.trim_end().to_owned());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEIGHT: usize = 40;

    #[test]
    fn the_short_help_of_each_command_fits_a_screen() {
        let mut root = Options::command();
        root.build();
        let general = root.render_help().to_string();
        let mut pages: Vec<(String, String)> = vec![("candor".to_owned(), general)];
        for command in root.get_subcommands_mut().filter(|command| !command.is_hide_set()) {
            pages.push((command.get_name().to_owned(), render(command)));
        }
        for (name, page) in pages {
            // Lines that are too long take several.
            let n_lines: usize = page.lines().map(|line| line.chars().count().max(1).div_ceil(WIDTH)).sum();
            assert!(n_lines <= HEIGHT, "{name}: {n_lines} lines\n{page}");
        }
    }

    #[test]
    fn it_is_what_h_asks_for() {
        let ask = |words: &[&str]| {
            let args: Vec<std::ffi::OsString> = words.iter().map(std::ffi::OsString::from).collect();
            let error = <Options as clap::Parser>::try_parse_from(&args).expect_err("help is an error of clap");
            short_help(&args, &error)
        };
        let help = ask(&["candor", "check", "-h"]).expect("there is a short help");
        assert!(help.contains("--property <NAMES|FILE.prp>") && help.contains("4 with --function"), "{help}");
        assert!(!help.contains("--max-states"), "{help}");
        assert_eq!(ask(&["candor", "check", "--help"]), None);
        assert_eq!(ask(&["candor", "-h"]), None);
        assert_eq!(ask(&["candor", "check", "--nonsense"]), None);
    }
}
