//! Guesses about what holds in every round of a loop.
//!
//! After Houdini (Flanagan and Leino, FME 2001): all guesses are taken for granted together, those that one round does not keep are
//! thrown away, and that again until all are kept. What is left holds in every round, by induction.

use candor_analysis::{LoopId, Loops};
use candor_interp::ObjectId;
use candor_ir::{Const, EntityRef, Function, InstKind, Operand, Program, ValueId};
use candor_term::{Sort, Term, TermPool};

use crate::plan::Cell;

/// How numbers are compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sign {
    Signed,
    Unsigned,
}

/// What a number may be compared with.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Bound {
    /// What the cell held before the first round.
    Start,
    /// A number of the program's.
    Number(u64),
    /// A register that the loop does not change.
    Register(ValueId),
    /// Another cell that it changes.
    Cell(Cell),
    /// The size of the object that the cell points into, less so many bytes.
    Size(u32),
}

/// A guess about a cell, whose value is a number or an offset into an object.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Guess {
    /// The cell points into its object. Without this there is nothing to say.
    Points(Cell),
    AtMost(Cell, Sign, Bound),
    AtLeast(Cell, Sign, Bound),
    /// What it has moved by is a multiple of two to this power.
    Stride(Cell, u32),
    /// It has moved by this many times what the other has moved by.
    MovesWith(Cell, Cell, i64),
    /// It has moved by what the other two together have moved by.
    MovesWithBoth(Cell, Cell, Cell),
    /// A fact that is given, by its number.
    Given(usize),
}

/// What a cell holds at some time.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Held {
    pub(crate) now: Term,
    pub(crate) start: Term,
    pub(crate) kind: Kind,
}

/// What the number is that a cell holds.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Kind {
    /// Itself.
    Number,
    /// The offset of a pointer into one object.
    Into(Into),
    /// The offset of a pointer into one of several objects; where there is none, the number that it is.
    Anywhere,
    /// A pointer that is null or comes from elsewhere, as a number.
    Elsewhere,
}

impl Held {
    /// The one object that it points into.
    pub(crate) fn object_held(self) -> Option<Into> {
        match self.kind {
            Kind::Into(into) => Some(into),
            Kind::Number | Kind::Anywhere | Kind::Elsewhere => None,
        }
    }
}

/// The object that a pointer points into.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Into {
    pub(crate) object: ObjectId,
    pub(crate) size: Option<Term>,
    /// When it does.
    pub(crate) when: Term,
}

/// Looks up what cells and registers hold.
pub(crate) trait Values {
    fn cell(&mut self, cell: Cell) -> Option<Held>;
    fn register(&mut self, value: ValueId, width: u32) -> Option<Term>;
    /// A fact that is given.
    fn given(&mut self, idx: usize) -> Option<Term>;
    fn pool(&mut self) -> &mut TermPool;
}

impl Guess {
    /// What the guess says; `None` if it says nothing here.
    pub(crate) fn says(self, values: &mut impl Values) -> Option<Term> {
        match self {
            Guess::Points(cell) => Some(values.cell(cell)?.object_held()?.when),
            Guess::AtMost(cell, sign, bound) => {
                let (value, bound) = compared(values, cell, sign, bound)?;
                Some(at_most(values.pool(), sign, value, bound))
            }
            Guess::AtLeast(cell, sign, bound) => {
                let (value, bound) = compared(values, cell, sign, bound)?;
                Some(at_most(values.pool(), sign, bound, value))
            }
            Guess::Stride(cell, power) => {
                let held = values.cell(cell)?;
                let pool = values.pool();
                let width = width_of(pool, held.now)?;
                if power >= width {
                    return None;
                }
                let (now, start) = (pool.trunc(held.now, power), pool.trunc(held.start, power));
                Some(pool.eq(now, start))
            }
            Guess::MovesWith(cell, other, times) => {
                let width = width_of_cell(values, cell)?;
                let (moved, by) = (moved(values, cell, width)?, moved(values, other, width)?);
                let pool = values.pool();
                let times = pool.bv(width, times.cast_unsigned() & mask(width));
                let by = pool.mul(by, times);
                Some(pool.eq(moved, by))
            }
            Guess::MovesWithBoth(cell, one, other) => {
                let width = width_of_cell(values, cell)?;
                let (moved, one, other) =
                    (moved(values, cell, width)?, moved(values, one, width)?, moved(values, other, width)?);
                let pool = values.pool();
                let both = pool.add(one, other);
                Some(pool.eq(moved, both))
            }
            Guess::Given(idx) => values.given(idx),
        }
    }
}

fn width_of_cell(values: &mut impl Values, cell: Cell) -> Option<u32> {
    let now = values.cell(cell)?.now;
    width_of(values.pool(), now)
}

