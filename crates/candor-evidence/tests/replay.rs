//! Counterexamples are replayed, wrong ones are refused, and traces show what a user would want to know.

use std::path::Path;
use std::sync::Arc;

use candor_bits::Bits;
use candor_context_concrete::{End, RunConfig, run};
use candor_evidence::{Counterexample, Event, Film, Mismatch, Seen, Settled, Trace, TraceStep, film, replay};
use candor_interp::{ChoiceKind, Options};
use candor_ir::{Check, CheckSet, Program};
use candor_llvm::{FrontendConfig, load};

/// Whether local variables stay in memory, as clang leaves them, or are promoted to registers.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Form {
    Memory,
    Registers,
}

const FORMS: [Form; 2] = [Form::Memory, Form::Registers];

fn program(name: &str, source: &str, form: Form) -> Arc<Program> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{form:?}.c"));
    std::fs::write(&path, source).expect("the folder for temporary files is writable");
    let mut program = load(&[path], &FrontendConfig::default()).expect("the program compiles");
    program.select_checks(CheckSet::default_on());
    if form == Form::Registers {
        candor_analysis::prepare(&mut program);
    }
    Arc::new(program)
}

fn start() -> Options {
    Options { args: vec![b"program".to_vec()], ..Options::default() }
}

fn ints(values: &[i64]) -> Vec<Settled> {
    values.iter().map(|&value| Settled { kind: ChoiceKind::Input, value: Bits::from_i64(32, value) }).collect()
}

/// The counterexample that a run with these inputs is.
fn counterexample(program: &Arc<Program>, inputs: &[i64]) -> Counterexample {
    let config = RunConfig::default().with_inputs(inputs.iter().map(|&input| i128::from(input)));
    let result = run(program, config);
    let End::Fault(fault) = result.end else { panic!("the program has a fault, but: {:?}", result.end) };
    Counterexample { check: fault.check, position: result.position, choices: ints(inputs), cycle: None }
}

const SEARCH: &str = "\
extern int __VERIFIER_nondet_int(void);
int limit = 3;
int twice(int n) {
    return n + n;
}
int main(void) {
    int a[4] = {0};
    int i = __VERIFIER_nondet_int();
    int k = __VERIFIER_nondet_int();
    if (i < 0 || i > limit)
        return 0;
    limit = 9;
    k = twice(i);
    a[i] = k;
    return a[k];
}
";

#[test]
fn a_counterexample_is_confirmed() {
    for form in FORMS {
        let program = program("search", SEARCH, form);
        let cex = counterexample(&program, &[3, -5]);
        let confirmed = replay(&program, &start(), &cex).expect("it is one");
        assert_eq!(confirmed.fault.check, Check::ArrayIndex);
        assert_eq!(confirmed.fault.loc().map(|loc| loc.line), Some(15));
        assert_eq!(confirmed.counterexample, cex);
    }
}

/// What was foretold, and what happens instead.
fn refused(program: &Arc<Program>, cex: &Counterexample) -> (String, String) {
    match replay(program, &start(), cex).expect_err("nothing of the kind happens") {
        Mismatch::Otherwise { expected, actual } => (expected, actual),
        Mismatch::ByChance | Mismatch::Elsewhere => panic!("no pointer comes from outside"),
        Mismatch::Another(other) => panic!("another check fails at the same place: {}", other.check),
        Mismatch::Unsupported(stop) => panic!("all is supported: {stop}"),
    }
}

#[test]
fn another_check_or_position_is_a_mismatch() {
    let program = program("mismatch", SEARCH, Form::Registers);
    let right = counterexample(&program, &[3, -5]);

    let mut wrong = right.clone();
    wrong.check = Check::UseAfterFree;
    let (expected, actual) = refused(&program, &wrong);
    assert!(expected.starts_with("use-after-free in `main`"), "{expected}");
    assert!(actual.starts_with("array-index in `main`"), "{actual}");

    let mut wrong = right.clone();
    wrong.position.insert(0, right.position[0]);
    let (expected, actual) = refused(&program, &wrong);
    assert!(expected.contains("called from `main`"), "{expected}");
    assert!(!actual.contains("called from"), "{actual}");
}

