//! Variables that hold a number and that nobody has a pointer to: what they hold changes only where their names are.

use std::collections::BTreeSet;

use candor_ir::{
    AccessFlags, Chunk, Const, ConstExpr, ConstId, Endian, EntityRef, FuncId, GlobalId, InstKind, Operand, Ordering,
    Program, Scalar, ValueId,
};
use candor_numbers::AbstractInt;
use rustc_hash::FxHashMap;

use super::plan::address;
use crate::call_graph::CallGraph;
use crate::instances::by_name;

/// The platform writes this one by its name.
const ERRNO: &str = "__candor_errno";

/// A place for a number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Cell {
    /// A local variable, by the register with its address.
    Local(ValueId),
    Global(GlobalId),
}

/// The cells of a program.
pub(super) struct Cells {
    /// How many bits a pointer has, where pointers are numbers, too.
    pointers: Option<u32>,
    /// The widths of the locals of each function that are cells.
    locals: Vec<FxHashMap<ValueId, u32>>,
    /// The same for globals, by the constant with their address.
    globals: FxHashMap<ConstId, (GlobalId, u32)>,
    /// The globals that a call of each function may write, itself or by what it calls.
    pub(super) written: Vec<BTreeSet<GlobalId>>,
    /// The functions that read each global.
    pub(super) readers: FxHashMap<GlobalId, Vec<FuncId>>,
    /// The globals that each function reads itself.
    pub(super) read: Vec<BTreeSet<GlobalId>>,
}

impl Cells {
    /// No variable is a cell.
    pub(super) fn none(program: &Program) -> Cells {
        let n = program.functions.len();
        let (written, read) = (vec![BTreeSet::new(); n], vec![BTreeSet::new(); n]);
        let locals = vec![FxHashMap::default(); n];
        Cells { pointers: None, locals, globals: FxHashMap::default(), written, readers: FxHashMap::default(), read }
    }

    pub(super) fn new(program: &Program, graph: &CallGraph) -> Cells {
        let mut cells = Cells::of_each(program, None);
        cells.write_in_callers(graph);
        cells
    }

    /// The cells, with what each function reads and writes itself; pointers of so many bits may be numbers, too.
    pub(super) fn of_each(program: &Program, pointers: Option<u32>) -> Cells {
        let locals = program.functions.keys().map(|func| locals(program, func, pointers)).collect();
        let mut cells = Cells { pointers, locals, globals: globals(program, pointers), ..Cells::none(program) };
        for (func, function) in program.functions.iter() {
            for inst in function.insts.values() {
                match inst.kind {
                    InstKind::Load { ptr: Operand::Const(ptr), .. } => {
                        if let Some(&(global, _)) = cells.globals.get(&ptr) {
                            cells.readers.entry(global).or_default().push(func);
                            cells.read[func.index()].insert(global);
                        }
                    }
                    InstKind::Store { ptr: Operand::Const(ptr), .. } => {
                        cells.written[func.index()].extend(cells.globals.get(&ptr).map(|&(global, _)| global));
                    }
                    // Any other uses no cell.
                    _ => {}
                }
            }
        }
        cells.readers.values_mut().for_each(|readers| readers.dedup());
        cells
    }

    /// What a function writes its callers write.
    fn write_in_callers(&mut self, graph: &CallGraph) {
        let mut work = graph.bottom_up();
        work.reverse();
        while let Some(func) = work.pop() {
            let written = self.written[func.index()].clone();
            for site in graph.callers(func) {
                let of_caller = &mut self.written[site.func.index()];
                let before = of_caller.len();
                of_caller.extend(&written);
                if of_caller.len() > before {
                    work.push(site.func);
                }
            }
        }
    }

    /// The cell that lies at an address, and how wide it is.
    pub(super) fn at(&self, func: FuncId, ptr: Operand) -> Option<(Cell, u32)> {
        match ptr {
            Operand::Value(value) => Some((Cell::Local(value), *self.locals[func.index()].get(&value)?)),
            Operand::Const(constant) => {
                self.globals.get(&constant).map(|&(global, width)| (Cell::Global(global), width))
            }
        }
    }

    /// How wide numbers of a type are, up to 64 bits.
    pub(super) fn width_of(&self, ty: Scalar) -> Option<u32> {
        width_of(ty, self.pointers)
    }

    pub(super) fn globals(&self) -> impl Iterator<Item = (GlobalId, u32)> {
        self.globals.values().copied()
    }
}

/// How wide numbers of a type are, up to 64 bits; pointers may be numbers of so many.
pub(super) fn width_of(ty: Scalar, pointers: Option<u32>) -> Option<u32> {
    match ty {
        Scalar::Int(width) if width <= 64 => Some(width),
        Scalar::Ptr => pointers,
        Scalar::Int(_) | Scalar::Float(_) => None,
    }
}

/// The width of a number that is accessed plainly.
fn plain_width(ty: Scalar, flags: AccessFlags, pointers: Option<u32>) -> Option<u32> {
    let is_plain = !flags.volatile && flags.ordering == Ordering::None;
    width_of(ty, pointers).filter(|_| is_plain)
}

