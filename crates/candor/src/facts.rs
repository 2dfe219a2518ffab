//! `candor dump --facts`: what the analyses find out about a program.

use std::collections::BTreeSet;
use std::fmt::Write;

use candor_analysis::{Cfg, Dominators, Liveness, Loops, PostDominators};
use candor_ir::{BlockId, Callee, Check, CheckGroup, FuncId, Function, Inst, InstId, InstKind, Program, Symbol};
use candor_points_to::{Config, Level, ModRef, PointsTo, census_table, reduce};
use candor_slice::{shrink, slice, what_can_go_wrong};

use crate::instrument;
use crate::options::Facts;

/// The facts of that name, about one function or about all of the user's own.
pub(crate) fn describe(program: &Program, facts: Facts, only: Option<FuncId>) -> String {
    let own = |func: &FuncId| program.functions[*func].is_defined() && !program.functions[*func].library;
    let functions: Vec<FuncId> = match only {
        Some(func) => vec![func],
        None => program.functions.keys().filter(own).collect(),
    };
    if facts == Facts::Checks {
        return checks(program, Config::default());
    }
    let points_to = match facts {
        Facts::PointsToEver => Some(PointsTo::flow_insensitive(program, Config::default())),
        _ => facts.are_of_all().then(|| PointsTo::analyse(program)),
    };
    let mod_ref = points_to.as_ref().filter(|_| facts == Facts::ModRef).map(|found| ModRef::new(program, found));
    let mut text = String::new();
    for func in functions.into_iter().filter(|&func| program.functions[func].is_defined()) {
        text += &match (&points_to, &mod_ref) {
            (Some(points_to), Some(mod_ref)) => mod_ref.show(program, points_to, func),
            (Some(points_to), None) if facts == Facts::CallGraph => points_to.show_calls(program, func),
            (Some(points_to), None) if facts == Facts::Ranges => ranges(program, points_to, func),
            (Some(points_to), None) => points_to.show(program, func),
            (None, _) => describe_function(&program.functions[func], facts),
        };
    }
    text
}

/// How many checks and how much tracking memory safety needs at each level, and how many instructions that makes with the
/// inserted calls and what these need, sliced and not.
pub(crate) fn checks(program: &Program, config: Config) -> String {
    let program = &instrument::with_thunks(program.clone());
    let facts = instrument::Facts::new(program, PointsTo::analyse_with(program, config));
    let reached = instrument::reached(program);
    let mut text = census_table(program, &facts.points_to, |symbol| match symbol {
        Symbol::Function(func) => reached.functions.contains(&func),
        Symbol::Global(global) => reached.globals.contains(&global),
    });
    let levels = [Level::Basic, Level::Rc, Level::RcRt];
    let sizes = |sliced: bool| levels.map(|level| size_with_calls(program, &facts, level, sliced));
    let mut row = |name: &str, [basic, rc, rcrt]: [u64; 3]| {
        writeln!(text, "{name:24}{basic:>10}{rc:>10}{rcrt:>10}").expect("strings take all");
    };
    row("with calls, not sliced", sizes(false));
    row("with calls, sliced", sizes(true));
    text.push_str(
        "These are the calls that `candor instrument --rules memsafety` inserts into the program's own functions.\n",
    );
    text
}

/// How large the user's functions are with the calls of a level; without what cannot matter to memory safety, if it is to be sliced.
fn size_with_calls(program: &Program, facts: &instrument::Facts, level: Level, sliced: bool) -> u64 {
    let checks = Check::ALL.iter().copied().filter(|check| {
        matches!(check.group(), CheckGroup::Deref | CheckGroup::Free) || *check == Check::MemoryCleanup
    });
    let mut program = program.clone();
    let mut replaced = BTreeSet::new();
    if sliced {
        program.select_checks(checks.collect());
        reduce(&mut program, &facts.points_to, level);
        let criteria = what_can_go_wrong(&program, &facts.points_to, false);
        let slice = slice(&mut program, &facts.points_to, &criteria);
        // The inserted calls are what the program is sliced for; they know from their lists what is freed.
        replaced.extend(slice.only_checked.iter().map(|site| (site.func, site.inst)));
        replaced.extend(frees(&program));
    }
    let (mut program, n_for_library) = instrument::for_memory_safety(program, facts, level, &replaced);
    if sliced {
        shrink(&mut program);
    }
    let own = program.functions.values().filter(|function| !function.library);
    let n_insts: usize = own.map(|function| function.insts.len()).sum();
    u64::try_from(n_insts).unwrap_or(u64::MAX).saturating_sub(n_for_library)
}

/// The calls of `free`.
fn frees(program: &Program) -> impl Iterator<Item = (FuncId, InstId)> {
    let free = program.function_named("free").filter(|&free| !program.functions[free].is_defined());
    let is_free =
        move |inst: &Inst| matches!(&inst.kind, InstKind::Call(call) if free.map(Callee::Direct) == Some(call.callee));
    program.functions.iter().flat_map(move |(func, function)| {
        function.insts.iter().filter(move |(_, inst)| is_free(inst)).map(move |(inst, _)| (func, inst))
    })
}

/// Between which signed numbers registers lie. Of those that may be any number of their types there is nothing to say.
fn ranges(program: &Program, points_to: &PointsTo, func: FuncId) -> String {
    let function = &program.functions[func];
    let mut text = format!("function {}\n", function.name);
    for value in function.values.keys() {
        if let Some(number) = points_to.number(func, value).filter(|number| !number.is_top()) {
            let (low, high) = number.signed();
            writeln!(text, "  {value} in {low} ..= {high}").expect("strings take all");
        }
    }
    text
}

fn describe_function(function: &Function, facts: Facts) -> String {
    let cfg = Cfg::new(function);
    let mut text = format!("function {}\n", function.name);
    let mut line = |what: String| writeln!(text, "  {what}").expect("strings take all");
    match facts {
        Facts::Cfg => function.blocks.keys().for_each(|bb| {
            let next: Vec<String> = cfg.successors(bb).iter().map(|link| link.block.to_string()).collect();
            line(format!("{bb} -> {}", next.join(" ")));
        }),
        Facts::Dominators => {
            let found = Dominators::new(function, &cfg);
            function.blocks.keys().for_each(|bb| line(above(bb, found.immediate(bb))));
        }
        Facts::PostDominators => {
            let found = PostDominators::new(function, &cfg);
            function.blocks.keys().for_each(|bb| line(above(bb, found.immediate(bb))));
        }
        Facts::Loops => {
            let found = Loops::new(function, &cfg);
            for (id, data) in found.loops.iter() {
                let kind = if data.is_irreducible() { "irreducible" } else { "natural" };
                line(format!(
                    "{id} {kind}, depth {}, entries {:?}, blocks {:?}",
                    data.depth,
                    data.entries,
                    found.blocks(id)
                ));
            }
        }
        Facts::Liveness => {
            let found = Liveness::new(function, &cfg);
            function.blocks.keys().for_each(|bb| {
                let live = function.values.keys().filter(|&value| found.is_live_in(bb, value));
                let live: Vec<String> = live.map(|value| value.to_string()).collect();
                line(format!("{bb}: {}", live.join(" ")));
            });
        }
        // Told by those who know all functions.
        Facts::Ranges | Facts::CallGraph | Facts::ModRef | Facts::PointsTo | Facts::PointsToEver | Facts::Checks => {}
    }
    text
}

fn above(bb: BlockId, immediate: Option<BlockId>) -> String {
    match immediate {
        Some(immediate) => format!("{bb}: {immediate}"),
        None => format!("{bb}: none"),
    }
}