/// What a cell has moved by, in so many bits.
fn moved(values: &mut impl Values, cell: Cell, width: u32) -> Option<Term> {
    let held = values.cell(cell)?;
    let pool = values.pool();
    let (now, start) = (pool.resize_signed(held.now, width), pool.resize_signed(held.start, width));
    Some(pool.sub(now, start))
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

fn width_of(pool: &TermPool, term: Term) -> Option<u32> {
    match pool.sort(term) {
        Sort::Bv(width) if width <= 64 => Some(width),
        _ => None,
    }
}

fn at_most(pool: &mut TermPool, sign: Sign, a: Term, b: Term) -> Term {
    match sign {
        Sign::Signed => pool.sle(a, b),
        Sign::Unsigned => pool.ule(a, b),
    }
}

/// A cell's value and a bound, of the same width.
fn compared(values: &mut impl Values, cell: Cell, sign: Sign, bound: Bound) -> Option<(Term, Term)> {
    let held = values.cell(cell)?;
    let width = width_of(values.pool(), held.now)?;
    let bound = match bound {
        Bound::Start => held.start,
        Bound::Number(number) => values.pool().bv(width, number & mask(width)),
        Bound::Register(value) => values.register(value, width)?,
        Bound::Cell(other) => {
            let now = values.cell(other)?.now;
            let pool = values.pool();
            match sign {
                Sign::Signed => pool.resize_signed(now, width),
                Sign::Unsigned => pool.resize(now, width),
            }
        }
        Bound::Size(less) => {
            let size = held.object_held()?.size?;
            let pool = values.pool();
            let less = pool.bv(width, u64::from(less));
            pool.sub(size, less)
        }
    };
    Some((held.now, bound))
}

/// What numbers in a loop are compared with, and the registers from outside.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    numbers: Vec<u64>,
    registers: Vec<ValueId>,
}

/// So many bounds of each kind are tried.
const MOST_HINTS: usize = 10;
/// About so many cells there are guesses.
const MOST_CELLS: usize = 16;

/// Among so many of them there are guesses about three.
const MOST_SUMMED: usize = 4;

impl Hints {
    pub(crate) fn of(program: &Program, function: &Function, loops: &Loops, id: LoopId) -> Hints {
        let mut hints = Hints::default();
        let mut inside = vec![false; function.values.len()];
        for &bb in loops.blocks(id) {
            function.blocks[bb].params.iter().for_each(|param| inside[param.index()] = true);
            for inst in function.block_insts(bb) {
                function.insts[inst].for_each_result(|value| inside[value.index()] = true);
            }
        }
        for inst in loops.blocks(id).iter().flat_map(|&bb| function.block_insts(bb)) {
            let InstKind::Compare { a, b, .. } = function.insts[inst].kind else { continue };
            for operand in [a, b] {
                match operand {
                    Operand::Const(constant) => {
                        if let Const::Int(bits) = program.consts.get(constant) {
                            let number = bits.to_u64_wrapping();
                            hints.numbers.extend([number, number.wrapping_sub(1), number.wrapping_add(1)]);
                        }
                    }
                    Operand::Value(value) if !inside[value.index()] => hints.registers.push(value),
                    Operand::Value(_) => {}
                }
            }
        }
        hints.numbers.extend([0, 1]);
        hints.numbers.sort_unstable();
        hints.numbers.dedup();
        hints.numbers.truncate(3 * MOST_HINTS);
        hints.registers.sort_unstable();
        hints.registers.dedup();
        hints.registers.truncate(MOST_HINTS);
        hints
    }

    /// All guesses about the cells of a loop.
    pub(crate) fn guesses(&self, cells: &[Cell]) -> Vec<Guess> {
        let mut bounds = vec![Bound::Start];
        bounds.extend(self.numbers.iter().map(|&number| Bound::Number(number)));
        bounds.extend(self.registers.iter().map(|&register| Bound::Register(register)));
        bounds.extend([0, 1, 2, 4, 8].map(Bound::Size));
        let cells: Vec<Cell> = cells
            .iter()
            .copied()
            .filter(|cell| !matches!(cell, Cell::Array { .. } | Cell::Seen { .. }))
            .take(MOST_CELLS)
            .collect();
        let mut guesses = Vec::new();
        for &cell in &cells {
            let others = cells.iter().take(MOST_HINTS).filter(|&&other| other != cell).map(|&other| Bound::Cell(other));
            for bound in bounds.iter().copied().chain(others) {
                for sign in [Sign::Signed, Sign::Unsigned] {
                    guesses.extend([Guess::AtMost(cell, sign, bound), Guess::AtLeast(cell, sign, bound)]);
                }
            }
            guesses.extend([1, 2, 3].map(|power| Guess::Stride(cell, power)));
            for &other in cells.iter().take(MOST_HINTS).filter(|&&other| other != cell) {
                guesses.extend([1, -1, 2, 3, 4, 8].map(|times| Guess::MovesWith(cell, other, times)));
            }
            let others: Vec<Cell> = cells.iter().copied().take(MOST_SUMMED).filter(|&other| other != cell).collect();
            for (idx, &one) in others.iter().enumerate() {
                guesses.extend(others[idx + 1..].iter().map(|&other| Guess::MovesWithBoth(cell, one, other)));
            }
        }
        guesses
    }
}
