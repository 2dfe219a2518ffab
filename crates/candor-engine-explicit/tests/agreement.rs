//! Every way of searching finds the same: random programs, each searched in full and then with everything that leaves something out.
//!
//! What would be a lie is a reduction that misses a fault, so the programs are small and full of faults: variables with and
//! without locks, locks in any order, waiting in loops, sections that nobody interrupts, variables that end before their pointers. `CANDOR_RANDOM_PROGRAMS` sets how many
//! are made, `CANDOR_RANDOM_SEED` where to begin.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use candor_engine_explicit::{DataKind, ExplicitOptions, Order, Reduction, Storage, check};
use candor_evidence::{Report, Status};
use candor_ir::{Check, CheckSet, Program};
use candor_llvm::{FrontendConfig, load};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (word ^ word >> 31) % n
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.below(of.len() as u64)).expect("small")]
    }
}

const VARIABLES: [&str; 5] = ["x", "y", "a[0]", "a[1]", "s.second"];

/// Statements of a thread, at some depth of sections.
fn statements(random: &mut Random, text: &mut String, n_left: &mut u32, depth: u32) {
    while *n_left > 0 {
        *n_left -= 1;
        let (one, other) = (random.pick(&VARIABLES), random.pick(&VARIABLES));
        let number = random.below(3);
        match random.below(17) {
            0 | 1 => writeln!(text, "{one} = {number};"),
            2 => writeln!(text, "{one} = {other};"),
            3 | 4 => writeln!(text, "{one} = ({one} + 1) % 3;"),
            5 => writeln!(text, "if ({one} == {number}) {other} = {};", random.below(3)),
            6 => writeln!(text, "assert({one} != {number} || {other} != {});", random.below(3)),
            7 => writeln!(text, "local = *p; *p = local ^ 1;"),
            8 if random.below(3) == 0 => writeln!(text, "while ({one} == {number});"),
            9 => writeln!(
                text,
                "__VERIFIER_atomic_begin(); {one} = {other}; {other} = {number}; __VERIFIER_atomic_end();"
            ),
            10 if random.below(2) == 0 => {
                writeln!(text, "if (pthread_mutex_trylock(&m) == 0) {{ {one} = {number}; pthread_mutex_unlock(&m); }}")
            }
            // Objects that are not there in all executions, and pointers to them in variables that are.
            14 => writeln!(text, "mine = {one}; q = &mine; mine = ({other} + mine) % 3;"),
            15 => writeln!(text, "if (q) *q = {number};"),
            16 => writeln!(
                text,
                "{{ int *block = malloc(4); if (block) {{ *block = {one}; {other} = *block % 3; free(block); }} }}"
            ),
            _ if depth < 2 => {
                let lock = random.pick(&["m", "n", "m"]);
                text.push_str(&format!("pthread_mutex_lock(&{lock});\n"));
                let mut inner = (*n_left).min(1 + u32::try_from(random.below(3)).expect("small"));
                *n_left -= inner;
                statements(random, text, &mut inner, depth + 1);
                writeln!(text, "pthread_mutex_unlock(&{lock});")
            }
            _ => writeln!(text, "{one} = {number};"),
        }
        .expect("text grows");
    }
}

fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let n_threads = 2 + random.below(2);
    let mut text = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n\
        void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n\
        static int x, y, a[2], *q; static struct { int first, second; } s;\n\
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
        .to_owned();
    for thread in 0..n_threads {
        text.push_str(&format!(
            "static void *t{thread}(void *argument) {{ int *p = argument, local = 0, mine = 0; (void)local; (void)p; (void)mine;\n"
        ));
        let mut n_statements = 2 + u32::try_from(random.below(if n_threads == 2 { 4 } else { 2 })).expect("small");
        statements(&mut random, &mut text, &mut n_statements, 0);
        text.push_str("return 0; }\n");
    }
    text.push_str("int main(void) { pthread_t t[3];\n");
    for thread in 0..n_threads {
        let target = random.pick(&["&x", "&y", "&a[1]"]);
        text.push_str(&format!("pthread_create(&t[{thread}], 0, t{thread}, {target});\n"));
    }
    if random.below(4) == 0 {
        let mut n_statements = 1;
        text.push_str("int local = 0, mine = 0; int *p = &y; (void)local; (void)p; (void)mine;\n");
        statements(&mut random, &mut text, &mut n_statements, 0);
    }
    match random.below(5) {
        0 => {}
        1 => text.push_str("pthread_exit(0);\n"),
        _ => {
            for thread in 0..n_threads {
                text.push_str(&format!("pthread_join(t[{thread}], 0);\n"));
            }
            let (one, number) = (random.pick(&VARIABLES), random.below(3));
            text.push_str(&format!("assert({one} != {number});\n"));
        }
    }
    text.push_str("return 0; }\n");
    text
}

