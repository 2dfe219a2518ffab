//! How many checks and how much tracking a program needs at each level: the numbers of the paper's first table.

use std::collections::BTreeSet;
use std::fmt::Write;

use candor_interp::{Native, Site};
use candor_ir::{Inst, InstKind, Operand, Program};

use crate::guard::{Guard, guards, tracked_for};
use crate::object::{AbstractObject, native_of};
use crate::query::PointsTo;

/// How much of the instrumentation is left out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Level {
    /// Every access is checked and everything is tracked.
    Basic,
    /// Accesses that cannot go wrong are not checked, others as cheaply as possible.
    Rc,
    /// Besides, only what a check may have to find is tracked.
    RcRt,
}

/// What a program would get inserted. Only the user's own functions and variables count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    pub dereferences: usize,
    pub check_pointer: usize,
    pub check_fail: usize,
    pub check_bounds: usize,
    pub check_heap: usize,
    pub check_stack: usize,
    pub check_globals: usize,
    pub check_leaks: usize,
    pub remember_heap: usize,
    pub remember_stack: usize,
    pub remember_globals: usize,
    pub instructions: usize,
}

impl Census {
    /// Counts for a level; the program should be as the front end gives it.
    pub fn take(program: &Program, points_to: &PointsTo, level: Level) -> Census {
        let mut census = Census::default();
        let mut tracked: BTreeSet<AbstractObject> = BTreeSet::new();
        for (func, function) in program.functions.iter().filter(|(_, function)| !function.library) {
            for (inst, data) in function.insts.iter() {
                let site = Site { func, inst };
                census.instructions += 1;
                census.count_memory(program, site);
                for (access, guard) in guards(program, points_to, site) {
                    census.dereferences += 1;
                    let guard = if level == Level::Basic { Guard::Pointer } else { guard };
                    tracked.extend(tracked_for(points_to, site, &access, &guard));
                    census.count_check(&guard);
                }
                let leaves_main = matches!(data.kind, InstKind::Return { .. }) && function.name == "main";
                census.check_leaks += usize::from(leaves_main);
            }
        }
        census.remember_globals = program.globals.values().filter(|global| !global.library).count();
        if level == Level::RcRt {
            census.forget(program, &tracked);
        }
        census
    }

    fn count_check(&mut self, guard: &Guard) {
        match guard {
            Guard::None => {}
            Guard::Fail => self.check_fail += 1,
            Guard::Bounds(_) => self.check_bounds += 1,
            Guard::Heap => self.check_heap += 1,
            Guard::Stack => self.check_stack += 1,
            Guard::Globals => self.check_globals += 1,
            Guard::Pointer => self.check_pointer += 1,
        }
    }

    fn count_memory(&mut self, program: &Program, site: Site) {
        match &program.functions[site.func].insts[site.inst].kind {
            InstKind::Alloca { .. } | InstKind::LifetimeStart { .. } => self.remember_stack += 1,
            InstKind::Call(call) => {
                if let candor_ir::Callee::Direct(callee) = call.callee {
                    let native = native_of(&program.functions[callee]);
                    let allocates = matches!(
                        native,
                        Some(Native::Malloc | Native::Calloc | Native::Realloc | Native::AlignedAlloc)
                    );
                    self.remember_heap += usize::from(allocates);
                }
            }
            _ => {}
        }
    }

    /// Leaves out what no check has to find.
    fn forget(&mut self, program: &Program, tracked: &BTreeSet<AbstractObject>) {
        let is_own = |object: &&AbstractObject| match object {
            AbstractObject::Global(global) => !program.globals[*global].library,
            AbstractObject::Stack(site) => !program.functions[site.func].library,
            _ => false,
        };
        let own: Vec<&AbstractObject> = tracked.iter().filter(is_own).collect();
        let globals = own.iter().filter(|object| matches!(object, AbstractObject::Global(_))).count();
        (self.remember_globals, self.remember_stack) = (globals, own.len() - globals + lives(program, &own));
        if self.remember_heap == 0 {
            self.check_leaks = 0;
        }
    }

    /// Checks of accesses.
    pub fn checks(&self) -> usize {
        self.check_pointer
            + self.check_fail
            + self.check_bounds
            + self.check_heap
            + self.check_stack
            + self.check_globals
    }

    /// Calls that keep track of memory.
    pub fn tracking(&self) -> usize {
        self.remember_heap + self.remember_stack + self.remember_globals
    }
}

/// How often the lives of these objects start anew, as far as the program says so.
fn lives(program: &Program, objects: &[&AbstractObject]) -> usize {
    let starts = |object: &&&AbstractObject| match object {
        AbstractObject::Stack(site) => {
            let function = &program.functions[site.func];
            let variable = function.insts[site.inst].result.map(Operand::Value);
            let starts = |inst: &&Inst| matches!(inst.kind, InstKind::LifetimeStart { ptr } if Some(ptr) == variable);
            function.insts.values().filter(starts).count()
        }
        _ => 0,
    };
    objects.iter().map(|object| starts(&object)).sum()
}

/// A table of the three levels, one row for each kind of inserted call.
pub fn census_table(program: &Program, points_to: &PointsTo) -> String {
    let columns = [Level::Basic, Level::Rc, Level::RcRt].map(|level| Census::take(program, points_to, level));
    let mut text = format!("{:24}{:>10}{:>10}{:>10}\n", "", "basic", "rc", "rc+rt");
    let mut row = |name: &str, of: fn(&Census) -> usize| {
        let [basic, rc, rcrt] = columns.each_ref().map(of);
        writeln!(text, "{name:24}{basic:>10}{rc:>10}{rcrt:>10}").expect("strings take all");
    };
    row("dereferences", |census| census.dereferences);
    row("check_pointer", |census| census.check_pointer);
    row("check_fail", |census| census.check_fail);
    row("check_bounds", |census| census.check_bounds);
    row("check_heap", |census| census.check_heap);
    row("check_stack", |census| census.check_stack);
    row("check_globals", |census| census.check_globals);
    row("checks of accesses", Census::checks);
    row("check_leaks", |census| census.check_leaks);
    row("remember_heap", |census| census.remember_heap);
    row("remember_stack", |census| census.remember_stack);
    row("remember_globals", |census| census.remember_globals);
    row("tracking", Census::tracking);
    row("instructions", |census| census.instructions);
    text
}
