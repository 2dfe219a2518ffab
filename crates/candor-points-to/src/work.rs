//! What is still to be looked at.
//!
//! An instruction is looked at again only if something that it depends on has grown: a register that it uses, an object that it reads
//! from, what a function that it calls returns. And it is told what, so that it need not go through all it has seen before: after
//! Pearce, Kelly, Hankin, "Online Cycle Detection and Difference Propagation for Pointer Analysis" (2003).

use candor_analysis::Worklist;
use candor_ir::{BlockId, EntityRef, FuncId, Function, InstId, InstKind, Operand, Program, ValueId};

use crate::condition::NullTests;
use crate::flow::State;
use crate::object::ObjectIdx;
use crate::set::SetId;

/// A step of a function.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    pub(crate) func: FuncId,
    pub(crate) step: u32,
}

/// The steps of a function: its blocks in reverse post-order, each with those of its instructions that matter.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) blocks: Vec<Stretch>,
    /// For each step, the stretch that it is in and the instruction; the first step of a stretch is the start of the block.
    pub(crate) steps: Vec<(usize, Option<InstId>)>,
    /// What the branches at the ends of blocks ask.
    pub(crate) tests: NullTests,
    of_inst: Vec<Option<u32>>,
    of_block: Vec<Option<u32>>,
    /// The steps that depend on each register.
    users: Users<u32>,
}

/// What depends on each register.
#[derive(Debug, Default)]
pub(crate) struct Users<T>(Vec<(ValueId, T)>);

impl<T: Copy + Ord> Users<T> {
    pub(crate) fn new(mut users: Vec<(ValueId, T)>) -> Users<T> {
        users.sort_unstable();
        users.dedup();
        Users(users)
    }

    pub(crate) fn of(&self, value: ValueId) -> impl Iterator<Item = T> {
        let first = self.0.partition_point(|&(used, _)| used < value);
        self.0[first..].iter().take_while(move |(used, _)| *used == value).map(|&(_, user)| user)
    }
}

/// The steps of a block.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) bb: BlockId,
    pub(crate) steps: std::ops::Range<u32>,
}

impl Plan {
    pub(crate) fn new(program: &Program, function: &Function, matters: impl Fn(InstId) -> bool) -> Plan {
        let mut plan = Plan {
            blocks: Vec::new(),
            steps: Vec::new(),
            tests: NullTests::new(program, function),
            of_inst: vec![None; function.insts.len()],
            of_block: vec![None; function.blocks.len()],
            users: Users::default(),
        };
        let mut users = Vec::new();
        for &bb in candor_analysis::Cfg::new(function).reverse_post_order() {
            let first = plan.next_step();
            plan.of_block[bb.index()] = Some(first);
            plan.steps.push((plan.blocks.len(), None));
            for inst in function.block_insts(bb).filter(|&inst| matters(inst)) {
                let step = plan.next_step();
                plan.of_inst[inst.index()] = Some(step);
                plan.steps.push((plan.blocks.len(), Some(inst)));
                for_each_used(function, &function.insts[inst].kind, |value| users.push((value, step)));
            }
            // Where control goes on from the end of a block is decided when the block is gone through.
            if let Some(test) = plan.tests.at(bb) {
                let asked = [Some(test.value), test.read].into_iter().flatten();
                users.extend(asked.filter_map(|operand| Some((value_of(operand)?, first))));
            }
            plan.blocks.push(Stretch { bb, steps: first..plan.next_step() });
        }
        plan.users = Users::new(users);
        plan
    }

    fn next_step(&self) -> u32 {
        u32::try_from(self.steps.len()).expect("functions are not that long")
    }

    /// The step that is an instruction, if it matters.
    pub(crate) fn of_inst(&self, inst: InstId) -> Option<u32> {
        self.of_inst[inst.index()]
    }

    /// The start of a block; `None` if it cannot be reached.
    pub(crate) fn of_block(&self, bb: BlockId) -> Option<u32> {
        self.of_block[bb.index()]
    }

    /// The steps that depend on a register.
    pub(crate) fn users(&self, value: ValueId) -> impl Iterator<Item = u32> {
        self.users.of(value)
    }
}

fn value_of(operand: Operand) -> Option<ValueId> {
    match operand {
        Operand::Value(value) => Some(value),
        Operand::Const(_) => None,
    }
}

/// The registers that an instruction uses, also those that it passes along edges.
fn for_each_used(function: &Function, kind: &InstKind, mut visit: impl FnMut(ValueId)) {
    kind.for_each_operand(|operand| value_of(operand).into_iter().for_each(&mut visit));
    kind.for_each_edge(|edge| {
        function.edges[edge].args.iter().filter_map(|&arg| value_of(arg)).for_each(&mut visit);
    });
}

/// The steps of a function that are to be taken, and what is new for them.
#[derive(Debug, Default)]
pub(crate) struct Work {
    waiting: Worklist,
    pub(crate) notes: Vec<Note>,
}

/// What an instruction that reads through a pointer has found so far.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// The pointer when it was looked at.
    pub(crate) seen: SetId,
    /// Objects that hold more than they did then.
    pub(crate) changed: Vec<ObjectIdx>,
    /// What was read where contents are known for all times only.
    pub(crate) sum: SetId,
    /// The other places, by their slots in the state, in order.
    pub(crate) slots: Vec<usize>,
    /// If it is a call.
    pub(crate) call: Option<Box<CallNote>>,
}

/// What a call has passed, and to whom.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallNote {
    pub(crate) args: Vec<SetId>,
    /// In order.
    pub(crate) callees: Vec<FuncId>,
    /// Those that return more than they did then.
    pub(crate) changed: Vec<FuncId>,
    /// If there are several, the states before and after it.
    pub(crate) states: Option<(State, Option<State>)>,
}

impl Note {
    const NONE: Note =
        Note { seen: SetId::EMPTY, changed: Vec::new(), sum: SetId::EMPTY, slots: Vec::new(), call: None };
}

impl Work {
    /// All of them.
    pub(crate) fn new(plan: &Plan) -> Work {
        let n = plan.steps.len();
        let mut work = Work { waiting: Worklist::new(n), notes: vec![Note::NONE; n] };
        work.add_all();
        work
    }

    /// A function of which there is no plan yet has everything to do anyway.
    pub(crate) fn add(&mut self, step: u32) {
        if (step as usize) < self.notes.len() {
            self.waiting.add(step as usize);
        }
    }

    /// An object holds more than when the step was taken.
    pub(crate) fn tell(&mut self, step: u32, object: ObjectIdx) {
        if let Some(note) = self.notes.get_mut(step as usize) {
            if note.changed.last() != Some(&object) {
                note.changed.push(object);
            }
            self.add(step);
        }
    }

    pub(crate) fn add_all(&mut self) {
        (0..self.notes.len()).for_each(|step| self.waiting.add(step));
    }

    pub(crate) fn remove(&mut self, step: u32) {
        self.waiting.remove(step as usize);
    }

    /// The next one from a step on; if there is none, the first of all.
    pub(crate) fn next(&self, from: u32) -> Option<u32> {
        self.waiting.next(from as usize).map(|step| u32::try_from(step).expect("functions are not that long"))
    }

    pub(crate) fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }
}
