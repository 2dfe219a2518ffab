//! Certificates, from outside: what `candor check` writes down is gone through again by `candor certify`, and only what follows counts.
//!
//! Z3 is what machines of developers have; where it is not, Bitwuzla goes through the proofs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n\
                    extern void abort(void);\nextern void reach_error(void);\n\
                    static void check(int c) { if (!c) reach_error(); }\n";

const COUNTS: &str = "\
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  while (i < n) { i++; j += 2; }
  check(j == 2 * n);
  check(i == n);
}";

const NESTED: &str = "\
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 1000 || m < 0 || m > 1000) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) s = i + j;
  check(s >= 0 && s <= 2000);
}";

const MEMORY: &str = "\
int total, limit;
int main(void) {
  int a[10] = {0};
  limit = __VERIFIER_nondet_int();
  if (limit < 0 || limit > 10) return 0;
  for (total = 0; total < limit; total++) a[total] = total;
  check(total == limit);
}";

/// What holds of all elements that a loop has written.
const FILLS: &str = "\
int a[100000];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) return 0;
  for (int i = 0; i < n; i++) a[i] = 42;
  for (int j = 0; j < n; j++) check(a[j] == 42);
}";

/// A loop that goes on by the elements of an array, which are all 2.
const STEPS: &str = "\
unsigned char a[1000];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  for (int i = 0; i < n; i++) a[i] = 2;
  int at = 0;
  while (at < n) at += a[at];
}";

/// What one loop adds another takes away.
const CANCELS: &str = "\
int a[1000];
int main(void) {
  long long sum = 0;
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) sum += a[i];
  for (int i = 0; i < 1000; i++) sum -= a[i];
  check(sum == 0);
}";

/// Three values take turns: what holds of one is what held of another two rounds before.
const IN_TURN: &str = "\
static unsigned mix(unsigned x) { return (x ^ (x >> 3)) & 0x55; }
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  if (mix(a) == 1 || mix(b) == 1 || mix(c) == 1) return 0;
  while (__VERIFIER_nondet_int()) {
    check(mix(a) != 1);
    unsigned t = a;
    a = b; b = c; c = t;
  }
}";

const UNROLLED: &str = "\
int main(void) {
  int s = 0;
  for (int i = 0; i < 5; i++) s += i;
  if (__VERIFIER_nondet_int() > 3) s++;
  check(s == 10 || s == 11);
}";

const ENDS: &str = "\
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) { if (__VERIFIER_nondet_int()) x--; else { x = __VERIFIER_nondet_int(); y--; } }
}";

const RECURSES: &str = "\
static int down(int n) { if (n <= 0) return 0; return down(n - 1); }
int main(void) { return down(__VERIFIER_nondet_int()); }";

const RESULTS: &str = "\
static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }
int main(void) { int x = __VERIFIER_nondet_int(); check(f(x) == 91 || x > 101); }";

/// Never ends where `s` is odd; no state comes back.
const ENDLESS: &str = "\
int main(void) {
  unsigned long long s = __VERIFIER_nondet_uint(), t = 0;
  while (s % 2 == 1) { s += 2; t += s / 3; if (__VERIFIER_nondet_int() == 5) break; }
  return t == 7;
}";

/// The same by calls.
const CALLS_ITSELF: &str = "\
static unsigned long long f(unsigned long long n) { return n == 10 ? 0 : 1 + f(n + 2); }
int main(void) { return f(__VERIFIER_nondet_uint()) == 4; }";

/// One that comes back to a state.
const COMES_BACK: &str = "\
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  while (n > 7) n = n % 3 + 8;
}";

const FAULTY: &str = "\
int main(void) {
  int a[4] = {0}, i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return a[i];
}";

struct Case {
    source: PathBuf,
    certificate: PathBuf,
}

impl Case {
    /// Checks a program that holds.
    #[track_caller]
    fn new(name: &str, program: &str, options: &[&str]) -> Case {
        Case::with_verdict(name, program, options, 0)
    }

