//! Functions of the C library that candor does not model and that do more than return a number.
//!
//! A function without a body changes nothing, which is right for a user's own functions only as an assumption and wrong for
//! `recv` and its like: whoever calls one of these is not decided. The list is `unmodelled.txt`: what the headers of glibc
//! declare with a pointer to write through, a pointer as its result or a function to call, and what changes files, descriptors,
//! signals or processes; but not what has a model.

use std::collections::BTreeSet;
use std::sync::LazyLock;

static NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("unmodelled.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Whether the C library has a function of this name, with effects that no model describes.
pub fn is_unmodelled(name: &str) -> bool {
    NAMES.contains(name)
}

#[cfg(test)]
mod tests {
    use super::{NAMES, is_unmodelled};
    use crate::platform::lookup;

    #[test]
    fn what_is_listed_is_no_function_of_the_platform() {
        assert!(NAMES.iter().all(|name| lookup(name).is_none()));
    }

    #[test]
    fn users_functions_are_not_listed() {
        assert!(is_unmodelled("recv") && is_unmodelled("strptime"));
        assert!(!is_unmodelled("get_message") && !is_unmodelled("strlen"));
    }
}
