//! The verifier: is this well-formed IR?
//!
//! It runs after the front end and, in debug builds, after each pass. A broken rule is a bug of ours, never the user's: the
//! interpreter relies on every rule below without looking again. All broken rules are reported, not only the first; but rules that
//! later ones rest on (block ranges, valid ids) end the checking of that function.
//!
//! Rules of a function, in the order of checking:
//!
//! - *Declarations* have neither blocks nor instructions nor edges; their register list may be empty.
//! - *Layout.* The instruction ranges of the blocks are not empty, follow each other in block order without gaps, and cover all
//!   instructions. The last instruction of each block is a terminator and no other one is.
//! - *Ids.* Every register, constant, block, edge and function that is mentioned exists.
//! - *Edges.* An edge leaves at most one block. Its arguments equal the parameters of its target in number and types. No edge
//!   enters the entry block, and the entry block has no parameters.
//! - *Parameters.* There is one register for each parameter of the signature, of the same type. A by-value parameter is a pointer.
//! - *Single assignment.* Each register is defined once: as a parameter of the function or of a block, or as a result.
//! - *Dominance.* A definition dominates its uses; a use as argument of an edge happens at the end of the block that the edge leaves.
//!   Uses in unreachable blocks are exempt.
//! - *Types.* Operands and results have the types that the instruction asks for (see `verify/types.rs`, one line per instruction).
//!   Calls fit the signature *they* carry; whether that is the callee's own is a question of behaviour (`invalid-call`).
//! - *Alignments* are powers of two. *Switch* cases are distinct, ascending, and as wide as the value. A *computed goto* has one edge for
//!   each block, and it leads there.
//! - *Debug values* are in order of their instruction; homes in memory are pointers.
//!
//! Rules of a program: constants consist of older constants of fitting types; chunks of an initialiser ascend, do not overlap
//! and stay inside the global; symbols stand for what exists, under its own name only if it is not internal
//! (other names are aliases); constructors and destructors exist.
//!
//! Not yet checked: positions (`LocId`) exist; LLVM names are unique in a function; debug values are available where they
//! are said to hold; a register of a removed name does not exist; checks on an instruction make sense for its kind.
//!
//! Entry points: [`verify_function`], [`verify_program`].

mod dominance;
mod program;
mod types;

#[cfg(test)]
mod tests;

pub use program::const_type;

use std::fmt;

use cranelift_entity::{EntityRef, SecondaryMap};

use crate::function::{Function, VariableHome};
use crate::ids::{BlockId, EdgeId, FuncId, InstId, ValueId};
use crate::inst::{InstKind, Operand};
use crate::program::Program;
use candor_bits::Scalar;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The function's name; empty for rules of the whole program.
    pub function: String,
    /// Which block, instruction, edge or global, as the text form names it.
    pub place: String,
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.function.is_empty() {
            write!(f, "in function {}, ", self.function)?;
        }
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Checks one function.
pub fn verify_function(program: &Program, func: FuncId) -> Result<(), Vec<VerifyError>> {
    let mut cx = Verifier { program, function: &program.functions[func], errors: Vec::new() };
    check_function(&mut cx);
    finish(cx.errors)
}

/// Checks all functions, constants, globals and symbols.
pub fn verify_program(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut errors = program::check(program);
    for func in program.functions.keys() {
        errors.extend(verify_function(program, func).err().into_iter().flatten());
    }
    finish(errors)
}

fn finish(errors: Vec<VerifyError>) -> Result<(), Vec<VerifyError>> {
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// One function under verification, and what was found so far.
pub(super) struct Verifier<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    pub(super) fn report(&mut self, place: impl fmt::Display, message: impl Into<String>) {
        let function = self.function.name.clone();
        self.errors.push(VerifyError { function, place: place.to_string(), message: message.into() });
    }

    /// Reports unless `ok`; texts are only made when needed, for nearly all IR is right.
    pub(super) fn expect(&mut self, ok: bool, place: impl fmt::Display, message: impl FnOnce() -> String) {
        if !ok {
            self.report(place, message());
        }
    }

    fn no_errors_since(&self, n_errors: usize) -> bool {
        self.errors.len() == n_errors
    }
}

