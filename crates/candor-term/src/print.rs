//! A readable form of terms, for people: one line per shared term, the term itself last.
//!
//! ```text
//! t9 = (add x 1:i32)
//! (and (ult t9 y) (not (eq t9 0:i32)))
//! ```

use std::fmt::Write;

use candor_bits::{Bits, float_to_string};

use crate::render::{Notation, render};
use crate::{Op, Sort, Term, TermPool};

/// The readable form of a term.
pub fn display(pool: &TermPool, term: Term) -> String {
    let mut readable = Readable { lines: String::new() };
    let root = render(pool, &mut readable, &[term]).concat();
    readable.lines + &root
}

struct Readable {
    lines: String,
}

impl Notation for Readable {
    fn known(&self, _: Term) -> Option<&str> {
        None
    }

    fn write(&mut self, pool: &TermPool, term: Term, args: &[String]) -> String {
        let op = pool.op(term);
        match op {
            Op::Const => constant(pool.sort(term), &pool.const_bits(term).expect("a constant")),
            Op::Var => pool.var_name(term).expect("a variable").to_owned(),
            Op::Extract => {
                let low = pool.extract_low(term);
                format!("{}[{}:{low}]", args[0], low + pool.width(term) - 1)
            }
            Op::SExt | Op::FpToFp | Op::FpFromUbv | Op::FpFromSbv | Op::FpFromIeee | Op::ConstArray => {
                format!("({op} {} {})", pool.sort(term), args[0])
            }
            _ => format!("({op} {})", args.join(" ")),
        }
    }

    fn bind(&mut self, _: &TermPool, term: Term, text: &str) -> String {
        writeln!(self.lines, "{term} = {text}").expect("writing to a string");
        term.to_string()
    }
}

fn constant(sort: Sort, value: &Bits) -> String {
    match sort {
        Sort::Bool => (!value.is_zero()).to_string(),
        Sort::Bv(_) | Sort::Array { .. } => format!("{}:{sort}", value.signed_display()),
        Sort::Float(kind) => format!("{}:{sort}", float_to_string(kind, value)),
    }
}
