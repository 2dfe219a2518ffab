//! `candor validate`, from outside: a witness is confirmed if its way leads to a violation, and only then.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What to avoid or to follow: line, type, condition. Types to avoid have a `!` before them, and come before what is to be followed.
type Point<'t> = (u32, &'t str, &'t str);

const TARGET: &str = "target";
const BRANCH: &str = "branching";
const RETURN: &str = "function_return";
const BEFORE: &str = "assumption";

const CONFIRMED: (i32, &str) = (0, "confirmed: ");
const OFF: (i32, &str) = (3, "not on the path");

#[track_caller]
fn validate(name: &str, program: &str, witness: &str, options: &[&str], (status, says): (i32, &str)) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("validate");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let (source, path) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.witness")));
    fs::write(&source, program).expect("it can be written");
    fs::write(&path, witness).expect("it can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    let output = command.arg("validate").args(options).args([&path, &source]).output().expect("candor runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(text.contains(says) && !text.contains("panicked"), "{text}");
}

/// A YAML witness with these waypoints.
fn sequence(property: &str, points: &[Point<'_>]) -> String {
    let mut text = format!(
        "- entry_type: violation_sequence\n  metadata:\n    task:\n      data_model: LP64\n      specification: \
         CHECK( init(main()), LTL(G ! {property}) )\n  content:\n"
    );
    let mut begins = true;
    for (line, kind, condition) in points {
        let (action, kind) = kind.strip_prefix('!').map_or(("follow", *kind), |kind| ("avoid", kind));
        if begins {
            text += "  - segment:\n";
        }
        text += &format!(
            "    - waypoint:\n        action: {action}\n        type: {kind}\n        location: {{line: {line}}}\n        \
             constraint:\n          value: '{condition}'\n"
        );
        begins = action == "follow";
    }
    text
}

fn reach(points: &[Point<'_>]) -> String {
    sequence("call(reach_error())", points)
}

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

const BAD: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == -2147483647)
        reach_error();
    return 0;
}
";

#[test]
fn witnesses_are_followed() {
    let target = (6, TARGET, "");
    let exact = reach(&[(4, RETURN, "\\result == -2147483647"), target]);
    validate("exact", BAD, &exact, &[], CONFIRMED);
    // Spoken of behind the line that asks, and of the variable.
    validate("behind", BAD, &reach(&[(5, BEFORE, "n == -2147483647"), target]), &[], CONFIRMED);
    // No number at all: the engines have to find it.
    validate("range", BAD, &reach(&[(4, RETURN, "\\result < -2000000000"), target]), &[], CONFIRMED);
    validate("nothing", BAD, &reach(&[target]), &[], CONFIRMED);
    // The wrong way, although there is a right one.
    validate("wrong", BAD, &reach(&[(4, RETURN, "\\result == 3"), target]), &[], OFF);
    validate("elsewhere", BAD, &reach(&[(7, TARGET, "")]), &[], OFF);
    let graph = "<graphml><graph><data key='witness-type'>violation_witness</data>\
                 <data key='specification'>CHECK( init(main()), LTL(G ! call(reach_error())) )</data>\
                 <node id='a'><data key='entry'>true</data></node><node id='b'><data key='violation'>true</data></node>\
                 <edge source='a' target='b'><data key='startline'>4</data><data key='assumption'>n == (-2147483647);</data></edge>\
                 </graph></graphml>";
    validate("graph", BAD, graph, &[], CONFIRMED);
    let good = BAD.replace("reach_error();", ";");
    validate("refuted", &good, &exact, &[], (1, "not confirmed"));
    let invariants = "- entry_type: invariant_set\n  content: []\n";
    validate("other", BAD, invariants, &["--property", "reach"], (1, "not confirmed: error-call at "));
    validate(
        "correct",
        &good,
        invariants,
        &["--property", "reach"],
        (0, "confirmed: no execution breaks the property"),
    );
    validate("none", BAD, "int main(void);", &[], (2, "no witness"));
    validate("no-property", BAD, "- entry_type: violation_sequence\n  content: []\n", &[], (2, "--property"));
}