    /// Checks a program that is violated.
    #[track_caller]
    fn violated(name: &str, program: &str, options: &[&str]) -> Case {
        Case::with_verdict(name, program, options, 1)
    }

    #[track_caller]
    fn with_verdict(name: &str, program: &str, options: &[&str], status: i32) -> Case {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certify");
        fs::create_dir_all(&folder).expect("the folder can be made");
        let case = Case { source: folder.join(format!("{name}.c")), certificate: folder.join(format!("{name}.json")) };
        fs::write(&case.source, format!("{HEAD}{program}\n")).expect("it can be written");
        let output = candor(&["check", "--certificate"], &[&case.certificate, &case.source], options);
        assert_eq!(output.status.code(), Some(status), "{name}: {}", text(&output));
        case
    }

    fn certify(&self) -> Output {
        candor(&["certify", "--solver", solver()], &[&self.certificate, &self.source], &[])
    }

    #[track_caller]
    fn certified(self) -> Case {
        let output = self.certify();
        assert_eq!(output.status.code(), Some(0), "{}: {}", self.source.display(), text(&output));
        let is_violated = !self.record()["violation"].is_null();
        let says = if is_violated { "certified: a check is violated: --data" } else { "certified: --data-model=LP64 " };
        assert!(text(&output).starts_with(says), "{}", text(&output));
        self
    }

    #[track_caller]
    fn is_refused(&self, status: i32, says: &str) {
        let output = self.certify();
        assert_eq!(output.status.code(), Some(status), "{}: {}", self.source.display(), text(&output));
        assert!(text(&output).contains(says) && !text(&output).contains("panicked"), "{}", text(&output));
    }

    fn record(&self) -> Value {
        let text = fs::read_to_string(&self.certificate).expect("there is a certificate");
        serde_json::from_str(&text).expect("it is JSON")
    }

    /// Another certificate for the same program.
    fn with(&self, name: &str, record: &Value) -> Case {
        let certificate = self.certificate.with_extension(name);
        fs::write(&certificate, record.to_string()).expect("it can be written");
        Case { source: self.source.clone(), certificate }
    }
}

