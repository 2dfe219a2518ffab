//! What `candor check --property termination` says of single loops, and its witnesses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Checks a program with these options; what candor printed.
fn check(name: &str, program: &str, options: &[&str]) -> String {
    let source = file(&format!("{name}.c"));
    fs::write(&source, program).expect("the file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(["check", "--property", "termination"]).args(options).arg(&source).stdin(Stdio::null());
    let output = command.output().expect("candor can be started");
    String::from_utf8_lossy(&output.stdout).replace(&source.display().to_string(), "p.c")
}

fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("termination_cli");
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder.join(name)
}

const COUNTING: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum ^= i;
    unsigned x = __VERIFIER_nondet_uint();
    while (x > 10)
        x -= 2;
    for (int j = n; j >= 5; j -= 3)
        sum++;
    return sum == 3;
}
";

/// Bounds are exact for each of these: for x from 11 on every second number, and for j from 5 on every third. On a slow machine the
/// first loop may be shown to end by another measure than the one that says how often it goes round.
#[test]
fn loops_have_bounds() {
    let text = check("bounds", COUNTING, &["--each-loop", "--engine", "loops"]);
    assert!(text.contains("p.c:5:23: in `main`: terminates"), "{text}");
    assert!(text.contains("p.c:8:14: in `main`: terminates, after at most (x - 9) / 2 rounds\n"), "{text}");
    assert!(text.contains("p.c:10:23: in `main`: terminates, after at most (j - 2) / 3 rounds\n"), "{text}");
    assert!(text.ends_with("3 of 3 loops shown to end\n"), "{text}");
    let text = check("bounds", COUNTING, &["--explain", "--engine", "loops"]);
    assert!(text.contains("  at most (x - 9) / 2 rounds, by what the variables hold where it is entered\n"), "{text}");
}

/// One loop is not proved, and one never ends: of the others it is still known that they do.
#[test]
fn loops_are_judged_one_by_one() {
    let open = "\
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), s = __VERIFIER_nondet_uint();
    while (s % 2 == 1)
        s += 2;
    for (unsigned i = 0; i < n; i++)
        s ^= i;
    int x = __VERIFIER_nondet_uint() & 65535, y = x;
    for (; x >= 0; x += y)
        y--;
    return 0;
}
";
    let text = check("one-by-one", open, &["--each-loop", "--engine", "loops", "--timeout", "100"]);
    assert!(text.contains("p.c:6:28: in `main`: terminates"), "{text}");
    assert!(text.contains("p.c:4:14: in `main`: may never end\n"), "{text}");
    assert!(text.contains("p.c:9:14: in `main`: not proved (no ranking function was found"), "{text}");
    assert!(text.contains("\n1 of 3 loops shown to end\n"), "{text}");
}

#[test]
fn witnesses_have_cycles_and_transition_invariants() {
    let witness = file("holds.yml").display().to_string();
    check("holds", COUNTING, &["--engine", "loops", "--witness", &witness]);
    let text = fs::read_to_string(&witness).expect("there is a witness");
    assert!(text.contains("format_version: \"2.1\""), "{text}");
    assert!(text.contains("type: loop_transition_invariant"), "{text}");
    assert!(text.contains(r#"value: "(long long)\\at(x, AnyPrev) > (long long)x""#), "{text}");
    let endless = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int state = __VERIFIER_nondet_int();
    if (state < 1 || state > 3) return 0;
    while (state != 0) {
        int next = __VERIFIER_nondet_int();
        if (next != state % 3 + 1) break;
        state = next;
    }
    return 0;
}
";
    let witness = file("violated.yml").display().to_string();
    check("violated", endless, &["--witness", &witness]);
    let text = fs::read_to_string(&witness).expect("there is a witness");
    assert!(text.contains("format_version: \"2.1\"") && text.contains("action: cycle"), "{text}");
    assert!(!text.contains("type: target"), "an execution that never ends has none: {text}");
}

/// `x` is never 0 behind the first loop, since the modulus is prime; no invariant says so. With `x == 0` the second loop would never end, and a
/// replay of a thousand iterations would not tell.
#[test]
fn a_recurrent_set_has_to_be_entered() {
    let program = "\
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & MASK, k = 3000;
    unsigned long long x = 3;
    for (unsigned i = 0; i < n; i++)
        x = (x * x) % 2147483647u;
    while (k > 0)
        if (x != 0) k--;
    return 0;
}
";
    for (name, mask) in [("few", "7"), ("many", "65535")] {
        let text = check(name, &program.replace("MASK", mask), &["--engine", "loops", "--timeout", "20"]);
        assert!(text.starts_with("verdict: ") && !text.contains("never ends"), "{text}");
    }
}

/// What never ends without coming back to a state has a set of states that is never left; people see it.
#[test]
fn recurrent_sets_are_shown() {
    let program = "\
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned s = __VERIFIER_nondet_uint(), t = 0;
    while (s % 2 == 1) { s += 2; t ^= s; }
    return t == 3;
}
";
    let text = check("recurrent", program, &["--engine", "loops"]);
    assert!(text.contains("recurrent set (every iteration leads back into it): s % 2U == 1U\n"), "{text}");
}
