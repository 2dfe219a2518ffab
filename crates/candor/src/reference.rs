//! The pages of the book that are made from the code: every command with its options, every check, every property.
//!
//! `cargo xtask reference` writes them to `docs/reference`, and a test compares them with what is there.

use std::fmt::Write;

use candor_ir::Check;
use candor_report::group_name;
use candor_witness::Property;
use clap::{Arg, Command, CommandFactory, ValueEnum};

use crate::options::Options;
use crate::{console, status};

/// Writing to a string cannot fail.
const WRITES: &str = "strings grow as needed";

/// A generated page.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Page {
    /// Every command with its options
    Commands,
    /// Every check and every property
    Checks,
}

pub(crate) fn reference(page: Page) -> u8 {
    console::print(&match page {
        Page::Commands => commands(),
        Page::Checks => checks(),
    });
    status::SUCCESS
}

fn commands() -> String {
    let mut root = Options::command();
    root.build();
    let mut text = "# Commands\n\nMade from the table of options by `cargo xtask reference`. `candor COMMAND -h` prints the options for \
                    every day,\n`candor COMMAND --help` all of them, `candor man COMMAND` the manual page.\n"
        .to_owned();
    let shown: Vec<&Command> = root.get_subcommands().filter(|command| !command.is_hide_set()).collect();
    text += "\n| command | |\n|---|---|\n";
    for command in shown.iter().filter(|command| command.get_name() != "help") {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        writeln!(text, "| [`candor {0}`](#candor-{0}) | {about} |", command.get_name()).expect(WRITES);
    }
    for command in shown.into_iter().filter(|command| command.get_name() != "help") {
        text += &section(command);
    }
    text
}

/// One command: usage, examples, arguments, options by heading.
fn section(command: &Command) -> String {
    let mut text = format!("\n## candor {}\n\n", command.get_name());
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let usage = command.clone().render_usage().to_string();
    write!(text, "{about}.\n\n```text\n{}\n", usage.trim_end()).expect(WRITES);
    if let Some(examples) = command.get_after_help() {
        write!(text, "\n{}\n", examples.to_string().trim_end()).expect(WRITES);
    }
    text += "```\n";
    let mut headings: Vec<String> = Vec::new();
    for arg in command.get_arguments().filter(|arg| is_shown(arg)) {
        let heading = heading(arg);
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for one in &headings {
        write!(text, "\n{one}:\n\n").expect(WRITES);
        for arg in command.get_arguments().filter(|arg| is_shown(arg) && heading(arg) == *one) {
            text += &option(arg);
        }
    }
    text
}

/// Help and the version are the same everywhere.
fn is_shown(arg: &Arg) -> bool {
    !arg.is_hide_set() && arg.get_id() != "help" && arg.get_id() != "version"
}

fn heading(arg: &Arg) -> String {
    let usual = if arg.is_positional() { "Arguments" } else { "Options" };
    arg.get_help_heading().unwrap_or(usual).to_owned()
}

/// "- `--engine <ENGINE>`: Verification engine. Default: `auto`."
fn option(arg: &Arg) -> String {
    let mut names = Vec::new();
    names.extend(arg.get_short().map(|short| format!("-{short}")));
    names.extend(arg.get_long().map(|long| format!("--{long}")));
    let values = arg.get_value_names().unwrap_or_default();
    let values = values.iter().map(|value| format!("<{value}>")).collect::<Vec<_>>().join(" ");
    let takes_value = arg.get_action().takes_values();
    let shown = match (names.is_empty(), takes_value) {
        (true, _) => values,
        (false, true) => format!("{} {values}", names.join(", ")),
        (false, false) => names.join(", "),
    };
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("- `{shown}`: {}.", help.trim_end_matches('.'));
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
    if takes_value && !defaults.is_empty() {
        write!(text, " Default: {}.", defaults.join(", ")).expect(WRITES);
    }
    text.push('\n');
    if takes_value && !arg.is_hide_possible_values_set() {
        for value in arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()) {
            match value.get_help() {
                Some(help) => writeln!(text, "  - `{}`: {help}.", value.get_name()),
                None => writeln!(text, "  - `{}`", value.get_name()),
            }
            .expect(WRITES);
        }
    }
    text
}

fn checks() -> String {
    let mut text = "# Checks and properties\n\nMade from the table of checks by `cargo xtask reference`. `candor checks` prints the \
                    table, `candor explain ID` the\npage of a check. `--check ID` enables a check, `--no-check ID` disables it.\n\n\
                    | check | group | default | finds |\n|---|---|---|---|\n"
        .to_owned();
    for &check in Check::ALL {
        let default = if check.on_by_default() { "on" } else { "off" };
        let group = group_name(check.group());
        writeln!(text, "| [`{check}`](../checks/{check}.md) | {group} | {default} | {} |", check.summary())
            .expect(WRITES);
    }
    text += "\n## Properties\n\n`--property NAME` checks these and nothing else; several names are separated by commas. Names of SV-COMP \
             and `.prp` files\nof the competition work as well.\n\n| name | checks |\n|---|---|\n";
    for name in Property::names() {
        let Some(properties) = Property::named(name) else { continue };
        let set = candor_witness::checks_of(&properties);
        let ids: Vec<String> =
            Check::ALL.iter().filter(|check| set.contains(**check)).map(|check| format!("`{check}`")).collect();
        writeln!(text, "| `{name}` | {} |", ids.join(", ")).expect(WRITES);
    }
    text
}
