//! Preparing: from a program as it was written to one that engines look at.

use std::sync::Arc;

use candor_ir::{Check, CheckSet, Program};

use crate::load::{Loaded, load};
use crate::request::{Request, Source, World};
use crate::{competition, environment, functions};

/// A program in its surroundings, with the checks that are asked for.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub program: Arc<Program>,
    /// What the surroundings take for granted.
    pub assumptions: Vec<String>,
    /// What the callers of a function have to see to, where that is less than everything; these are assumptions, too.
    pub conditions: Vec<String>,
    /// Whether callers pass functions, which may return anything.
    pub passes_functions: bool,
    /// The same with checks of signed overflow, where executions that never end do not count if they rest on it.
    pub(crate) with_overflows: Option<Arc<Program>>,
}

impl Request {
    /// Loads the program, with only those checks that are asked for.
    pub fn load(&self) -> Result<Loaded, String> {
        let checks = self.goals.checks();
        let mut source = Source::clone(&self.source);
        source.frontend.unsigned_wrap = checks.contains(Check::UnsignedWrap);
        if self.surroundings.world == World::Open {
            source.frontend.further.extend(environment::outside::argument_functions());
        }
        let mut loaded = load(&source)?;
        let program = &mut loaded.program;
        if self.competition {
            competition::leave_out(program);
        }
        let mut selected = checks;
        if !self.asks_for_leaks(program) {
            selected.remove(Check::MemoryLeak);
        }
        if self.counts_no_overflow() {
            selected.insert(Check::SignedOverflow);
        }
        program.select_checks(selected);
        Ok(loaded)
    }

    /// Makes a program that was loaded ready for engines.
    pub fn prepare(&self, program: Program) -> Result<Prepared, String> {
        self.prepare_changed(program, |_| {})
    }

    /// The same for a program that somebody changes when its surroundings are there.
    pub(crate) fn prepare_changed(
        &self,
        mut program: Program,
        change: impl FnOnce(&mut Program),
    ) -> Result<Prepared, String> {
        let environment::Granted { mut assumptions, conditions, passes_functions } =
            environment::surround(&mut program, self)?;
        assumptions.extend(conditions.iter().cloned());
        if !functions::has_main(&program) {
            return Err(functions::missing_main(&program));
        }
        if self.surroundings.function.is_some() {
            keep_what_is_passed(&mut program);
        }
        change(&mut program);
        debug_assert_eq!(candor_ir::verify_program(&program), Ok(()), "what was changed is still a program");
        ready(&mut program, self.goals.must_end(), self.goals.names_leaks());
        let with_overflows = self.counts_no_overflow().then(|| Arc::new(program.clone()));
        if with_overflows.is_some() {
            let mut others = CheckSet::all();
            others.remove(Check::SignedOverflow);
            program.select_checks(others);
        }
        Ok(Prepared { program: Arc::new(program), assumptions, conditions, passes_functions, with_overflows })
    }

    /// Whether an execution that overflows a signed number and then never ends is none that the property means: SV-COMP's labels are about
    /// C, where nothing is known of it behind the overflow.
    fn counts_no_overflow(&self) -> bool {
        self.competition && self.goals.must_end() && !self.goals.checks().contains(Check::SignedOverflow)
    }
}

/// The last passes before an execution: promotion to registers, which keeps every fault with its place, and the places at which checks
/// look that belong to no single instruction: where a loop begins another round, and where memory may get lost. Unless leaks are asked
/// for by name, that is only where an execution ends.
pub fn ready(program: &mut Program, must_end: bool, names_leaks: bool) {
    candor_analysis::prepare(program);
    if must_end {
        candor_engine::check_endings(program);
    }
    if !names_leaks {
        candor_engine::check_losses_at_ends(program);
    }
    candor_engine::check_losses(program);
}

/// What candor's own caller has passed to a function, and what it has got back, is not lost when that caller ends.
fn keep_what_is_passed(program: &mut Program) {
    let Some(main) = program.function_named("main") else { return };
    program.functions[main].insts.values_mut().for_each(|inst| inst.checks.remove(Check::MemoryLeak));
}
