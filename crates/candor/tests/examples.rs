//! The files in `examples` and `docs` work as shown, in a repository of the test's own; and so do `candor.toml`, completions and manual pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("is in a folder")).expect("the folder can be made");
    fs::write(path, text).expect("the file can be written");
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs a program where `candor` is on the path and git has no settings.
fn run(folder: &Path, program: &str, args: &[&str]) -> Output {
    let candor = Path::new(env!("CARGO_BIN_EXE_candor")).parent().expect("is in a folder");
    let path = format!("{}:{}", candor.display(), std::env::var("PATH").unwrap_or_default());
    // Not the folder itself: the demo runs in that of the project, where no cache belongs.
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdin(Stdio::null()).env("PATH", path).env("HOME", home);
    for variable in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        command.env_remove(variable);
    }
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "a").env(format!("GIT_{who}_EMAIL"), "a@example.org");
    }
    command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
}

#[track_caller]
fn expect(output: &Output, status: i32) -> String {
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{said}");
    said
}

fn candor(folder: &Path, args: &[&str]) -> Output {
    run(folder, env!("CARGO_BIN_EXE_candor"), args)
}

fn repository(name: &str) -> PathBuf {
    let folder = fresh(name);
    expect(&run(&folder, "git", &["init", "-q"]), 0);
    write(&folder, "include/len.h", "#define LEN 3\n");
    write(
        &folder,
        "src/good main.c",
        "#include \"../include/len.h\"\nint main(void) { int a[LEN] = {0}; return a[LEN - 1]; }\n",
    );
    write(&folder, "src/library.c", LIBRARY);
    expect(&run(&folder, "git", &["add", "."]), 0);
    folder
}

const LIBRARY: &str = "int twice(short x) { return 2 * x; }\n";
const FAULTY: &str = "#include \"../include/len.h\"\nint main(void) { int a[LEN] = {0}; return a[LEN]; }\n";

#[test]
fn the_hook_refuses_faults_and_nothing_else() {
    let folder = repository("hook");
    write(&folder, ".git/hooks/pre-commit", &example("ci/pre-commit"));
    expect(&run(&folder, "chmod", &["+x", ".git/hooks/pre-commit"]), 0);
    expect(&run(&folder, "git", &["commit", "-qm", "good"]), 0);
    // Only what is staged counts, not what lies in the folder.
    write(&folder, "src/good main.c", FAULTY);
    write(&folder, "notes.txt", "nothing to check\n");
    expect(&run(&folder, "git", &["add", "notes.txt"]), 0);
    expect(&run(&folder, "git", &["commit", "-qm", "notes"]), 0);
    expect(&run(&folder, "git", &["add", "src"]), 0);
    let said = expect(&run(&folder, "git", &["commit", "-qm", "faulty"]), 1);
    assert!(said.contains("the commit is refused") && said.contains("main.c:2: array-index: "), "{said}");
    expect(&run(&folder, "git", &["commit", "-q", "--no-verify", "-m", "faulty"]), 0);
}

#[test]
fn the_hook_accepts_libraries() {
    let folder = fresh("library-hook");
    expect(&run(&folder, "git", &["init", "-q"]), 0);
    write(&folder, ".git/hooks/pre-commit", &example("ci/pre-commit"));
    expect(&run(&folder, "chmod", &["+x", ".git/hooks/pre-commit"]), 0);
    write(&folder, "library.c", LIBRARY);
    expect(&run(&folder, "git", &["add", "."]), 0);
    let said = expect(&run(&folder, "git", &["commit", "-qm", "library"]), 0);
    assert!(said.contains("library.c: no main, but twice") && said.contains("no file has a `main`"), "{said}");
}

/// The script of a step of the workflow.
fn step(workflow: &str, name: &str) -> String {
    let mut lines = workflow.lines().skip_while(|line| line.trim() != format!("- name: {name}"));
    let run = lines.by_ref().find(|line| line.trim() == "run: |").expect("the step runs something");
    let depth = run.len() - run.trim_start().len();
    let is_script = |line: &&str| line.trim().is_empty() || line.len() - line.trim_start().len() > depth;
    lines.take_while(is_script).map(|line| line.trim_start().to_owned() + "\n").collect()
}

#[test]
fn the_workflow_checks_a_repository() {
    let folder = repository("workflow");
    let script = step(&example("ci/github-workflow.yml"), "Check");
    assert!(script.contains("candor batch"), "{script}");
    let said = expect(&run(&folder, "bash", &["-e", "-o", "pipefail", "-c", &script]), 0);
    assert!(said.contains("src/library.c: no main, but twice"), "{said}");
    assert!(folder.join("candor-results/results.json").exists());
    write(&folder, "src/faulty.c", FAULTY);
    expect(&run(&folder, "git", &["add", "src"]), 0);
    let output = run(&folder, "bash", &["-e", "-o", "pipefail", "-c", &script]);
    assert_eq!(output.status.code(), Some(123), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("VIOLATED: src/faulty.c: "), "{output:?}");
}

