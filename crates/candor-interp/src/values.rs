//! What a value is and what operators mean.

use std::fmt;

use candor_ir::{BinOp, Bits, CastOp, Check, CmpOp, FloatKind, MathOp, Pred, Scalar, UndefCause};

/// What must hold for something to be allowed, without what is plainly true. Each condition is reported under its check.
pub type Conditions<B> = Vec<(Check, B)>;

/// A connective of two context booleans.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Logic {
    And,
    Or,
}

/// What a value is and what operators mean; the interpreter never asks which kind of execution it runs.
///
/// Every operator gets the path, because an abstract value means nothing without what is known on its path.
///
/// Law, run by the conformance tests: the concrete result of every operation is among the values its result here stands for.
/// Operators are total: candor-bits says what an undefined operation gives, and the interpreter has checked before.
pub trait Values {
    /// A number, a pointer, a term, an abstract element. The default is what a register holds before it is written.
    type Value: Clone + fmt::Debug + Default;
    /// A truth value of this context; a Rust `bool` only through [`Control::decide`](crate::Control::decide).
    type Bool: Clone + fmt::Debug;
    /// What is known here: nothing, a path condition, a set of worlds, a knowledge base.
    type Path: Clone + fmt::Debug;

    fn constant(&mut self, bits: &Bits) -> Self::Value;
    fn boolean(&mut self, value: bool) -> Self::Bool;

    fn binary(&mut self, path: &mut Self::Path, op: BinOp, ty: Scalar, a: &Self::Value, b: &Self::Value)
    -> Self::Value;
    /// Does the operation go wrong on these operands?
    fn predicate(
        &mut self,
        path: &mut Self::Path,
        pred: Pred,
        width: u32,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Self::Bool;
    /// Integers and floats; pointers are compared by [`Memory`](crate::Memory).
    fn compare(&mut self, path: &mut Self::Path, op: CmpOp, ty: Scalar, a: &Self::Value, b: &Self::Value)
    -> Self::Bool;
    /// All casts but those between pointers and integers, which [`Memory`](crate::Memory) knows.
    fn cast(&mut self, path: &mut Self::Path, op: CastOp, from: Scalar, to: Scalar, value: &Self::Value)
    -> Self::Value;
    fn math(&mut self, path: &mut Self::Path, op: MathOp, ty: Scalar, args: &[&Self::Value]) -> Self::Value;
    /// Is the float of one of the classes in LLVM's `is.fpclass` mask?
    fn is_fp_class(&mut self, path: &mut Self::Path, kind: FloatKind, value: &Self::Value, mask: u32) -> Self::Bool;
    fn select(&mut self, cond: &Self::Bool, ty: Scalar, a: &Self::Value, b: &Self::Value) -> Self::Value;

    fn not(&mut self, a: &Self::Bool) -> Self::Bool;
    fn logic(&mut self, op: Logic, a: &Self::Bool, b: &Self::Bool) -> Self::Bool;
    /// The truth of an `i1`, and back.
    fn truth(&mut self, value: &Self::Value) -> Self::Bool;
    fn value_of(&mut self, cond: &Self::Bool) -> Self::Value;

    /// What must hold for the value to be used in a branch, as an address, a divisor or a library argument.
    fn use_conditions(&mut self, value: &Self::Value) -> Conditions<Self::Bool>;
    /// A constant that is no proper value; `made_up` is one of its type.
    fn undefined(&mut self, cause: UndefCause, ty: Scalar, made_up: Self::Value) -> Self::Value {
        let always = self.boolean(true);
        self.mark(&always, cause, ty, made_up)
    }
    /// The value, marked as not to be used where `wrong` holds.
    fn mark(&mut self, wrong: &Self::Bool, cause: UndefCause, ty: Scalar, value: Self::Value) -> Self::Value;
    /// The value, marked as a whole where `from` is marked in any bit.
    fn inherit(&mut self, from: &Self::Value, ty: Scalar, value: Self::Value) -> Self::Value;
    /// The value without such marks.
    fn unmark(&mut self, value: &Self::Value) -> Self::Value;

    /// The number, if every execution here has the same plain one. Only for what the interpreter itself needs a number for,
    /// such as tokens that it put into the program's memory.
    fn plain(&self, value: &Self::Value) -> Option<u64>;
}
