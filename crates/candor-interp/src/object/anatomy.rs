//! The anatomy of a state: one walk over its fields for everything that compares or describes states.
//!
//! Equality of states, canonical form, the comparison of loop rounds and the test whether two states can be merged all read the same
//! fields, and a field that one of them forgets makes one state of two. So the structures are taken apart here, once and without `..`: a new
//! field does not compile until the walk shows it to the readers. What a reader leaves out it has to name, in
//! [`Reader::wants`], with the reason.
//!
//! The walk takes N states side by side: one to describe it, two to compare them. Which objects are walked is the
//! reader's choice, since it meets them in its own order; a path belongs to its context, which alone can compare it.

use candor_ir::EntityRef;

use super::contents::{Contents, Fresh};
use super::table::{Object, ObjectMemory};
use crate::choice::ChoiceLog;
use crate::memory::{Memory, ObjectId};
use crate::state::{Frame, JumpPoint, Site, State, Thread};

/// A fact that some readers have a reason to leave out. Whatever is not named here is shown to all.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The calls that led to an activation: a part of the names of its objects and choices.
    CallPath,
    /// How many events an activation has counted: the other part of those names.
    Events,
    /// The objects that end with an activation.
    Locals,
    /// The objects whose addresses the program has seen.
    Exposed,
    /// How many choices have been made.
    Choices,
    /// How many instructions have been executed.
    Steps,
    /// Where the next address is taken from.
    NextAddress,
    /// How many objects have been made and ended.
    Clock,
    /// When an object was made and when it ended, by that clock.
    Life,
    /// Whether more than one thread may use an object.
    Shared,
    /// The instructions that made and ended an object.
    Origin,
}

/// Whether an activation runs or waits for one that it has called.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Activation {
    Running,
    Waiting,
}

/// Somebody who is shown the parts of N states, always in the same order. An error ends the walk.
pub trait Reader<V, B, const N: usize> {
    type Stop;

    /// Whether a fact counts; where it does not, the reason stands.
    fn wants(&self, fact: Fact) -> bool;
    /// Numbers, flags, places in the program.
    fn words(&mut self, words: [u64; N]) -> Result<(), Self::Stop>;
    fn values(&mut self, values: [&V; N]) -> Result<(), Self::Stop>;
    fn truths(&mut self, truths: [&B; N]) -> Result<(), Self::Stop>;
    /// Objects that are named without a pointer to them.
    fn objects(&mut self, objects: [ObjectId; N]) -> Result<(), Self::Stop>;
    /// Activations of the same function at the same instruction: the reader knows which registers count there.
    fn registers(&mut self, frames: [&Frame<V>; N], activation: Activation) -> Result<(), Self::Stop>;
    /// What objects hold: [`holdings`], then bytes and cells.
    fn holdings(&mut self, objects: [&Object<V, B>; N]) -> Result<(), Self::Stop>;
}

/// Binds each field of a structure to the N fields of the sides, except those that are read elsewhere. The pattern has no `..`, so that a
/// new field has to be listed.
macro_rules! take_apart {
    ($sides:ident: $structure:ident { $($field:ident),* } $(elsewhere { $($other:ident),* })?) => {
        let $structure { $($field: _,)* $($($other: _),*)? } = $sides[0];
        $(let $field = $sides.map(|side| &side.$field);)*
    };
}