#[test]
fn the_workflow_accepts_libraries() {
    let folder = fresh("library-workflow");
    expect(&run(&folder, "git", &["init", "-q"]), 0);
    write(&folder, "library.c", LIBRARY);
    expect(&run(&folder, "git", &["add", "."]), 0);
    let script = step(&example("ci/github-workflow.yml"), "Check");
    expect(&run(&folder, "bash", &["-e", "-o", "pipefail", "-c", &script]), 0);
    assert!(folder.join("candor-results/results.sarif").exists());
    // The batch itself says that nothing was checked, and leaves results behind; once more, it has nothing new to say.
    for args in [&["batch", "library.c", "-o", "again"][..], &["batch", "--resume", "-o", "again"]] {
        let said = expect(&candor(&folder, args), 3);
        assert!(said.contains("no file has a `main`") && !said.contains("error"), "{said}");
    }
    for name in ["results.tsv", "results.json", "results.sarif", "results.xml", "report.html"] {
        assert!(folder.join("again").join(name).exists(), "{name}");
    }
}

/// A file in YAML, as data.
fn yaml(name: &str) -> Value {
    serde_saphyr::from_str(&example(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The shell understands a script.
fn is_script(folder: &Path, shell: &str, script: &str) {
    expect(&run(folder, shell, &["-n", "-c", script]), 0);
}

#[test]
fn the_workflow_uploads_what_a_batch_writes() {
    let folder = fresh("workflow-file");
    let workflow = yaml("ci/github-workflow.yml");
    assert_eq!(workflow["on"], serde_json::json!(["push", "pull_request"]));
    assert_eq!(workflow["permissions"]["security-events"], "write");
    let job = &workflow["jobs"]["candor"];
    let steps = job["steps"].as_array().expect("there are steps");
    let mut used = Vec::new();
    for step in steps {
        match (step["uses"].as_str(), step["run"].as_str()) {
            (Some(action), None) => used.push(action),
            (None, Some(script)) => {
                assert!(step["name"].is_string(), "{step}");
                is_script(&folder, "bash", script);
            }
            _ => panic!("a step uses an action or runs a script: {step}"),
        }
    }
    let known = [
        "actions/checkout@v4",
        "actions/cache@v4",
        "github/codeql-action/upload-sarif@v3",
        "actions/upload-artifact@v4",
    ];
    assert_eq!(used, known);
    let of = |action: &str| &steps.iter().find(|step| step["uses"] == action).expect("it is used")["with"];
    assert_eq!(of("github/codeql-action/upload-sarif@v3")["sarif_file"], "candor-results/results.sarif");
    assert_eq!(of("actions/upload-artifact@v4")["path"], "candor-results");
    let scripts: Vec<&str> = steps.iter().filter_map(|step| step["run"].as_str()).collect();
    // What the steps call is there, and where the next one looks for it.
    assert!(scripts.iter().any(|script| script.contains("make -C \"$RUNNER_TEMP/candor\" build\n")), "{scripts:?}");
    assert!(scripts.iter().any(|script| script.contains("candor/target/release\" >> \"$GITHUB_PATH\"")), "{scripts:?}");
    assert_eq!(of("actions/cache@v4")["path"].as_str().map(|paths| paths.contains("/candor/target")), Some(true));
    expect(&run(&project(), "make", &["-n", "build"]), 0);
    // A runner finds its packages where the container does, for its own system.
    let source = |text: &str| {
        let line = text.lines().find_map(|line| line.split("echo 'deb ").nth(1)).expect("a source of packages");
        line.split('\'').next().unwrap_or_default().to_owned()
    };
    assert_eq!(job["runs-on"], "ubuntu-24.04");
    let of_container = source(&dockerfile()).replace("bookworm", "noble");
    assert_eq!(source(&scripts.join("\n")), of_container);
}

/// The folder of the project.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn dockerfile() -> String {
    fs::read_to_string(project().join("contrib/docker/Dockerfile")).expect("it is there")
}

#[test]
fn the_container_is_made_of_what_there_is() {
    let folder = fresh("container");
    let text = dockerfile().replace("\\\n", " ");
    let mut stages: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (instruction, rest) = line.split_once(' ').expect("an instruction and more");
        let words: Vec<&str> = rest.split_whitespace().collect();
        match instruction {
            "FROM" => {
                assert!(words[0].starts_with("debian:") || stages.contains(&words[0]), "{line}");
                stages.extend(words.iter().position(|word| *word == "AS").map(|idx| words[idx + 1]));
            }
            "RUN" => is_script(&folder, "sh", rest),
            "COPY" => match words[0].strip_prefix("--from=") {
                Some(stage) => assert!(stages.contains(&stage), "{line}"),
                None => assert!(project().join(words[0]).exists(), "{line}"),
            },
            "ENTRYPOINT" | "CMD" => drop(serde_json::from_str::<Vec<String>>(rest).expect("a list of words")),
            "ENV" | "WORKDIR" => {}
            _ => panic!("{line}"),
        }
    }
    // The package lies where the last stage takes it from.
    assert!(text.contains("make build && cargo xtask deb") && text.contains("/candor/target/debian/*.deb"), "{text}");
    expect(&run(&project(), "make", &["-n", "build"]), 0);
}

/// The packages that are installed by name, here and there.
fn packages() -> Vec<String> {
    let read = |name: &str| fs::read_to_string(project().join(name)).expect("it is there");
    let container = dockerfile().replace("\\\n", " ");
    let mut names: Vec<String> = Vec::new();
    for command in container.split("apt-get install").skip(1) {
        let command = command.split(['&', '\n']).next().unwrap_or_default();
        names.extend(command.split_whitespace().filter(|word| !word.starts_with(['-', '/'])).map(str::to_owned));
    }
    let setup = read("scripts/setup.sh");
    let line = setup.lines().find_map(|line| line.strip_prefix("packages=\"")).expect("a list of packages");
    names.extend(line.trim_end_matches('"').split(' ').map(str::to_owned));
    // What the Debian package needs, beside libraries.
    let deb = read("xtask/src/deb.rs");
    for name in ["NEEDS", "RECOMMENDS"] {
        let line = deb.lines().find(|line| line.starts_with(&format!("const {name}"))).expect("a list of packages");
        names.extend(line.split('"').nth(1).expect("a text").split(", ").map(str::to_owned));
    }
    names.sort();
    names.dedup();
    names
}

#[test]
fn packages_have_the_names_that_debian_knows() {
    let folder = fresh("packages");
    let names = packages();
    assert!(names.len() > 15 && names.iter().any(|name| name == "clang-22"), "{names:?}");
    let known = |name: &str| {
        let mut command = Command::new("apt-cache");
        command.args(["show", "--no-all-versions", name]).current_dir(&folder);
        command.output().is_ok_and(|output| output.status.success() && !output.stdout.is_empty())
    };
    // Elsewhere, or where the lists of packages were thrown away, nobody can tell.
    if !known("make") || !known("clang-22") {
        println!("skipped: apt does not know the packages of this system and of LLVM");
        return;
    }
    let unknown: Vec<&String> = names.iter().filter(|name| !known(name)).collect();
    assert!(unknown.is_empty(), "no such packages: {unknown:?}");
}

#[test]
fn the_configuration_of_pre_commit_refuses_faults() {
    let folder = repository("pre-commit");
    let config = yaml("ci/pre-commit-config.yaml");
    let hook = &config["repos"][0]["hooks"][0];
    assert_eq!((&hook["language"], &hook["files"]), (&"system".into(), &"\\.c$".into()), "{hook}");
    let entry = hook["entry"].as_str().expect("an entry");
    let check = |file: &str| run(&folder, "sh", &["-c", &format!("{entry} 'src/good main.c' '{file}'")]);
    expect(&check("src/library.c"), 0);
    let alone = run(&folder, "sh", &["-c", &format!("{entry} src/library.c")]);
    assert!(expect(&alone, 0).contains("no file has a `main`"));
    write(&folder, "src/faulty.c", FAULTY);
    let said = expect(&check("src/faulty.c"), 1);
    assert!(said.contains("VIOLATED: ") && said.contains("faulty.c"), "{said}");
}

#[test]
fn the_demo_shows_a_fault_and_its_repair() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let said = expect(&run(&root, "sh", &["scripts/demo.sh", env!("CARGO_BIN_EXE_candor")]), 0);
    for word in ["verdict: violated; 1 fault", "heap-use-after-free", "verdict: holds; ", "(exit status 134)"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let page = said.lines().find_map(|line| line.split_once("picture of memory: ")).expect("the page is named").1;
    assert!(fs::read_to_string(page).expect("it is there").starts_with("<!DOCTYPE html>"));
}

/// The blocks of a page that show a command and what it prints.
fn shown(page: &str, command: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page)).expect("it is there");
    let lines = text.lines().skip_while(|line| *line != format!("$ {command}")).skip(1);
    lines.take_while(|line| *line != "```").map(str::to_owned).collect()
}

