//! Whole findings, as they appear.

use candor_bits::{Bits, Numeral};
use candor_evidence::{
    Change, CheckResult, CheckSite, ChosenValue, Confirmed, Counterexample, Incomplete, Inputs, Report, Settled,
    Status, Trace, TraceStep,
};
use candor_interp::{ChoiceKind, Detail, Fault, Site, StackEntry};
use candor_ir::{BinOp, Check, Endian, FileId, FuncId, Function, InstId, Loc, Program, Signature, SourceFile, Target};

use super::*;
use crate::findings_json::{CheckSummary, render_findings_json};

const SOURCE: &str = "int ask(void);\n\nint main(void) {\n    int n = ask();\n    return 1 / n;\n}\n";

fn program() -> Program {
    let target = Target { pointer_bits: 64, endian: Endian::Little, data_layout: String::new(), triple: String::new() };
    let mut program = Program::new(target);
    program.source.add_file(SourceFile { path: "/src/a.c".into(), library: false });
    program.functions.push(Function::declare("main", Signature::default()));
    let mut model = Function::declare("strlen", Signature::default());
    model.library = true;
    program.functions.push(model);
    program
}

fn loc(line: u32, column: u32) -> Loc {
    Loc { file: FileId::from_u32(0), line, column }
}

fn step(line: u32, input: Option<&str>, change: Option<(&str, &str)>) -> TraceStep {
    let choice = |value: &str| ChosenValue {
        kind: ChoiceKind::Input,
        function: Some("ask".to_owned()),
        value: value.to_owned(),
        is_zero: value == "0",
    };
    let change = change.map(|(variable, value)| Change { variable: variable.to_owned(), value: value.to_owned() });
    TraceStep {
        thread: 0,
        function: "main".to_owned(),
        loc: loc(line, 1),
        depth: 1,
        choices: input.map(choice).into_iter().collect(),
        changes: change.into_iter().collect(),
        n_more_changes: 0,
        branches: false,
        side: None,
        synchronises: false,
    }
}

fn confirmed(trace: Trace) -> Status {
    let stack = vec![StackEntry { function: "main".into(), loc: Some(loc(5, 14)), library: false }];
    let operands = [1, 0].map(|number| Numeral::Signed(Bits::new(32, number)));
    let detail = Detail::Arithmetic { op: BinOp::SDiv, operands };
    let check = Check::DivisionByZero;
    let choices = vec![Settled { kind: ChoiceKind::Input, value: Bits::zero(32) }];
    Status::Violated(Box::new(Confirmed {
        counterexample: Counterexample { check, position: Vec::new(), choices, cycle: None },
        fault: Fault { check, detail, object: None, thread: 0, stack, others: Vec::new() },
        trace,
        inputs: Inputs::default(),
    }))
}

fn result(func: u32, check: Check, status: Status) -> CheckResult {
    let site = Site { func: FuncId::from_u32(func), inst: InstId::from_u32(0) };
    CheckResult::new(CheckSite { check, site }, status)
}

fn short_trace() -> Trace {
    let steps = vec![step(3, None, None), step(4, Some("0"), Some(("n", "0"))), step(5, None, None)];
    Trace { steps, ..Trace::default() }
}

fn report() -> Report {
    Report {
        checks: vec![
            result(0, Check::DivisionByZero, confirmed(short_trace())),
            result(0, Check::DivisionOverflow, Status::Holds),
            result(0, Check::Assertion, Status::Unreachable { vacuous: false }),
            result(1, Check::OutOfBounds, Status::Unknown("too hard".into())),
        ],
        ..Report::default()
    }
}

fn render(report: &Report) -> String {
    render_with(report, Verbosity::default())
}

fn render_with(report: &Report, verbosity: Verbosity) -> String {
    let findings = Findings::new(report, &program(), |_| true);
    let mut sources = SourceCache::new(|path| (path == "/src/a.c").then(|| SOURCE.into())).with_base("/src");
    render_findings(&findings, &mut sources, &TerminalStyle::default(), verbosity)
}

#[test]
fn a_violation_with_its_trace() {
    let text = render(&report());
    let expected = "\
verdict: violated; 1 fault found and replayed

error[division-by-zero]: division by zero: `1 / 0`
 --> a.c:5:14
  |
5 |     return 1 / n;
  |              ^
  |
  = help: test the divisor before dividing
  = help: `candor explain division-by-zero` says more about this check
  how it happens:
  in `main`, a.c:
     4 | int n = ask();                                // input 0, n = 0
     5 | return 1 / n;

checks: 1 hold, 1 violated, 1 unreachable, 1 unknown in library functions; `--verbose` lists them by kind
";
    assert_eq!(text, expected, "\n{text}");
}

