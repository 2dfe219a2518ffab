//! States in words, for who looks at a graph.

use candor_context_concrete::View;
use candor_context_symbolic::{SymHeavy, SymValue, SymbolicContext};
use candor_evidence::GraphState;
use candor_explore::Order;
use candor_interp::object::Piece;
use candor_interp::{Frame, ObjectId, ObjectKind, Site};
use candor_ir::{EntityRef, Function, InstId, Operand, Program, Scalar, ValueId, VariableHome};
use candor_term::{Op, Sort, Term, TermPool, display};
use rustc_hash::FxHashMap;

use crate::layout;
use crate::references::plain_pointer;
use crate::segment::{Segment, Shape};

/// Terms that take more characters are not spelled out.
const LONGEST: usize = 60;
/// Objects of more bytes are not spelled out.
const LARGEST: u64 = 256;

/// What a state is.
pub(crate) fn tell(program: &Program, order: &mut Order, cx: &SymbolicContext, shape: &Shape) -> GraphState {
    let mut teller = Teller { program, cx, shape, names: FxHashMap::default(), found: Vec::new() };
    let (variables, objects) = teller.memory(order);
    let facts = shape.state.path.facts().into_iter().map(|fact| teller.term(fact)).collect();
    let thread = &shape.state.thread;
    let callers = thread.below.iter().rev().map(|frame| place(program, frame.site())).collect();
    GraphState { place: place(program, thread.top.site()), callers, variables, objects, facts }
}

/// What the objects of a state are called there.
pub(crate) fn names(
    program: &Program,
    order: &mut Order,
    cx: &SymbolicContext,
    shape: &Shape,
) -> FxHashMap<ObjectId, String> {
    let mut teller = Teller { program, cx, shape, names: FxHashMap::default(), found: Vec::new() };
    teller.memory(order);
    teller.names
}

/// A function and a line of it.
pub(crate) fn place(program: &Program, site: Site) -> String {
    let function = &program.functions[site.func];
    let line = function.insts.get(site.inst).and_then(|inst| program.source.get(inst.loc)).map(|loc| loc.line);
    match line {
        Some(line) => format!("{}:{line}", function.name),
        None => function.name.clone(),
    }
}

struct Teller<'a> {
    program: &'a Program,
    cx: &'a SymbolicContext,
    shape: &'a Shape,
    names: FxHashMap<ObjectId, String>,
    /// Blocks that something points to, in the order in which they are met.
    found: Vec<ObjectId>,
}

