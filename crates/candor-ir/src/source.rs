//! Where things stand in the user's files.

use std::collections::BTreeMap;

use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

use crate::ids::{FileId, LocId};

/// A source file as the compiler named it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// The path in the debug info, joined with its directory when relative.
    pub path: String,
    /// True for the files of candor's own libc models: a fault there is reported at the user's call.
    pub library: bool,
}

/// A position: file, line and column, both counted from 1; 0 means unknown.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loc {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

/// A structure or union as the source declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// In bytes.
    pub size: u64,
    /// In order; without bit-fields.
    pub members: Vec<Member>,
}

/// A member of a structure. Those of an unnamed structure inside of it are its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    /// Its type as C writes it.
    pub ty: String,
    pub offset: u64,
    pub size: u64,
}

/// All positions of a program, interned.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    pub files: PrimaryMap<FileId, SourceFile>,
    locs: PrimaryMap<LocId, Option<Loc>>,
    file_ids: FxHashMap<SourceFile, FileId>,
    loc_ids: FxHashMap<Loc, LocId>,
    layouts: BTreeMap<String, Option<Layout>>,
}

impl SourceMap {
    pub fn new() -> SourceMap {
        let mut map = SourceMap::default();
        map.locs.push(None);
        map
    }

    pub fn add_file(&mut self, file: SourceFile) -> FileId {
        if let Some(&id) = self.file_ids.get(&file) {
            return id;
        }
        let id = self.files.push(file.clone());
        self.file_ids.insert(file, id);
        id
    }

    pub fn add(&mut self, loc: Loc) -> LocId {
        if let Some(&id) = self.loc_ids.get(&loc) {
            return id;
        }
        let id = self.locs.push(Some(loc));
        self.loc_ids.insert(loc, id);
        id
    }

    /// Says what a type of this name is made of. Of two that differ nothing is known.
    pub fn add_layout(&mut self, name: &str, layout: Layout) {
        match self.layouts.get_mut(name) {
            Some(known) if known.as_ref() == Some(&layout) => {}
            Some(known) => *known = None,
            None => _ = self.layouts.insert(name.to_owned(), Some(layout)),
        }
    }

    /// What the structure of this name is made of.
    pub fn layout(&self, name: &str) -> Option<&Layout> {
        self.layouts.get(name)?.as_ref()
    }

    /// The position behind an id; `None` for [`LocId::NOWHERE`].
    pub fn get(&self, id: LocId) -> Option<Loc> {
        self.locs.get(id).copied().flatten()
    }
}
