//! Typed ids. Each prints as the text form writes it (`bb3`, `v7`).

use cranelift_entity::entity_impl;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    };
}

id!(
    /// A function of the program.
    FuncId, "fn"
);
id!(
    /// A global variable of the program.
    GlobalId, "g"
);
id!(
    /// A constant in the program's pool.
    ConstId, "c"
);
id!(
    /// A basic block of one function.
    BlockId, "bb"
);
id!(
    /// A control-flow edge of one function: target block and the values of its parameters.
    EdgeId, "e"
);
id!(
    /// An instruction of one function, numbered in layout order: the instructions of a block are consecutive.
    InstId, "i"
);
id!(
    /// A register of one function.
    ValueId, "v"
);
id!(
    /// A source variable of one function.
    VarId, "var"
);
id!(
    /// A position in the sources. `LocId` 0 is "nowhere".
    LocId, "loc"
);
id!(
    /// A source file.
    FileId, "file"
);

impl LocId {
    /// The position of what has none.
    pub const NOWHERE: LocId = LocId(0);
}

impl Default for LocId {
    fn default() -> Self {
        LocId::NOWHERE
    }
}
