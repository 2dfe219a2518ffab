//! The commands of the book and of the README, run as they stand there, with their output.
//!
//! Every page has a folder of its own with the program `prog.c`, links to `examples` and `tests`, and `candor` and `clang` on the path.
//! Blocks of code mean this:
//!
//! - a block after a line that ends with a file name and a colon ("... `list.c`:") is that file;
//! - each line of an `sh` block is a command; so is each line of a `console` block that begins with `$ `;
//! - the other lines of a `console` block are the output of the command above them. `...` stands for any text in a line, or for any
//!   lines; a block without output is only run;
//! - `<!-- setup: COMMAND -->` prepares something that readers need not see.
//!
//! The examples in the help of each command are run, too, and the programs and commands on the pages of the checks.
//!
//! `CANDOR_BLESS=1` rewrites the output of commands that say something else than the page. Generated pages are compared with what candor
//! prints: `cargo xtask reference` writes them.

#[path = "docs/checks.rs"]
mod checks;
#[path = "docs/help.rs"]
mod help;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

const PROGRAM: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), *p = calloc(4, sizeof *p);
    if (n == 7)
        reach_error();
    if (p && n >= 0 && n < 6)
        p[n] = 1;
    free(p);
    return 0;
}
";

/// Pages that are made from the code, with what they are called there.
const GENERATED: [(&str, &str); 2] =
    [("docs/reference/commands.md", "commands"), ("docs/reference/checks.md", "checks")];

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let mut trials: Vec<Trial> = pages()
        .into_iter()
        .map(|page| Trial::test(page.clone(), move || follow(&page).map_err(Failed::from)))
        .collect();
    let generated = GENERATED.into_iter().map(|(page, name)| {
        Trial::test(format!("{page} is up to date"), move || is_generated(page, name).map_err(Failed::from))
    });
    trials.extend(generated);
    trials.extend(help::commands().into_iter().map(|(command, examples)| {
        let name = format!("the examples of candor {command}");
        Trial::test(name, move || help::examples_work(&command, &examples).map_err(Failed::from))
    }));
    trials.extend(checks::ids().into_iter().map(|id| {
        Trial::test(format!("docs/checks/{id}.md"), move || checks::page_is_true(&id).map_err(Failed::from))
    }));
    trials.push(Trial::test("every command has examples, if it needs them", || {
        help::are_complete().map_err(Failed::from)
    }));
    trials.push(Trial::test("no link leaves the book", || links().map_err(Failed::from)));
    trials.push(Trial::test("every option that a page names exists", || named_options().map_err(Failed::from)));
    libtest_mimic::run(&args, trials).exit_code()
}

/// The folder that holds `docs`.
fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_owned()
}

/// The README and every page of the book that has commands, relative to the project's folder.
fn pages() -> Vec<String> {
    let mut found = vec![root().join("README.md")];
    found.extend(book());
    found.retain(|path| {
        fs::read_to_string(path).is_ok_and(|text| text.contains("\n```sh") || text.contains("\n```console"))
    });
    found.sort();
    found.iter().filter_map(|path| Some(path.strip_prefix(root()).ok()?.to_str()?.to_owned())).collect()
}

/// Every page of the book.
fn book() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "md") {
                found.push(path);
            }
        }
    }
    found
}

/// The book is a folder of its own: a link to a file elsewhere leads nowhere.
fn links() -> Result<(), String> {
    let (mut n_links, mut wrong) = (0, Vec::new());
    for page in book() {
        let text = fs::read_to_string(&page).map_err(|error| error.to_string())?;
        let folder = page.parent().expect("is in a folder");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if target.is_empty() || target.contains("://") || target.contains([' ', '\n']) {
                continue;
            }
            n_links += 1;
            let file = folder.join(target).canonicalize();
            let docs = root().join("docs").canonicalize().map_err(|error| error.to_string())?;
            if !file.is_ok_and(|file| file.starts_with(&docs)) {
                wrong.push(format!("{}: {target}", page.display()));
            }
        }
    }
    if wrong.is_empty() && n_links > 50 { Ok(()) } else { Err(format!("{n_links} links\n{}", wrong.join("\n"))) }
}

/// The folder of a page, with the program, and programs under the names that the pages use.
fn prepare(page: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(page);
    fs::remove_dir_all(&folder).unwrap_or_default();
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).expect("the folder can be made");
    fs::write(folder.join("prog.c"), PROGRAM).expect("the program can be written");
    let path = env::var_os("PATH").unwrap_or_default();
    let clang = env::split_paths(&path).map(|folder| folder.join("clang-22")).find(|path| path.exists());
    let mut links = vec![(bin.join("candor"), PathBuf::from(env!("CARGO_BIN_EXE_candor")))];
    links.extend(clang.map(|clang| (bin.join("clang"), clang)));
    links.extend(["examples", "tests"].map(|name| (folder.join(name), root().join(name))));
    for (link, target) in links {
        symlink(target, link).expect("the link can be made");
    }
    folder
}

