//! Constants: scalars whose value is known when the program is loaded.

use candor_bits::{BinOp, Bits, CastOp, Scalar};
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

use crate::ids::{BlockId, ConstId, FuncId, GlobalId};

/// A scalar constant. Aggregates exist only as [`Init`](crate::Init)ialisers of globals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// An integer; its width is the bits' width.
    Int(Bits),
    /// A float by its bit pattern.
    Float(candor_bits::FloatKind, Bits),
    Null,
    /// An arbitrary value, another one at each evaluation (LLVM's `undef` in foreign IR).
    Undef(Scalar),
    Poison(Scalar),
    /// The address of a global variable plus a number of bytes.
    Global(GlobalId, i64),
    Function(FuncId),
    /// A label as a value, for computed goto.
    BlockAddress(FuncId, BlockId),
    /// What has to be computed from addresses, as in `(long)&x & 7`.
    Expr(Box<ConstExpr>),
}

/// A constant expression over other constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstExpr {
    Binary { op: BinOp, ty: Scalar, a: ConstId, b: ConstId },
    Cast { op: CastOp, from: Scalar, to: Scalar, value: ConstId },
    PtrAdd { base: ConstId, offset: ConstId },
}

impl Const {
    pub fn int(width: u32, value: u64) -> Const {
        Const::Int(Bits::new(width, value))
    }
}

/// The constants of a program, each once.
#[derive(Clone, Debug, Default)]
pub struct ConstPool {
    consts: PrimaryMap<ConstId, Const>,
    ids: FxHashMap<Const, ConstId>,
}

impl ConstPool {
    pub fn add(&mut self, value: Const) -> ConstId {
        if let Some(&id) = self.ids.get(&value) {
            return id;
        }
        let id = self.consts.push(value.clone());
        self.ids.insert(value, id);
        id
    }

    /// Makes all uses of one function's address those of another, of which there are none yet.
    pub fn redirect(&mut self, from: FuncId, to: FuncId) {
        debug_assert!(!self.ids.contains_key(&Const::Function(to)));
        if let Some(id) = self.ids.remove(&Const::Function(from)) {
            self.consts[id] = Const::Function(to);
            self.ids.insert(Const::Function(to), id);
        }
    }

    pub fn get(&self, id: ConstId) -> &Const {
        &self.consts[id]
    }

    pub fn is_valid(&self, id: ConstId) -> bool {
        self.consts.is_valid(id)
    }

    pub fn len(&self) -> usize {
        self.consts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.consts.is_empty()
    }

    /// In order of creation: the operands of an expression come before it.
    pub fn iter(&self) -> impl Iterator<Item = (ConstId, &Const)> {
        self.consts.iter()
    }
}
