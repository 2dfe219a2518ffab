//! Joining blocks that always follow each other, and leaving out those that are never reached.
//!
//! clang at -O0 ends a block wherever the source has braces: `for.inc` only ever follows `for.body`. Each such boundary
//! costs a jump at every pass and a place in every explorer's queue. Only the jumps go: what computes, checks or has an
//! effect keeps its place in the order of execution, and so does its position in the source.
//!
//! Functions with computed gotos or labels as values are left alone, as constants name their blocks.

use candor_ir::{
    BlockId, Const, EdgeId, FuncId, Function, InstKind, Operand, PrimaryMap, Program, SecondaryMap, ValueId,
};

use crate::cfg::Cfg;
use crate::rebuild::{Layout, check, compact_registers, lay_out};

/// Tidies all functions.
pub fn tidy(program: &mut Program) {
    let fixed = functions_with_labels(program);
    for func in program.functions.keys().filter(|&func| !fixed[func]) {
        tidy_blocks(&mut program.functions[func]);
        debug_assert!(check(program, func));
    }
}

/// Tidies one function; tells whether anything changed.
pub fn tidy_function(program: &mut Program, func: FuncId) -> bool {
    let changed = !functions_with_labels(program)[func] && tidy_blocks(&mut program.functions[func]);
    debug_assert!(check(program, func));
    changed
}

/// The functions of which some constant names a block.
fn functions_with_labels(program: &Program) -> SecondaryMap<FuncId, bool> {
    let mut found = SecondaryMap::new();
    for (_, constant) in program.consts.iter() {
        if let Const::BlockAddress(func, _) = constant {
            found[*func] = true;
        }
    }
    found
}

fn tidy_blocks(function: &mut Function) -> bool {
    let indirect = |kind: &InstKind| matches!(kind, InstKind::IndirectBranch { .. });
    if !function.is_defined() || function.insts.values().any(|inst| indirect(&inst.kind)) {
        return false;
    }
    let cfg = Cfg::new(function);
    let (layout, joints) = plan(function, &cfg);
    if layout.heads.len() == function.blocks.len() {
        return false;
    }
    let given = arguments_of_joints(function, &joints);
    replace_params(function, &given);
    let new_blocks = lay_out(function, &layout);
    keep_live_edges(function, &new_blocks);
    compact_registers(function);
    true
}

/// Which blocks remain, and the edges along which the others are joined to them.
fn plan(function: &Function, cfg: &Cfg) -> (Layout, Vec<EdgeId>) {
    let mut layout = Layout::default();
    let mut joints = Vec::new();
    let mut joined: SecondaryMap<BlockId, bool> = SecondaryMap::with_capacity(cfg.n_blocks());
    for &bb in cfg.reverse_post_order() {
        if let Some((edge, target)) = joint(function, cfg, bb) {
            layout.next[bb] = Some(target);
            layout.removed[function.terminator(bb)] = true;
            joined[target] = true;
            joints.push(edge);
        }
    }
    layout.heads = function.blocks.keys().filter(|&bb| cfg.is_reachable(bb) && !joined[bb]).collect();
    (layout, joints)
}

/// The edge out of a block, and where it leads, if nothing else leads there. That cannot be the block itself, nor lead
/// back to it through other joints: then it would not be reachable.
fn joint(function: &Function, cfg: &Cfg, bb: BlockId) -> Option<(EdgeId, BlockId)> {
    let inst = &function.insts[function.terminator(bb)];
    let InstKind::Jump { edge } = inst.kind else {
        return None;
    };
    let target = function.edges[edge].target;
    let mut ways = cfg.predecessors(target).iter().filter(|link| cfg.is_reachable(link.block));
    let only_way = ways.next().is_some() && ways.next().is_none();
    (only_way && inst.checks.is_empty()).then_some((edge, target))
}

/// What the parameters of joined blocks stand for, down to what is no such parameter itself.
fn arguments_of_joints(function: &Function, joints: &[EdgeId]) -> SecondaryMap<ValueId, Option<Operand>> {
    let mut given: SecondaryMap<ValueId, Option<Operand>> = SecondaryMap::new();
    // In reverse post-order, so an argument that is a parameter has been looked up by now.
    for &edge in joints {
        let edge = &function.edges[edge];
        for (&param, &arg) in function.blocks[edge.target].params.iter().zip(&edge.args) {
            given[param] = Some(replacement(&given, arg));
        }
    }
    given
}

fn replacement(given: &SecondaryMap<ValueId, Option<Operand>>, operand: Operand) -> Operand {
    match operand {
        Operand::Value(value) => given[value].unwrap_or(operand),
        Operand::Const(_) => operand,
    }
}

