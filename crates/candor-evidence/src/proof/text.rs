//! Formulas as text, such as `(slt v5 (add old:v7 1:i32))`, and back.
//!
//! `v5` is a register, `v5^1` one of the caller's, `m…+8:4` four bytes of an object; `off:` is the offset of the pointer that is held, `any:` of one to several objects,
//! `arr:` and `size:` are about an object, `result` is what a function returns, `index:62` any index of 62 bits, `old:` about the time when the rounds began. Operators are called as terms call them; those whose
//! result operands do not tell have its sort, and `extract` its lowest bit, before the operands.

use std::fmt;
use std::str::FromStr;

use candor_bits::Bits;
use candor_interp::Site;
use candor_ir::{EntityRef, FuncId, InstId, ValueId};
use candor_term::{Op, Sort};

use super::{Atom, Formula, Held, ObjectKey, Storage};

/// So deep formulas may be nested.
const MAX_DEPTH: u32 = 500;
/// So many bits numbers may have.
const MAX_BITS: u32 = 4096;

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Truth(truth) => write!(f, "{truth}"),
            Formula::Number(bits) => write!(f, "{}:i{}", bits.signed_display(), bits.width()),
            Formula::Held(atom) => write!(f, "{atom}"),
            Formula::Applied { op, sort, low, args } => {
                write!(f, "({op}")?;
                match (op, sort) {
                    (Op::Extract, _) => write!(f, " {low} {}", SortText(*sort))?,
                    _ => write!(f, " {}", SortText(*sort))?,
                }
                args.iter().try_for_each(|arg| write!(f, " {arg}"))?;
                write!(f, ")")
            }
        }
    }
}

struct SortText(Sort);

impl fmt::Display for SortText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Sort::Array { index, element } => write!(f, "a{index}x{element}"),
            other => write!(f, "{other}"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at_entry {
            f.write_str("old:")?;
        }
        match self.held {
            Held::Number(storage) => write!(f, "{storage}"),
            Held::Offset(storage) => write!(f, "off:{storage}"),
            Held::Anywhere(storage) => write!(f, "any:{storage}"),
            Held::Contents(object) => write!(f, "arr:{object}"),
            Held::Size(object) => write!(f, "size:{object}"),
            Held::Result => f.write_str("result"),
            Held::Index(width) => write!(f, "index:{width}"),
        }
    }
}

impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Storage::Register { below: 0, value } => write!(f, "v{}", value.index()),
            Storage::Register { below, value } => write!(f, "v{}^{below}", value.index()),
            Storage::Memory { object, offset, size } => write!(f, "m{object}+{offset}:{size}"),
        }
    }
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ObjectKey { call_path, site, nth } = self;
        write!(f, "{call_path:x}.{}.{}.{nth}", site.func.index(), site.inst.index())
    }
}

impl FromStr for Formula {
    type Err = String;

    fn from_str(text: &str) -> Result<Formula, String> {
        let mut words = Words { rest: text };
        let formula = read(&mut words, 0)?;
        match words.next() {
            None => Ok(formula),
            Some(word) => Err(format!("`{word}` behind the end of a formula")),
        }
    }
}

struct Words<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.rest.trim_start();
        let end = match text.chars().next()? {
            '(' | ')' => 1,
            _ => text.find([' ', '(', ')']).unwrap_or(text.len()),
        };
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        Some(word)
    }
}

fn read(words: &mut Words<'_>, depth: u32) -> Result<Formula, String> {
    let word = words.next().ok_or("a formula ends too early")?;
    if depth > MAX_DEPTH {
        return Err("a formula is nested too deep".to_owned());
    }
    match word {
        "(" => {
            let name = words.next().unwrap_or_default();
            let op = Op::ALL.iter().copied().find(|op| op.name() == name && op.arity() > 0);
            let op = op.ok_or_else(|| format!("`{name}` is no operator"))?;
            let low = match op {
                Op::Extract => words.next().and_then(|word| word.parse().ok()).ok_or("`extract` without a number")?,
                _ => 0,
            };
            let sort = words.next().unwrap_or_default();
            let sort = read_sort(sort).ok_or_else(|| format!("`{sort}` is no sort"))?;
            let mut args = Vec::new();
            for _ in 0..op.arity() {
                args.push(read(words, depth + 1)?);
            }
            match words.next() {
                Some(")") => Ok(Formula::Applied { op, sort, low, args }),
                other => Err(format!("`{}` where `)` was expected", other.unwrap_or_default())),
            }
        }
        "true" => Ok(Formula::Truth(true)),
        "false" => Ok(Formula::Truth(false)),
        word => {
            let known = read_number(word).map(Formula::Number).or_else(|| read_atom(word).map(Formula::Held));
            known.ok_or_else(|| format!("`{word}` is nothing that a state holds"))
        }
    }
}

fn read_sort(word: &str) -> Option<Sort> {
    if word == "bool" {
        return Some(Sort::Bool);
    }
    let width = |text: &str| text.parse().ok().filter(|width| (1..=MAX_BITS).contains(width));
    if let Some(digits) = word.strip_prefix('i') {
        return width(digits).map(Sort::Bv);
    }
    let (index, element) = word.strip_prefix('a')?.split_once('x')?;
    Some(Sort::Array { index: width(index)?, element: width(element)? })
}

