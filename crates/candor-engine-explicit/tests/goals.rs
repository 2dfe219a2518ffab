//! Goals: states that are looked for.

use std::path::Path;
use std::sync::Arc;

use candor_engine_explicit::{ExplicitOptions, Goal, GoalContext, Reachability, Reduction, reach};
use candor_interp::{Image, Site, State};
use candor_ir::{CheckSet, Program};
use candor_llvm::{FrontendConfig, load};

/// Two threads are in a function at the same time.
struct BothInside(Arc<Program>, &'static str);

impl Goal for BothInside {
    fn is_met(&self, _: &Image<GoalContext>, state: &State<GoalContext>) -> bool {
        let inside = state
            .threads()
            .filter(|thread| !thread.ended && thread.frames().any(|frame| self.0.functions[frame.func].name == self.1));
        inside.count() >= 2
    }

    fn may_change(&self, site: Site) -> bool {
        use candor_ir::{Callee, InstKind};
        match &self.0.functions[site.func].insts[site.inst].kind {
            InstKind::Call(call) => match call.callee {
                Callee::Direct(func) => self.0.functions[func].name == self.1,
                Callee::Indirect(_) => true,
            },
            InstKind::Return { .. } => self.0.functions[site.func].name == self.1,
            _ => false,
        }
    }

    fn reads_registers(&self) -> bool {
        false
    }
}

const PETERSON: &str = "
#include <pthread.h>
static int flag[2], turn;
static void crit(void) {}
static void *run(void *argument) {
    long me = (long)argument;
    flag[me] = 1;
    turn = 1 - (int)me;
    while (flag[1 - me] && turn == 1 - me);
    crit();
    flag[me] = 0;
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, run, (void *)0);
    pthread_create(&b, 0, run, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
";

fn loaded(source: &str, name: &str) -> Arc<Program> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("goal-{name}.c"));
    std::fs::write(&path, source).expect("a file is written");
    let mut program = load(&[path], &FrontendConfig::default()).expect("the program loads");
    program.select_checks(CheckSet::EMPTY);
    candor_analysis::prepare(&mut program);
    Arc::new(program)
}

fn answer(source: &str, name: &str, function: &'static str, reduction: Reduction) -> (Reachability, u64) {
    let program = loaded(source, name);
    let goal = BothInside(program.clone(), function);
    let options = ExplicitOptions { reduction, ..ExplicitOptions::default() };
    let report = reach(&program, &options, &goal, &mut |_| {});
    (report.answer, report.n_states)
}

#[test]
fn mutual_exclusion_is_proved_whatever_is_left_out() {
    let mut n_states = Vec::new();
    for reduction in [Reduction::None, Reduction::Chain, Reduction::Persistent] {
        let (found, n) = answer(PETERSON, "peterson", "crit", reduction);
        assert_eq!(found, Reachability::Never, "{reduction:?}");
        n_states.push(n);
    }
    assert!(n_states[0] > n_states[1] && n_states[1] >= n_states[2], "{n_states:?}");
}

#[test]
fn a_state_that_can_be_reached_is_reached_whatever_is_left_out() {
    let source = PETERSON.replace("turn = 1 - (int)me;", "").replace("&& turn == 1 - me", "&& turn == 2");
    for reduction in [Reduction::None, Reduction::Chain, Reduction::Persistent] {
        let (found, _) = answer(&source, "no-mutex", "crit", reduction);
        assert!(matches!(found, Reachability::Reached(_)), "{reduction:?}: {found:?}");
    }
    let (found, _) = answer(PETERSON, "both-run", "run", Reduction::Persistent);
    assert!(matches!(found, Reachability::Reached(_)), "{found:?}");
}
