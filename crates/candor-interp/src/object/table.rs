//! The objects of a state, shared between clones until they are written.

use rustc_hash::FxHashMap;
use triomphe::Arc;

use super::contents::Contents;
use crate::memory::{ObjectId, ObjectKind};
use crate::state::Site;

const CHUNK: usize = 32;

/// An object: what it is, whether it lives, what it holds.
#[derive(Clone, Debug)]
pub struct Object<V, B> {
    pub kind: ObjectKind,
    /// In bytes, an integer of pointer width.
    pub size: V,
    /// The same as a number, when it is one.
    pub plain_size: Option<u64>,
    pub align: u32,
    pub live: B,
    /// May not be written by the program.
    pub constant: bool,
    /// What is known of the address of its first byte before someone looks: it leaves this rest when divided by this number,
    /// a power of two. At first the object's own alignment and 0.
    pub placement: (u32, u32),
    /// The address of its first byte, once someone has looked.
    pub base: Option<V>,
    /// Whether the program has turned a pointer to it into an integer.
    pub exposed: bool,
    /// Whether more than one thread may use it; see `share.rs`.
    pub shared: bool,
    pub contents: Contents<V>,
    /// The contents as one value of the context's own, once they have been accessed at an offset with too many possible values to
    /// take apart; then `contents` is empty.
    pub array: Option<V>,
    pub made: Site,
    pub ended: Option<Site>,
    /// When it was made and when its life ended, by the memory's clock. Where executions differ, the time of its life that all
    /// of them have in common.
    pub life: Life,
}

/// A stretch of time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Life {
    pub born: u64,
    /// `u64::MAX` while it lasts.
    pub died: u64,
}

impl Life {
    /// Nothing is known to have lived at the same time.
    pub const NEVER: Life = Life { born: u64::MAX, died: 0 };

    pub fn overlaps(self, other: Life) -> bool {
        self.born < other.died && other.born < self.died
    }

    /// What two lives have in common.
    pub fn common(self, other: Life) -> Life {
        Life { born: self.born.max(other.born), died: self.died.min(other.died) }
    }
}

/// All objects of a state.
#[derive(Clone, Debug)]
pub struct ObjectMemory<V, B> {
    pub(super) chunks: Vec<Arc<Chunk<V, B>>>,
    /// One past the highest id in use.
    pub(super) len: u32,
    /// Where the next address is taken from.
    pub next_address: u64,
    /// Objects whose addresses the program has seen, oldest first.
    pub exposed: Vec<ObjectId>,
    /// Counts births and deaths.
    pub clock: u64,
    /// One dead object for all that were made and ended at the same places: a function called a million times leaves a
    /// million dead locals, but they differ in nothing.
    pub(super) graves: Arc<FxHashMap<Grave, Arc<Object<V, B>>>>,
}

/// What dead local variables must have in common to be one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Grave {
    made: Site,
    ended: Option<Site>,
    size: u64,
}

#[derive(Debug)]
pub(super) struct Chunk<V, B>([Option<Arc<Object<V, B>>>; CHUNK]);

impl<V, B> Clone for Chunk<V, B> {
    fn clone(&self) -> Self {
        Chunk(self.0.clone())
    }
}

impl<V, B> Default for ObjectMemory<V, B> {
    fn default() -> Self {
        // Low addresses stay free, so that small integers never name an object.
        ObjectMemory {
            chunks: Vec::new(),
            len: 0,
            next_address: 0x1_0000,
            exposed: Vec::new(),
            clock: 0,
            graves: Arc::default(),
        }
    }
}

impl<V: Clone, B: Clone> ObjectMemory<V, B> {
    /// One past the highest id in use.
    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn get(&self, id: ObjectId) -> Option<&Object<V, B>> {
        let idx = id.0 as usize;
        self.chunks.get(idx / CHUNK)?.0[idx % CHUNK].as_deref()
    }

    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object<V, B>> {
        let idx = id.0 as usize;
        let chunk = Arc::make_mut(self.chunks.get_mut(idx / CHUNK)?);
        chunk.0[idx % CHUNK].as_mut().map(Arc::make_mut)
    }

    pub fn insert(&mut self, id: ObjectId, object: Object<V, B>) {
        let idx = id.0 as usize;
        while self.chunks.len() <= idx / CHUNK {
            self.chunks.push(Arc::new(Chunk(std::array::from_fn(|_| None))));
        }
        let chunk = Arc::make_mut(&mut self.chunks[idx / CHUNK]);
        chunk.0[idx % CHUNK] = Some(Arc::new(object));
        self.len = self.len.max(id.0 + 1);
    }

