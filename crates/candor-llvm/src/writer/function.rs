//! Function bodies: blocks, phis, terminators.
//!
//! A candor block may become several LLVM blocks (a check ends one), so the bodies are written first; phis, which name the *last*
//! LLVM block of each predecessor, are put in front of them at the end.

use candor_ir::{
    Block, BlockId, Const, ConstExpr, ConstId, Edge, EdgeId, FuncId, Function, InstId, InstKind, Operand, Scalar,
    SecondaryMap, ValueId,
};

use super::constant::{self, type_name};
use super::names::LocalNames;
use super::reach::is_left_to_the_platform;
use super::{Module, byval_text, inst, result_type};

/// A function that is being written.
pub(super) struct Body<'m, 'a> {
    pub(super) module: &'m mut Module<'a>,
    pub(super) function: &'a Function,
    /// Whether a register is the address of an object of this frame.
    pub(super) is_alloca: SecondaryMap<ValueId, bool>,
    names: LocalNames,
    /// The instructions of the block at hand, a line each.
    lines: Vec<String>,
    /// The LLVM block that lines go to now.
    label: String,
    /// What the entry block must allocate besides the program's own objects.
    entry_lines: Vec<String>,
    /// For each block, the labels it is entered from and the edges taken.
    incoming: SecondaryMap<BlockId, Vec<(String, EdgeId)>>,
    /// The values of edge arguments, which may need instructions of their own, as the edge's source block sees them.
    edge_args: SecondaryMap<EdgeId, Vec<String>>,
    /// Blocks that only lead on: one for each edge that a phi could not tell from another, and the traps.
    extra: Vec<String>,
}

pub(super) fn write(module: &mut Module<'_>, func: FuncId) -> String {
    let function = &module.program.functions[func];
    let names = module.names.locals(func).clone();
    let head = head(module, func);
    let mut body = Body {
        module,
        function,
        is_alloca: allocas(function),
        names,
        lines: Vec::new(),
        label: String::new(),
        entry_lines: Vec::new(),
        incoming: SecondaryMap::new(),
        edge_args: SecondaryMap::new(),
        extra: Vec::new(),
    };
    let blocks: Vec<_> = function.blocks.keys().map(|bb| (bb, block_lines(&mut body, bb))).collect();
    let mut text = head;
    for (bb, lines) in blocks {
        text.push_str(&format!("{}:\n", body.names.block(bb)));
        phis(&body, bb).iter().for_each(|line| push_line(&mut text, line));
        if bb == function.entry() {
            body.entry_lines.iter().for_each(|line| push_line(&mut text, line));
        }
        lines.iter().for_each(|line| push_line(&mut text, line));
    }
    body.extra.iter().for_each(|line| push_line(&mut text, line));
    text.push_str("}\n");
    text
}

fn allocas(function: &Function) -> SecondaryMap<ValueId, bool> {
    let mut is_alloca = SecondaryMap::new();
    for inst in function.insts.values().filter(|inst| matches!(inst.kind, InstKind::Alloca { .. })) {
        inst.for_each_result(|value| is_alloca[value] = true);
    }
    is_alloca
}

/// Instructions are indented, labels are not.
fn push_line(text: &mut String, line: &str) {
    if !line.ends_with(':') {
        text.push_str("  ");
    }
    text.push_str(line);
    text.push('\n');
}

fn head(module: &Module<'_>, func: FuncId) -> String {
    let function = &module.program.functions[func];
    let names = module.names.locals(func);
    let linkage = if function.internal { "internal " } else { "" };
    let mut params: Vec<_> = function
        .params
        .iter()
        .zip(&function.signature.params)
        .map(|(&value, param)| format!("{}{} {}", type_name(param.ty), byval_text(param.byval), names.value(value)))
        .collect();
    if function.signature.variadic {
        params.push("...".into());
    }
    let result = result_type(&function.signature);
    format!("define {linkage}{result} {}({}) {{\n", module.names.func(func), params.join(", "))
}

