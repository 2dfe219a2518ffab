//! Sessions with `candor simulate`: commands and answers as they stand in files and in the documentation.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn candor(args: &[&str], commands: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_candor"))
        .current_dir(root().join("tests/simulate"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("candor runs");
    child.stdin.take().expect("a pipe").write_all(commands.as_bytes()).expect("candor reads its commands");
    child.wait_with_output().expect("candor ends")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A session as it goes today, with the commands of the one given: `$ candor ARGS`, then `(candor) COMMAND` and answers.
fn replay(session: &str) -> String {
    let (first, rest) = session.split_once('\n').expect("a first line");
    let args: Vec<&str> = first.strip_prefix("$ candor ").expect("a command line").split(' ').collect();
    let commands = rest.lines().filter_map(|line| line.strip_prefix("(candor) "));
    let commands: String = commands.map(|command| format!("{command}\n")).collect();
    format!("{first}\n{}", text(&candor(&args, &commands)))
}

#[test]
fn sessions_go_as_written() {
    let folder = root().join("tests/simulate");
    let entries = fs::read_dir(&folder).expect("the sessions can be listed");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "session"));
    assert!(paths.len() >= 3, "sessions are missing");
    for path in paths {
        let expected = fs::read_to_string(&path).expect("readable");
        let found = replay(&expected);
        if env::var_os("CANDOR_BLESS").is_some() {
            fs::write(&path, &found).expect("writable");
        } else {
            assert_eq!(found, expected, "{}:\n{found}", path.display());
        }
    }
}

#[test]
fn the_documented_session_goes_as_written() {
    let path = root().join("docs/reference/simulate.md");
    let page = fs::read_to_string(&path).expect("readable");
    let (before, rest) = page.split_once("```session\n").expect("a session");
    let (session, after) = rest.split_once("```").expect("its end");
    let found = replay(session);
    if env::var_os("CANDOR_BLESS").is_some() {
        fs::write(&path, format!("{before}```session\n{found}```{after}")).expect("writable");
    } else {
        assert_eq!(found, session, "\n{found}");
    }
}

#[test]
fn every_command_is_documented() {
    let page = fs::read_to_string(root().join("docs/reference/simulate.md")).expect("readable");
    let help = text(&candor(&["simulate", "sum.c"], "help\n"));
    for line in help.lines().filter(|line| line.starts_with("  ")) {
        let name = line.trim_start().split([' ', '|']).next().unwrap_or_default();
        assert!(page.contains(&format!("`{name}")), "{name} is missing in docs/reference/simulate.md");
    }
}

#[test]
fn counterexamples_are_followed_to_the_fault() {
    let result = candor(&["check", "--format", "json", "counter.c"], "");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("counter.json");
    fs::write(&path, &result.stdout).expect("writable");
    let path = path.to_str().expect("a path");
    let said = text(&candor(&["simulate", "counter.c", "--replay", path], "continue\n"));
    assert!(said.contains("error[assertion]"), "{said}");
    // Line by line it gets there, too, and back again.
    let commands = format!("{}back\nback\nwhere\n", "step\n".repeat(60));
    let said = text(&candor(&["simulate", "counter.c", "--replay", path], &commands));
    assert!(said.contains("error[assertion]") && said.contains("the program has ended"), "{said}");
    let said = text(&candor(&["simulate", "counter.c", "--replay", path], "step 4\nthread 0\nstep\n"));
    assert!(said.contains("the replay is left"), "{said}");
    let said = text(&candor(&["simulate", "counter.c", "--replay", path, "--violation", "9"], ""));
    assert!(said.contains("there is only one counterexample"), "{said}");
}

#[test]
fn logs_of_runs_are_followed() {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sum.log");
    let log = log.to_str().expect("a path");
    candor(&["run", "sum.c", "--seed", "3", "--record", log], "");
    let said = text(&candor(&["simulate", "sum.c", "--replay", log], "until 18\nprint numbers\nchoices\n"));
    assert!(said.contains("numbers = {") && !said.contains("numbers = {0, 0, 0}"), "{said}");
    let threads = Path::new(env!("CARGO_TARGET_TMPDIR")).join("counter.log");
    let threads = threads.to_str().expect("a path");
    for seed in ["1", "2", "3"] {
        let ran = candor(&["run", "counter.c", "--seed", seed, "--record", threads], "");
        let said = text(&candor(&["simulate", "counter.c", "--replay", threads], "continue\n"));
        let ended = if ran.status.success() { "the program has ended with status 0" } else { "error[assertion]" };
        assert!(said.contains(ended), "seed {seed}: {said}");
    }
}

#[test]
fn saved_commands_lead_to_the_same_place() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved");
    let name = path.to_str().expect("a path");
    let commands = format!("input 4 5 6\nbreak sum\ncontinue\nnext 2\nsave {name}\nwhere\n");
    let first = text(&candor(&["simulate", "sum.c"], &commands));
    let saved = fs::read_to_string(&path).expect("saved");
    let second = text(&candor(&["simulate", "sum.c"], &format!("{saved}where\n")));
    assert_eq!(first.lines().last(), second.lines().last(), "{first}\n{second}");
}

#[test]
fn processes_are_stepped_through() {
    let args = ["simulate", "../entries/peterson.c", "--entry", "first", "--entry", "second"];
    let said = text(&candor(&args, "step\nstep\nthreads\nthread 1\nstep\nprint wants\n"));
    assert!(said.contains("`first`") && said.contains("`second`") && said.contains("wants = {"), "{said}");
}

#[test]
fn bad_files_are_named() {
    let output = candor(&["simulate", "sum.c", "--replay", "sum.c"], "");
    assert!(text(&output).contains("neither a log"), "{}", text(&output));
    assert_eq!(output.status.code(), Some(126));
    let output = candor(&["simulate", "missing.c"], "");
    assert_eq!(output.status.code(), Some(126));
}