/// What states have besides threads, objects and path.
pub fn rest<C, V, B, R, const N: usize>(reader: &mut R, states: [&State<C>; N]) -> Result<(), R::Stop>
where
    C: Memory<Value = V, Memory = ObjectMemory<V, B>>,
    R: Reader<V, B, N>,
{
    // Threads are walked one by one, paths are the context's.
    take_apart! { states: State {
        memory, n_threads, weakly_ordered, pretended, log, chosen, exit_status, steps
    } elsewhere { path, thread, parked } }
    reader.words(n_threads.map(|number| u64::from(*number)))?;
    reader.words(flags([
        weakly_ordered.map(|flag| *flag),
        pretended.map(|flag| *flag),
        exit_status.map(Option::is_some),
        chosen.map(Option::is_some),
    ]))?;
    optional(reader, exit_status)?;
    optional(reader, chosen)?;
    fact(reader, Fact::Choices, log.map(ChoiceLog::len))?;
    fact(reader, Fact::Steps, steps.map(|steps| *steps))?;
    // The objects, which the reader picks; and dead ones to share the memory of.
    take_apart! { memory: ObjectMemory { next_address, exposed, clock } elsewhere { chunks, len, graves } }
    if reader.wants(Fact::Exposed) {
        list(reader, exposed, |reader, objects| reader.objects(objects.map(|object| *object)))?;
    }
    fact(reader, Fact::NextAddress, next_address.map(|address| *address))?;
    fact(reader, Fact::Clock, clock.map(|clock| *clock))
}

/// Threads, with their activations from the outermost in.
pub fn thread<V, B, R, const N: usize>(reader: &mut R, threads: [&Thread<V>; N]) -> Result<(), R::Stop>
where
    R: Reader<V, B, N>,
{
    take_apart! { threads: Thread { id, top, below, jumps, uninterrupted, ended, result, mark, locals } }
    reader.words(id.map(|id| u64::from(id.0)))?;
    reader.words(pairs(ended.map(|ended| u32::from(*ended)), mark.map(|mark| *mark)))?;
    // One that has ended only has a result, and one that has not has none.
    if ended.iter().all(|ended| **ended) {
        return reader.values(result);
    }
    reader.words(uninterrupted.map(|number| u64::from(*number)))?;
    list(reader, below, |reader, frames| frame(reader, frames.map(|frame| &**frame), Activation::Waiting))?;
    frame(reader, top, Activation::Running)?;
    list(reader, locals, |reader, locals| {
        reader.words(locals.map(|(global, _)| global.index() as u64))?;
        reader.values(locals.map(|(_, instance)| instance))
    })?;
    reader.words(jumps.map(|jumps| jumps.len() as u64))?;
    for idx in 0..shortest(jumps) {
        let points = jumps.map(|jumps| &jumps[idx]);
        take_apart! { points: JumpPoint { depth, call_path, pc } }
        reader.words(depth.map(|depth| *depth as u64))?;
        reader.words(pc.map(|pc| pc.index() as u64))?;
        // The path only tells whether the activation is still there.
        reader.words(threads.map(|thread| u64::from(thread.can_jump_to(&thread.jumps[idx]))))?;
        fact(reader, Fact::CallPath, call_path.map(|path| *path))?;
    }
    Ok(())
}

fn frame<V, B, R, const N: usize>(reader: &mut R, frames: [&Frame<V>; N], activation: Activation) -> Result<(), R::Stop>
where
    R: Reader<V, B, N>,
{
    take_apart! { frames: Frame { func, pc, locals, varargs, call_path, events, on_return } elsewhere { regs } }
    reader.words(pairs(func.map(|func| func.as_u32()), pc.map(|pc| pc.as_u32())))?;
    reader.words(on_return.map(|on_return| on_return.code()))?;
    reader.words(flags([varargs.map(Option::is_some)]))?;
    reader.registers(frames, activation)?;
    if reader.wants(Fact::Locals) {
        list(reader, locals, |reader, locals| {
            fact(reader, Fact::Events, locals.map(|(event, _)| u64::from(*event)))?;
            reader.objects(locals.map(|(_, object)| *object))
        })?;
    }
    optional(reader, varargs)?;
    fact(reader, Fact::CallPath, call_path.map(|path| *path))?;
    fact(reader, Fact::Events, events.map(|events| u64::from(*events)))
}