fn block_lines(body: &mut Body<'_, '_>, bb: BlockId) -> Vec<String> {
    body.lines.clear();
    body.label = body.names.block(bb);
    for inst in body.function.block_insts(bb) {
        if body.function.is_terminator(inst) {
            terminator(body, inst);
        } else if !is_left_to_the_platform(body.module.program, body.module.options, &body.function.insts[inst]) {
            inst::write(body, inst);
        }
    }
    std::mem::take(&mut body.lines)
}

fn phis(body: &Body<'_, '_>, bb: BlockId) -> Vec<String> {
    let Block { params, .. } = &body.function.blocks[bb];
    let incoming = &body.incoming[bb];
    let phi = |(index, &param): (usize, &ValueId)| {
        let ty = type_name(body.function.type_of(param));
        let name = body.names.value(param);
        if incoming.is_empty() {
            // Nobody comes here, but the register must exist.
            return format!("{name} = select i1 true, {ty} poison, {ty} poison");
        }
        let entries: Vec<_> =
            incoming.iter().map(|(label, edge)| format!("[ {}, %{label} ]", body.edge_args[*edge][index])).collect();
        format!("{name} = phi {ty} {}", entries.join(", "))
    };
    params.iter().enumerate().map(phi).collect()
}

fn terminator(body: &mut Body<'_, '_>, inst: InstId) {
    let function = body.function;
    let kind = &function.insts[inst].kind;
    let mut edges = Vec::new();
    kind.for_each_edge(|edge| edges.push(edge));
    for &edge in &edges {
        let args = function.edges[edge].args.iter().map(|&arg| body.operand(arg)).collect();
        body.edge_args[edge] = args;
    }
    match kind {
        InstKind::Jump { edge } => {
            let target = body.target(*edge, &edges);
            body.emit(format!("br label %{target}"));
        }
        InstKind::Branch { cond, then, or_else } => {
            let cond = body.operand(*cond);
            let (then, or_else) = (body.target(*then, &edges), body.target(*or_else, &edges));
            body.emit(format!("br i1 {cond}, label %{then}, label %{or_else}"));
        }
        InstKind::Switch(switch) => {
            let value = body.operand(switch.value);
            let ty = type_name(Scalar::Int(switch.width));
            let default = body.target(switch.default, &edges);
            let cases: Vec<_> = switch
                .cases
                .iter()
                .map(|(case, edge)| format!("{ty} {}, label %{}", constant::int_text(case), body.target(*edge, &edges)))
                .collect();
            body.emit(format!("switch {ty} {value}, label %{default} [ {} ]", cases.join(" ")));
        }
        InstKind::IndirectBranch { address, edges: targets } => {
            let address = body.operand(*address);
            let list: Vec<_> =
                targets.iter().map(|(_, edge)| format!("label %{}", body.target(*edge, &edges))).collect();
            body.emit(format!("indirectbr ptr {address}, [ {} ]", list.join(", ")));
        }
        InstKind::Return { values } => return_values(body, values),
        InstKind::Unreachable => body.emit("unreachable".into()),
        InstKind::Trap => {
            body.module.need("void", "llvm.trap", "");
            body.emit("call void @llvm.trap()".into());
            body.emit("unreachable".into());
        }
        // Any other stands in the middle of a block.
        _ => unreachable!("{kind:?} is no terminator"),
    }
}

fn return_values(body: &mut Body<'_, '_>, values: &[Operand]) {
    let ty = result_type(&body.function.signature);
    let values: Vec<_> = values.iter().map(|&value| body.typed(value)).collect();
    match &values[..] {
        [] => body.emit("ret void".into()),
        [only] => body.emit(format!("ret {only}")),
        _ => {
            let mut whole = "poison".to_owned();
            for (index, value) in values.iter().enumerate() {
                whole = body.define("ret", format!("insertvalue {ty} {whole}, {value}, {index}"));
            }
            body.emit(format!("ret {ty} {whole}"));
        }
    }
}

