//! `candor completions` and `candor man`: what shells and manual readers want, made from the table of options.

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::options::Options;
use crate::{console, status};

pub(crate) fn completions(shell: Shell) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Options::command(), "candor", &mut script);
    console::print(&String::from_utf8_lossy(&script));
    status::SUCCESS
}

/// The page of candor, or of one of its commands.
pub(crate) fn man(name: Option<&str>) -> u8 {
    let mut root = Options::command();
    root.build();
    let command = match name {
        None => Some(root),
        Some(name) => root
            .find_subcommand(name)
            .filter(|command| !command.is_hide_set())
            .cloned()
            .map(|command| command.version(env!("CARGO_PKG_VERSION"))),
    };
    let mut page = Vec::new();
    match command.map(|command| Man::new(command).render(&mut page)) {
        Some(Ok(())) => {
            console::print(&String::from_utf8_lossy(&page));
            status::SUCCESS
        }
        Some(Err(_)) | None => {
            console::write_message("error: there is no such command; `candor --help` lists them\n");
            status::BAD_INPUT
        }
    }
}