#[test]
fn the_readme_shows_what_candor_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (command, status) in [("candor check examples/words.c", 1), ("candor check examples/words-fixed.c", 0)] {
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        let said = expect(&candor(&root, &words), status);
        let shown = shown("README.md", command);
        assert!(shown.len() > 1, "{command}: {shown:?}");
        let mut lines = said.lines();
        // `...` stands for lines that are left out.
        for line in shown.into_iter().filter(|line| line != "...") {
            assert!(lines.any(|other| other == line), "{command}: {line}\n{said}");
        }
    }
}

#[test]
fn the_example_of_defaults_is_valid() {
    let folder = repository("defaults");
    write(&folder, "candor.toml", &example("ci/candor.toml"));
    write(&folder, "src/a.c", "#include <len.h>\nint main(void) { return LEN - 3; }\n");
    expect(&candor(&folder, &["check", "src/a.c"]), 0);
    expect(&candor(&folder, &["run", "src/a.c"]), 0);
    expect(&candor(&folder, &["batch", "src/a.c", "--", "--include-dir=include"]), 0);
}

#[test]
fn the_command_line_wins_over_defaults() {
    let folder = fresh("wins");
    let text = "[check]\nformat = \"json\"\nproperty = \"overflow\"\n[run]\nseed = 7\n";
    write(&folder, "candor.toml", text);
    write(&folder, "deep/down/a.c", "int main(void) { int *p = 0; return *p; }\n");
    let file = "deep/down/a.c";
    // The fault is none of the default's: the property holds if there is none.
    let said = expect(&candor(&folder, &["check", file]), 0);
    assert!(said.starts_with("{\"candor\""), "{said}");
    let said = expect(&candor(Path::new("/"), &["check", folder.join(file).to_str().expect("is text")]), 0);
    assert!(said.starts_with("{\"candor\""), "{said}");
    let said = expect(&candor(&folder, &["check", "--format=text", "--property=memory", file]), 1);
    assert!(said.contains("null-dereference") && !said.starts_with('{'), "{said}");
    let said = expect(&candor(&folder, &["check", "--no-config", file]), 1);
    assert!(!said.starts_with('{'), "{said}");
    // An option that excludes the default is no conflict.
    write(&folder, "deep/log", "{\"candor_choices\":1}\n");
    expect(&candor(&folder, &["run", "--replay", "deep/log", file]), 134);
    write(&folder, "deep/candor.toml", "\n[check]\nproprety = \"memory\"\n");
    let said = expect(&candor(&folder, &["check", file]), 2);
    let expected = "deep/candor.toml:3: there is no option of `candor check` `proprety`; did you mean `property`?";
    assert!(said.contains(expected), "{said}");
    write(&folder, "deep/candor.toml", "[check]\nsolver = \"touch pwned\"\n");
    expect(&candor(&folder, &["check", file]), 2);
    assert!(!folder.join("pwned").exists());
}