impl Body<'_, '_> {
    pub(super) fn emit(&mut self, line: String) {
        self.lines.push(line);
    }

    /// A line that defines a new value with a name like `wanted`; returns it with its `%`.
    pub(super) fn define(&mut self, wanted: &str, line: String) -> String {
        let name = format!("%{}", self.names.fresh(wanted));
        self.emit(format!("{name} = {line}"));
        name
    }

    /// The name of a register of the program, with its `%`.
    pub(super) fn name(&self, value: ValueId) -> String {
        self.names.value(value)
    }

    /// An operand without its type. Expressions that LLVM cannot write as constants are computed first.
    pub(super) fn operand(&mut self, operand: Operand) -> String {
        match operand {
            Operand::Value(value) => self.name(value),
            Operand::Const(id) => self.constant(id),
        }
    }

    fn constant(&mut self, id: ConstId) -> String {
        if let Some(text) = constant::constant(self.module, id) {
            return text;
        }
        let Const::Expr(expr) = self.module.program.consts.get(id) else {
            unreachable!("every other constant can be written");
        };
        let line = match **expr {
            ConstExpr::Binary { op, ty, a, b } => {
                format!("{op} {} {}, {}", type_name(ty), self.constant(a), self.constant(b))
            }
            ConstExpr::Cast { op, from, to, value } => {
                format!("{op} {} {} to {}", type_name(from), self.constant(value), type_name(to))
            }
            ConstExpr::PtrAdd { base, offset } => {
                let ty = type_name(constant::const_type(self.module, offset));
                format!("getelementptr i8, ptr {}, {ty} {}", self.constant(base), self.constant(offset))
            }
        };
        self.define("const", line)
    }

    /// An operand with its type.
    pub(super) fn typed(&mut self, operand: Operand) -> String {
        let ty = type_name(self.type_of(operand));
        format!("{ty} {}", self.operand(operand))
    }

    pub(super) fn type_of(&self, operand: Operand) -> Scalar {
        match operand {
            Operand::Value(value) => self.function.type_of(value),
            Operand::Const(id) => constant::const_type(self.module, id),
        }
    }

    /// Ends the LLVM block with a branch: on to a new block if `ok`, else to one that traps with `kind`.
    pub(super) fn trap_unless(&mut self, ok: &str, kind: u8) {
        let (on, trap) = (self.names.fresh("cont"), self.names.fresh("trap"));
        self.emit(format!("br i1 {ok}, label %{on}, label %{trap}"));
        self.module.need("void", "llvm.ubsantrap", "i8 immarg");
        self.extra.push(format!("{trap}:"));
        self.extra.push(format!("call void @llvm.ubsantrap(i8 {kind})"));
        self.extra.push("unreachable".into());
        self.lines.push(format!("{on}:"));
        self.label = on;
    }

    /// A place that nobody ever writes, allocated once.
    pub(super) fn uninitialized(&mut self, ty: &str) -> String {
        let name = format!("%{}", self.names.fresh("uninit"));
        self.entry_lines.push(format!("{name} = alloca {ty}"));
        name
    }

    /// The label to go to for an edge, one of `siblings` of the same terminator. A phi knows only blocks, so two edges from one
    /// block to another with different arguments need a block between.
    fn target(&mut self, edge: EdgeId, siblings: &[EdgeId]) -> String {
        let Edge { target, args } = &self.function.edges[edge];
        let ambiguous = siblings.iter().any(|&other| {
            let other = &self.function.edges[other];
            other.target == *target && other.args != *args
        });
        let label = self.names.block(*target);
        if !ambiguous {
            self.incoming[*target].push((self.label.clone(), edge));
            return label;
        }
        let between = self.names.fresh("edge");
        self.extra.push(format!("{between}:"));
        self.extra.push(format!("br label %{label}"));
        self.incoming[*target].push((between.clone(), edge));
        between
    }
}
