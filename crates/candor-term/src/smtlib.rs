//! SMT-LIB 2.6 output, as Z3, cvc5 and Bitwuzla read it.
//!
//! Two operators are not functions of the standard. A shift takes its amount modulo the width, so the amount is written
//! reduced. The pattern of a float ([`Op::FpToIeee`]) is written as a new constant with two assertions that define it: it
//! converts to the float, and is the canonical pattern if that is a NaN. Both hold in every model, so they may stand anywhere.

use std::fmt::Write;

use candor_bits::{Bits, FloatKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::float_format::{exponent_bits, nan_ieee, pattern_to_ieee};
use crate::render::{Notation, render};
use crate::traverse::{free_vars, post_order};
use crate::{Op, Sort, Term, TermPool};

/// A whole script: logic, declarations, the assertions, and `check-sat`.
pub fn smt2(pool: &TermPool, assertions: &[Term]) -> String {
    let mut writer = Smt2Writer::new();
    let mut script = format!("(set-logic {})\n", logic(pool, assertions));
    for assertion in writer.terms(pool, assertions, &mut script) {
        writeln!(script, "(assert {assertion})").expect("writing to a string");
    }
    script.push_str("(check-sat)\n");
    script
}

/// The smallest logic that has all the sorts.
fn logic(pool: &TermPool, roots: &[Term]) -> &'static str {
    let order = post_order(pool, roots);
    let arrays = order.iter().any(|term| pool.sort(*term).is_array());
    let floats = order.iter().any(|term| matches!(pool.sort(*term), Sort::Float(_)));
    match (arrays, floats) {
        (false, false) => "QF_BV",
        (true, false) => "QF_ABV",
        (false, true) => "QF_BVFP",
        (true, true) => "QF_ABVFP",
    }
}

/// The name of a sort.
pub fn sort_to_smt2(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bv(width) => format!("(_ BitVec {width})"),
        Sort::Float(kind) => format!("(_ FloatingPoint {} {})", exponent_bits(kind), kind.precision()),
        Sort::Array { index, element } => format!("(Array (_ BitVec {index}) (_ BitVec {element}))"),
    }
}

/// Writes terms piece by piece, for a solver that is fed over time: what was declared or defined is not repeated, so all of it
/// must stay in the solver's scope.
#[derive(Default)]
pub struct Smt2Writer {
    /// The names of variables and of defined terms.
    names: FxHashMap<Term, String>,
    taken: FxHashSet<String>,
    commands: String,
}

impl Smt2Writer {
    /// Nothing is declared yet.
    pub fn new() -> Smt2Writer {
        Smt2Writer::default()
    }

    /// The texts of terms; the commands that they need come to the end of `commands`.
    pub fn terms(&mut self, pool: &TermPool, roots: &[Term], commands: &mut String) -> Vec<String> {
        for var in free_vars(pool, roots) {
            self.declare(pool, var);
        }
        let texts = render(pool, self, roots);
        commands.push_str(&self.commands);
        self.commands.clear();
        texts
    }

    /// The symbol of a variable that was declared, for reading a model.
    pub fn symbol(&self, var: Term) -> Option<&str> {
        self.names.get(&var).map(String::as_str)
    }

    fn declare(&mut self, pool: &TermPool, var: Term) {
        if self.names.contains_key(&var) {
            return;
        }
        let name = pool.var_name(var).expect("a variable");
        let symbol = self.free_symbol(name, var);
        writeln!(self.commands, "(declare-const {symbol} {})", sort_to_smt2(pool.sort(var)))
            .expect("writing to a string");
        self.names.insert(var, symbol);
    }

    /// A symbol like `name` that nobody has.
    fn free_symbol(&mut self, name: &str, term: Term) -> String {
        let mut plain: String = name.replace(['|', '\\'], "_");
        if is_reserved(&plain) {
            plain.push_str(" (variable)");
        }
        while !self.taken.insert(plain.clone()) {
            write!(plain, "!{term}").expect("writing to a string");
        }
        if is_simple(&plain) { plain } else { format!("|{plain}|") }
    }

    /// A constant that is the pattern of a float.
    fn pattern_of(&mut self, pool: &TermPool, term: Term, float: &str) -> String {
        let kind = pool.float_kind(pool.args(term)[0]);
        let symbol = self.free_symbol(&format!("bits!{term}"), term);
        let (exponent, precision) = (exponent_bits(kind), kind.precision());
        let sort = sort_to_smt2(pool.sort(term));
        let nan = bits_to_smt2(&nan_ieee(kind));
        writeln!(
            self.commands,
            "(declare-const {symbol} {sort})\n\
             (assert (= ((_ to_fp {exponent} {precision}) {symbol}) {float}))\n\
             (assert (=> (fp.isNaN {float}) (= {symbol} {nan})))"
        )
        .expect("writing to a string");
        self.names.insert(term, symbol.clone());
        symbol
    }
}