#[test]
fn loops_are_followed_round_by_round() {
    let program = HEAD.to_owned()
        + "int main(void) {\n    int sum = 0;\n    for (int i = 0; i < 3; i++)\n        \
           sum = sum * 10 + (__VERIFIER_nondet_int() & 7);\n    if (sum == 123)\n        reach_error();\n    return 0;\n}\n";
    let round = |result| (6, RETURN, result);
    let rounds = [round("\\result == 1"), round("\\result == 2"), round("\\result == 3"), (8, TARGET, "")];
    validate("rounds", &program, &reach(&rounds), &[], CONFIRMED);
    // The last round alone: what comes before is open.
    validate("last-round", &program, &reach(&rounds[2..]), &[], CONFIRMED);
    let backwards = [rounds[1], rounds[0], rounds[3]];
    validate("backwards", &program, &reach(&backwards), &[], OFF);
    validate("too-many", &program, &reach(&[rounds[0], rounds[0], rounds[1], rounds[2], rounds[3]]), &[], OFF);
}

/// Both ways of the first statement lead to the error, by the first or the second part of the second one's condition.
const FORK: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = 0;
    if (!n)
        m = 1;
    else
        m = 2;
    if (m == 2 || n == 0)
        reach_error();
    return 0;
}
";

#[test]
fn branches_are_followed() {
    let target = (11, TARGET, "");
    for (name, way, m) in [("fork-then", "true", "m == 1"), ("fork-else", "false", "m == 2")] {
        validate(
            name,
            FORK,
            &reach(&[(6, BRANCH, way), (10, BEFORE, m), (10, BRANCH, "true"), target]),
            &[],
            CONFIRMED,
        );
        let other = if m == "m == 1" { "m == 2" } else { "m == 1" };
        validate(&format!("{name}-not"), FORK, &reach(&[(6, BRANCH, way), (10, BEFORE, other), target]), &[], OFF);
        validate(&format!("{name}-end"), FORK, &reach(&[(6, BRANCH, way), (10, BRANCH, "false"), target]), &[], OFF);
    }
    // An execution comes by in this order only.
    validate("fork-order", FORK, &reach(&[(10, BRANCH, "true"), (6, BRANCH, "true"), target]), &[], OFF);
}

/// The same in GraphML, where each part of a condition has an edge, and what leads to a sink is to be avoided.
#[test]
fn branches_of_graphs_are_followed() {
    let graph = |edges: &[(&str, &str, u32, &str)]| {
        let edge = |&(source, target, line, control): &(&str, &str, u32, &str)| {
            format!(
                "<edge source='{source}' target='{target}'><data key='startline'>{line}</data>\
                 <data key='control'>condition-{control}</data></edge>"
            )
        };
        format!(
            "<graphml><graph><data key='witness-type'>violation_witness</data>\
             <data key='specification'>CHECK( init(main()), LTL(G ! call(reach_error())) )</data>\
             <node id='a'><data key='entry'>true</data></node><node id='s'><data key='sink'>true</data></node>\
             <node id='d'><data key='violation'>true</data></node>{}</graph></graphml>",
            edges.iter().map(edge).collect::<String>()
        )
    };
    let parts = [("a", "b", 6, "true"), ("b", "c", 10, "false"), ("c", "d", 10, "true")];
    validate("graph-then", FORK, &graph(&parts), &[], CONFIRMED);
    validate("graph-end", FORK, &graph(&[("a", "b", 6, "true"), ("b", "d", 10, "false")]), &[], OFF);
    let sink = ("a", "s", 6, "true");
    validate("graph-sink", FORK, &graph(&[sink, ("a", "d", 10, "true")]), &[], CONFIRMED);
    validate("graph-sinks", FORK, &graph(&[sink, ("a", "s", 6, "false"), ("a", "d", 10, "true")]), &[], OFF);
}

#[test]
fn what_is_to_be_avoided_is_avoided() {
    let avoid = |way| (6, "!branching", way);
    let on = (10, BRANCH, "true");
    let target = (11, TARGET, "");
    validate("avoid-then", FORK, &reach(&[avoid("true"), on, target]), &[], CONFIRMED);
    validate("avoid-then-2", FORK, &reach(&[avoid("true"), (10, BEFORE, "m == 2"), target]), &[], CONFIRMED);
    validate("avoid-then-1", FORK, &reach(&[avoid("true"), (10, BEFORE, "m == 1"), target]), &[], OFF);
    validate("avoid-both", FORK, &reach(&[avoid("true"), avoid("false"), on, target]), &[], OFF);
    let value = (4, "!function_return", "\\result == 0");
    validate("avoid-value", FORK, &reach(&[value, (10, BEFORE, "m == 1"), target]), &[], OFF);
    // What is not understood as a whole is not avoided.
    let unclear = (4, "!function_return", "\\result == 0 && f(n)");
    validate("avoid-unclear", FORK, &reach(&[unclear, (10, BEFORE, "m == 1"), target]), &[], CONFIRMED);
    // Also on the last piece of the way.
    validate("avoid-to-target", FORK, &reach(&[avoid("true"), avoid("false"), target]), &[], OFF);
    validate("avoid-one-to-target", FORK, &reach(&[avoid("true"), target]), &[], CONFIRMED);
    // Behind the waypoint it is no longer to be avoided.
    validate("avoid-before", FORK, &reach(&[(10, "!branching", "true"), (6, BRANCH, "true"), target]), &[], CONFIRMED);
}

