//! Programs by pipe: small shell scripts that play a solver, and Z3 and cvc5 if they are there.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use candor_bits::Bits;
use candor_term::{Sort, TermPool, Value};

use super::random::{Rng, random_bool, vars};
use crate::cache::satisfies;
use crate::{BitwuzlaSolver, Budget, Interrupt, Outcome, Reason, SmtlibSolver, Solver};

/// A script in a file of its own, for `sh`.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, text: &str) -> Script {
        let path = std::env::temp_dir().join(format!("candor-solver-{}-{name}.sh", std::process::id()));
        fs::write(&path, text).expect("the folder for temporary files can be written to");
        Script(path)
    }

    fn solver(&self) -> SmtlibSolver {
        SmtlibSolver::pipe(&format!("sh {}", self.0.display()))
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        if fs::remove_file(&self.0).is_err() {
            // A file that is left behind harms nobody.
        }
    }
}

/// Answers each check with a word, and `x` with a value.
const OBEDIENT: &str = r#"
while read -r line; do
    case $line in
    *set-logic*) echo unsupported;;
    *get-value*) echo '((x';echo '#x2a))';;
    *get-unsat-assumptions*) echo '(candor.assume!0)';;
    *check-sat-assuming*) echo unsat;;
    *check-sat*) echo sat;;
    esac
done
"#;

#[test]
fn answers_values_and_failed_assumptions_are_read() {
    let script = Script::new("obedient", OBEDIENT);
    let mut solver = script.solver();
    let mut pool = TermPool::new();
    let [x, y, z] = vars(&mut pool, 8);
    let (x_y, y_z) = (pool.ult(x, y), pool.ult(y, z));
    solver.assert(&pool, x_y);
    assert_eq!(solver.check(&pool, &[], &Budget::unlimited()), Outcome::Sat);
    assert_eq!(solver.value(&pool, x), Ok(Value::Bv(Bits::new(8, 42))));
    let z_x = pool.ult(z, x);
    assert_eq!(solver.check(&pool, &[y_z, z_x], &Budget::unlimited()), Outcome::Unsat);
    assert_eq!(solver.failed_assumptions(), [y_z]);
}

fn outcome_of(name: &str, text: &str, budget: &Budget) -> Outcome {
    let script = Script::new(name, text);
    let mut pool = TermPool::new();
    let [x, y, _] = vars(&mut pool, 8);
    let less = pool.ult(x, y);
    script.solver().check(&pool, &[less], budget)
}

#[test]
fn whatever_goes_wrong_is_unknown() {
    let failed = |name, text| {
        let outcome = outcome_of(name, text, &Budget::unlimited());
        assert!(matches!(outcome, Outcome::Unknown(Reason::Failed(_))), "{name}: {outcome:?}");
    };
    failed("dies", "exit 1");
    failed("dies-late", "read -r line; kill -9 $$");
    failed("errs", "echo '(error \"no such logic\")'; cat >/dev/null");
    failed("babbles", "echo hello; cat >/dev/null");
    failed("unbalanced", "echo ')'; cat >/dev/null");
    assert_eq!(
        outcome_of("gives-up", "echo unknown; cat >/dev/null", &Budget::unlimited()),
        Outcome::Unknown(Reason::Incomplete)
    );
    let mut pool = TermPool::new();
    let [x, y, _] = vars(&mut pool, 8);
    let less = pool.ult(x, y);
    let outcome = SmtlibSolver::pipe("/nonexistent/solver").check(&pool, &[less], &Budget::unlimited());
    assert!(matches!(outcome, Outcome::Unknown(Reason::Failed(_))), "{outcome:?}");
}

#[test]
fn a_silent_program_is_stopped() {
    let begin = Instant::now();
    let outcome = outcome_of("silent", "sleep 60", &Budget::time(Duration::from_millis(100)));
    assert_eq!(outcome, Outcome::Unknown(Reason::Time));
    let interrupt = Interrupt::new();
    interrupt.interrupt();
    let outcome = outcome_of("silent-2", "sleep 60", &Budget { interrupt, ..Budget::default() });
    assert_eq!(outcome, Outcome::Unknown(Reason::Interrupted));
    assert!(begin.elapsed() < Duration::from_secs(5));
}

/// After a death the next check starts a new program, which is told everything again.
#[test]
fn a_dead_program_is_replaced() {
    let flag = std::env::temp_dir().join(format!("candor-solver-{}-flag", std::process::id()));
    let text = format!("if [ -e {0} ]; then\n{OBEDIENT}\nelse touch {0}; exit 1; fi", flag.display());
    let script = Script::new("dies-once", &text);
    let mut solver = script.solver();
    let mut pool = TermPool::new();
    let [x, y, _] = vars(&mut pool, 8);
    let less = pool.ult(x, y);
    solver.assert(&pool, less);
    assert!(matches!(solver.check(&pool, &[], &Budget::unlimited()), Outcome::Unknown(Reason::Failed(_))));
    assert_eq!(solver.check(&pool, &[], &Budget::unlimited()), Outcome::Sat);
    fs::remove_file(flag).expect("the script made it");
}

/// Whatever real programs are installed agree with Bitwuzla.
#[test]
fn installed_programs_agree() {
    for command in ["z3 -in", "cvc5 --incremental", "bitwuzla"] {
        let program = command.split(' ').next().unwrap_or_default();
        let is_there = std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()));
        if is_there {
            check_agreement(SmtlibSolver::pipe(command));
        }
    }
}

pub(super) fn check_agreement(mut other: impl Solver) {
    let mut rng = Rng::new(5);
    let mut pool = TermPool::new();
    let all_vars = vars(&mut pool, 6);
    let array = pool.var("a", Sort::Array { index: 6, element: 6 });
    let at_x = pool.select(array, all_vars[0]);
    let stored = pool.ult(all_vars[1], at_x);
    let name = other.name();
    let mut bitwuzla = BitwuzlaSolver::new();
    for round in 0..20 {
        let query = [random_bool(&mut rng, &mut pool, 6, 2), random_bool(&mut rng, &mut pool, 6, 2), stored];
        other.push();
        other.assert(&pool, query[0]);
        let outcome = other.check(&pool, &query[1..], &Budget::time(Duration::from_secs(20)));
        assert_eq!(outcome, bitwuzla.check(&pool, &query, &Budget::unlimited()), "{name}, round {round}");
        if outcome == Outcome::Sat {
            let model = other.model(&pool, &[&all_vars[..], &[array]].concat()).expect("a model");
            assert!(satisfies(&pool, &model, &query), "{name}, round {round}");
        } else {
            let failed = other.failed_assumptions();
            assert!(failed.iter().all(|term| query[1..].contains(term)));
        }
        other.pop();
    }
}
