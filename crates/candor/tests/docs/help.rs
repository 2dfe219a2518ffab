//! The examples that the help of each command shows, run in a folder that has the files which they name.
//!
//! An example and what it is about are two spaces or more apart. The examples of a command are run in order, in one folder: some need what an
//! earlier one has written.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::{GENERATED, must_work, prepare, root, run};

const PROGRAM: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int shared;
void f(void) { shared = 1; }
void g(void) { shared = 2; }
void error(void) { reach_error(); }
int parse(const char *text, int length) { return length > 0 && text[0] == '-'; }
int main(void) {
    int i, *p = calloc(4, sizeof *p);
    int x = __VERIFIER_nondet_int();
    for (i = 0; i < 4 && p; i++)
        p[i] = parse(\"-1\", i);
    if (x == 7)
        error();
    if (p && x >= 0 && x < 6)
        p[x] = 1;
    free(p);
    return 0;
}
";

const PREPROCESSED: &str = "\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }
";

/// A program that can be proved.
const SAFE: &str = "int main(void) { unsigned n = 0; while (n < 100) n += 3; return n == 102 ? 0 : 1; }\n";

const DEFINITION: &str = "\
format_version: '2.0'
input_files: '../../p.i'
properties:
  - property_file: unreach-call.prp
    expected_verdict: false
options:
  language: C
  data_model: LP64
";

const SYSTEM: &str =
    "(format LCTRS)\n(theory Ints)\n(fun f (-> Int Int))\n(entrypoint f)\n(rule (f x) (f (- x 1)) :guard (> x 0))\n";

const RESULTS: &str =
    "path\tproperty\texpected\tanswer\tjudged\tseconds\nprog.c\tunreach-call\tfalse\tFALSE\tright\t1.5\n";

/// Files that examples name.
const FILES: [(&str, &str); 13] = [
    ("prog.c", PROGRAM),
    ("p.i", PREPROCESSED),
    ("a.c", "int twice(int n);\nint main(int argc, char **argv) { return argv[0] ? twice(argc) : 0; }\n"),
    ("b.c", "int twice(int n) { return 2 * n; }\n"),
    ("commands", "run\n"),
    ("queries.q", "E<> [0.error]\n"),
    ("tasks.tsv", "prog.c\tunreach-call\tfalse\tLP64\n"),
    ("others.tsv", RESULTS),
    ("c/ReachSafety-Loops.set", "loops/*.yml\n"),
    ("c/loops/p.yml", DEFINITION),
    ("c/loops/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
    ("build/compile_commands.json", "[{\"directory\": \"..\", \"file\": \"prog.c\", \"command\": \"cc -c prog.c\"}]"),
    ("loop.ari", SYSTEM),
];

/// Programs that not every machine has: a cluster that runs jobs at once, and a solver.
const PROGRAMS: [(&str, &str); 4] = [
    (
        "sbatch",
        "last=$(sed -n 's/^#SBATCH --array=0-\\([0-9]*\\).*/\\1/p' job.sh)\n\
         for i in $(seq 0 \"$last\"); do SLURM_ARRAY_TASK_ID=$i sh job.sh >output 2>&1; done\necho 1\n",
    ),
    ("squeue", ""),
    ("scancel", ""),
    ("cvc5", "exec z3 -in\n"),
];

/// What is there before the examples of a command; a command stands for those that begin with it.
const BEFORE: [(&str, &str); 9] = [
    ("simulate", "candor run --record log prog.c"),
    ("compare", "candor batch tasks.tsv -o old && candor batch tasks.tsv -o new"),
    (
        "instrument",
        "cp tests/../crates/candor-instrument/rules/overflow.json mine.json; cp tests/../crates/candor-instrument/runtime/overflow.c .",
    ),
    (
        "validate",
        "candor check --svcomp --property unreach-call --witness witness.yml prog.c;\
         candor check --svcomp --property unreach-call --witness w.graphml p.i;\
         candor check --property termination --witness correct.yml prog.c",
    ),
    ("certify", "mv safe.c prog.c"),
    ("its", "cp loop.ari l.ari"),
    // Another list of tasks, or other options, are for another folder.
    ("candor batch build/compile_commands.json", "rm -r candor-results"),
    ("candor batch tasks.tsv -o results -- ", "rm -r results"),
    ("candor batch tasks.tsv -o results --backend", "rm -r results"),
];

/// Commands that need no examples.
const WITHOUT: [&str; 5] = ["functions", "explain", "checks", "completions", "man"];

/// Commands with examples, and the examples.
pub(crate) fn commands() -> Vec<(String, Vec<String>)> {
    let page = fs::read_to_string(root().join(GENERATED[0].0)).expect("the page is there");
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for section in page.split("\n## candor ").skip(1) {
        let name = section.lines().next().unwrap_or_default().to_owned();
        let lines = section.lines().skip_while(|line| *line != "Examples:").skip(1);
        let lines = lines.take_while(|line| line.starts_with("  "));
        // What stands below an example and far to the right is about the example.
        let lines = lines.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
        let examples: Vec<String> =
            lines.map(|line| line.split("  ").next().unwrap_or_default().trim_end().to_owned()).collect();
        if !examples.is_empty() {
            found.push((name, examples));
        }
    }
    found
}

/// No example is overlooked: all of this page are found, and only commands without a choice have none.
pub(crate) fn are_complete() -> Result<(), String> {
    let page = fs::read_to_string(root().join(GENERATED[0].0)).map_err(|error| error.to_string())?;
    let commands = commands();
    let (with, all) = (commands.len(), page.matches("\n## candor ").count());
    let n_examples: usize = commands.iter().map(|(_, examples)| examples.len()).sum();
    let n_lines = page.lines().filter(|line| line.starts_with("  candor ") || line.starts_with("  clang ")).count();
    match n_examples == n_lines && with == page.matches("\nExamples:\n").count() && all - with <= WITHOUT.len() {
        true => Ok(()),
        false => Err(format!("{n_examples} examples of {n_lines} lines, {with} commands of {all}")),
    }
}

/// The examples of a command are what candor and the shell understand.
pub(crate) fn examples_work(command: &str, examples: &[String]) -> Result<(), String> {
    let page = format!("help/{command}");
    let folder = prepare(&page);
    lay_out(&folder).map_err(|error| format!("{page}: {error}"))?;
    let before = |of: &str| BEFORE.iter().find(|(name, _)| of.starts_with(name)).map(|(_, setup)| *setup);
    if let Some(setup) = before(command) {
        run(setup, &folder);
    }
    for example in examples {
        if let Some(setup) = before(example) {
            run(setup, &folder);
        }
        must_work(&page, example, &folder)?;
    }
    Ok(())
}

fn lay_out(folder: &Path) -> std::io::Result<()> {
    for (name, text) in FILES.into_iter().chain([("safe.c", SAFE)]) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("is in a folder"))?;
        fs::write(path, text)?;
    }
    for (name, text) in PROGRAMS {
        let path = folder.join("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}"))?;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