#[test]
fn completions_and_manual_pages() {
    let folder = fresh("manual");
    for shell in ["bash", "zsh", "fish"] {
        let said = expect(&candor(&folder, &["completions", shell]), 0);
        for word in ["malloc-may-fail", "each-function", "completions"] {
            assert!(said.contains(word), "{shell}: {word}");
        }
        assert!(!said.contains("__candor-task"), "{shell}");
    }
    let script = expect(&candor(&folder, &["completions", "bash"]), 0);
    expect(&run(&folder, "bash", &["-n", "-c", &script]), 0);
    expect(&candor(&folder, &["completions", "tcsh"]), 126);
    let page = expect(&candor(&folder, &["man"]), 0);
    assert!(page.contains(".TH candor 1") && page.contains("candor\\-check"), "{page}");
    for command in ["check", "run", "batch", "compare", "dump", "explain"] {
        let page = expect(&candor(&folder, &["man", command]), 0);
        assert!(page.contains(&format!(".TH candor-{command} 1")), "{page}");
    }
    expect(&candor(&folder, &["man", "nothing"]), 126);
}

#[test]
fn every_check_has_a_page() {
    let folder = fresh("pages");
    let said = expect(&candor(&folder, &["checks"]), 0);
    let ids: Vec<&str> = said
        .lines()
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(ids.len() > 30, "{said}");
    for id in ids {
        let page = expect(&candor(&folder, &["explain", id]), 0);
        assert!(page.starts_with(&format!("# {id}\n")), "{page}");
        for heading in ["## What it finds", "## Why it matters", "## Example"] {
            assert!(page.contains(heading), "{id}: {heading}");
        }
    }
}