impl Teller<'_> {
    /// Variables and blocks, each with what it holds.
    fn memory(&mut self, order: &mut Order) -> (Vec<String>, Vec<String>) {
        self.name_variables();
        let variables = self.variables(order);
        let mut objects = Vec::new();
        let mut next = 0;
        while let Some(&object) = self.found.get(next) {
            next += 1;
            objects.extend(self.object(object));
        }
        (variables, objects)
    }

    /// Variables that live in memory have names already.
    fn name_variables(&mut self) {
        let shape = self.shape;
        for (id, object) in shape.state.memory.iter() {
            let name = match object.kind {
                ObjectKind::Global(global) => self.program.globals[global].name.clone(),
                ObjectKind::Function(func) => self.program.functions[func].name.clone(),
                ObjectKind::Arguments => "arguments".to_owned(),
                ObjectKind::External => "external memory".to_owned(),
                ObjectKind::Stack | ObjectKind::Heap | ObjectKind::VarArgs => continue,
            };
            self.names.insert(id, name);
        }
        for frame in shape.state.thread.frames() {
            for variable in self.program.functions[frame.func].vars.values().filter(|it| it.is_named()) {
                let VariableHome::Memory(home) = variable.home else { continue };
                if let Some((object, 0)) = plain_pointer(&frame.regs[home.index()]) {
                    self.names.insert(object, variable.name.clone());
                    self.found.push(object);
                }
            }
        }
        let is_written = |id: ObjectId| self.shape.state.memory.get(id).is_some_and(|it| !it.constant);
        let globals = shape.state.memory.iter().filter(|(_, object)| matches!(object.kind, ObjectKind::Global(_)));
        self.found.extend(globals.map(|(id, _)| id).filter(|&id| is_written(id)));
    }

    fn variables(&mut self, order: &mut Order) -> Vec<String> {
        let mut lines = Vec::new();
        let shape = self.shape;
        let frames: Vec<&Frame<SymValue>> = shape.state.thread.frames().collect();
        for (n_above, frame) in frames.into_iter().rev().enumerate() {
            let function = &self.program.functions[frame.func];
            let liveness = &order.facts(self.program, frame.func).liveness;
            let is_live = |register: ValueId| match n_above {
                0 => liveness.is_live_in(function.block_of(frame.pc), register),
                _ => liveness.live_after(function, frame.pc).binary_search(&register).is_ok(),
            };
            for (idx, value) in frame.regs.iter().enumerate() {
                let register = ValueId::new(idx);
                let Some(name) = variable_of(function, frame.pc, register) else { continue };
                if is_live(register) {
                    let ty = function.values[register].ty;
                    let held = self.value(value, ty.width(self.cx.pointer_bits()), ty == Scalar::Ptr);
                    lines.push(format!("{name} = {held}"));
                }
            }
        }
        lines
    }

    fn object(&mut self, id: ObjectId) -> Option<String> {
        let shape = self.shape;
        let object = shape.state.memory.get(id)?;
        let name = self.name(id);
        let size = match object.plain_size {
            Some(1) => "1 byte".to_owned(),
            Some(size) => format!("{size} bytes"),
            None => format!("{} bytes", self.value(&object.size, self.cx.pointer_bits(), false)),
        };
        let what = match (shape.segments.get(&id), shape.templates.contains_key(&id)) {
            (Some(segment), _) => format!("list of 1 or more nodes, {}", self.links(segment, &size)),
            (None, true) => format!("{size}, one for each node"),
            (None, false) if object.live == Term::FALSE => format!("{size}, dead"),
            (None, false) => size,
        };
        let plain = object.plain_size.filter(|&size| size <= LARGEST && object.array.is_none());
        let Some(n_bytes) = plain else { return Some(format!("{name}: {what}")) };
        let of_segment = shape.segment_of(id).map(|first| &shape.segments[&first].common);
        let common = of_segment.or_else(|| shape.templates.get(&id));
        let mut held = Vec::new();
        let mut at = 0;
        for piece in object.contents.pieces(0, n_bytes) {
            let (start, len) = (at, piece.len());
            at += len;
            let is_any = common.is_some_and(|common| common.any.contains(&(start, len)));
            let text = match &piece {
                _ if is_any => "any number".to_owned(),
                Piece::Uninitialized(_) => continue,
                Piece::Bytes(bytes) if bytes.iter().all(|byte| *byte == 0) => "0".to_owned(),
                Piece::Bytes(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
                Piece::Cell { value, .. } => self.value(value, layout::bits(len), false),
                Piece::Part { .. } => "a part of a value".to_owned(),
            };
            held.push(format!("+{start}: {text}"));
        }
        Some(if held.is_empty() {
            format!("{name}: {what}")
        } else {
            format!("{name}: {what} {{{}}}", held.join(", "))
        })
    }

    fn links(&mut self, segment: &Segment, size: &str) -> String {
        let mut text = format!("{size} each, next at +{}", segment.next.at);
        if let Some((back, last)) = segment.back {
            text += &format!(", back at +{}, the last one is {}", back.at, self.name(last));
        }
        text
    }

    fn name(&mut self, id: ObjectId) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let kind = self.shape.state.memory.get(id).map(|object| object.kind);
        let letter = match kind {
            Some(ObjectKind::Heap) => 'n',
            Some(_) => 'o',
            None => return "memory that is gone".to_owned(),
        };
        let n_known = self.names.values().filter(|name| is_numbered(name, letter)).count();
        let name = format!("{letter}{}", n_known + 1);
        self.names.insert(id, name.clone());
        self.found.push(id);
        name
    }

    fn value(&mut self, value: &SymValue, width: u32, is_pointer: bool) -> String {
        match value {
            SymValue::Same(value) => match value.view() {
                View::Int(0) if is_pointer => "NULL".to_owned(),
                View::Int(word) => signed(word, width).to_string(),
                View::Ptr(object, offset) => self.pointer(object, offset),
                View::Addr(address) => format!("an address in {}", self.name(address.object)),
                View::Wide(bits) => bits.signed_display().to_string(),
                View::Undef(_) => "not initialized".to_owned(),
            },
            SymValue::Term(term) => self.term(*term),
            SymValue::Heavy(heavy) => match &**heavy {
                SymHeavy::Pointer(cases) => {
                    let targets =
                        cases.iter().map(|case| case.object.map_or("NULL".to_owned(), |object| self.name(object)));
                    targets.collect::<Vec<_>>().join(" or ")
                }
                SymHeavy::Address { .. } => "an address".to_owned(),
                SymHeavy::Array(_) => "an array".to_owned(),
                SymHeavy::Undef { .. } => "not initialized".to_owned(),
            },
        }
    }

    fn pointer(&mut self, object: ObjectId, offset: i64) -> String {
        let is_variable =
            self.names.get(&object).is_some_and(|name| !is_numbered(name, 'n') && !is_numbered(name, 'o'));
        let name = self.name(object);
        let start = if is_variable { format!("&{name}") } else { name };
        match offset {
            0 => start,
            _ => format!("{start} {} {}", if offset < 0 { '-' } else { '+' }, offset.unsigned_abs()),
        }
    }

    fn term(&self, term: Term) -> String {
        let text = infix(&self.cx.pool, term, true);
        let is_short = text.len() <= LONGEST && !text.contains('\n');
        if is_short { text } else { "something that depends on inputs".to_owned() }
    }
}

