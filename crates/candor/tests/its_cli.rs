//! `candor its` as users see it: the word, the proof, the exit code, and mistakes with their places.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const HEADER: &str = "(format LCTRS)\n(theory Ints)\n(fun f (-> Int Int))\n(entrypoint f)\n";

fn file(name: &str, rules: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("its");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join(name);
    fs::write(&path, format!("{HEADER}{rules}\n")).expect("the file can be written");
    path
}

fn its(path: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_candor")).arg("its").args(options).arg(path).output().expect("candor runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn words_and_codes() {
    let down = its(&file("down.ari", "(rule (f x) (f (- x 1)) :guard (> x 0))"), &[]);
    assert_eq!(down.status.code(), Some(0));
    assert_eq!(text(&down.stdout), "YES\nranking function 1: x at f\n  finitely often: f -> f (rule in line 5)\n");
    let up = its(&file("up.ari", "(rule (f x) (f (+ x 1)) :guard (> x 0))"), &[]);
    assert_eq!(up.status.code(), Some(1));
    let lines = text(&up.stdout);
    assert!(lines.starts_with("NO\nstart: ") && lines.contains("\nrecurrent set: x >= 1\n"), "{lines}");
    let collatz = "(rule (f x) (f (div x 2)) :guard (and (> x 1) (= (mod x 2) 0)))\
                   (rule (f x) (f (+ x x x 1)) :guard (and (> x 1) (= (mod x 2) 1)))";
    let open = its(&file("collatz.ari", collatz), &["--timeout", "2"]);
    assert_eq!(open.status.code(), Some(3));
    assert!(text(&open.stdout).starts_with("MAYBE\n"), "{}", text(&open.stdout));
}

#[test]
fn the_word_alone() {
    let down = its(&file("quiet.ari", "(rule (f x) (f (- x 1)) :guard (> x 0))"), &["--quiet"]);
    assert_eq!(text(&down.stdout), "YES\n");
}

#[test]
fn the_system_is_written() {
    let path = file("not.ari", "(rule (f x) (f (- x 1)) :guard (not (<= x 0)))");
    let output = path.with_extension("out.ari");
    let name = output.to_string_lossy().into_owned();
    assert_eq!(its(&path, &["--quiet", "--output", &name]).status.code(), Some(0));
    let written = fs::read_to_string(&output).expect("it is written");
    assert_eq!(written, format!("{HEADER}(rule (f x) (f (+ (- 1) x)) :guard (>= (+ (- 1) x) 0))\n"));
    assert_eq!(text(&its(&output, &["--quiet"]).stdout), "YES\n");
    let horn = path.with_extension("smt2");
    assert_eq!(its(&path, &["--quiet", "--output", &horn.to_string_lossy()]).status.code(), Some(0));
    assert!(fs::read_to_string(&horn).expect("it is written").starts_with("(set-logic HORN)\n"));
    assert_eq!(text(&its(&horn, &["--quiet"]).stdout), "YES\n");
}

#[test]
fn mistakes() {
    let broken = its(&file("broken.ari", "(rule (f x) (g x))"), &[]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(text(&broken.stderr).contains("broken.ari:5:14: there is no location `g`"), "{}", text(&broken.stderr));
    assert_eq!(its(Path::new("/nonexistent.ari"), &[]).status.code(), Some(2));
    assert_eq!(its(Path::new("x.ari"), &["--timeout", "0"]).status.code(), Some(2));
}
