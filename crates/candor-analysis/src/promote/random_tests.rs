//! Random functions do the same before and after the passes: a reference evaluator compares what can be observed.
//!
//! Observed are the arguments of `observe`, among them which undefined values they are and why; accesses after the end
//! of a life; and at each observation the values of the source variables, which after promotion may be unknown but
//! never wrong.

use std::collections::BTreeMap;

use candor_ir::{Callee, CheckSet, Const, Edge, EdgeId, EntityRef, InstId, Operand, UndefCause, VarId, VariableHome};

use super::*;
use crate::simplify::tidy;
use crate::testing::{Build, CHOOSE, I32, OBSERVE, Random, f, verify};

/// What can be seen of a value: a number, or which undefined value it is, in order of appearance.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Seen {
    Number(u64),
    Undef(UndefCause, usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Happening {
    Observe(Seen, Vec<Option<u64>>),
    UseAfterScope,
    Return,
    OutOfFuel,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Value {
    Number(u64),
    /// The cause, and a number that tells undefined values apart.
    Undef(UndefCause, u64),
    Place(usize),
}

/// A variable in memory.
struct Object {
    alive: bool,
    value: Option<Value>,
    cause: UndefCause,
}

struct Evaluator<'a> {
    program: &'a Program,
    function: &'a Function,
    inputs: Random,
    regs: Vec<Option<Value>>,
    objects: Vec<Object>,
    n_undefs: u64,
    seen: BTreeMap<u64, usize>,
    trace: Vec<Happening>,
}

/// Whether control stays in the block.
enum Go {
    On,
    To(EdgeId),
    End(Happening),
}

fn run(program: &Program, seed: u64) -> Vec<Happening> {
    let function = f(program);
    let mut cx = Evaluator {
        program,
        function,
        inputs: Random::new(seed),
        regs: vec![None; function.values.len()],
        objects: Vec::new(),
        n_undefs: 0,
        seen: BTreeMap::new(),
        trace: Vec::new(),
    };
    let mut inst = function.blocks[function.entry()].first;
    let mut fuel = 60;
    loop {
        match cx.step(inst) {
            Go::On => inst = InstId::new(inst.index() + 1),
            Go::To(edge) => {
                fuel -= 1;
                inst = cx.enter(&function.edges[edge]);
            }
            Go::End(last) => {
                cx.trace.push(last);
                return cx.trace;
            }
        }
        if fuel == 0 {
            cx.trace.push(Happening::OutOfFuel);
            return cx.trace;
        }
    }
}

impl Evaluator<'_> {
    fn read(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Value(value) => self.regs[value.index()].expect("a register is written before it is read"),
            Operand::Const(id) => match self.program.consts.get(id) {
                Const::Int(bits) => Value::Number(bits.to_u64().expect("small")),
                _ => self.fresh(UndefCause::Poison(Check::Assertion)),
            },
        }
    }

    fn fresh(&mut self, cause: UndefCause) -> Value {
        self.n_undefs += 1;
        Value::Undef(cause, self.n_undefs * 0x1_0001)
    }

    fn enter(&mut self, edge: &Edge) -> InstId {
        let values: Vec<_> = edge.args.iter().map(|&arg| self.read(arg)).collect();
        let block = &self.function.blocks[edge.target];
        for (param, value) in block.params.iter().zip(values) {
            self.regs[param.index()] = Some(value);
        }
        block.first
    }

    fn object(&mut self, ptr: Operand) -> &mut Object {
        let Value::Place(index) = self.read(ptr) else { panic!("no pointer") };
        &mut self.objects[index]
    }

    fn step(&mut self, inst: InstId) -> Go {
        let data = &self.function.insts[inst];
        let result = match &data.kind {
            InstKind::Alloca { .. } => {
                let name = self.function.values[data.result.expect("a pointer")].name.as_deref();
                let cause = if name == Some("retval") { UndefCause::MissingReturn } else { UndefCause::Uninitialized };
                self.objects.push(Object { alive: true, value: None, cause });
                Value::Place(self.objects.len() - 1)
            }
            InstKind::Load { ptr, .. } => match self.load(*ptr) {
                Some(value) => value,
                None => return Go::End(Happening::UseAfterScope),
            },
            InstKind::Store { ptr, value, .. } => {
                let value = self.read(*value);
                let object = self.object(*ptr);
                object.value = Some(value);
                return if object.alive { Go::On } else { Go::End(Happening::UseAfterScope) };
            }
            InstKind::LifetimeStart { ptr } => return self.mark(*ptr, true),
            InstKind::LifetimeEnd { ptr } => return self.mark(*ptr, false),
            InstKind::Undef { cause, .. } => self.fresh(*cause),
            InstKind::Binary { a, b, .. } => self.add(*a, *b),
            InstKind::Call(call) if call.callee == Callee::Direct(FuncId::new(OBSERVE)) => {
                self.observe(call.args[0].value, inst);
                return Go::On;
            }
            InstKind::Call(call) => {
                assert_eq!(call.callee, Callee::Direct(FuncId::new(CHOOSE)));
                let input = u64::from(self.inputs.one_in(2));
                self.regs[call.results[0].index()] = Some(Value::Number(input));
                return Go::On;
            }
            InstKind::Jump { edge } => return Go::To(*edge),
            InstKind::Branch { cond, then, or_else } => {
                let Value::Number(cond) = self.read(*cond) else { panic!("inputs are numbers") };
                return Go::To(if cond != 0 { *then } else { *or_else });
            }
            InstKind::Return { .. } => return Go::End(Happening::Return),
            other => panic!("not generated: {other:?}"),
        };
        self.regs[data.result.expect("a result").index()] = Some(result);
        Go::On
    }

    fn load(&mut self, ptr: Operand) -> Option<Value> {
        let Object { alive, value, cause } = *self.object(ptr);
        let value = value.unwrap_or_else(|| self.fresh(cause));
        self.object(ptr).value = Some(value);
        alive.then_some(value)
    }

    fn mark(&mut self, ptr: Operand, alive: bool) -> Go {
        let object = self.object(ptr);
        object.alive = alive;
        object.value = None;
        Go::On
    }

    fn add(&mut self, a: Operand, b: Operand) -> Value {
        match (self.read(a), self.read(b)) {
            (Value::Number(a), Value::Number(b)) => Value::Number(a.wrapping_add(b)),
            (Value::Undef(cause, id), Value::Number(b)) | (Value::Number(b), Value::Undef(cause, id)) => {
                Value::Undef(cause, id.rotate_left(20).wrapping_add(b))
            }
            (Value::Undef(cause, a), Value::Undef(_, b)) => Value::Undef(cause, a.rotate_left(9) ^ b),
            (Value::Place(_), _) | (_, Value::Place(_)) => panic!("pointers are not added"),
        }
    }

    fn observe(&mut self, operand: Operand, at: InstId) {
        let seen = match self.read(operand) {
            Value::Number(number) => Seen::Number(number),
            Value::Undef(cause, id) => {
                let n_seen = self.seen.len();
                // Sums of undefined values are told apart only by what they are made of, and numbers of those differ
                // between runs.
                let is_sum = id % 0x1_0001 != 0;
                Seen::Undef(cause, if is_sum { usize::MAX } else { *self.seen.entry(id).or_insert(n_seen) })
            }
            Value::Place(_) => panic!("pointers are not observed"),
        };
        let vars = self.function.vars.keys().map(|var| self.variable(var, at)).collect();
        self.trace.push(Happening::Observe(seen, vars));
    }

    /// The value of a source variable, if it is known.
    fn variable(&mut self, var: VarId, at: InstId) -> Option<u64> {
        let value = match self.function.vars[var].home {
            VariableHome::Memory(home) => {
                let object = self.object(home.into());
                if object.alive { object.value? } else { return None }
            }
            VariableHome::Registers => {
                let shown = shown(self.function, var, at)?;
                self.read(shown)
            }
        };
        match value {
            Value::Number(number) => Some(number),
            Value::Undef(..) | Value::Place(_) => None,
        }
    }
}

