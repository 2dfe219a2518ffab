//! The passes that every engine wants, in their order.

use candor_ir::Program;

use crate::narrow::narrow;
use crate::promote::promote;
use crate::simplify::tidy;

/// Makes a program quick to explore. Checks should be selected before: what nobody checks need not be kept ready.
pub fn prepare(program: &mut Program) {
    promote(program);
    tidy(program);
    narrow(program);
}