fn replace_params(function: &mut Function, given: &SecondaryMap<ValueId, Option<Operand>>) {
    let replace = |operand: &mut Operand| *operand = replacement(given, *operand);
    function.insts.values_mut().for_each(|inst| inst.kind.for_each_operand_mut(replace));
    function.edges.values_mut().for_each(|edge| edge.args.iter_mut().for_each(replace));
    function.debug_values.iter_mut().for_each(|debug_value| replace(&mut debug_value.value));
}

/// Renumbers the edges that are still taken, and leads them to the new numbers of their targets.
fn keep_live_edges(function: &mut Function, new_blocks: &SecondaryMap<BlockId, Option<BlockId>>) {
    let mut old = std::mem::take(&mut function.edges);
    let mut new_edges: SecondaryMap<EdgeId, Option<EdgeId>> = SecondaryMap::with_capacity(old.len());
    let mut edges = PrimaryMap::new();
    for inst in function.insts.values_mut() {
        inst.kind.for_each_edge_mut(|edge| {
            *edge = *new_edges[*edge].get_or_insert_with(|| {
                let mut data = old[*edge].clone();
                data.args = std::mem::take(&mut old[*edge].args);
                data.target = new_blocks[data.target].expect("a live edge leads to a block that remains");
                edges.push(data)
            });
        });
    }
    function.edges = edges;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Build, block, f, show, verify};
    use candor_ir::DebugValue;

    #[track_caller]
    fn check(build: Build, expected: &[&str]) {
        let mut program = build.finish();
        tidy(&mut program);
        verify(&program);
        assert_eq!(show(&program), expected);
    }

    #[test]
    fn blocks_that_follow_each_other_become_one() {
        let mut build = Build::new();
        let (one, two) = (build.int(32, 1), build.int(32, 2));
        build.block(&[]);
        build.observe(one);
        build.jump(2, &[]);
        build.block(&[]);
        build.ret(&[]);
        build.block(&[]);
        build.observe(two);
        build.jump(1, &[]);
        check(build, &["bb0:", "call @observe(i32 1)", "call @observe(i32 2)", "return"]);
    }

    #[test]
    fn parameters_become_their_arguments_through_several_blocks() {
        let mut build = Build::new();
        let one = build.int(32, 1);
        let (first, second) = (build.value(crate::testing::I32), build.value(crate::testing::I32));
        build.function.values[first].name = Some("gone".into());
        build.block(&[]);
        build.jump(1, &[one]);
        build.block(&[first]);
        build.jump(2, &[first.into()]);
        build.block(&[second]);
        build.observe(second.into());
        build.fork(3, 4);
        build.block(&[]);
        build.observe(first.into());
        build.ret(&[]);
        build.block(&[]);
        build.ret(&[]);
        let mut program = build.finish();
        assert!(tidy_function(&mut program, FuncId::from_u32(0)));
        verify(&program);
        let function = f(&program);
        assert_eq!((function.blocks.len(), function.values.len(), function.edges.len()), (3, 1, 2));
        assert!(function.removed_names.contains("gone"));
    }

    #[test]
    fn unreachable_blocks_go_and_do_not_count_as_predecessors() {
        let mut build = Build::new();
        let one = build.int(32, 1);
        build.block(&[]);
        build.jump(2, &[]);
        build.block(&[]);
        build.jump(2, &[]);
        build.block(&[]);
        build.observe(one);
        build.ret(&[]);
        check(build, &["bb0:", "call @observe(i32 1)", "return"]);
    }

    #[test]
    fn loops_and_joins_stay() {
        let mut build = Build::new();
        build.block(&[]);
        build.fork(1, 2);
        build.block(&[]);
        build.jump(3, &[]);
        build.block(&[]);
        build.jump(3, &[]);
        build.block(&[]);
        build.fork(3, 4);
        build.block(&[]);
        build.ret(&[]);
        let mut program = build.finish();
        assert!(!tidy_function(&mut program, FuncId::from_u32(0)));
    }

    #[test]
    fn functions_whose_labels_are_values_stay_as_they_are() {
        let mut build = Build::new();
        build.program.consts.add(Const::BlockAddress(FuncId::from_u32(0), block(1)));
        build.block(&[]);
        build.jump(1, &[]);
        build.block(&[]);
        build.ret(&[]);
        check(build, &["bb0:", "jump bb1", "bb1:", "return"]);
    }

    #[test]
    fn debug_values_move_with_their_instructions() {
        let mut build = Build::new();
        let one = build.int(32, 1);
        build.block(&[]);
        build.variable("x");
        let jump = build.jump(2, &[]);
        build.block(&[]);
        let ret = build.ret(&[]);
        build.block(&[]);
        build.jump(1, &[]);
        let var = crate::testing::var(0);
        let other = build.function.vars.push(build.function.vars[var].clone());
        for (at, var) in [(jump, var), (ret, other)] {
            build.function.debug_values.push(DebugValue { at, var, value: one });
        }
        check(build, &["bb0:", "v0 = alloca 4, align 4  (%x)", "# x = 1", "# x = 1", "return"]);
    }
}