/// The debug value of a variable at an instruction: the latest in its block or in those that dominate it.
fn shown(function: &Function, var: VarId, at: InstId) -> Option<Operand> {
    let dominators = Dominators::new(function, &Cfg::new(function));
    let home = function.block_of(at);
    let mut blocks = std::iter::successors(Some(home), |&bb| dominators.immediate(bb));
    blocks.find_map(|bb| {
        let last = if bb == home { at } else { function.terminator(bb) };
        let here = |at: InstId| function.blocks[bb].first <= at && at <= last;
        let found = function.debug_values.iter().rfind(|value| value.var == var && here(value.at));
        found.map(|found| found.value)
    })
}

/// How the scope of a variable is marked.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Scope {
    Unmarked,
    StartsOnly,
    StartsAndEnds,
}

fn random_function(random: &mut Random) -> Program {
    let mut build = Build::new();
    let n_blocks = 2 + random.below(7);
    let params: Vec<Option<_>> =
        (0..n_blocks).map(|bb| (bb > 0 && random.one_in(4)).then(|| build.value(I32))).collect();
    let mut vars = Vec::new();
    for bb in 0..n_blocks {
        build.block(params[bb].as_slice());
        if bb == 0 {
            for index in 0..1 + random.below(4) {
                let scope = [Scope::Unmarked, Scope::StartsOnly, Scope::StartsAndEnds][random.below(3)];
                let name = if index == 2 { "retval".into() } else { format!("x{index}") };
                vars.push((build.variable(&name), scope));
            }
        }
        let mut values: Vec<Operand> = params[bb].map(Operand::from).into_iter().collect();
        values.push(build.int(32, u64::try_from(100 + bb).expect("small")));
        for _ in 0..random.below(6) {
            random_instruction(&mut build, random, &vars, &mut values);
        }
        let edge = |build: &mut Build, random: &mut Random| {
            let target = 1 + random.below(n_blocks - 1);
            let args: Vec<_> = params[target].map(|_| values[random.below(values.len())]).into_iter().collect();
            build.edge(target, &args)
        };
        match random.below(5) {
            0 => _ = build.ret(&[]),
            1 | 2 => {
                let edge = edge(&mut build, random);
                build.inst(InstKind::Jump { edge }, None);
            }
            _ => {
                let cond = build.choose();
                let (then, or_else) = (edge(&mut build, random), edge(&mut build, random));
                build.inst(InstKind::Branch { cond, then, or_else }, None);
            }
        }
    }
    build.finish()
}