/// What a command writes, with addresses made equal, and its status.
fn run(line: &str, folder: &Path) -> (String, Option<i32>) {
    let path = format!("{}:{}", folder.join("bin").display(), env::var("PATH").unwrap_or_default());
    let command = format!("exec 2>&1\n{line}");
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .output()
        .expect("sh runs");
    let word = |word: &str| match word.trim_end_matches(',') {
        address if address.starts_with("0x") => word.replace(address, "ADDRESS"),
        _ => word.to_owned(),
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ").trim_end().to_owned() + "\n";
    (text.lines().map(line).collect(), output.status.code())
}

/// A fenced block.
struct Block<'a> {
    language: &'a str,
    lines: Vec<&'a str>,
    /// The line of text before it.
    before: &'a str,
    /// The line of the page that its first line is.
    start: usize,
}

/// What a page tells to do, in order.
enum Step<'a> {
    Setup(&'a str),
    Block(Block<'a>),
}

fn steps(page: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let (mut before, mut open) = ("", None::<Block<'_>>);
    for (idx, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => steps.push(Step::Block(block)),
            (Some(language), None) => open = Some(Block { language, lines: Vec::new(), before, start: idx + 1 }),
            (None, Some(mut block)) => {
                block.lines.push(line);
                open = Some(block);
            }
            (None, None) => {
                let setup = line.strip_prefix("<!-- setup: ").and_then(|rest| rest.strip_suffix(" -->"));
                steps.extend(setup.map(Step::Setup));
                if !line.trim().is_empty() {
                    before = line;
                }
            }
        }
    }
    steps
}

/// "The program `list.c`:" names a file.
fn file_name(before: &str) -> Option<&str> {
    let name = before.strip_suffix("`:")?.rsplit('`').next()?;
    (name.contains('.') && !name.contains([' ', '/'])).then_some(name)
}

/// Does what a page says.
fn follow(page: &str) -> Result<(), String> {
    let path = root().join(page);
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let folder = prepare(page);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (mut wrong, mut moved) = (Vec::new(), 0_isize);
    for step in steps(&text) {
        let block = match step {
            Step::Setup(command) => {
                let (said, status) = run(command, &folder);
                if status != Some(0) {
                    return Err(format!("{page}: setup: {command}\n{said}"));
                }
                continue;
            }
            Step::Block(block) => block,
        };
        match block.language {
            "sh" => {
                for command in joined(&block.lines) {
                    must_work(page, &command, &folder)?;
                }
            }
            "console" => {
                let found = console(page, &block, &folder)?;
                if let Some(found) = found {
                    wrong.push(format!("{page}:{}:\n{}", block.start, found.join("\n")));
                    let start = block.start.saturating_add_signed(moved);
                    lines.splice(start..start + block.lines.len(), found.iter().cloned());
                    moved += found.len().cast_signed() - block.lines.len().cast_signed();
                }
            }
            _ => {
                if let Some(name) = file_name(block.before) {
                    let contents = block.lines.iter().map(|line| format!("{line}\n")).collect::<String>();
                    fs::write(folder.join(name), contents).map_err(|error| format!("{name}: {error}"))?;
                }
            }
        }
    }
    is_left(page, &folder)?;
    if wrong.is_empty() {
        return Ok(());
    }
    if env::var_os("CANDOR_BLESS").is_some() {
        return fs::write(&path, lines.join("\n") + "\n").map_err(|error| error.to_string());
    }
    Err(format!("the page shows something else than\n{}", wrong.join("\n")))
}

/// Commands, some of which go on in the next line.
fn joined(lines: &[&str]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        match commands.last_mut().filter(|_| goes_on) {
            Some(last) => *last += &format!("\n{line}"),
            None => commands.push((*line).to_owned()),
        }
        goes_on = line.ends_with('\\');
    }
    commands
}

/// A command whose output is not shown must be one that candor and the shell understand.
fn must_work(page: &str, command: &str, folder: &Path) -> Result<(), String> {
    let (said, status) = run(command, folder);
    // 2 is bad usage, 126 and 127 are the shell's.
    match status.is_none_or(|code| [2, 126, 127].contains(&code)) || said.contains("error: unexpected") {
        true => Err(format!("{page}: {command}\n{said}")),
        false => Ok(()),
    }
}