impl Notation for Smt2Writer {
    fn known(&self, term: Term) -> Option<&str> {
        self.names.get(&term).map(String::as_str)
    }

    fn write(&mut self, pool: &TermPool, term: Term, args: &[String]) -> String {
        let sort = pool.sort(term);
        match pool.op(term) {
            Op::Const => constant(sort, &pool.const_bits(term).expect("a constant")),
            Op::Var => panic!("{term} was not declared"),
            Op::FpToIeee => self.pattern_of(pool, term, &args[0]),
            Op::Extract => {
                let low = pool.extract_low(term);
                format!("((_ extract {} {low}) {})", low + pool.width(term) - 1, args[0])
            }
            Op::SExt => {
                let n_copies = pool.width(term) - pool.width(pool.args(term)[0]);
                format!("((_ sign_extend {n_copies}) {})", args[0])
            }
            Op::Shl => shift("bvshl", pool.width(term), args),
            Op::LShr => shift("bvlshr", pool.width(term), args),
            Op::AShr => shift("bvashr", pool.width(term), args),
            Op::FpToFp | Op::FpFromSbv => to_float("to_fp", "RNE ", sort, args),
            Op::FpFromUbv => to_float("to_fp_unsigned", "RNE ", sort, args),
            Op::FpFromIeee => to_float("to_fp", "", sort, args),
            Op::ConstArray => format!("((as const {}) {})", sort_to_smt2(sort), args[0]),
            op => format!("({} {})", function(op, sort == Sort::Bool), args.join(" ")),
        }
    }

    fn bind(&mut self, pool: &TermPool, term: Term, text: &str) -> String {
        if let Some(name) = self.known(term) {
            return name.to_owned();
        }
        let symbol = self.free_symbol(&format!("{term}!"), term);
        let sort = sort_to_smt2(pool.sort(term));
        writeln!(self.commands, "(define-fun {symbol} () {sort} {text})").expect("writing to a string");
        self.names.insert(term, symbol.clone());
        symbol
    }
}

/// The function for an operator that needs nothing but its operands (and perhaps a rounding mode).
fn function(op: Op, of_bools: bool) -> &'static str {
    match op {
        Op::Not if of_bools => "not",
        Op::And if of_bools => "and",
        Op::Or if of_bools => "or",
        Op::Not => "bvnot",
        Op::And => "bvand",
        Op::Or => "bvor",
        Op::Xor => "bvxor",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::Neg => "bvneg",
        Op::Add => "bvadd",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::SDiv => "bvsdiv",
        Op::URem => "bvurem",
        Op::SRem => "bvsrem",
        Op::Concat => "concat",
        Op::Ult => "bvult",
        Op::Slt => "bvslt",
        Op::FpNeg => "fp.neg",
        Op::FpAbs => "fp.abs",
        Op::FpAdd => "fp.add RNE",
        Op::FpMul => "fp.mul RNE",
        Op::FpDiv => "fp.div RNE",
        Op::FpRem => "fp.rem",
        Op::FpFma => "fp.fma RNE",
        Op::FpSqrt => "fp.sqrt RNE",
        Op::FpFloor => "fp.roundToIntegral RTN",
        Op::FpCeil => "fp.roundToIntegral RTP",
        Op::FpTrunc => "fp.roundToIntegral RTZ",
        Op::FpRoundEven => "fp.roundToIntegral RNE",
        Op::FpRoundAway => "fp.roundToIntegral RNA",
        Op::FpEq => "fp.eq",
        Op::FpLt => "fp.lt",
        Op::FpLe => "fp.leq",
        Op::FpIsNan => "fp.isNaN",
        Op::FpIsInf => "fp.isInfinite",
        Op::FpIsZero => "fp.isZero",
        Op::FpIsSubnormal => "fp.isSubnormal",
        Op::FpIsNormal => "fp.isNormal",
        Op::FpIsNegative => "fp.isNegative",
        Op::Select => "select",
        Op::Store => "store",
        Op::Const | Op::Var | Op::Extract | Op::SExt | Op::Shl | Op::LShr | Op::AShr | Op::ConstArray => {
            panic!("{op} is not just a function")
        }
        Op::FpToFp | Op::FpFromUbv | Op::FpFromSbv | Op::FpFromIeee | Op::FpToIeee => {
            panic!("{op} is not just a function")
        }
    }
}

