//! Values of many worlds.

use candor_context_concrete::Value;
use triomphe::Arc;

/// A set of worlds, one bit each.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct WorldSet(pub u64);

impl WorldSet {
    /// The first `n` worlds.
    pub fn first(n: usize) -> WorldSet {
        WorldSet(if n >= 64 { u64::MAX } else { (1 << n) - 1 })
    }

    pub fn contains(self, world: usize) -> bool {
        self.0 >> world & 1 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn and(self, other: WorldSet) -> WorldSet {
        WorldSet(self.0 & other.0)
    }

    pub fn or(self, other: WorldSet) -> WorldSet {
        WorldSet(self.0 | other.0)
    }

    pub fn minus(self, other: WorldSet) -> WorldSet {
        WorldSet(self.0 & !other.0)
    }

    pub fn worlds(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |&world| self.contains(world))
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The worlds of which a predicate says yes.
    pub fn where_(n: usize, mut predicate: impl FnMut(usize) -> bool) -> WorldSet {
        WorldSet((0..n).filter(|&world| predicate(world)).map(|world| 1 << world).sum())
    }
}

/// One concrete value in each world.
#[derive(Clone, Debug, PartialEq)]
pub enum WorldsValue {
    /// The same in all.
    Same(Value),
    Each(Arc<[Value]>),
}

impl Default for WorldsValue {
    fn default() -> Self {
        WorldsValue::Same(Value::default())
    }
}

impl WorldsValue {
    pub fn in_world(&self, world: usize) -> &Value {
        match self {
            WorldsValue::Same(value) => value,
            WorldsValue::Each(values) => &values[world],
        }
    }

    /// A value for each of `n` worlds; one for all when they agree.
    pub fn each(n: usize, value: impl FnMut(usize) -> Value) -> WorldsValue {
        let values: Vec<Value> = (0..n).map(value).collect();
        match values.split_first() {
            Some((first, rest)) if rest.iter().all(|value| value == first) => WorldsValue::Same(first.clone()),
            _ => WorldsValue::Each(Arc::from(values)),
        }
    }

    pub(crate) fn map(&self, mut f: impl FnMut(&Value) -> Value) -> WorldsValue {
        match self {
            WorldsValue::Same(value) => WorldsValue::Same(f(value)),
            WorldsValue::Each(values) => WorldsValue::each(values.len(), |world| f(&values[world])),
        }
    }

    pub(crate) fn zip(&self, other: &WorldsValue, mut f: impl FnMut(&Value, &Value) -> Value) -> WorldsValue {
        match (self, other) {
            (WorldsValue::Same(a), WorldsValue::Same(b)) => WorldsValue::Same(f(a, b)),
            (WorldsValue::Each(values), _) | (_, WorldsValue::Each(values)) => {
                WorldsValue::each(values.len(), |world| f(self.in_world(world), other.in_world(world)))
            }
        }
    }
}