#[test]
fn the_table_is_for_those_who_ask() {
    let text = render_with(&report(), Verbosity { verbose: true, ..Verbosity::default() });
    let expected = "

checks           hold  violated  unreachable  unknown
arithmetic          1         1            0        0
error               0         0            1        0
library             0         0            0        1
all                 1         1            1        1
";
    assert!(text.ends_with(expected), "\n{text}");
}

#[test]
fn a_line_for_each_violation() {
    let findings = Findings::new(&report(), &program(), |_| true);
    let text = render_brief(&findings, &SourceCache::empty().with_base("/src"));
    let expected = "a.c:5:14: error[division-by-zero]: division by zero: `1 / 0`\n\
                    verdict: violated; 1 fault found and replayed\n";
    assert_eq!(text, expected);
}

#[test]
fn allocations_are_told_when_they_fail() {
    let choice =
        |kind, is_zero| ChosenValue { kind, function: Some("malloc".to_owned()), value: "0x1".to_owned(), is_zero };
    let fails = choice(ChoiceKind::AllocationFailure, false);
    let succeeds = choice(ChoiceKind::AllocationFailure, true);
    let unwritten = choice(ChoiceKind::Uninitialized, false);
    let with = |choices| TraceStep { choices, ..step(4, None, Some(("n", "0"))) };
    let steps = vec![with(vec![fails, unwritten]), with(vec![succeeds]), step(5, None, None)];
    let checks = vec![result(0, Check::DivisionByZero, confirmed(Trace { steps, ..Trace::default() }))];
    let text = render(&Report { checks, ..Report::default() });
    assert!(text.contains("// `malloc` fails, uninitialised memory holds 0x1, n = 0\n"), "{text}");
    assert!(text.contains("     4 | int n = ask();                                // n = 0\n"), "{text}");
}

/// Steps of `main` as if two threads had made them.
fn threaded_trace() -> Trace {
    let of = |thread, function: &str, depth, step| TraceStep { thread, function: function.to_owned(), depth, ..step };
    let steps = vec![
        of(0, "main", 1, step(3, None, Some(("a", "2")))),
        of(1, "one", 1, TraceStep { synchronises: true, ..step(4, None, None) }),
        of(1, "help", 2, step(1, Some("7"), None)),
        of(0, "main", 1, step(4, None, None)),
        of(1, "one", 1, step(4, None, Some(("n", "0")))),
        of(0, "main", 1, step(5, None, None)),
    ];
    Trace { steps, ..Trace::default() }
}