fn candor(words: &[&str], paths: &[&Path], options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(words).args(paths).args(options).output().expect("candor runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn solver() -> &'static str {
    let help = Command::new(env!("CARGO_BIN_EXE_candor")).args(["certify", "--solver", "z3", "x", "y.c"]).output();
    let is_there = help.is_ok_and(|output| !text(&output).contains("Z3 cannot be loaded"));
    if is_there { "z3" } else { "bitwuzla" }
}

const REACH: [&str; 2] = ["--property", "unreach-call"];
const LOOPS: [&str; 4] = ["--property", "unreach-call", "--engine", "loops"];
const TERMINATION: [&str; 2] = ["--property", "termination"];
const ENDING_LOOPS: [&str; 4] = ["--property", "termination", "--engine", "loops"];

#[test]
fn proofs_are_gone_through_again() {
    for (name, program) in [("counts", COUNTS), ("nested", NESTED), ("memory", MEMORY), ("unrolled", UNROLLED)] {
        Case::new(name, program, &REACH).certified();
    }
    Case::new("results", RESULTS, &REACH).certified();
    Case::new("everything", MEMORY, &[]).certified();
    for (name, program) in [("fills", FILLS), ("cancels", CANCELS)] {
        Case::new(name, program, &LOOPS).certified();
    }
    for (name, program) in [("ends", ENDS), ("recurses", RECURSES), ("nested-ends", NESTED)] {
        Case::new(name, program, &TERMINATION).certified();
    }
    Case::new("steps", STEPS, &ENDING_LOOPS).certified();
}

#[test]
fn violations_are_gone_through_again() {
    for (name, program) in [("endless", ENDLESS), ("calls-itself", CALLS_ITSELF), ("comes-back", COMES_BACK)] {
        Case::violated(name, program, &TERMINATION).certified();
    }
    Case::violated("faulty", FAULTY, &[]).certified();
}

/// A set that is not entered, that is left, or that is there for no reason; another execution; and a violation where nothing is.
#[test]
fn wrong_violations_are_refused() {
    for (name, program) in [("forged-endless", ENDLESS), ("forged-calls", CALLS_ITSELF)] {
        let case = Case::violated(name, program, &TERMINATION).certified();
        let set = |change: &dyn Fn(&mut Value)| {
            let mut other = case.record();
            change(&mut other["violation"]["cycle"]["recurrent_set"]);
            case.with("set.json", &other)
        };
        set(&|set| set["facts"] = Value::Array(Vec::new())).is_refused(1, "the recurrent set is not closed");
        set(&|set| set["facts"] = serde_json::json!(["false"])).is_refused(1, "does not enter the recurrent set");
        set(&|set| set["facts"] = serde_json::json!(["(eq bool v999 1:i32)"])).is_refused(1, "that does not exist");
        set(&|set| set["skipped"] = 1.into()).is_refused(1, "does not come to the loop");
        set(&|set| set["inputs"] = serde_json::json!(["0x5:i32", "0x5:i32"])).is_refused(1, "other inputs");
        set(&|set| *set = Value::Null).is_refused(1, "there is no recurrent set");
        let mut other = case.record();
        other["violation"]["choices"][0] = "input 0x6:i32".into();
        case.with("choices.json", &other).is_refused(1, "not certified: ");
    }
    // One call stands for all only where calls differ in nothing but their arguments: not where they count in memory.
    let calls = |body: &str| {
        format!(
            "int x = 1500;\nint f(unsigned n) {{ {body} }}\nint main(void) {{ return f(__VERIFIER_nondet_uint()); }}"
        )
    };
    let for_ever =
        Case::violated("for-ever", &calls("if (n == 11) return 0; f(n + 2); return 0;"), &TERMINATION).certified();
    assert_eq!(for_ever.record()["violation"]["cycle"]["of"], "calls");
    let ends = Case::new("forged-ends", &calls("if (!x) return 0; x--; f(n + 1); return 0;"), &TERMINATION);
    let mut other = ends.record();
    other["violation"] = for_ever.record()["violation"].clone();
    other["loops"] = Value::Array(Vec::new());
    other["functions"] = Value::Array(Vec::new());
    ends.with("calls.json", &other).is_refused(1, "does not come to the loop");
    let endless = Case::violated("forged-input", ENDLESS, &TERMINATION);
    let mut other = endless.record();
    other["violation"]["cycle"]["recurrent_set"]["inputs"][0] = "0x5:i32".into();
    endless.with("input.json", &other).is_refused(1, "the recurrent set is not closed");
    let faulty = Case::violated("forged-fault", FAULTY, &[]);
    let mut other = faulty.record();
    other["violation"]["choices"][0] = "input 0x3:i32".into();
    faulty.with("choices.json", &other).is_refused(1, "the execution in it ends with ");
    other["violation"]["choices"][0] = "whim 0x3:i32".into();
    faulty.with("choices.json", &other).is_refused(2, "there is no kind of choices `whim`");
    let mut other = faulty.record();
    other["violation"]["position"][0]["instruction"] = 4_000_000.into();
    faulty.with("position.json", &other).is_refused(2, "of another program");
}

#[test]
fn what_does_not_follow_is_refused() {
    let counts = Case::new("mutated", COUNTS, &REACH).certified();
    let mut without = counts.record();
    without["loops"][0]["facts"] = Value::Array(Vec::new());
    counts.with("without.json", &without).is_refused(1, "not certified: ");
    let mut wrong = counts.record();
    wrong["loops"][0]["facts"].as_array_mut().expect("a list").push("false".into());
    counts.with("wrong.json", &wrong).is_refused(1, "does not hold at its entry");
    let in_turn = Case::new("mutated-depth", IN_TURN, &LOOPS).certified();
    for depth in [0, 1, 2] {
        let mut other = in_turn.record();
        assert_eq!(other["loops"][0]["depth"], 3);
        other["loops"][0]["depth"] = depth.into();
        in_turn.with("depth.json", &other).is_refused(1, "not certified: ");
    }
    let results = Case::new("mutated-results", RESULTS, &REACH).certified();
    for said in
        [Value::Array(Vec::new()), serde_json::json!(["(slt bool result 91:i32)"]), serde_json::json!(["false"])]
    {
        let mut other = results.record();
        other["loops"][0]["results"] = said;
        results.with("said.json", &other).is_refused(1, "not certified: ");
    }
    let fills = Case::new("mutated-elements", FILLS, &LOOPS).certified();
    for (right, wrong) in [("42:i32", "41:i32"), ("index:", "index:1"), ("arr:", "size:")] {
        let mut other = fills.record();
        for said in other["loops"].as_array_mut().expect("a list") {
            let elements = said["elements"].as_array().expect("what is said of elements");
            let changed = elements.iter().map(|text| text.as_str().expect("a formula").replace(right, wrong));
            said["elements"] = changed.collect();
        }
        fills.with("elements.json", &other).is_refused(1, "not certified: ");
    }
    let steps = Case::new("mutated-steps", STEPS, &ENDING_LOOPS).certified();
    let mut other = steps.record();
    for said in other["loops"].as_array_mut().expect("a list") {
        said.as_object_mut().expect("a loop").remove("elements");
    }
    steps.with("elements.json", &other).is_refused(1, "does not prove that this loop terminates");
    let cancels = Case::new("mutated-sums", CANCELS, &LOOPS).certified();
    let mut other = cancels.record();
    for said in other["loops"].as_array_mut().expect("a list") {
        said.as_object_mut().expect("a loop").remove("sums");
    }
    cancels.with("sums.json", &other).is_refused(1, "not certified: ");
    let ends = Case::new("mutated-ends", ENDS, &TERMINATION).certified();
    let mut without = ends.record();
    without["loops"][0]["rankings"] = Value::Array(Vec::new());
    ends.with("without.json", &without).is_refused(1, "does not prove that this loop terminates");
    let mut idle = ends.record();
    idle["loops"][0]["rankings"][0]["layers"] = serde_json::json!([["1:i8"]]);
    ends.with("idle.json", &idle).is_refused(1, "does not prove that this loop terminates");
}

#[test]
fn a_certificate_is_of_one_program_and_one_question() {
    let counts = Case::new("one", COUNTS, &REACH);
    let other = Case::new("other", UNROLLED, &REACH);
    let swapped = Case { source: other.source, certificate: counts.certificate.clone() };
    swapped.is_refused(2, "another program");
    let mut larger = counts.record();
    larger["question"] = serde_json::json!(["--data-model=LP64"]);
    counts.with("larger.json", &larger).is_refused(2, "another program");
    for word in ["--clang=/bin/true", "--output=json=/tmp/x", "--solver=true", "-DX", "x.c", "--property"] {
        let mut hostile = counts.record();
        hostile["question"].as_array_mut().expect("a list").push(word.into());
        counts.with("hostile.json", &hostile).is_refused(2, "error");
    }
    for record in ["", "{}", "[]", "{\"candor_certificate\": 1}"] {
        fs::write(&counts.certificate, record).expect("it can be written");
        counts.is_refused(2, "this is no certificate");
    }
}

#[test]
fn one_call_stands_for_all_only_where_it_can() {
    let program = "int g;\nstatic void rec(int d) { if (d <= 0) return; g++; rec(d - 1); }\n\
                   int main(int argc, char **argv) { if (argc < 2) return 0; rec(2); if (g > 1) reach_error(); }";
    let case = Case::new("stands", program, &["--property", "unreach-call", "--assume", "closed"]);
    let mut wrong = case.record();
    wrong["args"] = serde_json::json!(["x"]);
    case.with("args.json", &wrong).is_refused(1, "not certified");
    for number in 0..3 {
        wrong["functions"] = serde_json::json!([{"name": "rec", "number": number}]);
        case.with("functions.json", &wrong).is_refused(1, "not certified");
    }
}

/// What is said of loops.
#[track_caller]
fn explained(name: &str, program: &str, options: &[&str]) -> String {
    let case = Case::new(name, program, options);
    let shown = text(&candor(&["check", "--explain"], &[&case.source], options));
    assert!(shown.contains("verdict: holds"), "{shown}");
    shown
}

#[test]
fn what_is_said_of_loops_is_true() {
    // A static variable hides the global of that name.
    let hidden = "int g;\nstatic void inc(void) { if (g < 3) g++; }\nint main(void) {\n  static int g = 77;\n  \
                  int i = 0, n = __VERIFIER_nondet_int();\n  while (i < n) { i++; inc(); if (i > 100) break; }\n  \
                  check(g == 77 && i <= 101);\n}";
    assert!(!explained("hidden", hidden, &REACH).contains("g\n"));
    // What holds where the body begins does not hold where the condition stands.
    let late = "int main(void) {\n  int x = 0, n = __VERIFIER_nondet_int();\n  do x++; while (x < n && x < 10);\n  \
                check(x <= 10);\n}";
    assert!(!explained("late", late, &REACH).contains("invariant: x < 10"));
    let fills = explained("fills-said", FILLS, &LOOPS);
    assert!(fills.contains("invariant: for all k with 0 <= k && k < i: a[k] == 42"), "{fills}");
    // Two loops at one place.
    let macros = "#define UP(a, n) while (a < n && __VERIFIER_nondet_int()) a++;\n#define BOTH(a) UP(a, 5) UP(a, 9)\n\
                  int main(void) { int a = 0; BOTH(a) check(a <= 9); }";
    assert!(!explained("macros", macros, &REACH).contains("invariant:"));
    // What is left of a program may hold more than all of it.
    let sliced = "int x;\nint main(void) {\n  int i = 0, n = __VERIFIER_nondet_int();\n  while (i < n) {\n    \
                  x = __VERIFIER_nondet_int();\n    if (x > 3) x = 3;\n    if (x < 1) x = 1;\n    i += x;\n    \
                  if (i > 1000) break;\n    x = 50;\n  }\n}";
    assert!(!explained("sliced", sliced, &["--property", "termination", "--slice", "on"]).contains("x < 4"));
    // Numbers that wrap around become larger.
    let wraps = "extern short __VERIFIER_nondet_short(void);\n\
                 int main(void) { short x = __VERIFIER_nondet_short(); while (x != 0) x--; }";
    assert!(!explained("wraps", wraps, &TERMINATION).contains("ranking function"));
    let distance = "int main(void) {\n  unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();\n  \
                    while (i != n) i++;\n}";
    assert!(!explained("distance", distance, &TERMINATION).contains("ranking function"));
    let down = "int main(void) { int i = __VERIFIER_nondet_int(), n = 3; while (i > n) i--; }";
    assert!(explained("down", down, &TERMINATION).contains("ranking function: i"));
}

#[test]
fn without_a_proof_there_is_no_certificate() {
    let case = Case::new("gone", UNROLLED, &REACH);
    fs::write(&case.source, format!("{HEAD}{COUNTS}\n")).expect("written");
    let output = candor(
        &["check", "--engine", "symex", "--timeout", "1", "--certificate"],
        &[&case.certificate, &case.source],
        &REACH,
    );
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(!case.certificate.exists(), "what an earlier run has written would look like a proof");
}

#[test]
fn loops_are_explained_in_terms_of_the_source() {
    let case = Case::new("explained", COUNTS, &REACH);
    let output = candor(&["check", "--explain"], &[&case.source], &REACH);
    let shown = text(&output);
    assert!(shown.contains("explained.c:8:3:\n") && shown.contains("  invariant: n >= i\n"), "{shown}");
    let output = candor(&["check", "--output", "yaml=/dev/stdout"], &[&case.source], &REACH);
    let shown = text(&output);
    assert!(
        shown.contains("type: loop_invariant") && shown.contains("line: 8\n") && shown.contains("n >= i"),
        "{shown}"
    );
}
