//! The words by which rules name instructions: candor's own, and LLVM's where those differ.

use std::ops::RangeInclusive;

use candor_ir::{BinOp, CastOp, InstKind, MathOp, Pred, mnemonic};

/// LLVM's names for what candor calls otherwise.
const ALIASES: &[(&str, &[&str])] = &[
    ("getelementptr", &["ptradd"]),
    ("ret", &["return"]),
    ("br", &["jump", "branch"]),
    ("indirectbr", &["goto"]),
    ("icmp", &["cmp"]),
    ("fcmp", &["cmp"]),
    ("atomicrmw", &["atomic"]),
    ("cmpxchg", &["cas"]),
    ("llvm.lifetime.start", &["lifetime.start"]),
    ("llvm.lifetime.end", &["lifetime.end"]),
    ("llvm.memcpy", &["memcpy"]),
    ("llvm.memmove", &["memmove"]),
    ("llvm.memset", &["memset"]),
    ("llvm.va_start", &["va.start"]),
    ("llvm.va_copy", &["va.copy"]),
    ("llvm.va_end", &["va.end"]),
    ("llvm.assume", &["assume"]),
];

const TERMINATORS: &[&str] = &["jump", "branch", "switch", "goto", "return", "unreachable", "trap"];

const OTHERS: &[&str] = &[
    "cmp",
    "select",
    "is.fpclass",
    "undef",
    "freeze",
    "ptradd",
    "alloca",
    "load",
    "store",
    "atomic",
    "cas",
    "fence",
    "memcpy",
    "memmove",
    "memset",
    "lifetime.start",
    "lifetime.end",
    "call",
    "va.start",
    "va.copy",
    "va.end",
    "stack.save",
    "stack.restore",
    "objectsize",
    "check",
    "assume",
    "unsupported",
];

/// The mnemonics that a word of a rule stands for; none if there is no such instruction.
pub(crate) fn expand(word: &str) -> Vec<&'static str> {
    if let Some((_, meant)) = ALIASES.iter().find(|(alias, _)| *alias == word) {
        return meant.to_vec();
    }
    mnemonics().filter(|known| *known == word).take(1).collect()
}

/// Everything that a rule may write.
pub(crate) fn known() -> impl Iterator<Item = &'static str> {
    mnemonics().chain(ALIASES.iter().map(|(alias, _)| *alias))
}

/// How many operands an instruction can have.
pub(crate) fn operand_counts(mnemonic: &str) -> RangeInclusive<usize> {
    if let Some(op) = MathOp::ALL.iter().find(|op| op.name() == mnemonic) {
        return op.arity()..=op.arity();
    }
    if CastOp::ALL.iter().any(|op| op.name() == mnemonic) {
        return 1..=1;
    }
    match mnemonic {
        "undef" | "fence" | "stack.save" | "unsupported" | "jump" | "unreachable" | "trap" => 0..=0,
        "alloca" => 0..=1,
        "is.fpclass" | "freeze" | "load" | "lifetime.start" | "lifetime.end" | "va.start" | "va.end"
        | "stack.restore" | "objectsize" | "check" | "assume" | "branch" | "switch" | "goto" => 1..=1,
        "ptradd" => 1..=2,
        "select" | "cas" | "memcpy" | "memmove" | "memset" => 3..=3,
        "call" => 1..=usize::MAX,
        // An aggregate is taken apart.
        "return" => 0..=usize::MAX,
        // The operators, comparisons, `store`, `atomic` and `va.copy`.
        _ => 2..=2,
    }
}

fn mnemonics() -> impl Iterator<Item = &'static str> {
    let operators = BinOp::ALL.iter().map(|op| op.name()).chain(CastOp::ALL.iter().map(|op| op.name()));
    let more = MathOp::ALL.iter().map(|op| op.name()).chain(Pred::ALL.iter().map(|op| op.name()));
    operators.chain(OTHERS.iter().copied()).chain(TERMINATORS.iter().copied()).chain(more)
}

pub(crate) fn is_terminator(mnemonic: &str) -> bool {
    TERMINATORS.contains(&mnemonic)
}

pub(crate) fn is_named(kind: &InstKind, words: &[String]) -> bool {
    words.is_empty() || words.iter().any(|word| word == mnemonic(kind))
}
