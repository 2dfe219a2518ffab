//! Assertions in levels.

use candor_term::Term;

/// A stack of things that belong to levels.
#[derive(Debug)]
pub(crate) struct Levels<T> {
    items: Vec<T>,
    /// How many items there were when each level was opened.
    starts: Vec<usize>,
}

/// The assertions of a solver.
pub(crate) type AssertionStack = Levels<Term>;

impl<T> Levels<T> {
    pub(crate) fn new() -> Levels<T> {
        Levels { items: Vec::new(), starts: Vec::new() }
    }

    pub(crate) fn push_level(&mut self) {
        self.starts.push(self.items.len());
    }

    /// Closes the innermost level, and returns what was in it.
    pub(crate) fn pop_level(&mut self) -> Vec<T> {
        let start = self.starts.pop().expect("a level is open");
        self.items.split_off(start)
    }

    pub(crate) fn add(&mut self, item: T) {
        self.items.push(item);
    }

    /// How many items are outside all levels.
    pub(crate) fn n_ground(&self) -> usize {
        self.starts.first().copied().unwrap_or(self.items.len())
    }

    /// Whether no level is open.
    pub(crate) fn is_ground(&self) -> bool {
        self.starts.is_empty()
    }

    /// The items of all open levels.
    pub(crate) fn above_ground(&self) -> &[T] {
        &self.items[self.n_ground()..]
    }

    /// The items outside all levels, and then those of each level.
    pub(crate) fn by_level(&self) -> impl Iterator<Item = &[T]> {
        let ends = self.starts.iter().copied().chain([self.items.len()]);
        let starts = [0].into_iter().chain(self.starts.iter().copied());
        starts.zip(ends).map(|(start, end)| &self.items[start..end])
    }

    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }
}