/// Objects that are taken for each other.
pub fn object<V, B, R, const N: usize>(reader: &mut R, objects: [&Object<V, B>; N]) -> Result<(), R::Stop>
where
    R: Reader<V, B, N>,
{
    take_apart! { objects: Object {
        kind, size, align, live, constant, placement, base, exposed, shared, made, ended, life
    } elsewhere { plain_size, contents, array } }
    reader.words(kind.map(|kind| kind.code()))?;
    reader.truths(live)?;
    reader.values(size)?;
    reader.words(pairs(align.map(|align| *align), placement.map(|(modulus, _)| *modulus)))?;
    let flags = flags([constant.map(|flag| *flag), exposed.map(|flag| *flag), base.map(Option::is_some)]);
    reader.words(std::array::from_fn(|side| u64::from(placement[side].1) << 8 | flags[side]))?;
    optional(reader, base)?;
    fact(reader, Fact::Shared, shared.map(|shared| u64::from(*shared)))?;
    // Only of what has an address can anybody tell whether something else lay there before.
    if base.iter().any(|base| base.is_some()) {
        fact(reader, Fact::Life, life.map(|life| life.born))?;
        fact(reader, Fact::Life, life.map(|life| life.died))?;
    }
    fact(reader, Fact::Origin, made.map(|made| site_code(Some(*made))))?;
    fact(reader, Fact::Origin, ended.map(|ended| site_code(*ended)))?;
    reader.holdings(objects)
}

/// What objects hold, except for bytes and cells: for readers to begin [`Reader::holdings`] with.
pub fn holdings<V, B, R, const N: usize>(reader: &mut R, objects: [&Object<V, B>; N]) -> Result<(), R::Stop>
where
    R: Reader<V, B, N>,
{
    let contents = objects.map(|object| &object.contents);
    take_apart! { contents: Contents { fresh, size } elsewhere { pages } }
    let array = objects.map(|object| &object.array);
    reader.words(flags([array.map(Option::is_some), fresh.map(|fresh| *fresh == Fresh::Zero)]))?;
    // A size of the object that is a number is the size of its contents.
    if objects.iter().any(|object| object.plain_size.is_none()) {
        reader.words(size.map(|size| *size))?;
    }
    optional(reader, array)
}

/// Bits of one word.
fn flags<const N: usize, const BITS: usize>(bits: [[bool; N]; BITS]) -> [u64; N] {
    std::array::from_fn(|side| bits.iter().rev().fold(0, |word, bit| word << 1 | u64::from(bit[side])))
}

/// Halves of one word.
fn pairs<const N: usize>(high: [u32; N], low: [u32; N]) -> [u64; N] {
    std::array::from_fn(|side| u64::from(high[side]) << 32 | u64::from(low[side]))
}

#[inline(always)]
fn fact<V, B, R, const N: usize>(reader: &mut R, fact: Fact, words: [u64; N]) -> Result<(), R::Stop>
where
    R: Reader<V, B, N>,
{
    if reader.wants(fact) { reader.words(words) } else { Ok(()) }
}

/// A value that may be missing. Whether it is has been shown before.
fn optional<V, B, R, const N: usize>(reader: &mut R, options: [&Option<V>; N]) -> Result<(), R::Stop>
where
    R: Reader<V, B, N>,
{
    let mut values = options.map(Option::as_ref);
    // With one missing there is nothing to show it beside.
    if values.iter().any(Option::is_none) {
        return Ok(());
    }
    reader.values(std::array::from_fn(|side| values[side].take().expect("looked for above")))
}

fn list<V, B, R, T, const N: usize>(
    reader: &mut R,
    lists: [&Vec<T>; N],
    mut each: impl FnMut(&mut R, [&T; N]) -> Result<(), R::Stop>,
) -> Result<(), R::Stop>
where
    R: Reader<V, B, N>,
{
    reader.words(lists.map(|list| list.len() as u64))?;
    (0..shortest(lists)).try_for_each(|idx| each(reader, lists.map(|list| &list[idx])))
}

fn shortest<T, const N: usize>(lists: [&Vec<T>; N]) -> usize {
    lists.iter().map(|list| list.len()).min().unwrap_or(0)
}

fn site_code(site: Option<Site>) -> u64 {
    site.map_or(u64::MAX, |site| u64::from(site.func.as_u32()) << 32 | u64::from(site.inst.as_u32()))
}