#[test]
fn another_end_is_a_mismatch() {
    let program = program("ends", SEARCH, Form::Registers);
    let right = counterexample(&program, &[3, -5]);
    let end_with = |choices: Vec<Settled>| {
        let cex = Counterexample { choices, ..right.clone() };
        refused(&program, &cex).1
    };
    assert_eq!(end_with(ints(&[7])), "exit status 0");
    let narrow = vec![Settled { kind: ChoiceKind::Input, value: Bits::new(8, 3) }];
    let end = end_with(narrow);
    assert!(end.contains("8 bits is given for the input of 32 bits in `main` at line 8"), "{end}");
}

#[test]
fn missing_choices_are_zero_and_others_are_left_over() {
    const SOURCE: &str = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    return a / b;
}
";
    for form in FORMS {
        let program = program("missing", SOURCE, form);
        let mut cex = counterexample(&program, &[8, 0]);
        cex.choices.truncate(1);
        assert_eq!(replay(&program, &start(), &cex).map(|confirmed| confirmed.fault.check), Ok(Check::DivisionByZero));
        cex.choices.insert(0, Settled { kind: ChoiceKind::Havoc, value: Bits::new(64, 1) });
        cex.choices.extend(ints(&[0, 1, 2]));
        assert_eq!(replay(&program, &start(), &cex).map(|confirmed| confirmed.fault.check), Ok(Check::DivisionByZero));
    }
}

/// `13 main/1: k = 6; limit = 9; <- __VERIFIER_nondet_int 5`
fn line(step: &TraceStep) -> String {
    let mut text = format!("{} {}/{}:", step.loc.line, step.function, step.depth);
    for choice in &step.choices {
        text += &format!(" <- {} {};", choice.function.as_deref().unwrap_or("?"), choice.value);
    }
    for change in &step.changes {
        text += &format!(" {} = {};", change.variable, change.value);
    }
    text
}

/// The lines of a trace that say something.
fn lines(trace: &Trace) -> Vec<String> {
    let tells = |step: &&TraceStep| !step.choices.is_empty() || !step.changes.is_empty();
    trace.steps.iter().filter(tells).map(line).collect()
}

#[test]
fn traces_show_inputs_and_changes() {
    for form in FORMS {
        let program = program("trace", SEARCH, form);
        let cex = counterexample(&program, &[3, -5]);
        let trace = replay(&program, &start(), &cex).expect("it is one").trace;
        let expected = [
            "7 main/1: a = {0, 0, 0, 0};",
            "8 main/1: <- __VERIFIER_nondet_int 3; i = 3;",
            "9 main/1: <- __VERIFIER_nondet_int -5; k = -5;",
            "12 main/1: limit = 9;",
            "3 twice/2: n = 3;",
            "13 main/1: k = 6;",
            "14 main/1: a[3] = 6;",
        ];
        assert_eq!(lines(&trace), expected, "{form:?}");
        assert_eq!(trace.steps.last().map(|step| step.loc.line), Some(15));
        assert_eq!(trace.n_left_out, 0);
    }
}

#[test]
fn values_look_like_their_types() {
    const SOURCE: &str = "\
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
struct pair { int first; int second; };
int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    double d = __VERIFIER_nondet_double();
    char c = 'x';
    struct pair pair;
    pair.second = 7;
    int *p = malloc(8);
    p[1] = 5;
    int *q = &pair.second;
    *q = 8;
    q = 0;
    return *q + (int)d + (int)u + c;
}
";
    for form in FORMS {
        let program = program("values", SOURCE, form);
        let position = run(&program, RunConfig::default()).position;
        let choices = vec![
            Settled { kind: ChoiceKind::Input, value: Bits::new(32, u64::from(u32::MAX)) },
            Settled { kind: ChoiceKind::Input, value: Bits::new(64, 1.5_f64.to_bits()) },
        ];
        let cex = Counterexample { check: Check::NullDereference, position, choices, cycle: None };
        let trace = replay(&program, &start(), &cex).expect("it is one").trace;
        let expected = [
            "6 main/1: <- __VERIFIER_nondet_uint 4294967295; u = 4294967295;",
            "7 main/1: <- __VERIFIER_nondet_double 1.5; d = 1.5;",
            "8 main/1: c = 120 'x';",
            "10 main/1: pair.second = 7;",
            "11 main/1: p = block of line 11;",
            "12 main/1: (block of line 11)[1] = 5;",
            "13 main/1: q = &pair.second;",
            "14 main/1: pair.second = 8;",
            "15 main/1: q = NULL;",
        ];
        // In registers, an assignment of a constant has no instruction of its own and shows on the line before.
        let expected = match form {
            Form::Memory => expected.join(" "),
            Form::Registers => expected.join(" ").replace(" 15 main/1:", ""),
        };
        assert_eq!(lines(&trace).join(" "), expected, "{form:?}");
    }
}