    /// The present time, which then is past.
    pub fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Lets a dead object that nobody has seen the address of share its memory with others like it.
    pub fn bury(&mut self, id: ObjectId) {
        let idx = id.0 as usize;
        let Some(chunk) = self.chunks.get_mut(idx / CHUNK) else {
            return;
        };
        let Some(object) = &mut Arc::make_mut(chunk).0[idx % CHUNK] else {
            return;
        };
        let Some(size) = object.plain_size.filter(|_| object.base.is_none()) else {
            return;
        };
        let grave = Grave { made: object.made, ended: object.ended, size };
        Arc::make_mut(object).life = Life::NEVER;
        match self.graves.get(&grave) {
            Some(shared) => *object = shared.clone(),
            None => {
                Arc::make_mut(&mut self.graves).insert(grave, object.clone());
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object<V, B>)> {
        (0..self.len).map(ObjectId).filter_map(|id| Some((id, self.get(id)?)))
    }

    /// Ids whose objects are not shared between the two.
    pub fn differing(&self, other: &ObjectMemory<V, B>) -> Vec<ObjectId> {
        let mut ids = Vec::new();
        self.add_differing(other, &mut ids);
        ids
    }

    /// [`differing`](ObjectMemory::differing), behind what is there already, in order.
    pub fn add_differing(&self, other: &ObjectMemory<V, B>, ids: &mut Vec<ObjectId>) {
        for chunk_idx in 0..self.chunks.len().max(other.chunks.len()) {
            let (a, b) = (self.chunks.get(chunk_idx), other.chunks.get(chunk_idx));
            if let (Some(a), Some(b)) = (a, b)
                && Arc::ptr_eq(a, b)
            {
                continue;
            }
            for slot in 0..CHUNK {
                let object =
                    |chunk: Option<&Arc<Chunk<V, B>>>| chunk.and_then(|chunk| chunk.0[slot].as_ref()).map(Arc::as_ptr);
                if object(a) != object(b) {
                    ids.push(ObjectId(u32::try_from(chunk_idx * CHUNK + slot).expect("ids are u32")));
                }
            }
        }
    }

    /// A copy that shares nothing with this one, but with `to` where this one shares with `from`, of which `to` is such a copy. Two
    /// processors that count the users of the same objects hold each other up.
    pub fn apart(&self, from: &ObjectMemory<V, B>, to: &ObjectMemory<V, B>) -> ObjectMemory<V, B> {
        let chunk_apart = |(idx, chunk): (usize, &Arc<Chunk<V, B>>)| {
            let (old, new) = (from.chunks.get(idx), to.chunks.get(idx));
            if let (Some(old), Some(new)) = (old, new)
                && Arc::ptr_eq(chunk, old)
            {
                return new.clone();
            }
            let object_apart = |slot: usize| {
                let object = chunk.0[slot].as_ref()?;
                let old = old.and_then(|old| old.0[slot].as_ref()).filter(|old| Arc::ptr_eq(old, object));
                let new = new.and_then(|new| new.0[slot].as_ref()).filter(|_| old.is_some());
                Some(new.cloned().unwrap_or_else(|| Arc::new(Object::clone(object))))
            };
            Arc::new(Chunk(std::array::from_fn(object_apart)))
        };
        ObjectMemory {
            chunks: self.chunks.iter().enumerate().map(chunk_apart).collect(),
            len: self.len,
            next_address: self.next_address,
            exposed: self.exposed.clone(),
            clock: self.clock,
            graves: Arc::default(),
        }
    }

    /// Forgets objects from this number on, except those that are wanted: nobody can name them any more.
    pub fn forget(&mut self, from: u32, mut is_wanted: impl FnMut(ObjectId, &Object<V, B>) -> bool) {
        let mut len = from.min(self.len);
        for id in (from..self.len).map(ObjectId) {
            let Some(object) = self.get(id) else { continue };
            if is_wanted(id, object) {
                len = id.0 + 1;
            } else {
                let idx = id.0 as usize;
                Arc::make_mut(&mut self.chunks[idx / CHUNK]).0[idx % CHUNK] = None;
            }
        }
        self.len = len;
        self.chunks.truncate((len as usize).div_ceil(CHUNK));
    }

    /// Forgets an object: nobody can name it any more.
    pub fn remove(&mut self, id: ObjectId) {
        let idx = id.0 as usize;
        if let Some(chunk) = self.chunks.get_mut(idx / CHUNK) {
            Arc::make_mut(chunk).0[idx % CHUNK] = None;
        }
    }

    /// The same object in both, shared with the other.
    pub fn share_from(&mut self, id: ObjectId, other: &ObjectMemory<V, B>) {
        let idx = id.0 as usize;
        let theirs = other.chunks.get(idx / CHUNK).and_then(|chunk| chunk.0[idx % CHUNK].clone());
        if let Some(chunk) = self.chunks.get_mut(idx / CHUNK) {
            Arc::make_mut(chunk).0[idx % CHUNK] = theirs;
        }
    }

    /// The same object in both, from the other's side.
    pub fn adopt(&mut self, id: ObjectId, other: &ObjectMemory<V, B>) {
        if let Some(object) = other.get(id) {
            self.insert(id, object.clone());
        }
    }
}
