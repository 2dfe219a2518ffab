//! The user's bounds: how often loops go round, how deep calls go.
//!
//! A state that would go beyond a bound is cut off, and whether an execution gets there is what the check `unwinding` says.
//! These bounds are not those by which the engine deepens its search: those put states aside, and come to them later.

use candor_analysis::{Cfg, Loops};
use candor_interp::{Site, Thread};
use candor_ir::{BlockId, FuncId, Function, Program};
use rustc_hash::FxHashMap;

use crate::options::Options;

/// A bound for one loop.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LoopBound {
    pub func: FuncId,
    /// The block where control comes into the loop.
    pub header: BlockId,
    pub bound: u32,
}

/// The loops that `function` or `function:line` names, with a bound for each; or why there are none.
pub fn find_loops(program: &Program, name: &str, bound: u32) -> Result<Vec<LoopBound>, String> {
    let (function_name, line) = match name.rsplit_once(':') {
        Some((function, line)) => {
            let line: u32 = line.parse().map_err(|_| format!("`{line}` in `{name}` is not a line"))?;
            (function, Some(line))
        }
        None => (name, None),
    };
    let mut named = program.functions.iter().filter(|(_, function)| function.name == function_name).peekable();
    if named.peek().is_none() {
        return Err(format!("there is no function `{function_name}`"));
    }
    let mut found = Vec::new();
    let mut all_lines = Vec::new();
    for (func, function) in named.filter(|(_, function)| function.is_defined()) {
        for (header, lines) in loops_of(program, function) {
            if line.is_none_or(|line| lines.contains(&line)) {
                found.push(LoopBound { func, header, bound });
            }
            all_lines.extend(lines.first().copied());
        }
    }
    if !found.is_empty() {
        return Ok(found);
    }
    all_lines.sort_unstable();
    all_lines.dedup();
    let lines: Vec<String> = all_lines.iter().map(u32::to_string).collect();
    Err(match lines.is_empty() {
        true => format!("there is no loop in `{function_name}`"),
        false => format!("there is no loop at `{name}`; `{function_name}` has loops at {}", lines.join(", ")),
    })
}

/// The loops of a function by their first blocks, each with the lines that it may be named by: where its first block begins, and
/// where control goes back from.
fn loops_of(program: &Program, function: &Function) -> Vec<(BlockId, Vec<u32>)> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(function, &cfg);
    let line_of = |inst| program.source.get(function.insts[inst].loc).map(|loc| loc.line);
    let mut found = Vec::new();
    for (id, of_loop) in loops.loops.iter() {
        let Some(&header) = of_loop.entries.first() else { continue };
        let mut lines: Vec<u32> = function.block_insts(header).find_map(line_of).into_iter().collect();
        for &bb in loops.blocks(id) {
            let goes_back = function.successors(bb).iter().any(|&edge| function.edges[edge].target == header);
            if goes_back {
                lines.extend(line_of(function.terminator(bb)));
            }
        }
        found.push((header, lines));
    }
    found
}

/// All bounds together.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    unwind: Option<u32>,
    loops: FxHashMap<(FuncId, BlockId), u32>,
    depth: Option<u32>,
}

impl Bounds {
    pub fn new(options: &Options) -> Bounds {
        let loops = options.unwind_loops.iter().map(|one| ((one.func, one.header), one.bound)).collect();
        Bounds { unwind: options.unwind, loops, depth: options.depth }
    }

    /// How often the loop with this first block may go round.
    pub fn of_loop(&self, func: FuncId, header: BlockId) -> Option<u32> {
        self.loops.get(&(func, header)).copied().or(self.unwind)
    }

    /// The bound, if more functions of the user's are active than it allows.
    pub fn too_deep<V>(&self, program: &Program, thread: &Thread<V>) -> Option<u32> {
        let depth = self.depth?;
        let n_active = thread.frames().filter(|frame| !program.functions[frame.func].library).count();
        (n_active > depth as usize).then_some(depth)
    }

    /// The loops of the user's that have a bound.
    pub fn bounded_loops(&self, program: &Program) -> Vec<Site> {
        if self.unwind.is_none() && self.loops.is_empty() {
            return Vec::new();
        }
        let mut sites = Vec::new();
        for (func, function) in program.functions.iter().filter(|(_, f)| f.is_defined() && !f.library) {
            for (header, _) in loops_of(program, function) {
                if self.of_loop(func, header).is_some() {
                    sites.push(Site { func, inst: function.blocks[header].first });
                }
            }
        }
        sites
    }
}