const ROUNDS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int rounds = 0;
    while (n > 0 && rounds < 5) {
        n--;
        rounds++;
    }
    switch (rounds) {
    case 3: reach_error();
    case 4: reach_error();
    default: break;
    }
    return 0;
}
";

#[test]
fn loops_and_switches_are_followed() {
    let round = (6, BRANCH, "true");
    let done = (6, BRANCH, "false");
    let (three, four) = ((10, BRANCH, "3"), (10, BRANCH, "4"));
    let (first, second) = ((11, TARGET, ""), (12, TARGET, ""));
    validate("case", ROUNDS, &reach(&[three, first]), &[], CONFIRMED);
    validate("case-4", ROUNDS, &reach(&[four, second]), &[], CONFIRMED);
    validate("case-other", ROUNDS, &reach(&[four, first]), &[], OFF);
    validate("case-default", ROUNDS, &reach(&[(10, BRANCH, "default"), first]), &[], OFF);
    validate("rounds-3", ROUNDS, &reach(&[round, round, round, done, three, first]), &[], CONFIRMED);
    validate("rounds-4", ROUNDS, &reach(&[round, round, round, round, done, three, first]), &[], OFF);
    validate("rounds-4-4", ROUNDS, &reach(&[round, round, round, round, done, four, second]), &[], CONFIRMED);
    // Nothing of the loop's before it ends: no round is made.
    validate("no-round", ROUNDS, &reach(&[(6, "!branching", "true"), done, first]), &[], OFF);
}

