//! Choices: everything that the program leaves open and an execution has settled, in order.

use triomphe::Arc;

use crate::state::{Site, ThreadId};

/// Why something had to be chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChoiceKind {
    /// The program asked (`__VERIFIER_nondet_int`).
    Input,
    /// Memory that was read before it was written.
    Uninitialized,
    /// The address of an object that the program looks at.
    Address,
    /// Whether an allocation fails.
    AllocationFailure,
    /// The result of a function without a body.
    Havoc,
    /// Which thread goes on; or, one bit, whether something happens that may or may not, such as a weak compare-and-swap that fails
    /// although the values are equal.
    Schedule,
    /// An `undef` of the IR.
    Undef,
}

impl ChoiceKind {
    pub const ALL: &'static [ChoiceKind] = &[
        ChoiceKind::Input,
        ChoiceKind::Uninitialized,
        ChoiceKind::Address,
        ChoiceKind::AllocationFailure,
        ChoiceKind::Havoc,
        ChoiceKind::Schedule,
        ChoiceKind::Undef,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ChoiceKind::Input => "input",
            ChoiceKind::Uninitialized => "uninitialized",
            ChoiceKind::Address => "address",
            ChoiceKind::AllocationFailure => "allocation-failure",
            ChoiceKind::Havoc => "havoc",
            ChoiceKind::Schedule => "schedule",
            ChoiceKind::Undef => "undef",
        }
    }

    pub fn from_name(name: &str) -> Option<ChoiceKind> {
        ChoiceKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// One settled choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<V> {
    pub kind: ChoiceKind,
    pub thread: ThreadId,
    pub call_path: u64,
    pub site: Site,
    /// Which of the frame's events this is.
    pub ordinal: u32,
    pub width: u32,
    pub value: V,
}

/// The choices of an execution, newest first; clones share their past.
#[derive(Clone, Debug)]
pub struct ChoiceLog<V> {
    newest: Option<Arc<Entry<V>>>,
    len: u64,
}

#[derive(Debug)]
struct Entry<V> {
    choice: Choice<V>,
    before: Option<Arc<Entry<V>>>,
}

impl<V> Default for ChoiceLog<V> {
    fn default() -> Self {
        ChoiceLog { newest: None, len: 0 }
    }
}

impl<V> ChoiceLog<V> {
    pub fn push(&mut self, choice: Choice<V>) {
        let before = self.newest.take();
        self.newest = Some(Arc::new(Entry { choice, before }));
        self.len += 1;
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Oldest first.
    pub fn to_vec(&self) -> Vec<&Choice<V>> {
        let mut choices = Vec::new();
        let mut entry = self.newest.as_deref();
        while let Some(Entry { choice, before }) = entry {
            choices.push(choice);
            entry = before.as_deref();
        }
        choices.reverse();
        choices
    }
}

impl<V> Drop for ChoiceLog<V> {
    /// Frees the list without recursion: a log may have millions of entries.
    fn drop(&mut self) {
        let mut entry = self.newest.take();
        while let Some(arc) = entry {
            match Arc::try_unwrap(arc) {
                Ok(Entry { before, .. }) => entry = before,
                Err(_) => break,
            }
        }
    }
}
