//! `getelementptr` as bytes: a constant offset and, for each index known only at run time, a factor.

use crate::layout::{Layout, Supported, Unsupported};
use crate::llvm::Value;

/// An index that is not an integer constant.
pub(crate) struct Index {
    pub(crate) value: Value,
    /// Bytes per unit.
    pub(crate) scale: u64,
}

/// A pointer computation in bytes.
pub(crate) struct Steps {
    pub(crate) offset: i64,
    pub(crate) indices: Vec<Index>,
}

/// Works for the instruction and for the constant expression; indexes that are vectors stay whole.
pub(crate) fn steps(layout: &Layout, gep: Value) -> Supported<Steps> {
    steps_with(layout, gep, |index| index)
}

/// What one lane of a constant expression does; indexes that are vectors have one for each lane.
pub(crate) fn lane_steps(layout: &Layout, gep: Value, lane: u64) -> Supported<Steps> {
    steps_with(layout, gep, |index| if index.ty().is_vector() { index.element(lane).unwrap_or(index) } else { index })
}

fn steps_with(layout: &Layout, gep: Value, pick: impl Fn(Value) -> Value) -> Supported<Steps> {
    let mut steps = Steps { offset: 0, indices: Vec::new() };
    let mut ty = gep.gep_source_type();
    for number in 1..gep.num_operands() {
        let index = gep.operand(number);
        if number > 1 && ty.is_struct() {
            let field = field_number(index)?;
            steps.add(i64::try_from(layout.data().field_offset(ty, field)).unwrap_or(i64::MAX));
            ty = ty.field(field);
            continue;
        }
        if number > 1 {
            ty = ty.element();
        }
        if !ty.is_sized() {
            return Err(Unsupported(format!("pointer arithmetic on {}", ty.text())));
        }
        steps.add_index(pick(index), layout.data().alloc_size(ty));
    }
    Ok(steps)
}

/// The number of a struct's field, which LLVM gives as a constant or a vector of equal ones.
fn field_number(index: Value) -> Supported<u32> {
    let scalar = if index.ty().is_vector() { index.element(0) } else { Some(index) };
    scalar
        .and_then(Value::unsigned_int)
        .and_then(|field| u32::try_from(field).ok())
        .ok_or_else(|| Unsupported("getelementptr with a strange field number".to_owned()))
}

impl Steps {
    fn add(&mut self, bytes: i64) {
        self.offset = self.offset.wrapping_add(bytes);
    }

    fn add_index(&mut self, index: Value, scale: u64) {
        match index.signed_int() {
            Some(count) => self.add(count.wrapping_mul(scale.cast_signed())),
            None if scale == 0 => {}
            None => self.indices.push(Index { value: index, scale }),
        }
    }
}
