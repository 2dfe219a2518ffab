//! `--volatile`: what a volatile variable holds when it is read.

use std::collections::BTreeMap;

use candor_ir::{Function, Inst, InstId, InstKind, LocId, Program, Scalar, ValueData, ValueId};

use super::build::{input_call, insert_behind, users};

/// A read of something volatile, its type and its result.
fn volatile_read(inst: &Inst) -> Option<(Scalar, ValueId)> {
    match (&inst.kind, inst.result) {
        (InstKind::Load { ty, flags, .. }, Some(result)) if flags.volatile => Some((*ty, result)),
        // Any other reads nothing volatile into a register; atomic updates give what was there.
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
pub(super) fn make_reads_arbitrary(program: &mut Program) {
    for func in users(program) {
        let reads: Vec<(InstId, Scalar, ValueId, LocId)> = program.functions[func]
            .insts
            .iter()
            .filter_map(|(inst, data)| volatile_read(data).map(|(ty, result)| (inst, ty, result, data.loc)))
            .collect();
        let mut extra = BTreeMap::new();
        for (inst, ty, result, loc) in reads {
            let kind = input_call(program, ty, result);
            let function = &mut program.functions[func];
            let unused = function.values.push(ValueData { ty, name: None });
            function.insts[inst].result = Some(unused);
            extra.insert(inst, vec![Inst::new(kind, None, loc)]);
        }
        insert_behind(&mut program.functions[func], extra);
    }
}