/// Runs the commands of a block. The block as it should be, if it shows something else.
fn console(page: &str, block: &Block<'_>, folder: &Path) -> Result<Option<Vec<String>>, String> {
    let shows_output = block.lines.iter().any(|line| !line.starts_with("$ "));
    let (mut is_right, mut shown) = (true, Vec::new());
    let mut rest = &block.lines[..];
    while let Some((first, more)) = rest.split_first() {
        let command = first.strip_prefix("$ ").ok_or_else(|| format!("{page}: output before a command: {first}"))?;
        let n_output = more.iter().position(|line| line.starts_with("$ ")).unwrap_or(more.len());
        let (expected, after) = more.split_at(n_output);
        rest = after;
        shown.push((*first).to_owned());
        if !shows_output {
            must_work(page, command, folder)?;
            continue;
        }
        let (said, _) = run(command, folder);
        let said: Vec<&str> = said.lines().collect();
        if are_alike(expected, &said) {
            shown.extend(expected.iter().map(|&line| line.to_owned()));
        } else {
            is_right = false;
            shown.extend(said.into_iter().map(str::to_owned));
        }
    }
    Ok((!is_right).then_some(shown))
}

/// Whether the lines are those of a pattern, in which `...` alone stands for any lines.
fn are_alike(pattern: &[&str], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|skipped| are_alike(rest, &lines[skipped..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, others)| is_alike(first, line) && are_alike(rest, others))
        }
    }
}

/// Whether the line is that of a pattern, in which `...` stands for any text.
fn is_alike(pattern: &str, line: &str) -> bool {
    match pattern.split_once("...") {
        None => pattern == line,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            (0..=line.len()).filter(|&at| line.is_char_boundary(at)).any(|at| is_alike(rest, &line[at..]))
        }),
    }
}

fn is_generated(page: &str, name: &str) -> Result<(), String> {
    let output = Command::new(env!("CARGO_BIN_EXE_candor")).args(["__candor-reference", name]).output();
    let made = output.map_err(|error| error.to_string())?.stdout;
    let there = fs::read(root().join(page)).map_err(|error| format!("{page}: {error}"))?;
    if made == there { Ok(()) } else { Err(format!("{page} is not up to date: run `cargo xtask reference`")) }
}

/// Files that the commands of a page write, whatever they print.
const LEFT: [(&str, &[&str]); 4] = [
    ("docs/reference/formats.md", &["candor.sarif", "candor.xml"]),
    ("docs/reference/html.md", &["report.html"]),
    ("docs/reference/witnesses.md", &["witness.yml"]),
    ("docs/reference/query.md", &["lengths.svg"]),
];

/// What must be there when a page was followed.
fn is_left(page: &str, folder: &Path) -> Result<(), String> {
    let files = LEFT.iter().filter(|(other, _)| *other == page).flat_map(|(_, files)| *files);
    let missing: Vec<&str> = files.filter(|file| !folder.join(file).exists()).copied().collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("{page}: its commands did not write {}", missing.join(", "))) }
}

/// The options of each command, from the generated page.
fn known_options() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join(GENERATED[0].0)).expect("the page is there");
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut command = String::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## candor ") {
            command = name.to_owned();
        } else if line.starts_with("- `") {
            let names = line.split('`').nth(1).unwrap_or_default();
            let names = names.split([' ', ',']).filter(|word| word.starts_with('-'));
            known.entry(command.clone()).or_default().extend(names.map(str::to_owned));
        }
    }
    known
}

/// Text in backticks, and the lines of blocks, that begin with `candor COMMAND`: their options are options of that command.
fn named_options() -> Result<(), String> {
    let known = known_options();
    let (mut n_checked, mut wrong) = (0, Vec::new());
    for file in book() {
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let mut is_block = false;
        for line in text.lines() {
            is_block ^= line.starts_with("```");
            let spans: Vec<&str> = match is_block {
                true => vec![line.trim_start_matches("$ ").split(" # ").next().unwrap_or_default()],
                false => line.split('`').skip(1).step_by(2).collect(),
            };
            for span in spans {
                // Not what is explained behind it, nor what is in quotes.
                let shown = span.trim_start().split("   ").next().unwrap_or_default();
                let plain: String = shown.split('\'').step_by(2).collect();
                let mut words = plain.split_whitespace();
                let (Some("candor"), Some(command)) = (words.next(), words.next()) else { continue };
                let Some(options) = known.get(command) else { continue };
                // What follows `--` is for the program, or for another command.
                let named =
                    words.take_while(|word| *word != "--" && *word != "|").filter(|word| word.starts_with("--"));
                for option in named {
                    let name = option.split('=').next().unwrap_or(option).trim_end_matches([',', ';', '.']);
                    n_checked += 1;
                    if !options.contains(name) && name != "--help" {
                        wrong.push(format!("{}: candor {command} has no {name}: {span}", file.display()));
                    }
                }
            }
        }
    }
    match wrong.is_empty() && n_checked > 100 {
        true => Ok(()),
        false => Err(format!("{n_checked} options\n{}", wrong.join("\n"))),
    }
}