/// Other properties break where an execution may also go on.
#[test]
fn faults_are_followed() {
    let program = HEAD.to_owned()
        + "int main(void) {\n    int sum = 2147483647;\n    int n = __VERIFIER_nondet_int();\n    if (n == 7)\n        sum = 0;\n    \
           for (int i = 0; i < 2; i++)\n        sum = sum + (__VERIFIER_nondet_int() & 1);\n    return sum;\n}\n";
    let overflow = |points: &[Point<'_>]| sequence("overflow", points);
    let (seven, other) = ((6, BRANCH, "true"), (6, BRANCH, "false"));
    let round = (8, BRANCH, "true");
    let target = (9, TARGET, "");
    validate("overflow", &program, &overflow(&[other, round, target]), &[], CONFIRMED);
    // Only when the loop comes round for the second time.
    let even = (9, RETURN, "\\result == 2");
    validate("overflow-2", &program, &overflow(&[other, round, even, round, target]), &[], CONFIRMED);
    validate("overflow-3", &program, &overflow(&[other, round, round, round, target]), &[], OFF);
    validate("overflow-7", &program, &overflow(&[seven, target]), &[], OFF);
}

/// Conditions whose parts come together before another statement begins, values that do not fit, input that is asked for elsewhere.
#[test]
fn odd_forms_are_followed() {
    let program = HEAD.to_owned()
        + "static int ask(void) {\n    return __VERIFIER_nondet_int();\n}\nint main(void) {\n    int a = ask(), b = ask();\n    \
           int both = a && b;\n    if (a > 5)\n        both++;\n    switch (a) {\n    case -1: reach_error();\n    case 9: reach_error();\n    \
           }\n    return both;\n}\n";
    let (minus, nine) = ((12, TARGET, ""), (13, TARGET, ""));
    validate("joined", &program, &reach(&[(9, BRANCH, "true"), nine]), &[], CONFIRMED);
    validate("joined-not", &program, &reach(&[(9, BRANCH, "false"), nine]), &[], OFF);
    validate("case-minus", &program, &reach(&[(11, BRANCH, "4294967295"), minus]), &[], CONFIRMED);
    validate("case-minus-1", &program, &reach(&[(11, BRANCH, "-1"), minus]), &[], CONFIRMED);
    validate(
        "asked",
        &program,
        &reach(&[(4, RETURN, "\\result == 9"), (4, RETURN, "\\result == 3"), nine]),
        &[],
        CONFIRMED,
    );
    validate(
        "asked-not",
        &program,
        &reach(&[(4, RETURN, "\\result == 8"), (4, RETURN, "\\result == 9"), nine]),
        &[],
        OFF,
    );
    validate("too-large", &program, &reach(&[(4, RETURN, "\\result == 4294967305"), nine]), &[], OFF);
    validate("too-small", &program, &reach(&[(4, RETURN, "\\result > -4294967295"), nine]), &[], CONFIRMED);
    let nowhere = reach(&[(13, TARGET, "")]).replace("line: 13", "line: 99999999999");
    validate("nowhere", &program, &nowhere, &[], (2, "no witness"));
}

/// Where threads take turns, no witness says.
#[test]
fn threads_are_followed() {
    let program = "#include <pthread.h>\n".to_owned()
        + HEAD
        + "int x;\nstatic void *set(void *arg) {\n    x = 1;\n    return arg;\n}\nint main(void) {\n    int n = __VERIFIER_nondet_int();\n    \
           pthread_t other;\n    pthread_create(&other, 0, set, 0);\n    if (x == 1)\n        if (n > 3)\n            reach_error();\n    \
           return 0;\n}\n";
    let target = (15, TARGET, "");
    validate("threads", &program, &reach(&[target]), &[], CONFIRMED);
    validate("threads-way", &program, &reach(&[(13, BRANCH, "true"), (14, BRANCH, "true"), target]), &[], CONFIRMED);
    validate("threads-value", &program, &reach(&[(10, RETURN, "\\result == 5"), target]), &[], CONFIRMED);
    validate("threads-off", &program, &reach(&[(13, BRANCH, "false"), target]), &[], OFF);
}

/// Whatever check is on by default, the witness of its violation is confirmed, in both formats.
#[test]
fn own_witnesses_of_default_checks_are_confirmed() {
    let programs = [
        ("assertion", "assert(n != 7);"),
        ("division-by-zero", "return 100 / n;"),
        ("shift-out-of-range", "return 1u << n != 0;"),
        ("signed-overflow", "return n + 1;"),
        ("uninitialized-read", "int x; if (n == 5) x = 1; return x > 0;"),
        ("null-dereference", "int *p = n == 3 ? 0 : &n; return *p;"),
        ("array-index", "int a[4] = {0}; if (n >= 0 && n < 6) return a[n];"),
        ("double-free", "char *p = malloc(3); free(p); if (n == 1) free(p);"),
        ("memory-leak", "char *p = malloc(3); if (n != 1) free(p);"),
        ("error-call", "if (n == 12) reach_error();"),
    ];
    for (check, body) in programs {
        own_witnesses_are_confirmed(check, body, &[]);
    }
}

/// Where allocations may fail, the witness says so.
#[test]
fn own_witnesses_of_failing_allocations_are_confirmed() {
    own_witnesses_are_confirmed("null-dereference", "int *p = malloc(4); *p = n; free(p);", &["--malloc-may-fail"]);
}

fn own_witnesses_are_confirmed(check: &str, body: &str, options: &[&str]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("validate");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let source = folder.join(format!("own-{check}{}.c", options.concat()));
    let text = format!(
        "#include <assert.h>\n#include <stdlib.h>\n{HEAD}int main(void) {{\n    int n = __VERIFIER_nondet_int();\n    {body}\n    \
         return 0;\n}}\n"
    );
    fs::write(&source, text).expect("it can be written");
    for format in ["yml", "graphml"] {
        let witness = folder.join(format!("own-{check}{}.{format}", options.concat()));
        let candor = || Command::new(env!("CARGO_BIN_EXE_candor"));
        let output = candor()
            .arg("check")
            .args(options)
            .arg("--witness")
            .args([&witness, &source])
            .output()
            .expect("candor runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(1) && said.contains(&format!("error[{check}]")), "{check}: {said}");
        let output = candor().arg("validate").args([&witness, &source]).output().expect("candor runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.starts_with(&format!("confirmed: {check} at ")), "{check} in {format}: {said}");
    }
}