#[test]
fn threads_have_columns() {
    let checks = vec![result(0, Check::DivisionByZero, confirmed(threaded_trace()))];
    let text = render(&Report { checks, ..Report::default() });
    let (_, way) = text.split_once("this check\n").expect("a way");
    let (way, _) = way.split_once("\n\n").expect("a table");
    let expected = "  \
  how it happens in a.c, one column for each thread:
    thread 0, `main`                              thread 1, `one`
       3 int main(void) {                                                                         // a = 2
                                                     4 int n = ask();
                                                  in `help`:
                                                     1 int ask(void);                             // input 7
                                                  in `one`:
                                                     4 int n = ask();                             // n = 0
       5 return 1 / n;";
    assert_eq!(way, expected, "\n{way}");
}

#[test]
fn many_threads_are_listed() {
    let of = |thread| TraceStep { thread, function: format!("f{thread}"), ..step(4, None, Some(("n", "0"))) };
    let trace = Trace { steps: (0..7).map(of).collect(), ..Trace::default() };
    let checks = vec![result(0, Check::DivisionByZero, confirmed(trace))];
    let text = render(&Report { checks, ..Report::default() });
    assert!(text.contains("  thread 6, in `f6`, a.c:\n     4 | int n = ask();"), "{text}");
}

#[test]
fn what_is_missing_is_said() {
    let mut report = report();
    report.checks.remove(0);
    report.checks.push(result(0, Check::SignedOverflow, Status::Unknown("too hard".into())));
    report.checks.push(result(0, Check::ErrorCall, Status::Unknown("time".into())));
    report.incomplete.push(Incomplete { reason: "time".into(), at: None });
    report.assumptions.push("`f` has no body".into());
    let text = render(&report);
    let verdict =
        "verdict: unknown; no fault was found, but not all executions are covered: time\nassumed: `f` has no body\n";
    assert!(text.starts_with(verdict), "{text}");
    assert!(text.ends_with("not complete: time\nunknown: too hard (1 check)\n"), "{text}");
}

#[test]
fn only_selected_checks_count() {
    let mut report = report();
    report.checks.remove(3);
    let findings = Findings::new(&report, &program(), |check| check != Check::DivisionByZero);
    assert_eq!(findings.verdict, Verdict::Unknown);
    assert!(findings.violations.is_empty());
}

#[test]
fn a_program_of_one_line_has_its_inputs() {
    let steps = vec![step(5, Some("1"), Some(("n", "1")))];
    let one = |steps| Report {
        checks: vec![result(0, Check::DivisionByZero, confirmed(Trace { steps, ..Trace::default() }))],
        ..Report::default()
    };
    let text = render(&one(steps));
    assert!(text.contains("  how it happens:\n") && text.contains("// input 1, n = 1\n"), "{text}");
    assert!(!render(&one(vec![step(5, None, None)])).contains("how it happens"));
}

fn trace_of(lines: impl Iterator<Item = u32>) -> Report {
    let steps = lines.enumerate().map(|(n, line)| step(line, None, Some(("n", &n.to_string())))).collect();
    let trace = Trace { steps, ..Trace::default() };
    Report { checks: vec![result(0, Check::DivisionByZero, confirmed(trace))], ..Report::default() }
}

#[test]
fn long_traces_are_shortened() {
    // No two stretches of these lines are alike.
    let mut report = trace_of((0..1000).map(|n| n * n % 1009));
    let Status::Violated(confirmed) = &mut report.checks[0].status else { panic!("it is one") };
    (confirmed.trace.n_left_out, confirmed.trace.n_before_gap) = (5000, 200);
    let text = render(&report);
    assert!(text.contains("// n = 11\n    ... 5960 steps ...\n"), "{text}");
    assert!(text.contains("// n = 972\n") && text.contains("// n = 999\n") && !text.contains("// n = 971\n"), "{text}");
    assert!(text.contains("  how it happens (`--full-trace` shows every step):\n"), "{text}");
    let text = render_with(&report, Verbosity { full_trace: true, ..Verbosity::default() });
    assert!(text.contains("// n = 199\n    ... 5000 steps ...\n") && text.contains("// n = 959\n"), "{text}");
}

#[test]
fn loops_are_folded() {
    let lines = [3].into_iter().chain((0..37).flat_map(|_| [4, 5])).chain([6]);
    let text = render(&trace_of(lines.clone()));
    let (_, way) = text.split_once("a.c:\n").expect("a way");
    let (way, _) = way.split_once("\n\n").expect("a summary");
    let expected = "     \
     3 | int main(void) {                              // n = 0
     4 | int n = ask();                                // n = 1
     5 | return 1 / n;                                 // n = 2
         ... 37 iterations; the last of them:
     4 | int n = ask();                                // n = 73
     5 | return 1 / n;                                 // n = 74
     6 | }                                             // n = 75";
    assert_eq!(way, expected, "\n{way}");
    let text = render_with(&trace_of(lines), Verbosity { full_trace: true, ..Verbosity::default() });
    assert!(text.contains("// n = 40\n") && !text.contains("rounds"), "{text}");
}

#[test]
fn the_round_that_ends_with_the_fault_is_shown_behind_the_last_complete_one() {
    let round = |n: usize| {
        let value = n.to_string();
        [step(4, Some(&value), Some(("n", &value))), step(5, None, (n < 9).then_some(("sum", value.as_str())))]
    };
    let steps: Vec<TraceStep> = (0..10).flat_map(round).collect();
    let trace = Trace { steps, ..Trace::default() };
    let report = Report { checks: vec![result(0, Check::DivisionByZero, confirmed(trace))], ..Report::default() };
    let text = render(&report);
    let (_, way) = text.split_once("a.c:\n").expect("a way");
    let expected = "     \
     4 | int n = ask();                                // input 0, n = 0
     5 | return 1 / n;                                 // sum = 0
         ... 9 iterations; the last of them:
     4 | int n = ask();                                // input 8, n = 8
     5 | return 1 / n;                                 // sum = 8
     4 | int n = ask();                                // input 9, n = 9
     5 | return 1 / n;

";
    assert!(way.starts_with(expected), "\n{way}");
}

#[test]
fn inputs_of_folded_rounds_are_listed() {
    let mut findings = Findings::new(&trace_of(0..60), &program(), |_| true);
    let violation = &mut findings.violations[0];
    let answers = [0; 50].into_iter().chain(1..20);
    let given = |n: u32| Given {
        function: "ask".to_owned(),
        caller: "main".to_owned(),
        place: violation.steps[4].place.clone(),
        value: n.to_string(),
        width: 32,
        constant: None,
        fails: None,
        again: false,
    };
    violation.given = answers.map(given).collect();
    let listed = "  inputs: `ask` at line 4 gives 0 (50 times), 1, 2, 3, 4, 5, 6, 7, (10 more), 18, 19\n";
    assert!(!at_start(violation, false).contains("inputs"), "nothing is hidden");
    violation.steps_left_out = 3;
    assert_eq!(at_start(violation, false), listed);
}

