//! What loops change, as far as it is known, which guesses about it have turned out wrong, and which functions are gone through once for
//! all their activations.

use std::collections::{BTreeMap, BTreeSet};

use candor_explore::Place;
use candor_interp::ObjectId;
use candor_ir::{BlockId, FuncId, ValueId};

use crate::guess::Guess;

/// A loop in a chain of calls, by its first block.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LoopName {
    pub(crate) func: FuncId,
    pub(crate) call_path: u64,
    pub(crate) header: BlockId,
}

impl LoopName {
    pub(crate) fn of(place: Place) -> LoopName {
        LoopName { func: place.func, call_path: place.call_path, header: place.bb }
    }
}

/// Something that holds a value while a loop goes round.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Cell {
    /// A parameter of the loop's first block.
    Register(ValueId),
    /// Bytes of an object.
    Memory {
        object: ObjectId,
        offset: u64,
        size: u32,
    },
    /// All of an object, as an array of elements of so many bytes.
    Array {
        object: ObjectId,
        element_bytes: u32,
    },
    /// Whether the contents of an object are seen as such an array: it has not changed them to do so.
    Seen {
        object: ObjectId,
        element_bytes: u32,
    },
    /// That the program has seen the address of an object, and that the object has one.
    Exposed(ObjectId),
    Located(ObjectId),
}

/// The objects that a pointer may point into; without one it is null or another number.
pub(crate) type Targets = BTreeSet<Option<ObjectId>>;

/// What is known of the loops of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    changed: BTreeMap<LoopName, BTreeSet<Cell>>,
    wrong: BTreeSet<(LoopName, Guess)>,
    /// Cells that point to several objects.
    pointing: BTreeMap<(LoopName, Cell), Targets>,
    /// Functions of which one activation stands for all.
    general: BTreeSet<FuncId>,
    /// Loops whose rounds are too many to be made as they are.
    long: BTreeSet<LoopName>,
}

impl Plan {
    /// What a loop may change, as far as it is known.
    pub(crate) fn changed(&self, name: LoopName) -> Vec<Cell> {
        let Some(cells) = self.changed.get(&name) else { return Vec::new() };
        let is_array =
            |object| cells.iter().any(|cell| matches!(cell, Cell::Array { object: of, .. } if *of == object));
        let is_apart = |cell: &Cell| !matches!(cell, Cell::Memory { object, .. } if is_array(*object));
        cells.iter().copied().filter(is_apart).collect()
    }

    pub(crate) fn changes(&self, name: LoopName, cell: Cell) -> bool {
        self.changed.get(&name).is_some_and(|cells| cells.contains(&cell))
    }

    pub(crate) fn is_wrong(&self, name: LoopName, guess: Guess) -> bool {
        self.wrong.contains(&(name, guess))
    }

    /// The loop changes the cell. True if that is new.
    pub(crate) fn add_change(&mut self, name: LoopName, cell: Cell) -> bool {
        self.changed.entry(name).or_default().insert(cell)
    }

    /// Where a cell points to that points to several objects.
    pub(crate) fn targets(&self, name: LoopName, cell: Cell) -> Option<&Targets> {
        self.pointing.get(&(name, cell))
    }

    /// A cell may also point there. True if that is new.
    pub(crate) fn point(&mut self, name: LoopName, cell: Cell, targets: &[Option<ObjectId>]) -> bool {
        let known = self.pointing.entry((name, cell)).or_default();
        let n_known = known.len();
        known.extend(targets);
        known.len() > n_known
    }

    pub(crate) fn is_long(&self, name: LoopName) -> bool {
        self.long.contains(&name)
    }

    /// A loop has too many rounds to make them as they are. True if that is new.
    pub(crate) fn lengthen(&mut self, name: LoopName) -> bool {
        self.long.insert(name)
    }

    pub(crate) fn is_general(&self, func: FuncId) -> bool {
        self.general.contains(&func)
    }

    /// One activation of the function stands for all. True if that is new.
    pub(crate) fn generalise(&mut self, func: FuncId) -> bool {
        self.general.insert(func)
    }

    /// Functions of which one activation stands for all.
    pub(crate) fn general(&self) -> Vec<FuncId> {
        self.general.iter().copied().collect()
    }

    /// A guess does not hold in every round. True if that is new.
    pub(crate) fn refute(&mut self, name: LoopName, guess: Guess) -> bool {
        self.wrong.insert((name, guess))
    }
}