fn read_number(word: &str) -> Option<Bits> {
    let (number, width) = word.split_once(":i")?;
    let width: u32 = width.parse().ok().filter(|width| (1..=MAX_BITS).contains(width))?;
    Bits::from_decimal(width, number)
}

fn read_atom(word: &str) -> Option<Atom> {
    let (word, at_entry) = match word.strip_prefix("old:") {
        Some(rest) => (rest, true),
        None => (word, false),
    };
    let held = match word.split_once(':') {
        Some(("off", rest)) => Held::Offset(read_storage(rest)?),
        Some(("any", rest)) => Held::Anywhere(read_storage(rest)?),
        Some(("arr", rest)) => Held::Contents(read_object(rest)?),
        Some(("size", rest)) => Held::Size(read_object(rest)?),
        Some(("index", rest)) => Held::Index(rest.parse().ok().filter(|width| (1..=MAX_BITS).contains(width))?),
        None if word == "result" => Held::Result,
        _ => Held::Number(read_storage(word)?),
    };
    Some(Atom { held, at_entry })
}

fn read_storage(word: &str) -> Option<Storage> {
    if let Some(register) = word.strip_prefix('v') {
        let (value, below) = register.split_once('^').unwrap_or((register, "0"));
        let value: u32 = value.parse().ok()?;
        return Some(Storage::Register { below: below.parse().ok()?, value: ValueId::from_u32(value) });
    }
    let (object, bytes) = word.strip_prefix('m')?.split_once('+')?;
    let (offset, size) = bytes.split_once(':')?;
    Some(Storage::Memory { object: read_object(object)?, offset: offset.parse().ok()?, size: size.parse().ok()? })
}

fn read_object(word: &str) -> Option<ObjectKey> {
    let mut parts = word.split('.');
    let call_path = u64::from_str_radix(parts.next()?, 16).ok()?;
    let mut number = || parts.next()?.parse::<u32>().ok();
    let (func, inst, nth) = (number()?, number()?, number()?);
    let site = Site { func: FuncId::from_u32(func), inst: InstId::from_u32(inst) };
    parts.next().is_none().then_some(ObjectKey { call_path, site, nth })
}

#[cfg(test)]
mod tests {
    use candor_term::TermPool;
    use rustc_hash::FxHashMap;

    use super::*;

    #[test]
    fn formulas_are_read_as_they_are_written() {
        let object = ObjectKey {
            call_path: u64::MAX,
            site: Site { func: FuncId::from_u32(3), inst: InstId::from_u32(4) },
            nth: 5,
        };
        let storages = [
            Storage::Register { below: 0, value: ValueId::from_u32(7) },
            Storage::Register { below: 2, value: ValueId::from_u32(8) },
            Storage::Memory { object, offset: 16, size: 4 },
        ];
        let kinds = |at| [Held::Number(at), Held::Offset(at), Held::Anywhere(at)];
        let mut held: Vec<Held> = storages.into_iter().flat_map(kinds).collect();
        held.extend([Held::Contents(object), Held::Size(object), Held::Result, Held::Index(62)]);
        for (held, at_entry) in held.into_iter().flat_map(|held| [(held, false), (held, true)]) {
            let formula = Formula::Held(Atom { held, at_entry });
            assert_eq!(formula.to_string().parse(), Ok(formula));
        }
    }

    #[test]
    fn terms_come_back() {
        let mut pool = TermPool::new();
        let mut names = FxHashMap::default();
        let mut vars = Vec::new();
        for (idx, width) in [(1_u32, 8), (2, 8), (3, 16)] {
            let var = pool.var(&format!("x{idx}"), Sort::Bv(width));
            let at = Storage::Register { below: 0, value: ValueId::from_u32(idx) };
            names.insert(var, Atom { held: Held::Number(at), at_entry: idx == 2 });
            vars.push(var);
        }
        let (sum, wide) = (pool.add(vars[0], vars[1]), pool.sext(vars[0], 16));
        let high = pool.extract(vars[2], 8, 8);
        let (below, same) = (pool.slt(sum, high), pool.eq(wide, vars[2]));
        let term = pool.or(below, same);
        let formula = Formula::of(&pool, term, &names).expect("everything has a name");
        let read: Formula = formula.to_string().parse().expect("it is one");
        assert_eq!(read, formula);
        let known: FxHashMap<Atom, candor_term::Term> = names.iter().map(|(term, atom)| (*atom, *term)).collect();
        assert_eq!(read.term(&mut pool, &known), Some(term));
        assert_eq!(read.term(&mut pool, &FxHashMap::default()), None);
        let stranger = pool.var("y", Sort::Bv(8));
        let stranger = pool.eq(stranger, vars[0]);
        assert_eq!(Formula::of(&pool, stranger, &names), None);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["", "(", ")", "(add i8 v1)", "(add i0 v1 v2)", "(var i8)", "v", "v1 v2", "300", "1:i99999", "m1.2.3+0:4"]
        {
            assert!(text.parse::<Formula>().is_err(), "{text}");
        }
        let deep = "(not bool ".repeat(100_000);
        assert!(deep.parse::<Formula>().is_err());
    }
}