fn locals(program: &Program, func: FuncId, pointers: Option<u32>) -> FxHashMap<ValueId, u32> {
    let function = &program.functions[func];
    let named = by_name(program, func).into_iter().filter_map(|site| function.insts[site.inst].result);
    let mut widths: FxHashMap<ValueId, Option<u32>> = named.map(|local| (local, Some(0))).collect();
    for inst in function.insts.values() {
        if let InstKind::Load { ty, ptr: Operand::Value(ptr), flags }
        | InstKind::Store { ty, ptr: Operand::Value(ptr), flags, .. } = inst.kind
            && let Some(known) = widths.get_mut(&ptr)
        {
            *known = same(*known, plain_width(ty, flags, pointers));
        }
    }
    let wide = |(local, width): (ValueId, Option<u32>)| width.filter(|&width| width > 0).map(|width| (local, width));
    widths.into_iter().filter_map(wide).collect()
}

/// The width that all accesses have; zero as long as there was none.
fn same(known: Option<u32>, width: Option<u32>) -> Option<u32> {
    match (known, width) {
        (Some(0), width) => width,
        (Some(known), Some(width)) if known == width => Some(known),
        _ => None,
    }
}

fn globals(program: &Program, pointers: Option<u32>) -> FxHashMap<ConstId, (GlobalId, u32)> {
    let mut widths: FxHashMap<GlobalId, Option<u32>> = FxHashMap::default();
    let named = |operand: Operand| match operand {
        Operand::Const(constant) => match program.consts.get(constant) {
            Const::Global(global, 0) => Some(*global),
            _ => None,
        },
        Operand::Value(_) => None,
    };
    let mut other_uses: BTreeSet<ConstId> = BTreeSet::new();
    let mut mark = |operand: Operand| {
        if let Operand::Const(constant) = operand {
            other_uses.insert(constant);
        }
    };
    for function in program.functions.values() {
        for inst in function.insts.values() {
            match &inst.kind {
                InstKind::Load { ty, ptr, flags } | InstKind::Store { ty, ptr, flags, .. } => {
                    if let InstKind::Store { value, .. } = &inst.kind {
                        mark(*value);
                    }
                    match named(*ptr) {
                        Some(global) => {
                            let known = widths.entry(global).or_insert(Some(0));
                            *known = same(*known, plain_width(*ty, *flags, pointers));
                        }
                        None => mark(*ptr),
                    }
                }
                // Any other may do what it likes with the variable.
                kind => kind.for_each_operand(&mut mark),
            }
        }
        function.edges.values().flat_map(|edge| &edge.args).for_each(|&arg| mark(arg));
    }
    let constants = program.globals.values().flat_map(|global| global.init.iter().flat_map(|init| &init.chunks));
    for (_, chunk) in constants {
        if let Chunk::Scalar(_, constant) = chunk {
            other_uses.insert(*constant);
        }
    }
    for (_, constant) in program.consts.iter() {
        if let Const::Expr(expr) = constant {
            match **expr {
                ConstExpr::Binary { a, b, .. } => other_uses.extend([a, b]),
                ConstExpr::Cast { value, .. } => _ = other_uses.insert(value),
                ConstExpr::PtrAdd { base, offset } => other_uses.extend([base, offset]),
            }
        }
    }
    let is_pointer = |&(id, constant): &(ConstId, &Const)| match constant {
        Const::Global(_, 0) => other_uses.contains(&id),
        Const::Global(..) => true,
        _ => false,
    };
    let pointed: BTreeSet<GlobalId> = program
        .consts
        .iter()
        .filter(is_pointer)
        .filter_map(|(_, constant)| if let Const::Global(global, _) = constant { Some(*global) } else { None })
        .collect();
    let is_cell = |global: &GlobalId| {
        let data = &program.globals[*global];
        !pointed.contains(global) && !data.thread_local && data.name != ERRNO
    };
    let cell = |(id, constant): (ConstId, &Const)| match constant {
        Const::Global(global, 0) if is_cell(global) => {
            let width = widths.get(global).copied().flatten().filter(|&width| width > 0)?;
            Some((id, (*global, width)))
        }
        _ => None,
    };
    program.consts.iter().filter_map(cell).collect()
}

/// What a global holds at the start.
pub(super) fn initial(program: &Program, global: GlobalId, width: u32) -> AbstractInt {
    let known = || {
        let mut bytes = [0u8; 8];
        for (offset, chunk) in &program.globals[global].init.as_ref()?.chunks {
            match chunk {
                Chunk::Bytes(given) => {
                    let at = usize::try_from(*offset).ok()?;
                    bytes.iter_mut().skip(at).zip(given).for_each(|(byte, &given)| *byte = given);
                }
                Chunk::Scalar(Scalar::Ptr, constant) if width == program.target.pointer_bits => {
                    return address(program, *constant).filter(|_| *offset == 0);
                }
                // What is computed from an address.
                Chunk::Scalar(..) => return None,
            }
        }
        let number = AbstractInt::constant(width, u64::from_le_bytes(bytes));
        Some(number).filter(|_| program.target.endian == Endian::Little)
    };
    known().unwrap_or(AbstractInt::top(width))
}