/// A term, or the opposite of a condition, as people write it.
fn infix(pool: &TermPool, term: Term, is_true: bool) -> String {
    let args = pool.args(term);
    let (op, after) = match (pool.op(term), args) {
        (Op::Not, &[arg]) => return infix(pool, arg, !is_true),
        (Op::Const, _) if matches!(pool.sort(term), Sort::Bv(_)) => {
            return pool.const_bits(term).map_or_else(String::new, |bits| bits.signed_display().to_string());
        }
        (Op::Slt, _) => (if is_true { "<" } else { ">=" }, ""),
        (Op::Ult, _) => (if is_true { "<" } else { ">=" }, " (unsigned)"),
        (Op::Eq, _) => (if is_true { "==" } else { "!=" }, ""),
        (Op::Add, _) => ("+", ""),
        (Op::Mul, _) => ("*", ""),
        _ if is_true => return display(pool, term),
        _ => return format!("not {}", display(pool, term)),
    };
    let part = |arg: &Term| match pool.op(*arg) {
        Op::Var | Op::Const => infix(pool, *arg, true),
        _ => format!("({})", infix(pool, *arg, true)),
    };
    args.iter().map(part).collect::<Vec<_>>().join(&format!(" {op} ")) + after
}

fn is_numbered(name: &str, letter: char) -> bool {
    name.strip_prefix(letter).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The source variable that a register is.
fn variable_of(function: &Function, pc: InstId, register: ValueId) -> Option<&str> {
    let known = function.debug_values.iter().filter(|it| it.value == Operand::Value(register));
    let nearest = known.min_by_key(|it| (it.at > pc, it.at.index().abs_diff(pc.index())))?;
    let variable = &function.vars[nearest.var];
    variable.is_named().then_some(variable.name.as_str())
}

fn signed(word: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    (word << unused).cast_signed() >> unused
}
