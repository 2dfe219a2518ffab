//! Counterexamples in certificates: what an execution chooses, and where it breaks the check; of one that never ends, why.

use std::sync::Arc;

use candor_evidence::{ClosedSet, Counterexample, Cycle, CycleOf, Formula, Settled};
use candor_interp::{ChoiceKind, Site};
use candor_ir::{Bits, Check, FuncId, InstId, Program};
use serde::{Deserialize, Serialize};

use super::FunctionRecord;

/// So many bits a choice may have: a file is one.
const MAX_BITS: u32 = 1 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViolationRecord {
    check: String,
    /// Where every frame stands when it fails, outermost first.
    position: Vec<SiteRecord>,
    /// Such as `input 0x5:i32`, in order.
    choices: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cycle: Option<CycleRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteRecord {
    function: FunctionRecord,
    instruction: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CycleRecord {
    of: Kind,
    /// How often the loop's first block has been begun when the first of the rounds begins, or before a state comes back.
    visits: u64,
    /// So many choices, the last ones, are made again in each round.
    again: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recurrent_set: Option<SetRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Rounds,
    Calls,
    States,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetRecord {
    skipped: u32,
    facts: Vec<String>,
    inputs: Vec<String>,
    /// For people.
    in_source: Vec<String>,
}

impl ViolationRecord {
    pub(super) fn of(program: &Program, cex: &Counterexample) -> ViolationRecord {
        let Counterexample { check, position, choices, cycle } = cex;
        let site = |site: &Site| SiteRecord {
            function: FunctionRecord::new(program, site.func),
            instruction: site.inst.as_u32(),
        };
        let choice = |choice: &Settled| format!("{} {}", choice.kind.name(), number(&choice.value));
        ViolationRecord {
            check: check.id().to_owned(),
            position: position.iter().map(site).collect(),
            choices: choices.iter().map(choice).collect(),
            cycle: cycle.as_ref().map(CycleRecord::of),
        }
    }

    pub(super) fn read(self) -> Result<Counterexample, String> {
        let ViolationRecord { check, position, choices, cycle } = self;
        let site = |site: SiteRecord| Site {
            func: FuncId::from_u32(site.function.number),
            inst: InstId::from_u32(site.instruction),
        };
        let cycle = cycle.map(CycleRecord::read).transpose()?;
        let choices: Vec<Settled> = choices.iter().map(|text| read_choice(text)).collect::<Result<_, _>>()?;
        if cycle.as_ref().is_some_and(|cycle| cycle.n_choices > choices.len()) {
            return Err("more choices are made again than there are".to_owned());
        }
        Ok(Counterexample {
            check: Check::from_id(&check).ok_or_else(|| format!("there is no check `{check}`"))?,
            position: position.into_iter().map(site).collect(),
            choices,
            cycle,
        })
    }
}

impl CycleRecord {
    fn of(cycle: &Cycle) -> CycleRecord {
        let (of, visits) = match cycle.of {
            CycleOf::Rounds { n_visits } => (Kind::Rounds, n_visits),
            CycleOf::Calls => (Kind::Calls, 0),
            CycleOf::States { most_visits } => (Kind::States, most_visits),
        };
        let recurrent_set =
            cycle.closed.as_deref().map(|ClosedSet { n_skipped, facts, inputs, in_source }| SetRecord {
                skipped: *n_skipped,
                facts: facts.iter().map(Formula::to_string).collect(),
                inputs: inputs.iter().map(number).collect(),
                in_source: in_source.clone(),
            });
        CycleRecord { of, visits, again: cycle.n_choices, recurrent_set }
    }

    fn read(self) -> Result<Cycle, String> {
        let CycleRecord { of, visits, again, recurrent_set } = self;
        let of = match of {
            Kind::Rounds => CycleOf::Rounds { n_visits: visits },
            Kind::Calls => CycleOf::Calls,
            Kind::States => CycleOf::States { most_visits: visits },
        };
        let closed = match recurrent_set {
            Some(SetRecord { skipped, facts, inputs, in_source }) => Some(Arc::new(ClosedSet {
                n_skipped: skipped,
                facts: facts.iter().map(|text| text.parse()).collect::<Result<_, String>>()?,
                inputs: inputs.iter().map(|text| read_number(text)).collect::<Result<_, _>>()?,
                in_source,
            })),
            None => None,
        };
        Ok(Cycle { of, n_choices: again, closed })
    }
}

/// `0x5:i32`.
fn number(bits: &Bits) -> String {
    format!("{bits:#x}:i{}", bits.width())
}

fn read_choice(text: &str) -> Result<Settled, String> {
    let (kind, value) = text.split_once(' ').ok_or_else(|| format!("`{text}` is no choice"))?;
    let kind = ChoiceKind::from_name(kind).ok_or_else(|| format!("there is no kind of choices `{kind}`"))?;
    Ok(Settled { kind, value: read_number(value)? })
}

fn read_number(text: &str) -> Result<Bits, String> {
    let wrong = || format!("`{text}` is no number");
    let (digits, width) = text.strip_prefix("0x").and_then(|rest| rest.split_once(":i")).ok_or_else(wrong)?;
    let width: u32 = width.parse().ok().filter(|width| (1..=MAX_BITS).contains(width)).ok_or_else(wrong)?;
    let mut bytes = Vec::new();
    for digits in digits.as_bytes().rchunks(2) {
        let digits = std::str::from_utf8(digits).map_err(|_| wrong())?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong())?);
    }
    let bits = Bits::from_le_bytes(width, &bytes);
    match number(&bits) == text {
        true => Ok(bits),
        false => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for (width, bytes) in [(1, &[1_u8][..]), (7, &[0x7F]), (32, &[5, 0, 0, 0x80]), (200, &[9; 25]), (64, &[])] {
            let bits = Bits::from_le_bytes(width, bytes);
            assert_eq!(read_number(&number(&bits)), Ok(bits));
        }
        for wrong in ["", "0x", "5:i8", "0x5", "0x100:i8", "0x05:i8", "0x+5:i8", "0x5:i0", "0x5:i9999999", "0xg:i8"] {
            assert!(read_number(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn choices_have_a_kind() {
        let choice = Settled { kind: ChoiceKind::Uninitialized, value: Bits::new(8, 7) };
        assert_eq!(read_choice("uninitialized 0x7:i8"), Ok(choice));
        assert!(read_choice("0x7:i8").is_err() && read_choice("whim 0x7:i8").is_err());
    }
}
