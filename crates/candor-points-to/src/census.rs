//! How many checks and how much tracking a program needs at each level: the numbers of the paper's first table.

use std::collections::BTreeSet;
use std::fmt::Write;

use candor_interp::{Native, Site, native_of};
use candor_ir::{Callee, FuncId, Function, InstKind, Operand, Program, Symbol};

use crate::guard::{Guard, guards, tracked_for};
use crate::object::AbstractObject;
use crate::query::PointsTo;
use crate::reduce::allocates;

/// How much of the instrumentation is left out.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Every access is checked and everything is tracked.
    #[default]
    Basic,
    /// Accesses that cannot go wrong are not checked, others as cheaply as possible.
    Rc,
    /// Besides, only what a check may have to find is tracked.
    RcRt,
}

/// What a program gets inserted by the rules for memory safety. Only the user's own functions and variables count, but what they
/// have to be tracked for are the checks in the library, too.
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
    /// For `calloc`.
    pub remember_heap_array: usize,
    /// For `realloc`.
    pub remember_heap_again: usize,
    pub remember_stack: usize,
    /// For what is as long as a number says.
    pub remember_stack_array: usize,
    /// For copies of arguments.
    pub remember_copy: usize,
    /// For what comes behind `...`.
    pub remember_arguments: usize,
    pub remember_global: usize,
    pub instructions: usize,
}

impl Census {
    /// Counts for a level what is used; the program should be as the front end gives it.
    pub fn take(program: &Program, points_to: &PointsTo, is_used: impl Fn(Symbol) -> bool, level: Level) -> Census {
        let mut census = Census::default();
        let tracked = (level == Level::RcRt).then(|| tracked(program, points_to));
        let is_tracked = |what: AbstractObject| tracked.as_ref().is_none_or(|tracked| tracked.contains(&what));
        let is_own = |(func, function): &(FuncId, &Function)| !function.library && is_used(Symbol::Function(*func));
        for (func, function) in program.functions.iter().filter(is_own) {
            for inst in function.insts.keys() {
                let site = Site { func, inst };
                census.instructions += 1;
                census.count_memory(program, points_to, site, is_tracked);
                for (_, guard) in guards(program, points_to, site) {
                    census.dereferences += 1;
                    census.count_check(if level == Level::Basic { &Guard::Pointer } else { &guard });
                }
            }
            let n_copies = function.signature.params.iter().filter(|param| param.byval.is_some()).count();
            // It is not told apart which copy is meant.
            let is_any_tracked = tracked.as_ref().is_none_or(|tracked| tracked.iter().any(is_copy));
            if function.is_defined() && is_any_tracked {
                census.remember_copy += n_copies;
            }
            let looks_for_leaks = level != Level::RcRt || allocates(program, points_to);
            if function.name == "main" && looks_for_leaks {
                census.check_leaks += function.insts.keys().filter(|&inst| function.returns(inst)).count();
            }
        }
        let globals = program.globals.iter().filter(|(_, global)| !global.library).map(|(id, _)| id);
        let globals = globals.filter(|&global| is_used(Symbol::Global(global)));
        census.remember_global = globals.filter(|&global| is_tracked(AbstractObject::Global(global))).count();
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

    fn count_memory(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        site: Site,
        is_tracked: impl Fn(AbstractObject) -> bool,
    ) {
        match &program.functions[site.func].insts[site.inst].kind {
            InstKind::Alloca { .. } if !is_tracked(AbstractObject::Stack(site)) => {}
            InstKind::Alloca { count: None, .. } => self.remember_stack += 1,
            InstKind::Alloca { count: Some(_), .. } => self.remember_stack_array += 1,
            InstKind::LifetimeStart { ptr } => {
                let made = variable(program, points_to, site.func, *ptr).map(AbstractObject::Stack);
                self.remember_stack += usize::from(made.is_some_and(is_tracked));
            }
            InstKind::VaStart { .. } => self.remember_arguments += 1,
            InstKind::Call(call) => self.count_call(program, call.callee),
            // Any other is not counted, which only a table of numbers shows.
            _ => {}
        }
    }

    fn count_call(&mut self, program: &Program, callee: Callee) {
        let Callee::Direct(callee) = callee else { return };
        match native_of(&program.functions[callee]) {
            Some(Native::Malloc | Native::AlignedAlloc) => self.remember_heap += 1,
            Some(Native::Calloc) => self.remember_heap_array += 1,
            Some(Native::Realloc) => self.remember_heap_again += 1,
            // Any other is not counted, which only a table of numbers shows.
            _ => {}
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
        self.remember_heap
            + self.remember_heap_array
            + self.remember_heap_again
            + self.remember_stack
            + self.remember_stack_array
            + self.remember_copy
            + self.remember_arguments
            + self.remember_global
    }
}

/// What the checks in the user's functions and in the library may have to find.
fn tracked(program: &Program, points_to: &PointsTo) -> BTreeSet<AbstractObject> {
    let mut found: BTreeSet<AbstractObject> = BTreeSet::new();
    let mut exposed = false;
    for (func, function) in &program.functions {
        for inst in function.insts.keys() {
            let site = Site { func, inst };
            for (access, guard) in guards(program, points_to, site) {
                let tracked = tracked_for(points_to, site, &access, &guard);
                found.extend(tracked.objects);
                exposed |= tracked.exposed;
            }
        }
    }
    if exposed {
        found.extend(points_to.exposed().iter().map(|&object| points_to.object(object).what));
    }
    found
}

fn is_copy(object: &AbstractObject) -> bool {
    matches!(object, AbstractObject::ByVal(..))
}

/// Where the variable of fixed size is made that an operand is the address of.
fn variable(program: &Program, points_to: &PointsTo, func: FuncId, ptr: Operand) -> Option<Site> {
    let Operand::Value(value) = ptr else { return None };
    let inst = points_to.definition(func, value)?;
    let is_made = matches!(program.functions[func].insts[inst].kind, InstKind::Alloca { count: None, .. });
    is_made.then_some(Site { func, inst })
}

/// A table of the three levels, one row for each kind of inserted call.
pub fn census_table(program: &Program, points_to: &PointsTo, is_used: impl Fn(Symbol) -> bool) -> String {
    let take = |level: Level| Census::take(program, points_to, &is_used, level);
    let columns = [Level::Basic, Level::Rc, Level::RcRt].map(take);
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
    row("remember_heap_array", |census| census.remember_heap_array);
    row("remember_heap_again", |census| census.remember_heap_again);
    row("remember_stack", |census| census.remember_stack);
    row("remember_stack_array", |census| census.remember_stack_array);
    row("remember_copy", |census| census.remember_copy);
    row("remember_arguments", |census| census.remember_arguments);
    row("remember_global", |census| census.remember_global);
    row("tracking", Census::tracking);
    row("instructions", |census| census.instructions);
    text
}
