//! `--volatile`: what a volatile variable holds when it is read.

use std::collections::{BTreeMap, BTreeSet};

use candor_ir::{Const, FuncId, Function, Inst, InstId, InstKind, Operand, Program, Scalar, ValueData, ValueId};

use super::bools;
use super::build::{input_call, insert_behind, native, plain_call, users};

/// The platform's function that fills a block with inputs.
const FILLER: &str = "__candor_make_inputs";

/// What a read of something volatile gives.
enum Read {
    /// A value of this type in each of these registers.
    Registers(Vec<(Scalar, ValueId)>),
    /// So many bytes in a block; the width is that of the length.
    Block { dst: Operand, len: Operand, width: u32 },
}

/// What an instruction reads that is volatile.
fn volatile_read(inst: &Inst) -> Option<Read> {
    let result = |ty: Scalar| inst.result.map(|result| (ty, result));
    match &inst.kind {
        InstKind::Load { ty, flags, .. } | InstKind::AtomicRmw { ty, flags, .. } if flags.volatile => {
            result(*ty).map(|read| Read::Registers(vec![read]))
        }
        InstKind::AtomicCas { ty, flags, success, .. } if flags.volatile => {
            let succeeds = success.map(|success| (Scalar::I1, success));
            Some(Read::Registers(result(*ty).into_iter().chain(succeeds).collect()))
        }
        &InstKind::MemCopy { dst, len, width, volatile: true, .. } => Some(Read::Block { dst, len, width }),
        // Any other reads nothing volatile.
        _ => None,
    }
}

/// What one takes for granted who believes what was written.
pub(super) fn say_if_read(program: &Program) -> Option<String> {
    let is_read = |function: &Function| function.insts.values().any(|inst| volatile_read(inst).is_some());
    let mut users = program.functions.values().filter(|function| !function.library);
    users.any(is_read).then(|| "volatile variables hold what the program wrote to them last".to_owned())
}

/// Every read of something volatile may give anything. The access itself is still made and checked.
pub(super) fn make_reads_arbitrary(program: &mut Program) -> Option<String> {
    let mut has_bools = false;
    for func in users(program) {
        let insts = &program.functions[func].insts;
        let reads: Vec<(InstId, Read)> =
            insts.iter().filter_map(|(inst, data)| volatile_read(data).map(|read| (inst, read))).collect();
        let mut extra = BTreeMap::new();
        let mut arbitrary = BTreeSet::new();
        for (inst, read) in reads {
            let loc = program.functions[func].insts[inst].loc;
            let behind = match read {
                Read::Registers(results) => {
                    arbitrary.extend(results.iter().map(|&(_, result)| result));
                    replaced(program, func, inst, &results)
                }
                Read::Block { dst, len, width } => vec![filled(program, dst, len, width)],
            };
            extra.insert(inst, behind.into_iter().map(|kind| Inst::new(kind, None, loc)).collect());
        }
        insert_behind(&mut program.functions[func], extra);
        let about = comparisons(&program.functions[func], &arbitrary);
        has_bools |= bools::trust(program, func, |ok| matches!(ok, Operand::Value(ok) if about.contains(&ok)));
    }
    has_bools.then(|| "every volatile `_Bool` holds 0 or 1".to_owned())
}

/// The results of comparisons of these registers.
fn comparisons(function: &Function, values: &BTreeSet<ValueId>) -> BTreeSet<ValueId> {
    let compares =
        |inst: &Inst| matches!(inst.kind, InstKind::Compare { a: Operand::Value(a), .. } if values.contains(&a));
    function.insts.values().filter(|inst| compares(inst)).filter_map(|inst| inst.result).collect()
}

/// The calls that give registers any values, in place of the instruction, which has others from now on.
fn replaced(program: &mut Program, func: FuncId, inst: InstId, results: &[(Scalar, ValueId)]) -> Vec<InstKind> {
    let mut calls = Vec::new();
    for &(ty, result) in results {
        calls.push(input_call(program, ty, result));
        let function = &mut program.functions[func];
        let unused = function.values.push(ValueData { ty, name: None });
        let inst = &mut function.insts[inst];
        match &mut inst.kind {
            InstKind::AtomicCas { success, .. } if *success == Some(result) => *success = Some(unused),
            // Any other writes no register but its result.
            _ => inst.result = Some(unused),
        }
    }
    calls
}

/// The call that makes each byte of a block an input.
fn filled(program: &mut Program, dst: Operand, len: Operand, width: u32) -> InstKind {
    let filler = native(program, FILLER);
    let bits: Operand = program.consts.add(Const::int(32, 8)).into();
    plain_call(filler, &[(Scalar::Ptr, dst), (Scalar::Int(width), len), (Scalar::Int(32), bits)], &[])
}