#[test]
fn the_side_of_a_condition_is_told_where_the_next_line_does_not_show_it() {
    let shown = |side, next| {
        let branch = TraceStep { branches: true, side, ..step(4, None, None) };
        let trace = Trace { steps: vec![branch, step(next, None, Some(("n", "1")))], ..Trace::default() };
        let checks = vec![result(0, Check::DivisionByZero, confirmed(trace))];
        let text = render(&Report { checks, ..Report::default() });
        let line = text.lines().find(|line| line.starts_with("     4 | ")).expect("the condition is shown").to_owned();
        line.split_once("// ").map_or(String::new(), |(_, comment)| comment.to_owned())
    };
    assert_eq!(shown(Some(true), 6), "taken");
    assert_eq!(shown(Some(true), 5), "");
    assert_eq!(shown(Some(false), 6), "not taken");
    assert_eq!(shown(None, 6), "");
}

#[test]
fn rounds_are_not_counted_across_a_gap() {
    let mut report = trace_of((0..1000).map(|_| 4));
    let Status::Violated(confirmed) = &mut report.checks[0].status else { panic!("it is one") };
    (confirmed.trace.n_left_out, confirmed.trace.n_before_gap) = (5000, 200);
    let text = render(&report);
    let (_, way) = text.split_once("a.c:\n").expect("a way");
    let expected = "     \
     4 | int n = ask();                                // n = 0
         ... 200 iterations; the last of them:
     4 | int n = ask();                                // n = 199
    ... 5000 steps ...
  in `main`, a.c:
     4 | int n = ask();                                // n = 200
         ... 799 iterations; the last of them:
     4 | int n = ask();                                // n = 998
     4 | int n = ask();                                // n = 999
";
    assert!(way.starts_with(expected), "\n{way}");
}

#[test]
fn branches_are_shown_where_there_is_room() {
    let shown = |n_steps: u32| {
        let mut report = trace_of((0..n_steps).map(|n| n * n % 1009));
        let Status::Violated(confirmed) = &mut report.checks[0].status else { panic!("it is one") };
        confirmed.trace.steps.insert(1, TraceStep { branches: true, ..step(5, None, None) });
        render(&report).contains("     5 | return 1 / n;\n")
    };
    assert_eq!((shown(30), shown(100)), (true, false));
}

#[test]
fn loops_in_loops_are_folded() {
    let lines = (0..9).flat_map(|n| [3].into_iter().chain((0..n + 4).map(|_| 4)));
    let text = render(&trace_of(lines));
    let (_, way) = text.split_once("a.c:\n").expect("a way");
    let start = |line: &str| line.split_whitespace().take(2).collect::<Vec<&str>>().join(" ");
    let shown: Vec<String> = way.lines().take_while(|line| !line.is_empty()).map(start).collect();
    let expected = ["3 |", "4 |", "... 4", "4 |", "... 9", "3 |", "4 |", "... 11", "4 |", "4 |"];
    assert_eq!(shown, expected, "\n{way}");
}

#[test]
fn programs_get_the_same() {
    let findings = Findings::new(&report(), &program(), |_| true);
    let text = render_findings_json(&CheckSummary { status: 1, outcome: Ok(&findings) });
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((&json["candor"], &json["result"], &json["status"]), (&1.into(), &"checked".into(), &1.into()));
    assert_eq!(json["verdict"], "violated");
    let violation = &json["violations"][0];
    assert_eq!(violation["diagnostic"]["check"], "division-by-zero");
    assert_eq!(violation["choices"][0], serde_json::json!({"kind": "input", "width": 32, "value": "0x0"}));
    let step = &violation["steps"][1];
    assert_eq!((&step["file"], &step["line"]), (&"/src/a.c".into(), &4.into()));
    assert_eq!(step["inputs"][0], serde_json::json!({"kind": "input", "function": "ask", "value": "0"}));
    assert_eq!(json["groups"][0]["group"], "arithmetic");
    assert_eq!(json["checks"][0]["status"], "violated");
    assert_eq!(
        json["checks"][2],
        serde_json::json!({
            "check": "assertion", "function": "main", "status": "unreachable", "vacuous": false, "engine": null
        })
    );
    assert_eq!(json["library"]["unknown"], 1);
}
