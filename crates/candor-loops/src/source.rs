//! Formulas in terms of the source, as C expressions that have the same value and no undefined behaviour.

mod elements;

use candor_analysis::{Cfg, Dominators, variables_at};
use candor_evidence::{Atom, Formula, Held, LoopEntry, ObjectKey, Storage};
use candor_ir::{Bits, FuncId, Function, GlobalId, Program, Scalar, ValueId};
use candor_term::{Op, Sort};
use rustc_hash::FxHashMap;

/// The variables that can be spoken of where a loop begins a round.
pub(crate) struct Scope<'p> {
    program: &'p Program,
    func: FuncId,
    registers: FxHashMap<ValueId, (&'p str, &'p str)>,
    globals: FxHashMap<ObjectKey, (&'p str, &'p str)>,
}

/// Whether a number is read as signed.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Reading {
    Signed,
    Unsigned,
}

impl<'p> Scope<'p> {
    /// At the head of a loop, with these names of globals. Nobody knows the variables of functions that were optimised, and names that
    /// several things have say nothing.
    pub(crate) fn at(program: &'p Program, entry: &LoopEntry, globals: &FxHashMap<ObjectKey, GlobalId>) -> Scope<'p> {
        let function = &program.functions[entry.func];
        let mut registers = FxHashMap::default();
        if let (Some(header), true) = (entry.header, function.has_all_vars) {
            let dominators = Dominators::new(function, &Cfg::new(function));
            for (var, value) in variables_at(function, &dominators, function.blocks[header].first) {
                let variable = &function.vars[var];
                let is_alone = function.vars.values().filter(|other| other.name == variable.name).count() == 1;
                if variable.is_named() && is_alone && !is_static(program, &variable.name) {
                    registers.insert(value, (variable.name.as_str(), variable.ty.as_str()));
                }
            }
        }
        let is_hidden = |name: &str| is_local(function, name) || is_static(program, name);
        let named = |&global| {
            let global = &program.globals[global];
            let is_plain = global.source_name.is_none() && !global.library && !is_hidden(&global.name);
            is_plain.then_some((global.name.as_str(), global.ty.as_str()))
        };
        let globals = globals.iter().filter_map(|(key, global)| Some((*key, named(global)?))).collect();
        Scope { program, func: entry.func, registers, globals }
    }

    /// A truth as an expression.
    pub(crate) fn show(&self, formula: &Formula) -> Option<String> {
        match formula {
            Formula::Truth(truth) => Some(u8::from(*truth).to_string()),
            Formula::Applied { op: Op::Not, args, .. } => match &args[..] {
                [Formula::Applied { op: Op::Slt, args, .. }] => self.compared(args, Reading::Signed, ">="),
                [Formula::Applied { op: Op::Ult, args, .. }] => self.compared(args, Reading::Unsigned, ">="),
                [Formula::Applied { op: Op::Eq, args, .. }] => self.equal(args, "!="),
                [other] => Some(format!("!({})", self.show(other)?)),
                _ => None,
            },
            Formula::Applied { op: Op::Slt, args, .. } => self.compared(args, Reading::Signed, "<"),
            Formula::Applied { op: Op::Ult, args, .. } => self.compared(args, Reading::Unsigned, "<"),
            Formula::Applied { op: Op::Eq, args, .. } => self.equal(args, "=="),
            Formula::Applied { op: op @ (Op::And | Op::Or), sort: Sort::Bool, args, .. } => {
                let [a, b] = &args[..] else { return None };
                let word = if *op == Op::And { "&&" } else { "||" };
                Some(format!("({}) {word} ({})", self.show(a)?, self.show(b)?))
            }
            _ => None,
        }
    }

    fn compared(&self, args: &[Formula], reading: Reading, word: &str) -> Option<String> {
        let [a, b] = args else { return None };
        Some(format!("{} {word} {}", self.number(a, reading)?, self.number(b, reading)?))
    }

    fn equal(&self, args: &[Formula], word: &str) -> Option<String> {
        let [a, b] = args else { return None };
        if self.width(a).is_none() {
            return Some(format!("({}) {word} ({})", self.show(a)?, self.show(b)?));
        }
        // The lowest bits of a number.
        if let [Formula::Applied { op: Op::Extract, low: 0, sort, args }, Formula::Number(rest)]
        | [Formula::Number(rest), Formula::Applied { op: Op::Extract, low: 0, sort, args }] = args
            && let (Some(bits @ ..31), Some(32 | 64)) = (sort.bv_width(), self.width(args.first()?))
        {
            let number = self.number(args.first()?, Reading::Unsigned)?;
            return Some(format!("{number} % {}U {word} {}U", 1_u64 << bits, rest.to_u64_wrapping()));
        }
        // Read as the variables are declared, so that there are few casts.
        let is_unsigned = [a, b].iter().any(|side| matches!(side, Formula::Held(atom) if self.is_unsigned(*atom)));
        self.compared(args, if is_unsigned { Reading::Unsigned } else { Reading::Signed }, word)
    }

    /// A number of a width that C has, read like this.
    fn number(&self, formula: &Formula, reading: Reading) -> Option<String> {
        let width = self.width(formula)?;
        let ty = type_of(width, reading)?;
        let unsigned = type_of(width, Reading::Unsigned)?;
        let binary = |args: &[Formula], word: &str| {
            let [a, b] = args else { return None };
            // In `int` and wider, where unsigned arithmetic wraps.
            if width < 32 {
                return None;
            }
            let sum = format!("{} {word} {}", self.number(a, Reading::Unsigned)?, self.number(b, Reading::Unsigned)?);
            Some(if reading == Reading::Unsigned { format!("({sum})") } else { format!("({ty})({sum})") })
        };
        match formula {
            Formula::Number(bits) => {
                let suffix = match (width, reading) {
                    (64, Reading::Signed) => "LL",
                    (64, Reading::Unsigned) => "ULL",
                    (_, Reading::Unsigned) => "U",
                    (_, Reading::Signed) => "",
                };
                match reading {
                    Reading::Unsigned => Some(format!("{}{suffix}", bits.to_u64_wrapping())),
                    Reading::Signed => {
                        let value = bits.to_u64_wrapping().cast_signed() << (64 - width) >> (64 - width);
                        // There is no constant for the least number.
                        let is_least = value == i64::MIN >> (64 - width);
                        Some(match (is_least && width >= 32, value) {
                            (true, _) => format!("({}{suffix} - 1)", value + 1),
                            (false, 0..) => format!("{value}{suffix}"),
                            (false, _) => format!("({value}{suffix})"),
                        })
                    }
                }
            }
            Formula::Held(atom) => {
                let (name, declared) = self.variable(*atom)?;
                Some(if is_type(declared, ty) { name.to_owned() } else { format!("({ty}){name}") })
            }
            Formula::Applied { op: Op::Add, args, .. } => match &args[..] {
                [a, Formula::Applied { op: Op::Neg, args, .. }] => binary(&[a.clone(), args.first()?.clone()], "-"),
                [Formula::Applied { op: Op::Neg, args, .. }, b] => binary(&[b.clone(), args.first()?.clone()], "-"),
                _ => binary(args, "+"),
            },
            Formula::Applied { op: Op::Mul, args, .. } => binary(args, "*"),
            Formula::Applied { op: Op::SExt, args, .. } => {
                Some(format!("({ty}){}", self.number(args.first()?, Reading::Signed)?))
            }
            Formula::Applied { op: Op::Concat, args, .. } => match &args[..] {
                // Moved up by some bits.
                [Formula::Applied { op: Op::Extract, low: 0, args, .. }, Formula::Number(zeros)]
                    if zeros.is_zero() && self.width(args.first()?) == Some(width) && zeros.width() < 31 =>
                {
                    let times = Formula::Number(Bits::new(width, 1 << zeros.width()));
                    binary(&[times, args.first()?.clone()], "*")
                }
                [Formula::Number(zeros), low] if zeros.is_zero() => {
                    let low = self.number(low, Reading::Unsigned)?;
                    Some(if reading == Reading::Unsigned {
                        format!("({unsigned}){low}")
                    } else {
                        format!("({ty}){low}")
                    })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// How many bits a number has; `None` for what is none.
    fn width(&self, formula: &Formula) -> Option<u32> {
        match formula {
            Formula::Number(bits) => Some(bits.width()),
            Formula::Applied { sort, .. } => sort.bv_width(),
            Formula::Held(Atom { held: Held::Number(Storage::Register { below: 0, value }), .. }) => {
                match self.program.functions[self.func].values.get(*value)?.ty {
                    Scalar::Int(width) => Some(width),
                    Scalar::Ptr | Scalar::Float(_) => None,
                }
            }
            Formula::Held(Atom { held: Held::Number(Storage::Memory { size, .. }), .. }) => Some(size * 8),
            Formula::Held(_) | Formula::Truth(_) => None,
        }
    }

    /// What becomes smaller, as people would write it: the numbers of C, computed as numbers of mathematics.
    pub(crate) fn show_measure(&self, formula: &Formula) -> Option<String> {
        match formula {
            Formula::Number(bits) => Some(bits.signed_display()),
            Formula::Applied { op: Op::Neg, args, .. } => self.show_opposite(args.first()?),
            // Only what is read as it is declared: another reading is another number.
            Formula::Applied { op: Op::SExt, args, .. } => self.declared(args.first()?, Reading::Signed),
            Formula::Applied { op: Op::Concat, args, .. } => match &args[..] {
                [Formula::Number(zeros), low] if zeros.is_zero() => self.declared(low, Reading::Unsigned),
                _ => None,
            },
            Formula::Applied { op: Op::Add, args, .. } => {
                let [a, b] = &args[..] else { return None };
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                Some(match (a.strip_prefix('-'), b.strip_prefix('-')) {
                    (_, Some(b)) => format!("{a} - {b}"),
                    (Some(a), None) => format!("{b} - {a}"),
                    (None, None) => format!("{a} + {b}"),
                })
            }
            _ => None,
        }
    }

    /// What becomes smaller as a C expression that cannot overflow: sums and differences of few numbers of at most 32 bits, in `long long`.
    pub(crate) fn show_in_c(&self, formula: &Formula, label: Option<&str>) -> Option<String> {
        let variable = |formula: &Formula, reading: Reading| {
            let name =
                self.declared(formula, reading).filter(|_| self.width(formula).is_some_and(|width| width <= 32))?;
            Some(match label {
                Some(label) => format!("(long long)\\at({name}, {label})"),
                None => format!("(long long){name}"),
            })
        };
        match formula {
            Formula::Number(bits) => {
                let value: i64 = bits.signed_display().parse().ok()?;
                (value.unsigned_abs() < 1 << 40).then(|| format!("({value}LL)"))
            }
            Formula::Applied { op: Op::Neg, args, .. } => Some(format!("-({})", self.show_in_c(args.first()?, label)?)),
            Formula::Applied { op: Op::SExt, args, .. } => variable(args.first()?, Reading::Signed),
            Formula::Applied { op: Op::Concat, args, .. } => match &args[..] {
                [Formula::Number(zeros), low] if zeros.is_zero() => variable(low, Reading::Unsigned),
                _ => None,
            },
            Formula::Applied { op: Op::Add, args, .. } => {
                let [a, b] = &args[..] else { return None };
                Some(format!("({} + {})", self.show_in_c(a, label)?, self.show_in_c(b, label)?))
            }
            _ => None,
        }
    }

    /// The opposite of a number: of a difference, the difference the other way round.
    fn show_opposite(&self, formula: &Formula) -> Option<String> {
        if let Formula::Applied { op: Op::Add, args, .. } = formula
            && let [a, Formula::Applied { op: Op::Neg, args: b, .. }]
            | [Formula::Applied { op: Op::Neg, args: b, .. }, a] = &args[..]
        {
            return Some(format!("{} - {}", self.operand(b.first()?)?, self.operand(a)?));
        }
        Some(format!("-{}", self.operand(formula)?))
    }

    /// A variable that is read as it is declared.
    fn declared(&self, formula: &Formula, reading: Reading) -> Option<String> {
        let Formula::Held(atom) = formula else { return None };
        let (name, ty) = self.variable(*atom)?;
        let width = self.width(formula)?;
        type_of(width, reading).filter(|wanted| is_type(ty, wanted)).map(|_| name.to_owned())
    }

    fn operand(&self, formula: &Formula) -> Option<String> {
        let text = self.show_measure(formula)?;
        Some(if text.contains(' ') { format!("({text})") } else { text })
    }

    fn is_unsigned(&self, atom: Atom) -> bool {
        self.variable(atom).is_some_and(|(_, ty)| ty.starts_with("unsigned"))
    }

    /// The variable that holds something, and its type. What does not change may be spoken of as it was.
    fn variable(&self, atom: Atom) -> Option<(&'p str, &'p str)> {
        match atom.held {
            Held::Number(Storage::Register { below: 0, value }) => self.registers.get(&value).copied(),
            Held::Number(Storage::Memory { object, offset: 0, size }) => {
                let known = self.globals.get(&object).copied()?;
                let fits = INTEGERS.iter().any(|(name, bits, _)| is_type(known.1, name) && *bits == size * 8);
                fits.then_some(known)
            }
            _ => None,
        }
    }
}

/// Whether a function has a variable of that name that lives as long as the program.
fn is_static(program: &Program, name: &str) -> bool {
    program.globals.values().any(|global| global.source_name.as_deref() == Some(name))
}

fn is_local(function: &Function, name: &str) -> bool {
    function.vars.values().any(|variable| variable.name == name)
}

/// C's integers that are the same everywhere, by what they are.
const INTEGERS: [(&str, u32, Reading); 8] = [
    ("signed char", 8, Reading::Signed),
    ("unsigned char", 8, Reading::Unsigned),
    ("short", 16, Reading::Signed),
    ("unsigned short", 16, Reading::Unsigned),
    ("int", 32, Reading::Signed),
    ("unsigned int", 32, Reading::Unsigned),
    ("long long", 64, Reading::Signed),
    ("unsigned long long", 64, Reading::Unsigned),
];

fn type_of(width: u32, reading: Reading) -> Option<&'static str> {
    INTEGERS.iter().find(|(_, bits, read)| *bits == width && *read == reading).map(|(name, ..)| *name)
}

/// Whether a declaration is of this type, other spellings included.
fn is_type(declared: &str, ty: &str) -> bool {
    declared == ty || declared == format!("const {ty}")
}