#[test]
fn whole_objects_are_shown_as_literals() {
    const SOURCE: &str = "\
#include <stdlib.h>
#include <string.h>
struct pair { char name[8]; int number; };
int main(void) {
    char text[] = \"a \\\"b\\\"\";
    struct pair pair = {\"key\", 7};
    struct pair *copy = malloc(2 * sizeof *copy);
    copy[1] = pair;
    strcpy(copy[0].name, text);
    int many[20] = {1, 2};
    return many[5] / many[6];
}
";
    for form in FORMS {
        let program = program("literals", SOURCE, form);
        let cex = counterexample(&program, &[]);
        let trace = replay(&program, &start(), &cex).expect("it is one").trace;
        let changes: Vec<String> = trace
            .steps
            .iter()
            .flat_map(|step| &step.changes)
            .map(|change| format!("{} = {}", change.variable, change.value))
            .collect();
        for change in [
            r#"text = "a \"b\"""#,
            r#"pair = {.name = "key", .number = 7}"#,
            r#"(block of line 7)[1] = {.name = "key", .number = 7}"#,
            r#"(block of line 7)[0].name = "a \"b\"""#,
        ] {
            assert!(changes.iter().any(|other| other == change), "{form:?}: {change}: {changes:?}");
        }
        assert!(
            changes.iter().any(|change| change.starts_with("many = {") && change.ends_with(", ...}")),
            "{changes:?}"
        );
    }
}

#[test]
fn long_traces_lose_their_middle() {
    const SOURCE: &str = "\
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2000; i++)
        sum += i;
    return sum / (sum - 1999000);
}
";
    for form in FORMS {
        let program = program("long", SOURCE, form);
        let cex = counterexample(&program, &[]);
        let trace = replay(&program, &start(), &cex).expect("it is one").trace;
        assert_eq!((trace.n_before_gap, trace.steps.len()), (200, 1000));
        assert!(trace.n_left_out > 3000, "{}", trace.n_left_out);
        let at_gap = lines(&Trace { steps: trace.steps[1..4].to_vec(), ..Trace::default() });
        assert!(at_gap.iter().any(|line| line.starts_with("3 main/1: i = ")), "{at_gap:?}");
        assert_eq!(trace.steps.last().map(|step| step.loc.line), Some(5));
    }
}

#[test]
fn what_the_library_writes_belongs_to_the_call() {
    const SOURCE: &str = "\
#include <string.h>
int main(void) {
    char word[8];
    strcpy(word, \"candor\");
    word[0] = 'C';
    return word[9];
}
";
    for form in FORMS {
        let program = program("library", SOURCE, form);
        let cex = counterexample(&program, &[]);
        let trace = replay(&program, &start(), &cex).expect("it is one").trace;
        let found = lines(&trace);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("4 main/1: word"), "{found:?}");
        assert_eq!(found[1], "5 main/1: word[0] = 67 'C';");
    }
}

#[test]
fn inputs_are_kept_with_those_who_asked() {
    let source = "extern int __VERIFIER_nondet_int(void);\nstatic int ask(void) {\n    return __VERIFIER_nondet_int();\n}\n\
                  int main(void) {\n    int a = ask(), b = ask();\n    return 1 / (a + b);\n}\n";
    for form in FORMS {
        let program = program("asked", source, form);
        let confirmed = replay(&program, &start(), &counterexample(&program, &[-3, 3])).expect("it replays");
        let answers: Vec<_> = confirmed
            .inputs
            .answers
            .iter()
            .filter(|answer| answer.kind == ChoiceKind::Input)
            .map(|answer| {
                let (loc, caller) = answer.at.clone().expect("it is known who asked");
                (answer.call.clone().map(|(name, _)| name), answer.text(), loc.line, caller)
            })
            .collect();
        let expected =
            |text: &str| (Some("__VERIFIER_nondet_int".to_owned()), Some(text.to_owned()), 3, "ask".to_owned());
        assert_eq!(answers, [expected("-3"), expected("3")], "{form:?}");
        assert!(confirmed.inputs.bodiless.contains("__VERIFIER_nondet_int") && confirmed.inputs.stdin.is_empty());
    }
}

