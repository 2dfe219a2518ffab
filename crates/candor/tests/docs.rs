//! The commands that the pages about evidence, paths and formats show, run as they stand there.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// The folder that holds `docs`.
fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_owned()
}

/// The lines of all blocks of shell commands on a page.
fn commands(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("docs").join(page)).expect("the page is there");
    let mut commands = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        match (line, is_inside) {
            ("```sh", _) => is_inside = true,
            ("```", _) => is_inside = false,
            (line, true) => commands.push(line.to_owned()),
            (_, false) => {}
        }
    }
    commands
}

/// A folder with the program, and programs under the names that the pages use.
fn prepare(page: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(page);
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).expect("the folder can be made");
    fs::write(folder.join("prog.c"), PROGRAM).expect("the program can be written");
    let path = env::var_os("PATH").unwrap_or_default();
    let clang = env::split_paths(&path).map(|folder| folder.join("clang-22")).find(|path| path.exists());
    let links = [("candor", Some(PathBuf::from(env!("CARGO_BIN_EXE_candor")))), ("clang", clang)];
    for (name, target) in links {
        let link = bin.join(name);
        if let Some(target) = target {
            // One of an earlier test may point to what is no longer there.
            fs::remove_file(&link).unwrap_or_default();
            symlink(target, link).expect("the link can be made");
        }
    }
    folder
}

fn run(page: &str) {
    let folder = prepare(page);
    let path = format!("{}:{}", folder.join("bin").display(), env::var("PATH").unwrap_or_default());
    let commands = commands(page);
    assert!(!commands.is_empty(), "{page} has no commands");
    for line in commands {
        let output =
            Command::new("sh").args(["-c", &line]).current_dir(&folder).env("PATH", &path).output().expect("sh runs");
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        // 2 is bad usage, 126 and 127 are the shell's.
        let is_usage = output.status.code().is_none_or(|code| [2, 126, 127].contains(&code));
        assert!(!is_usage && !complaints.contains("error: unexpected"), "{page}: {line}\n{complaints}");
    }
}

#[test]
fn commands_of_the_pages() {
    for page in ["confirm.md", "explore.md", "formats.md", "html.md", "its.md", "query.md", "witnesses.md"] {
        run(page);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs");
    let confirmed = Command::new(env!("CARGO_BIN_EXE_candor"))
        .args(["confirm", "result.json"])
        .current_dir(folder.join("confirm.md"))
        .output()
        .expect("candor runs");
    assert_eq!(confirmed.status.code(), Some(0), "{}", String::from_utf8_lossy(&confirmed.stdout));
    for file in ["candor.sarif", "candor.xml"] {
        assert!(folder.join("formats.md").join(file).exists(), "{file}");
    }
    assert!(folder.join("html.md/report.html").exists());
    assert!(folder.join("witnesses.md/witness.yml").exists());
    assert!(folder.join("query.md/lengths.svg").exists());
}
