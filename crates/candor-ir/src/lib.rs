//! candor's intermediate representation: what every engine explores.
//!
//! A [`Program`] is whole and linked. Registers are *scalars* only (integers of any width, floats, pointers): the front end
//! takes aggregates and vectors apart, so no engine ever meets one. Control flow is between blocks with parameters instead
//! of phis: an [`Edge`] carries the values its target's parameters take, all at once. Each instruction carries the set of
//! checks ([`CheckSet`]) that the interpreter evaluates before it; instrumentation only sets and clears those bits.
//!
//! Reading order: ids, checks, constants, instructions, functions, programs; then the verifier and the text form.

mod assembly;
pub mod c_type;
mod check;
mod constant;
mod effect;
mod function;
mod ids;
mod inst;
mod program;
mod source;
#[cfg(test)]
mod testing;
mod text;
mod verify;

pub use assembly::{assembly_name, assembly_text};
pub use candor_bits::{BinOp, Bits, CastOp, CmpOp, FloatKind, MathOp, Pred, Scalar};
pub use check::{Check, CheckGroup, CheckSet};
pub use constant::{Const, ConstExpr, ConstPool};
pub use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
pub use effect::{Access, AccessKind, Extent, Life};
pub use function::{
    Block, DebugValue, Edge, Evaluation, Function, SigParam, Signature, Unordered, ValueData, Variable, VariableHome,
};
pub use ids::{BlockId, ConstId, EdgeId, FileId, FuncId, GlobalId, InstId, LocId, ValueId, VarId};
pub use inst::{
    AccessFlags, Arg, AtomicOp, ByVal, Call, Callee, Inst, InstKind, Operand, Ordering, PtrIndex, Switch, UndefCause,
};
pub use program::{Chunk, Endian, Global, Init, Program, Symbol, Target};
pub use source::{Layout, Loc, Member, SourceFile, SourceMap};
pub use text::{dump_function, dump_program, mnemonic};
pub use verify::{VerifyError, const_type, verify_function, verify_program};