/// A shift whose amount is taken modulo the width.
fn shift(function: &str, width: u32, args: &[String]) -> String {
    let modulus = u64::from(width);
    let amount = if width.is_power_of_two() {
        let mask = bits_to_smt2(&Bits::new(width, modulus - 1));
        format!("(bvand {} {mask})", args[1])
    } else {
        let modulus = bits_to_smt2(&Bits::new(width, modulus));
        format!("(bvurem {} {modulus})", args[1])
    };
    format!("({function} {} {amount})", args[0])
}

fn to_float(function: &str, mode: &str, sort: Sort, args: &[String]) -> String {
    let kind = sort.float_kind().expect("the result is a float");
    format!("((_ {function} {} {}) {mode}{})", exponent_bits(kind), kind.precision(), args[0])
}

fn constant(sort: Sort, value: &Bits) -> String {
    match sort {
        Sort::Bool => (!value.is_zero()).to_string(),
        Sort::Bv(_) | Sort::Array { .. } => bits_to_smt2(value),
        Sort::Float(kind) => float_to_smt2(kind, value),
    }
}

fn float_to_smt2(kind: FloatKind, pattern: &Bits) -> String {
    let (exponent, precision) = (exponent_bits(kind), kind.precision());
    if *pattern == crate::nan_pattern(kind) {
        return format!("(_ NaN {exponent} {precision})");
    }
    let ieee = pattern_to_ieee(kind, pattern);
    let n_fraction = precision - 1;
    let part = |low, width| binary_digits(&ieee.extract(low, width));
    format!("(fp #b{} #b{} #b{})", part(n_fraction + exponent, 1), part(n_fraction, exponent), part(0, n_fraction))
}

fn bits_to_smt2(value: &Bits) -> String {
    if !value.width().is_multiple_of(4) {
        return format!("#b{}", binary_digits(value));
    }
    let digits = (0..value.width() / 4).rev().map(|digit_idx| {
        let digit = value.extract(digit_idx * 4, 4).to_u64_wrapping();
        char::from_digit(u32::try_from(digit).expect("four bits"), 16).expect("a digit")
    });
    format!("#x{}", digits.collect::<String>())
}

fn binary_digits(value: &Bits) -> String {
    let digits = (0..value.width()).rev().map(|bit_idx| if value.bit(bit_idx) { '1' } else { '0' });
    digits.collect()
}

/// Whether a symbol needs no quotes.
fn is_simple(symbol: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    // Leading `@` and `.` are the solvers' own.
    symbol.chars().all(fits)
        && !symbol.starts_with(|c: char| c.is_ascii_digit() || c == '@' || c == '.')
        && !symbol.is_empty()
}

/// Whether the standard, or a theory, has taken a symbol. Quotes do not help: `|and|` is `and`.
fn is_reserved(symbol: &str) -> bool {
    const WORDS: &[&str] = &[
        "_",
        "!",
        "as",
        "let",
        "exists",
        "forall",
        "match",
        "par",
        "true",
        "false",
        "not",
        "and",
        "or",
        "xor",
        "distinct",
        "ite",
        "select",
        "store",
        "const",
        "concat",
        "extract",
        "repeat",
        "zero_extend",
        "sign_extend",
        "rotate_left",
        "rotate_right",
        "fp",
        "to_fp",
        "to_fp_unsigned",
        "roundNearestTiesToEven",
        "roundNearestTiesToAway",
        "roundTowardPositive",
        "roundTowardNegative",
        "roundTowardZero",
        "RNE",
        "RNA",
        "RTP",
        "RTN",
        "RTZ",
        "NaN",
        "Bool",
        "Array",
        "BitVec",
        "FloatingPoint",
        "RoundingMode",
        "Float16",
        "Float32",
        "Float64",
        "Float128",
        "Int",
        "Real",
        "String",
        "abs",
        "div",
        "mod",
        "iff",
        "if",
        "implies",
        "BINARY",
        "DECIMAL",
        "HEXADECIMAL",
        "NUMERAL",
        "STRING",
        "bit2bool",
        "int2bv",
        "bv2int",
        "bv2nat",
        "is",
        "map",
        "union",
        "intersection",
        "complement",
        "subset",
        "default",
        "array",
        "seq",
        "lambda",
        "set",
    ];
    let is_operator = !symbol.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    is_operator
        || WORDS.contains(&symbol)
        || symbol.starts_with("bv")
        || symbol.starts_with("fp.")
        || symbol.contains('.')
}