fn loaded(source: &str, name: &str, checks: CheckSet) -> Arc<Program> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("explicit-{name}.c"));
    std::fs::write(&path, source).expect("a file is written");
    let mut program = load(&[path], &FrontendConfig::default()).expect("the program loads");
    program.select_checks(checks);
    candor_analysis::prepare(&mut program);
    Arc::new(program)
}

fn searched(program: &Arc<Program>, options: &ExplicitOptions) -> Report {
    let options = ExplicitOptions { spurious: true, max_states: Some(400_000), ..options.clone() };
    check(program, &options, &mut |_| {})
}

/// What goes wrong where; a race is one wherever it is seen first. `None` if not all was seen.
fn faults(report: &Report) -> Option<BTreeSet<String>> {
    let is_unknown = |status: &Status| matches!(status, Status::Unknown(_));
    let is_masked = |result: &candor_evidence::CheckResult| is_unknown(&result.status);
    if !report.incomplete.is_empty() || report.checks.iter().any(is_masked) {
        return None;
    }
    let violated = report.checks.iter().filter(|result| matches!(result.status, Status::Violated(_)));
    let name = |result: &candor_evidence::CheckResult| match result.at.check {
        Check::DataRace | Check::Deadlock => result.at.check.to_string(),
        _ => format!("{:?}", result.at),
    };
    Some(violated.map(name).collect())
}

fn ways() -> Vec<(&'static str, ExplicitOptions)> {
    let with = |reduction, data| ExplicitOptions { reduction, data, ..ExplicitOptions::default() };
    let persistent = with(Reduction::Persistent, DataKind::Concrete);
    vec![
        ("persistent", persistent.clone()),
        ("persistent, oldest first", ExplicitOptions { order: Order::BreadthFirst, ..persistent.clone() }),
        ("persistent, three workers", ExplicitOptions { workers: 3, ..persistent }),
        ("chain, two workers", ExplicitOptions { workers: 2, ..with(Reduction::Chain, DataKind::Concrete) }),
        ("terms, chain", with(Reduction::Chain, DataKind::Symbolic)),
        ("terms, persistent", with(Reduction::Persistent, DataKind::Symbolic)),
    ]
}

/// Those of programs with threads: where lost memory is looked for nothing is reduced.
fn usual_checks() -> CheckSet {
    let mut checks = CheckSet::default_on();
    checks.remove(Check::MemoryLeak);
    checks
}