#[test]
fn memory_that_nobody_wrote_is_zero_where_it_may_be() {
    let source = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int x, y = x;\n    (void)y;\n\
                  int n = __VERIFIER_nondet_int();\n    return 1 / n;\n}\n";
    let program = program("zeros", source, Form::Memory);
    let mut cex = counterexample(&program, &[0]);
    cex.choices.push(Settled { kind: ChoiceKind::Uninitialized, value: Bits::new(32, 77) });
    let confirmed = replay(&program, &start(), &cex).expect("it replays");
    assert!(confirmed.counterexample.choices.iter().all(|choice| choice.value.is_zero()), "{confirmed:?}");
}

const LIST: &str = "\
#include <stdlib.h>
struct node {
    int key;
    struct node *next;
};
int total;
int main(void) {
    char name[8] = \"ab\";
    struct node *list = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->key = i;
        fresh->next = list;
        list = fresh;
    }
    struct node *first = list->next;
    free(first);
    total = name[0];
    return list->next->key;
}
";

/// An object: its type, whether it is still there, and what its parts hold.
type Drawn = (String, bool, Vec<(String, Seen)>);

/// What a film shows at its end: objects by number.
fn last_picture(film: &Film) -> Vec<Drawn> {
    let mut shown: Vec<Drawn> = film.objects.iter().map(|object| (object.c_type.clone(), false, Vec::new())).collect();
    for event in film.steps.iter().flat_map(|step| &step.events) {
        match event {
            Event::Made { object } => shown[*object].1 = true,
            Event::Ended { object } => shown[*object].1 = false,
            Event::Retyped { object } => shown[*object].2.clear(),
            Event::Holds { object, part, value } => {
                let label = film.objects[*object].parts[*part].label.clone();
                shown[*object].2.retain(|(other, _)| *other != label);
                shown[*object].2.push((label, value.clone()));
            }
            Event::Variable { .. } => {}
        }
    }
    shown
}

#[test]
fn a_film_shows_memory() {
    for form in FORMS {
        let program = program("list", LIST, form);
        let cex = counterexample(&program, &[]);
        let confirmed = replay(&program, &start(), &cex).expect("it is one");
        assert_eq!(confirmed.fault.check, Check::UseAfterFree);
        let film = film(&program, &start(), &cex).expect("there is one");
        let lines = |steps: &[TraceStep]| steps.iter().map(|step| step.loc.line).collect::<Vec<u32>>();
        let filmed: Vec<TraceStep> = film.steps.iter().map(|step| step.step.clone()).collect();
        assert_eq!(lines(&filmed), lines(&confirmed.trace.steps));
        let is_first = |event: &Event| matches!(event, Event::Variable { name, .. } if name == "first");
        let given: Vec<u32> =
            film.steps.iter().filter(|step| step.events.iter().any(is_first)).map(|step| step.step.loc.line).collect();
        assert_eq!(given, if form == Form::Registers { vec![16] } else { Vec::new() });
        let picture = last_picture(&film);
        let nodes: Vec<_> = picture.iter().enumerate().filter(|(_, (c_type, ..))| c_type == "struct node").collect();
        let [(first, (_, first_lives, _)), (_, (_, second_lives, second))] = nodes[..] else {
            panic!("there are two nodes: {picture:?}")
        };
        assert!(!first_lives && *second_lives, "{form:?}: {picture:?}");
        let part = |label: &str| second.iter().find(|(other, _)| other == label).map(|(_, seen)| seen.clone());
        assert_eq!(part(".key").and_then(|seen| seen.text).as_deref(), Some("1"));
        assert_eq!(part(".next").and_then(|seen| seen.target), Some((first, 0)), "the pointer dangles");
        let texts: Vec<&str> =
            picture.iter().flat_map(|(.., parts)| parts).filter_map(|(_, seen)| seen.text.as_deref()).collect();
        assert!(texts.contains(&"\"ab\"") && texts.contains(&"97"), "{form:?}: {picture:?}");
    }
}

#[test]
fn no_film_is_made_of_another_execution() {
    let program = program("film-search", SEARCH, Form::Registers);
    let cex = counterexample(&program, &[3, -5]);
    let film_of = |cex: &Counterexample| film(&program, &start(), cex);
    assert!(film_of(&cex).is_some());
    assert!(film_of(&Counterexample { choices: ints(&[1, -5]), ..cex }).is_none());
}
