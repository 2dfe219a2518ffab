//! Abstract objects: one for everything that is made at one place of the program.

use candor_interp::{Native, Site, native_of};
use candor_ir::{Bits, Const, FuncId, GlobalId, InstKind, Operand, PrimaryMap, Program};
use cranelift_entity::entity_impl;
use rustc_hash::FxHashMap;

/// An abstract object by its number.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectIdx(u32);
entity_impl!(ObjectIdx, "o");

/// What an abstract object stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AbstractObject {
    Global(GlobalId),
    Function(FuncId),
    /// What the `alloca` at the site makes.
    Stack(Site),
    /// What the call at the site takes from the heap.
    Heap(Site),
    /// The callee's copy of an argument of the call at the site.
    ByVal(Site, u32),
    /// The unnamed arguments of the call at the site.
    VarArgs(Site),
    /// `argv`.
    ArgumentList,
    /// What `argv` points to.
    ArgumentStrings,
    /// The list of the environment's variables, which is empty.
    Environment,
}

impl AbstractObject {
    /// Whether it is there, with its contents, before the program begins.
    pub(crate) fn is_there_at_first(self) -> bool {
        matches!(self, AbstractObject::Global(_) | AbstractObject::ArgumentList | AbstractObject::Environment)
    }
}

/// An abstract object and what is known of it.
#[derive(Clone, Debug)]
pub struct ObjectData {
    pub what: AbstractObject,
    /// In bytes; `None` if not known, or not the same each time.
    pub size: Option<u64>,
    /// Whether it is all zeros at first.
    pub zeroed: bool,
}

/// All abstract objects, made as they are met.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObjectTable {
    pub(crate) objects: PrimaryMap<ObjectIdx, ObjectData>,
    ids: FxHashMap<AbstractObject, ObjectIdx>,
}

impl ObjectTable {
    /// The number of an object; it is described if it is new.
    pub(crate) fn intern(&mut self, program: &Program, what: AbstractObject) -> ObjectIdx {
        if let Some(&idx) = self.ids.get(&what) {
            return idx;
        }
        let idx = self.objects.push(describe(program, what));
        self.ids.insert(what, idx);
        idx
    }

    pub(crate) fn find(&self, what: AbstractObject) -> Option<ObjectIdx> {
        self.ids.get(&what).copied()
    }
}

fn describe(program: &Program, what: AbstractObject) -> ObjectData {
    let (size, zeroed) = match what {
        AbstractObject::Global(global) => {
            let global = &program.globals[global];
            (global.init.as_ref().map(|_| global.size), global.init.is_some())
        }
        AbstractObject::Function(_) => (Some(0), true),
        AbstractObject::Stack(site) => (alloca_size(program, site), false),
        AbstractObject::Heap(site) => heap_block(program, site),
        AbstractObject::ByVal(site, idx) => (byval_size(program, site, idx), false),
        // Its layout is the convention's business; nobody relies on its size.
        AbstractObject::VarArgs(_) => (None, false),
        AbstractObject::ArgumentList | AbstractObject::ArgumentStrings => (None, true),
        AbstractObject::Environment => (Some(program.target.pointer_bytes()), true),
    };
    ObjectData { what, size, zeroed }
}

fn alloca_size(program: &Program, site: Site) -> Option<u64> {
    let InstKind::Alloca { size, count, .. } = program.functions[site.func].insts[site.inst].kind else { return None };
    match count {
        None => Some(size),
        Some((count, _)) => size.checked_mul(constant(program, count)?),
    }
}

fn byval_size(program: &Program, site: Site, idx: u32) -> Option<u64> {
    let InstKind::Call(call) = &program.functions[site.func].insts[site.inst].kind else { return None };
    call.args.get(idx as usize)?.byval.map(|byval| byval.size)
}

/// How large the block that a call takes from the heap is; `None` if that is not known, or there may be none.
pub(crate) fn heap_size(program: &Program, site: Site) -> Option<u64> {
    heap_block(program, site).0
}

fn heap_block(program: &Program, site: Site) -> (Option<u64>, bool) {
    let InstKind::Call(call) = &program.functions[site.func].insts[site.inst].kind else { return (None, false) };
    let candor_ir::Callee::Direct(callee) = call.callee else { return (None, false) };
    let arg = |idx: usize| call.args.get(idx).and_then(|arg| constant(program, arg.value));
    // Above PTRDIFF_MAX there is no block at all.
    let sensible = |size: u64| (size >> (program.target.pointer_bits - 1) == 0).then_some(size);
    match native_of(&program.functions[callee]) {
        Some(Native::Malloc) => (arg(0).and_then(sensible), false),
        Some(Native::Calloc) => {
            let size = arg(0).and_then(|count| count.checked_mul(arg(1)?));
            (size.and_then(sensible), true)
        }
        Some(Native::Realloc | Native::AlignedAlloc) => (arg(1).and_then(sensible), false),
        // Any other makes blocks of sizes and with contents of which nothing is known.
        _ => (None, false),
    }
}

/// The same for all functions, where it is asked often.
pub(crate) fn natives(program: &Program) -> Vec<Option<Native>> {
    program.functions.values().map(native_of).collect()
}

/// The value of an integer constant.
pub(crate) fn constant(program: &Program, operand: Operand) -> Option<u64> {
    let Operand::Const(constant) = operand else { return None };
    match program.consts.get(constant) {
        Const::Int(bits) => bits.to_u64(),
        Const::Null => Some(0),
        _ => None,
    }
}

/// The value of an integer constant as a signed number.
pub(crate) fn signed_constant(program: &Program, operand: Operand) -> Option<i64> {
    let Operand::Const(constant) = operand else { return None };
    match program.consts.get(constant) {
        Const::Int(bits) if bits.width() <= 64 => Some(Bits::to_i64_wrapping(bits)),
        _ => None,
    }
}