fn random_instruction(build: &mut Build, random: &mut Random, vars: &[(Operand, Scope)], values: &mut Vec<Operand>) {
    let (x, scope) = vars[random.below(vars.len())];
    let value = values[random.below(values.len())];
    match random.below(8) {
        0 | 1 => values.push(build.load(x)),
        2 | 3 => _ = build.store(x, value),
        4 => {
            let other = values[random.below(values.len())];
            values.push(build.add(value, other));
        }
        5 if scope != Scope::Unmarked => _ = build.start(x),
        6 if scope == Scope::StartsAndEnds => _ = build.end(x),
        _ => build.observe(value),
    }
}

/// The same happenings; variables that are known after are known before, with the same value. The counts of blocks
/// entered may differ, so one of them may run out of fuel before.
#[track_caller]
fn assert_same(before: &[Happening], after: &[Happening], context: &dyn Fn() -> String) {
    for (before, after) in before.iter().zip(after) {
        match (before, after) {
            (Happening::OutOfFuel, _) | (_, Happening::OutOfFuel) => return,
            (Happening::Observe(before, vars_before), Happening::Observe(after, vars_after)) => {
                assert_eq!(before, after, "{}", context());
                for (before, after) in vars_before.iter().zip(vars_after) {
                    assert!(after.is_none() || before == after, "{before:?} but {after:?}\n{}", context());
                }
            }
            (before, after) => assert_eq!(before, after, "{}", context()),
        }
    }
    assert_eq!(before.len(), after.len(), "{}", context());
}

#[test]
fn random_functions_do_the_same() {
    let mut total = Promoted::default();
    let (mut n_faults, mut n_undefs) = (0, 0);
    for seed in 0..2000 {
        let original = random_function(&mut Random::new(seed));
        let mut promoted = original.clone();
        if seed % 4 == 0 {
            keep_everything(&mut promoted);
        }
        if seed % 3 == 0 {
            tidy(&mut promoted);
            verify(&promoted);
        }
        let stats = promote(&mut promoted);
        verify(&promoted);
        let mut tidied = promoted.clone();
        tidy(&mut tidied);
        verify(&tidied);
        total.variables += stats.variables;
        total.undefs += stats.undefs;
        total.params += stats.params;
        for run_idx in 0..4 {
            let before = run(&original, run_idx);
            n_faults += usize::from(before.last() == Some(&Happening::UseAfterScope));
            n_undefs +=
                before.iter().filter(|happening| matches!(happening, Happening::Observe(Seen::Undef(..), _))).count();
            for after in [&promoted, &tidied] {
                let context = || {
                    let (before, after) = (candor_ir::dump_program(&original), candor_ir::dump_program(after));
                    format!("seed {seed}, run {run_idx}\n{before}\n{after}")
                };
                assert_same(&before, &run(after, run_idx), &context);
            }
        }
    }
    let enough = total.variables > 2000 && total.undefs > 500 && total.params > 500 && n_faults > 50 && n_undefs > 500;
    assert!(enough, "{total:?}, {n_faults} faults, {n_undefs} undefined values");
}

/// Makes it look as if leaks were checked and an `i32` could hold a pointer.
fn keep_everything(program: &mut Program) {
    program.target.pointer_bits = 32;
    let function = &mut program.functions[FuncId::new(0)];
    let entry = function.terminator(function.entry());
    function.insts[entry].checks = CheckSet::of(Check::MemoryLeak);
}
