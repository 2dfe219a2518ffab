//! What `docs/instrument.md` shows is what happens.
//!
//! A code block after a line such as "`list.c`:" is that file; a `console` block is run, its commands and their output.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fenced block: its language, its text, and the line of text before it.
struct Block<'a> {
    language: &'a str,
    text: String,
    before: &'a str,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    let mut before = "";
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(language) => {
                blocks.push(Block { language, text: String::new(), before });
                open = true;
            }
            None if open => {
                let block = blocks.last_mut().expect("a block is open");
                block.text.push_str(line);
                block.text.push('\n');
            }
            None if line.trim().is_empty() => {}
            None => before = line,
        }
    }
    blocks
}

fn file_name(before: &str) -> Option<&str> {
    before.strip_prefix('`')?.strip_suffix("`:")
}

/// Runs a command line with candor on the path; what it writes, with addresses made equal.
fn run(line: &str, folder: &Path) -> String {
    let own = Path::new(env!("CARGO_BIN_EXE_candor")).parent().expect("candor is in a folder").to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(own).chain(env::split_paths(&path));
    let path = env::join_paths(paths).expect("paths can be joined");
    let command =
        Command::new("sh").args(["-c", &format!("{line} 2>&1")]).current_dir(folder).env("PATH", path).output();
    let text = String::from_utf8_lossy(&command.expect("the shell runs").stdout).into_owned();
    let word = |word: &str| match word.trim_end_matches(',') {
        address if address.starts_with("0x") => word.replace(address, "ADDRESS"),
        _ => word.to_owned(),
    };
    let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
    text.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn the_page_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/instrument.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("docs-instrument");
    fs::create_dir_all(&folder).expect("a scratch folder");
    let mut n_commands = 0;
    for block in blocks(&page) {
        if block.language == "console" {
            let mut shown = String::new();
            for command in block.text.lines().filter_map(|line| line.strip_prefix("$ ")) {
                shown.push_str(&format!("$ {command}\n{}", run(command, &folder)));
                n_commands += 1;
            }
            assert_eq!(shown, block.text);
        } else if let Some(name) = file_name(block.before) {
            fs::write(folder.join(name), &block.text).expect("the file can be written");
        }
    }
    assert!(n_commands >= 7, "only {n_commands} commands were run");
}
