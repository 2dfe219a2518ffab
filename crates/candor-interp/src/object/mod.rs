//! Object memory: what concrete-like contexts keep their objects in.
//!
//! A pointer is an object and an offset; objects never overlap, and going past one never lands in another. Contents are plain
//! bytes with an initialised mark, overlaid by *cells*: values that are not plain numbers (pointers, terms, partly undefined
//! values) and that stay whole until someone looks at their bytes. Everything is persistent: a clone shares, a write copies
//! what it touches.
//!
//! `contents` holds the bytes of one object, `table` the objects of a state, `anatomy` walks over all that a state has; `access` gives the meaning of loads, stores and
//! the rest for any context that is a [`Domain`].

mod access;
pub mod anatomy;
mod bulk;
mod contents;
mod domain;
mod leak;
mod merge;
mod page;
mod pointer;
mod range;
mod renew;
mod share;
mod table;

pub use access::{is_external, is_unwritten, is_written, load, load_from_array, may_be_unwritten, store};
pub use bulk::{copy, fill, settle};
pub use contents::{ByteView, Contents, Fresh, Piece, PieceRef, View};
pub use domain::{Cases, Domain, ForeignNull, Place, Target, Targets};
pub use leak::{kept_blocks, no_leak};
pub use merge::{CannotMerge, Live, merge_into, same_place};
pub use pointer::{
    allocate, base_address, begin_life, callees, compare_pointers, extent, free, in_bounds, in_different_objects,
    int_to_pointer, log_address, next_address, pointer_to_int, same_object, set_alive,
};
pub use renew::{is_held, new_life};
pub use share::{is_shared, share, share_contents, share_globals};
pub use table::{Life, Object, ObjectMemory};
