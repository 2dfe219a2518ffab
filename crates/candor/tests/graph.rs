//! `candor check --graph`: the symbolic execution graph of shape analysis as a picture.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LIST: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int() != 3) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
";

fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("graph");
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder.join(name)
}

fn check(name: &str, program: &str, options: &[&str]) -> Output {
    let source = file(name);
    fs::write(&source, program).expect("the file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.arg("check").args(options).arg(&source).output().expect("candor can be started")
}

/// The picture of a program in the format of this extension.
fn drawn(extension: &str) -> String {
    let picture = file(&format!("list.{extension}"));
    let output = check(&format!("{extension}.c"), LIST, &["--graph", &picture.display().to_string()]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("verdict: holds"), "{text}");
    fs::read_to_string(picture).expect("the picture was written")
}

#[test]
fn graphviz_gets_states_and_moves() {
    let dot = drawn("dot");
    assert!(dot.starts_with("digraph states {") && dot.ends_with("}\n"), "{dot}");
    assert!(dot.contains("list = NULL") && dot.contains("list of 1 or more nodes, 8 bytes each, next at +0"), "{dot}");
    assert!(dot.contains("every execution is a way through it"), "{dot}");
    let n_states = dot.lines().filter(|line| line.trim_start().starts_with('s') && line.contains("[label=")).count();
    // Whoever is not the start was reached from somewhere, and the loops go round.
    for state in 1..n_states {
        assert!(dot.contains(&format!(" -> s{state};")), "{state} {dot}");
    }
    assert!(dot.contains("style=dashed") && dot.contains(" -> end;"), "{dot}");
}

#[test]
fn pictures_are_well_formed() {
    let svg = drawn("svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    let page = drawn("html");
    assert!(page.contains(&svg) && page.contains("\"title\":\"start\""));
    assert!(!page.contains("http://") || page.matches("http://").count() == page.matches("http://www.w3.org/").count());
}

#[test]
fn where_there_is_no_graph_a_message_says_so() {
    let picture = file("none.svg");
    fs::write(&picture, "an old picture").expect("the file can be written");
    let name = picture.display().to_string();
    let output = check("none.c", "int main(void) { return 0; }", &["--engine", "bmc", "--graph", &name]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("there is no graph to draw; `--engine shapes` makes one"), "{text}");
    assert!(!picture.exists());
    let output = check("none.c", "int main(void) { return 0; }", &["--graph", "graph.png"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("the name of the file ends in .svg, .dot or .html"), "{text}");
}

/// The proof names what gets smaller by the names of the picture.
#[test]
fn the_explanation_names_ranking_functions() {
    let program = LIST.replace("__VERIFIER_nondet_int() != 3", "n-- != 0").replace(
        "struct node *list = NULL;",
        "struct node *list = NULL; unsigned n = (unsigned)__VERIFIER_nondet_int();",
    );
    let options = ["--property", "termination", "--engine", "shapes", "--explain"];
    let output = check("ending.c", &program, &options);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("verdict: holds"), "{text}");
    assert!(text.contains("ranking function") && text.contains("nodes(n1) at state"), "{text}");
}
