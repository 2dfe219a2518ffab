//! Certificates: proofs and counterexamples as files. `docs/reference/certificates.md` describes the format.

mod violation;

use candor_evidence::{Counterexample, Formula, LoopEntry, LoopProof, Proof, RankingCase};
use candor_interp::Site;
use candor_ir::{BlockId, EntityRef, FuncId, Program};
use serde::{Deserialize, Serialize};

/// The version of the format; it changes when a field changes its meaning or goes away.
const VERSION: u32 = 1;

use violation::ViolationRecord;

/// What is true of the checks that were asked for, and why.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// All of them hold.
    Holds(Proof),
    /// One of them is violated.
    Violated(Counterexample),
}

/// What is true of which program, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// What was asked, as options of `candor check`.
    pub question: Vec<String>,
    /// The arguments that the program gets.
    pub args: Vec<String>,
    /// A digest of the program as it is checked, in candor's own representation.
    pub program: String,
    pub claim: Claim,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    candor_certificate: u32,
    question: Vec<String>,
    args: Vec<String>,
    program: String,
    /// Names of functions are for people, numbers count.
    functions: Vec<FunctionRecord>,
    loops: Vec<LoopRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    violation: Option<ViolationRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FunctionRecord {
    name: String,
    number: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoopRecord {
    function: FunctionRecord,
    block: Option<u32>,
    /// Hexadecimal.
    call_path: String,
    rounds: Vec<u32>,
    facts: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    elements: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    results: Vec<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    depth: u32,
    #[serde(default, skip_serializing_if = "is_false")]
    sums: bool,
    rankings: Vec<RankingRecord>,
    /// For people.
    in_source: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    of_elements: Vec<String>,
    measure: Option<String>,
}

/// Nor sums.
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Most proofs need no depth.
fn is_zero(depth: &u32) -> bool {
    *depth == 0
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RankingRecord {
    when: Option<String>,
    layers: Vec<Vec<String>>,
}

impl FunctionRecord {
    fn new(program: &Program, func: FuncId) -> FunctionRecord {
        FunctionRecord { name: program.functions[func].name.clone(), number: func.as_u32() }
    }
}

impl Certificate {
    /// The certificate as JSON, with a line end.
    pub fn write(&self, program: &Program) -> String {
        let function = |func: FuncId| FunctionRecord::new(program, func);
        let (functions, loops, violation) = match &self.claim {
            Claim::Holds(proof) => {
                let loops = proof.loops.iter().map(|proof| write_loop(proof, function(proof.entry.func)));
                (proof.functions.iter().map(|&func| function(func)).collect(), loops.collect(), None)
            }
            Claim::Violated(cex) => (Vec::new(), Vec::new(), Some(ViolationRecord::of(program, cex))),
        };
        let record = Record {
            candor_certificate: VERSION,
            question: self.question.clone(),
            args: self.args.clone(),
            program: self.program.clone(),
            functions,
            loops,
            violation,
        };
        serde_json::to_string_pretty(&record).expect("plain data whose only keys are text always has a JSON form")
            + "\n"
    }

    /// Reads what [`Certificate::write`] has written.
    pub fn read(text: &str) -> Result<Certificate, String> {
        let record: Record = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if record.candor_certificate != VERSION {
            return Err(format!("its format is version {}, not {VERSION}", record.candor_certificate));
        }
        let Record { question, args, program, functions, loops, violation, .. } = record;
        let claim = match violation {
            Some(_) if !loops.is_empty() || !functions.is_empty() => {
                return Err("it has a proof and a violation".to_owned());
            }
            Some(violation) => Claim::Violated(violation.read()?),
            None => {
                let loops: Result<Vec<LoopProof>, String> = loops.into_iter().map(read_loop).collect();
                let functions = functions.iter().map(|function| FuncId::from_u32(function.number)).collect();
                Claim::Holds(Proof { loops: loops?, functions, graph: None })
            }
        };
        Ok(Certificate { question, args, program, claim })
    }

    /// Whether everything that it names is there.
    pub fn fits(&self, program: &Program) -> bool {
        let is_there = |func: FuncId| func.index() < program.functions.len();
        match &self.claim {
            Claim::Holds(proof) => {
                let fits = |proof: &LoopProof| {
                    let LoopEntry { func, header, .. } = proof.entry;
                    is_there(func) && header.is_none_or(|bb| bb.index() < program.functions[func].blocks.len())
                };
                proof.functions.iter().all(|&func| is_there(func)) && proof.loops.iter().all(fits)
            }
            Claim::Violated(cex) => {
                let fits =
                    |site: &Site| is_there(site.func) && site.inst.index() < program.functions[site.func].insts.len();
                !cex.position.is_empty() && cex.position.iter().all(fits)
            }
        }
    }
}

fn write_loop(proof: &LoopProof, function: FunctionRecord) -> LoopRecord {
    let texts = |formulas: &[Formula]| formulas.iter().map(Formula::to_string).collect();
    let ranking = |case: &RankingCase| RankingRecord {
        when: case.when.as_ref().map(Formula::to_string),
        layers: case.layers.iter().map(|layer| texts(layer)).collect(),
    };
    LoopRecord {
        function,
        block: proof.entry.header.map(BlockId::as_u32),
        call_path: format!("{:x}", proof.entry.call_path),
        rounds: proof.entry.rounds.clone(),
        facts: texts(&proof.facts),
        elements: texts(&proof.elements),
        results: texts(&proof.results),
        depth: proof.depth,
        sums: proof.has_sums,
        rankings: proof.rankings.iter().map(ranking).collect(),
        in_source: proof.in_source.clone(),
        of_elements: proof.of_elements.clone(),
        measure: proof.measure.clone(),
    }
}

fn read_loop(record: LoopRecord) -> Result<LoopProof, String> {
    let formulas = |texts: Vec<String>| texts.iter().map(|text| text.parse()).collect::<Result<Vec<Formula>, String>>();
    let call_path = u64::from_str_radix(&record.call_path, 16).map_err(|error| error.to_string())?;
    let mut rankings = Vec::new();
    for RankingRecord { when, layers } in record.rankings {
        let when = when.map(|text| text.parse()).transpose()?;
        rankings.push(RankingCase { when, layers: layers.into_iter().map(formulas).collect::<Result<_, String>>()? });
    }
    let func = FuncId::from_u32(record.function.number);
    let header = record.block.map(BlockId::from_u32);
    Ok(LoopProof {
        entry: LoopEntry { func, header, call_path, rounds: record.rounds },
        at: Site { func, inst: candor_ir::InstId::from_u32(0) },
        facts: formulas(record.facts)?,
        elements: formulas(record.elements)?,
        results: formulas(record.results)?,
        depth: record.depth,
        has_sums: record.sums,
        rankings,
        in_source: record.in_source,
        of_elements: record.of_elements,
        measure: record.measure,
        bound: None,
        transition: None,
    })
}

#[cfg(test)]
mod tests {
    use candor_ir::{Endian, Function, Signature, Target};

    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let (data_layout, triple) = (String::new(), String::new());
        let mut program = Program::new(Target { pointer_bits: 64, endian: Endian::Little, data_layout, triple });
        let func = program.functions.push(Function::declare("f", Signature::default()));
        let formula = |text: &str| text.parse::<Formula>().expect("it is one");
        let proof = LoopProof {
            entry: LoopEntry { func, header: Some(BlockId::from_u32(3)), call_path: 17, rounds: vec![0, 2] },
            at: Site { func, inst: candor_ir::InstId::from_u32(0) },
            facts: vec![formula("(slt bool v1 old:v2)")],
            elements: vec![formula("(eq bool (select i32 arr:0.0.4.0 index:62) 7:i32)")],
            results: vec![formula("(slt bool v1 result)")],
            depth: 3,
            has_sums: true,
            rankings: vec![RankingCase { when: Some(formula("true")), layers: vec![vec![formula("v1")]] }],
            in_source: vec!["i < n".to_owned()],
            of_elements: vec!["for all k: a[k] == 7".to_owned()],
            measure: Some("n - i".to_owned()),
            bound: None,
            transition: None,
        };
        let certificate = Certificate {
            question: vec!["--property=unreach-call".to_owned()],
            args: Vec::new(),
            program: "0".to_owned(),
            claim: Claim::Holds(Proof { loops: vec![proof], functions: vec![func], graph: None }),
        };
        let text = certificate.write(&program);
        assert_eq!(Certificate::read(&text), Ok(certificate.clone()));
        assert!(!certificate.fits(&program), "there is no such block");
        for bad in ["", "{}", &text.replace("slt", "less"), &text.replace("certificate\": 1", "certificate\": 2")] {
            assert!(Certificate::read(bad).is_err(), "{bad}");
        }
    }
}