fn number_from(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

#[test]
fn random_programs_have_the_same_faults_however_they_are_searched() {
    let first = number_from("CANDOR_RANDOM_SEED", 1);
    let mut n_faulty = 0;
    for seed in first..first + number_from("CANDOR_RANDOM_PROGRAMS", 30) {
        let source = program(seed);
        let mut checks = usual_checks();
        if seed % 2 == 0 {
            checks.remove(Check::DataRace);
        }
        let program = loaded(&source, "random", checks);
        let full = searched(
            &program,
            &ExplicitOptions { reduction: Reduction::Chain, data: DataKind::Concrete, ..ExplicitOptions::default() },
        );
        let Some(expected) = faults(&full) else { panic!("seed {seed}: {:?}\n{source}", full.incomplete) };
        n_faulty += u64::from(!expected.is_empty());
        // Step by step there are many times more states.
        if seed % 3 == 0 {
            let plain =
                ExplicitOptions { reduction: Reduction::None, data: DataKind::Concrete, ..ExplicitOptions::default() };
            let found = faults(&searched(&program, &plain));
            assert!(
                found.is_none() || found.as_ref() == Some(&expected),
                "seed {seed}, chain: {found:?} {expected:?}\n{source}"
            );
        }
        for (name, options) in ways() {
            let found = faults(&searched(&program, &options));
            assert_eq!(found.as_ref(), Some(&expected), "seed {seed}, {name}\n{source}");
        }
        let hashed =
            ExplicitOptions { storage: Storage::Hashed, data: DataKind::Concrete, ..ExplicitOptions::default() };
        assert_eq!(faults(&searched(&program, &hashed)), None, "hashes prove nothing");
    }
    assert!(n_faulty > 0, "programs without faults test nothing");
}

/// Inputs of which few are left by what is assumed of them are tried one by one; all of them, and no more.
#[test]
fn inputs_of_small_range_are_tried() {
    let source = |question: &str, last: &str| {
        format!(
            "#include <assert.h>\n#include <pthread.h>\n\
             int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); _Bool __VERIFIER_nondet_bool(void);\n\
             void __VERIFIER_assume(int); void abort(void);\n\
             static void must(int c) {{ if (!c) abort(); }}\n\
             static int n, x;\n\
             static void *t(void *argument) {{ x = n; return argument; }}\n\
             int main(void) {{ pthread_t id; {question}\n\
             pthread_create(&id, 0, t, 0); pthread_join(id, 0); assert({last}); return 0; }}\n"
        )
    };
    let small = [
        ("n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= -2 && n <= 3);", -2..=3),
        ("int k = __VERIFIER_nondet_int(); must(k > 4); must(k < 9); n = k;", 5..=8),
        ("unsigned k = __VERIFIER_nondet_uint(); __VERIFIER_assume(k < 4); n = (int)k;", 0..=3),
        ("n = __VERIFIER_nondet_bool() + 2 * __VERIFIER_nondet_bool();", 0..=3),
        ("int k = __VERIFIER_nondet_int(); must(k == 1000 || k == -3); n = k < 0 ? 0 : 1;", 0..=1),
        ("int k = __VERIFIER_nondet_int(); int *p = &k; must(*p * 3 >= 6 && *p >= 0); must(*p < 5); n = k;", 2..=4),
        (
            "int k = __VERIFIER_nondet_int(); switch (k) { case 4: case 5: case 6: break; default: abort(); } n = k;",
            4..=6,
        ),
    ];
    let checks = CheckSet::of(Check::Assertion);
    let options = ExplicitOptions { data: DataKind::Concrete, ..ExplicitOptions::default() };
    for (question, range) in small {
        let (low, high) = (range.start(), range.end());
        let all = loaded(&source(question, &format!("x >= {low} && x <= {high}")), "range", checks);
        assert_eq!(faults(&searched(&all, &options)), Some(BTreeSet::new()), "{question}");
        for not in range {
            let one = loaded(&source(question, &format!("x != {not}")), "range", checks);
            assert_eq!(faults(&searched(&one, &options)).map(|faults| faults.len()), Some(1), "{question} {not}");
        }
    }
    let large = loaded(&source("n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 3);", "x > 3"), "range", checks);
    assert_eq!(faults(&searched(&large, &options)), None);
    let fitting = ExplicitOptions { data: DataKind::Fitting, ..ExplicitOptions::default() };
    assert_eq!(faults(&searched(&large, &fitting)), Some(BTreeSet::new()));
}

/// What is wrong behind a race is told, too.
#[test]
fn an_assertion_behind_a_race_is_replayed() {
    let source = "#include <assert.h>\n#include <pthread.h>\nstatic int x;\n\
        static void *t(void *argument) { x = 1; return argument; }\n\
        int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); int seen = x; assert(seen != 1); return 0; }\n";
    let program = loaded(source, "race", usual_checks());
    for data in [DataKind::Concrete, DataKind::Symbolic] {
        let found = faults(&searched(&program, &ExplicitOptions { data, ..ExplicitOptions::default() }));
        assert_eq!(found.map(|found| found.len()), Some(2), "{data:?}");
    }
}
