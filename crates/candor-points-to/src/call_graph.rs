//! Who calls whom, with pointers to functions resolved, and what that says about how often things happen.

use candor_analysis::{Cfg, Loops};
use candor_interp::Site;
use candor_ir::{EntityRef, FuncId, Function, InstId, Program};

/// Calls between functions. Only calls that may be executed are in it.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: Vec<Vec<(InstId, FuncId)>>,
    callers: Vec<Vec<Site>>,
    /// Functions that the platform calls: constructors, `main`, what runs at the end.
    roots: Vec<FuncId>,
    /// Functions that call each other have one number; callees have smaller ones than their callers.
    component: Vec<usize>,
    recursive: Vec<bool>,
    once: Vec<bool>,
}

impl CallGraph {
    /// From all calls and what they may call. A root counts as called once more.
    pub(crate) fn new(program: &Program, cycles: &Cycles, roots: Vec<FuncId>, calls: &[(Site, FuncId)]) -> CallGraph {
        let n = program.functions.len();
        let mut callees = vec![Vec::new(); n];
        let mut callers = vec![Vec::new(); n];
        for &(site, func) in calls {
            callees[site.func.index()].push((site.inst, func));
            callers[func.index()].push(site);
        }
        callees.iter_mut().for_each(|list: &mut Vec<_>| {
            list.sort_unstable();
            list.dedup();
        });
        callers.iter_mut().for_each(|list: &mut Vec<_>| {
            list.sort_unstable();
            list.dedup();
        });
        let (component, sizes) = components(&callees);
        let calls_itself = |func: usize| callees[func].iter().any(|(_, callee)| callee.index() == func);
        let recursive = (0..n).map(|func| sizes[component[func]] > 1 || calls_itself(func)).collect();
        let mut graph = CallGraph { callees, callers, roots, component, recursive, once: vec![false; n] };
        graph.find_once(program, cycles);
        graph
    }

    /// What the calls in a function may call, by instruction.
    pub fn callees(&self, func: FuncId) -> &[(InstId, FuncId)] {
        &self.callees[func.index()]
    }

    /// What the call at a site may call.
    pub fn callees_at(&self, site: Site) -> impl Iterator<Item = FuncId> {
        let calls = &self.callees[site.func.index()];
        let first = calls.partition_point(|&(inst, _)| inst < site.inst);
        calls[first..].iter().take_while(move |&&(inst, _)| inst == site.inst).map(|&(_, func)| func)
    }

    pub fn callers(&self, func: FuncId) -> &[Site] {
        &self.callers[func.index()]
    }

    /// Whether anybody calls a function.
    pub(crate) fn is_called(&self, func: FuncId) -> bool {
        !self.callers(func).is_empty() || self.roots.contains(&func)
    }

    /// Functions that the platform calls.
    pub fn roots(&self) -> &[FuncId] {
        &self.roots
    }

    /// Whether a function may be active twice at a time.
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive[func.index()]
    }

    /// Whether a function is called at most once in every execution.
    pub fn is_called_once(&self, func: FuncId) -> bool {
        self.once[func.index()]
    }

    /// Whether it is plain that no call in `from` leads to `to`, not even through others.
    pub fn cannot_reach(&self, from: FuncId, to: FuncId) -> bool {
        self.component[from.index()] < self.component[to.index()]
    }

    /// A number that is smaller for callees than for callers, and one for functions that call each other.
    pub(crate) fn component(&self, func: FuncId) -> usize {
        self.component[func.index()]
    }

    /// The functions such that callees come before callers, except where they call each other.
    pub fn bottom_up(&self) -> Vec<FuncId> {
        let mut order: Vec<usize> = (0..self.component.len()).collect();
        order.sort_by_key(|&func| self.component[func]);
        order.into_iter().map(FuncId::new).collect()
    }

    /// A function is called once if its only call is, and that is not in a loop of a function that is.
    fn find_once(&mut self, program: &Program, cycles: &Cycles) {
        let mut order = self.bottom_up();
        order.reverse();
        for func in order {
            let n_calls = self.callers(func).len() + self.roots.iter().filter(|&&root| root == func).count();
            let calls_once = |site: &Site| self.is_called_once(site.func) && !cycles.contain(program, *site);
            let once = n_calls <= 1 && !self.is_recursive(func) && self.callers(func).iter().all(calls_once);
            self.once[func.index()] = once;
        }
    }
}

/// The blocks of each function that lie on a cycle.
#[derive(Clone, Debug)]
pub(crate) struct Cycles(Vec<Vec<bool>>);

impl Cycles {
    pub(crate) fn new(program: &Program) -> Cycles {
        let of_function = |function: &Function| {
            if !function.is_defined() {
                return Vec::new();
            }
            let loops = Loops::new(function, &Cfg::new(function));
            function.blocks.keys().map(|bb| loops.innermost(bb).is_some()).collect()
        };
        Cycles(program.functions.values().map(of_function).collect())
    }

    /// Whether an instruction may be executed twice by one activation of its function.
    pub(crate) fn contain(&self, program: &Program, site: Site) -> bool {
        self.0[site.func.index()][program.functions[site.func].block_of(site.inst).index()]
    }
}

/// Tarjan's strongly connected components, without recursion: the number of each node's component, and their sizes.
fn components(callees: &[Vec<(InstId, FuncId)>]) -> (Vec<usize>, Vec<usize>) {
    let n = callees.len();
    let (mut met, mut low) = (vec![usize::MAX; n], vec![0; n]);
    let mut component = vec![usize::MAX; n];
    let (mut sizes, mut stack, mut clock) = (Vec::new(), Vec::new(), 0);
    for root in 0..n {
        if met[root] != usize::MAX {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some(&mut (node, ref mut next)) = work.last_mut() {
            if *next == 0 {
                (met[node], low[node]) = (clock, clock);
                clock += 1;
                stack.push(node);
            }
            if let Some(&(_, callee)) = callees[node].get(*next) {
                *next += 1;
                let callee = callee.index();
                if met[callee] == usize::MAX {
                    work.push((callee, 0));
                } else if component[callee] == usize::MAX {
                    low[node] = low[node].min(met[callee]);
                }
                continue;
            }
            work.pop();
            if let Some(&(above, _)) = work.last() {
                low[above] = low[above].min(low[node]);
            }
            if low[node] == met[node] {
                let first = stack.iter().rposition(|&other| other == node).expect("a node is on the stack");
                sizes.push(stack.len() - first);
                stack.drain(first..).for_each(|member| component[member] = sizes.len() - 1);
            }
        }
    }
    (component, sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_have_smaller_numbers() {
        let call = |callee: usize| (InstId::from_u32(0), FuncId::new(callee));
        // 0 calls 1 and 3; 1 and 2 call each other; 3 calls nobody.
        let callees = vec![vec![call(1), call(3)], vec![call(2)], vec![call(1)], vec![]];
        let (component, sizes) = components(&callees);
        assert_eq!(component[1], component[2]);
        assert!(component[1] < component[0] && component[3] < component[0]);
        assert_eq!((sizes[component[1]], sizes[component[0]]), (2, 1));
    }
}