fn check_function(cx: &mut Verifier<'_>) {
    if !cx.function.is_defined() {
        let empty = cx.function.insts.is_empty() && cx.function.edges.is_empty();
        cx.expect(empty, "declaration", || "has instructions or edges but no block".into());
        return;
    }
    let before = cx.errors.len();
    check_layout(cx);
    if !cx.no_errors_since(before) {
        return;
    }
    check_ids(cx);
    if !cx.no_errors_since(before) {
        return;
    }
    check_edges(cx);
    check_params(cx);
    let unique = check_single_assignment(cx);
    if unique {
        dominance::check(cx);
    }
    types::check(cx);
    check_debug_info(cx);
}

/// Where an instruction stands, as errors show it: `bb0, i3 (load)`.
#[derive(Copy, Clone)]
pub(super) struct InstPlace<'a> {
    function: &'a Function,
    inst: InstId,
}

pub(super) fn place_of(function: &Function, inst: InstId) -> InstPlace<'_> {
    InstPlace { function, inst }
}

impl fmt::Display for InstPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mnemonic = crate::text::mnemonic(&self.function.insts[self.inst].kind);
        write!(f, "{}, {} ({mnemonic})", self.function.block_of(self.inst), self.inst)
    }
}

fn check_layout(cx: &mut Verifier<'_>) {
    let function = cx.function;
    let mut next = 0;
    for (bb, block) in &function.blocks {
        let (first, end) = (block.first.index(), block.end.index());
        cx.expect(first == next, bb, || format!("starts at i{first}, but i{next} comes next"));
        cx.expect(first < end, bb, || format!("is empty: i{first} to i{end}"));
        next = end;
    }
    let n_insts = function.insts.len();
    cx.expect(next == n_insts, "layout", || format!("the blocks end at i{next}, but there are {n_insts} instructions"));
    if !cx.errors.is_empty() {
        return;
    }
    for bb in function.blocks.keys() {
        let last = function.terminator(bb);
        for inst in function.block_insts(bb) {
            let is_terminator = function.is_terminator(inst);
            let place = place_of(function, inst);
            cx.expect(inst != last || is_terminator, place, || "ends its block but is no terminator".into());
            cx.expect(inst == last || !is_terminator, place, || "is a terminator before the end of its block".into());
        }
    }
}

/// After this, every id in blocks, instructions, edges and debug info can be looked up.
fn check_ids(cx: &mut Verifier<'_>) {
    let function = cx.function;
    for &param in &function.params {
        check_value_id(cx, "parameters", param);
    }
    for (bb, block) in &function.blocks {
        for &param in &block.params {
            check_value_id(cx, bb, param);
        }
    }
    for (edge, data) in &function.edges {
        let place = edge;
        cx.expect(function.blocks.is_valid(data.target), place, || {
            format!("leads to {}, which does not exist", data.target)
        });
        for &arg in &data.args {
            check_operand_id(cx, place, arg);
        }
    }
    for inst in function.insts.keys() {
        check_inst_ids(cx, inst);
    }
    for debug_value in &function.debug_values {
        let place = &format!("debug value at {}", debug_value.at);
        check_operand_id(cx, place, debug_value.value);
        cx.expect(function.vars.is_valid(debug_value.var), place, || format!("{} does not exist", debug_value.var));
        let inside = function.insts.is_valid(debug_value.at);
        cx.expect(inside, place, || "there is no such instruction".into());
    }
    for (var, data) in &function.vars {
        if let VariableHome::Memory(home) = data.home {
            check_value_id(cx, &format!("{var} ({})", data.name), home);
        }
    }
}

fn check_inst_ids(cx: &mut Verifier<'_>, inst: InstId) {
    let function = cx.function;
    let place = place_of(function, inst);
    let data = &function.insts[inst];
    data.for_each_result(|value| check_value_id(cx, place, value));
    data.kind.for_each_operand(|operand| check_operand_id(cx, place, operand));
    data.kind.for_each_edge(|edge| {
        cx.expect(function.edges.is_valid(edge), place, || format!("{edge} does not exist"));
    });
    if let InstKind::Call(call) = &data.kind
        && let crate::Callee::Direct(callee) = call.callee
    {
        cx.expect(cx.program.functions.is_valid(callee), place, || format!("calls {callee}, which does not exist"));
    }
}

fn check_value_id(cx: &mut Verifier<'_>, place: impl fmt::Display + Copy, value: ValueId) {
    cx.expect(cx.function.values.is_valid(value), place, || format!("{value} does not exist"));
}

fn check_operand_id(cx: &mut Verifier<'_>, place: impl fmt::Display + Copy, operand: Operand) {
    match operand {
        Operand::Value(value) => check_value_id(cx, place, value),
        Operand::Const(id) => {
            if let Err(message) = program::check_const(cx.program, id) {
                cx.report(place, message);
            }
        }
    }
}

fn check_edges(cx: &mut Verifier<'_>) {
    let function = cx.function;
    let entry = function.entry();
    let has_params = !function.blocks[entry].params.is_empty();
    cx.expect(!has_params, "bb0", || "the entry block has parameters".into());
    let mut source: SecondaryMap<EdgeId, Option<BlockId>> = SecondaryMap::new();
    for bb in function.blocks.keys() {
        for edge in function.successors(bb) {
            let previous = source[edge].replace(bb);
            let shared = previous.is_some_and(|previous| previous != bb);
            cx.expect(!shared, edge, || format!("leaves both {} and {bb}", previous.unwrap_or(bb)));
        }
    }
    for (edge, data) in &function.edges {
        let place = &format!("{edge} to {}", data.target);
        cx.expect(data.target != entry, place, || "the entry block must not be a target".into());
        check_edge_args(cx, place, edge);
    }
}

fn check_edge_args(cx: &mut Verifier<'_>, place: impl fmt::Display + Copy, edge: EdgeId) {
    let function = cx.function;
    let data = &function.edges[edge];
    let params = &function.blocks[data.target].params;
    let (n_args, n_params) = (data.args.len(), params.len());
    cx.expect(n_args == n_params, place, || format!("has {n_args} arguments for {n_params} parameters"));
    for (&arg, &param) in data.args.iter().zip(params) {
        let (given, wanted) = (operand_type(cx, arg), function.type_of(param));
        cx.expect(given == wanted, place, || format!("gives {given} to {param}, which is {wanted}"));
    }
}

fn check_params(cx: &mut Verifier<'_>) {
    let function = cx.function;
    let (n_regs, n_params) = (function.params.len(), function.signature.params.len());
    cx.expect(n_regs == n_params, "parameters", || {
        format!("{n_regs} registers for {n_params} parameters of the signature")
    });
    for (&value, param) in function.params.iter().zip(&function.signature.params) {
        let ty = function.type_of(value);
        cx.expect(ty == param.ty, "parameters", || format!("{value} is {ty}, but the signature says {}", param.ty));
        if let Some(byval) = param.byval {
            let place = &format!("parameter {value}");
            cx.expect(param.ty == Scalar::Ptr, place, || "is passed by value but is no pointer".into());
            types::check_align(cx, place, byval.align);
        }
    }
}

fn check_single_assignment(cx: &mut Verifier<'_>) -> bool {
    let before = cx.errors.len();
    let function = cx.function;
    let mut n_defs: SecondaryMap<ValueId, u32> = SecondaryMap::new();
    function.params.iter().for_each(|&value| n_defs[value] += 1);
    function.blocks.values().flat_map(|block| &block.params).for_each(|&value| n_defs[value] += 1);
    function.insts.values().for_each(|inst| inst.for_each_result(|value| n_defs[value] += 1));
    for value in function.values.keys() {
        match n_defs[value] {
            1 => {}
            0 => cx.report(value, "is never defined"),
            n => cx.report(value, format!("is defined {n} times")),
        }
    }
    cx.no_errors_since(before)
}

fn check_debug_info(cx: &mut Verifier<'_>) {
    let function = cx.function;
    for pair in function.debug_values.windows(2) {
        let ordered = pair[0].at <= pair[1].at;
        cx.expect(ordered, "debug values", || format!("{} stands before {}", pair[0].at, pair[1].at));
    }
    for (var, data) in &function.vars {
        if let VariableHome::Memory(home) = data.home {
            let ty = function.type_of(home);
            cx.expect(ty == Scalar::Ptr, format!("{var} ({})", data.name), || {
                format!("its home {home} is {ty}, not a pointer")
            });
        }
    }
}

/// The type of what an operand stands for. All ids are known to be valid by now.
pub(super) fn operand_type(cx: &Verifier<'_>, operand: Operand) -> Scalar {
    match operand {
        Operand::Value(value) => cx.function.type_of(value),
        Operand::Const(id) => program::const_type(cx.program, id),
    }
}
