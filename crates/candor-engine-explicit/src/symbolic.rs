//! Data as terms: a state stands for all executions that took the same ways, and the solver says which there are.

use candor_context_concrete::Value;
use candor_context_symbolic::{ClaimKind, SymHeavy, SymValue, SymbolicContext, chosen_bits};
use candor_engine::{Limits, Options, assumptions};
use candor_evidence::Settled;
use candor_interp::{ChoiceKind, Image, ObjectId, Site};
use candor_ir::{Bits, EntityRef, Program};
use candor_term::{Assignment, Evaluation, SupportCache, Term};
use rustc_hash::FxHashSet;

use crate::canonical::{Names, Part, write_plain, write_text};
use crate::data::{About, Answer, Data, Path, Question, State};
use crate::oracle::Oracle;

pub(crate) struct SymbolicData {
    pub(crate) cx: SymbolicContext,
    oracle: Oracle,
    supports: SupportCache,
    n_choices: usize,
    n_claims: usize,
}

impl SymbolicData {
    pub(crate) fn new(mut cx: SymbolicContext, options: &Options) -> SymbolicData {
        cx.threads = true;
        let (n_choices, n_claims) = (cx.choices.len(), cx.claims.len());
        SymbolicData { cx, oracle: Oracle::new(options), supports: SupportCache::new(), n_choices, n_claims }
    }
}

impl Data for SymbolicData {
    type Cx = SymbolicContext;
    const ENUMERATES: bool = false;
    /// An index into the context's choices.
    type Chosen = u32;
    /// An index into the context's claims.
    type Claim = usize;
    type Model = Assignment;

    fn cx(&mut self) -> &mut SymbolicContext {
        &mut self.cx
    }

    fn begin(&mut self, _: &[Bits], spurious: bool) {
        self.cx.spurious = spurious;
    }

    fn take_news(&mut self, chosen: &mut Vec<u32>, claims: &mut Vec<usize>) {
        for idx in self.n_choices..self.cx.choices.len() {
            chosen.push(u32::try_from(idx).expect("fewer than four billion choices"));
        }
        claims.extend(self.n_claims..self.cx.claims.len());
        (self.n_choices, self.n_claims) = (self.cx.choices.len(), self.cx.claims.len());
    }

    fn question(&mut self, _: &Image<SymbolicContext>, _: &State<Self>) -> Option<Question> {
        None
    }

    fn may_be(&mut self, path: &Path<Self>, limits: &Limits) -> bool {
        self.oracle.may_be(&self.cx, path, limits)
    }

    fn assume(&mut self, path: &mut Path<Self>, guard: &Term) {
        path.push(&mut self.cx.pool, *guard);
    }

    fn n_facts(path: &Path<Self>) -> u32 {
        path.depth()
    }

    fn about(&self, &claim: &usize) -> About {
        let claim = &self.cx.claims[claim];
        About { check: claim.check, position: claim.position.clone(), is_checked: claim.kind == ClaimKind::Checked }
    }

    fn can_fail(&mut self, &claim: &usize, limits: &Limits) -> Answer<Assignment> {
        let claim = &self.cx.claims[claim];
        let (ok, reached) = (claim.ok, claim.path.condition());
        let wrong = self.cx.pool.not(ok);
        let fails = self.cx.pool.and(reached, wrong);
        self.oracle.ask(&self.cx, fails, limits)
    }

    fn at_once(&mut self, lists: &[Vec<Path<Self>>], limits: &Limits) -> Answer<Assignment> {
        let mut all = Term::TRUE;
        for paths in lists {
            let ways: Vec<Term> = paths.iter().map(Path::<Self>::condition).collect();
            let one = self.cx.pool.or_all(ways);
            all = self.cx.pool.and(all, one);
        }
        self.oracle.ask(&self.cx, all, limits)
    }

    fn settled(&self, chosen: &[u32], model: &Assignment) -> Vec<Settled> {
        let mut evaluation = Evaluation::new(&self.cx.pool, model);
        let settled = chosen.iter().map(|&idx| {
            let chosen = &self.cx.choices[idx as usize];
            Settled { kind: chosen.kind, value: chosen_bits(&evaluation.value(chosen.value)) }
        });
        settled.collect()
    }

    fn asks_scheduler(&self, chosen: &[u32]) -> bool {
        chosen.iter().any(|&idx| self.cx.choices[idx as usize].kind == ChoiceKind::Schedule)
    }

    fn place(value: &SymValue) -> Option<(ObjectId, i64)> {
        match value {
            SymValue::Same(value) => value.unmarked().as_ptr(),
            SymValue::Term(_) | SymValue::Heavy(_) => None,
        }
    }

    fn number(value: &SymValue) -> Option<u64> {
        match value {
            SymValue::Same(Value::Int(number)) => Some(*number),
            SymValue::Same(_) | SymValue::Term(_) | SymValue::Heavy(_) => None,
        }
    }

    fn is_false(truth: &Term) -> bool {
        *truth == Term::FALSE
    }

    fn write_value(part: &mut Part, value: &SymValue, names: &mut Names) {
        match value {
            SymValue::Same(value) => write_plain(part, value, names),
            SymValue::Term(term) => {
                part.push(10);
                write_term(part, *term, names);
            }
            SymValue::Heavy(heavy) => write_heavy(part, heavy, names),
        }
    }

    fn write_truth(part: &mut Part, truth: &Term, names: &mut Names) {
        write_term(part, *truth, names);
    }

    /// What holds and is about something that still matters. The rest can hold whatever that is.
    fn write_path(&mut self, part: &mut Part, path: &Path<Self>, names: &Names) {
        let facts = path.facts();
        let mut roots = names.terms.clone();
        roots.sort_unstable();
        roots.dedup();
        let mut kept = relevant_facts(&self.cx, &mut self.supports, &facts, &roots);
        kept.sort_unstable();
        kept.dedup();
        part.extend(kept.into_iter().map(|fact| fact.index() as u64));
    }

    fn left_out(&mut self) -> Option<String> {
        self.oracle.unsure.then(|| "the solver did not know whether some executions are possible".to_owned())
    }

    fn assumptions(&self, program: &Program, options: &Options, is_made: &dyn Fn(Site) -> bool) -> Vec<String> {
        assumptions(program, options, &self.cx, is_made)
    }

    fn n_queries(&self) -> u64 {
        self.oracle.n_queries
    }
}

fn write_term(part: &mut Part, term: Term, names: &mut Names) {
    names.terms.push(term);
    part.push(term.index() as u64);
}

fn write_heavy(part: &mut Part, heavy: &SymHeavy, names: &mut Names) {
    match heavy {
        SymHeavy::Pointer(cases) => {
            part.extend([11, cases.len() as u64]);
            for case in cases {
                write_term(part, case.guard, names);
                let object = case.object.map_or(u64::MAX, |object| names.of(object));
                part.push(object);
                write_term(part, case.offset, names);
            }
        }
        SymHeavy::Address { number, objects, own } => {
            part.extend([12, objects.len() as u64]);
            write_term(part, *number, names);
            write_text(part, &format!("{own:?}"));
            for (guard, object) in objects {
                write_term(part, *guard, names);
                let object = names.of(*object);
                part.push(object);
            }
        }
        SymHeavy::Array(array) => {
            part.extend([13, u64::from(array.element_bytes)]);
            write_term(part, array.term, names);
            if let Some(mask) = array.mask {
                write_term(part, mask, names);
            }
        }
        SymHeavy::Undef { value, mask, cause } => {
            part.push(14);
            write_term(part, *mask, names);
            write_text(part, &format!("{cause:?}"));
            SymbolicData::write_value(part, value, names);
        }
    }
}

/// The facts that share variables with the roots, also through others. Where something is known of addresses, all of them.
fn relevant_facts(cx: &SymbolicContext, supports: &mut SupportCache, facts: &[Term], roots: &[Term]) -> Vec<Term> {
    if facts.is_empty() || !cx.facts.is_empty() {
        return facts.to_vec();
    }
    let mut vars: FxHashSet<Term> = FxHashSet::default();
    for &root in roots {
        vars.extend(supports.support(&cx.pool, root).iter().copied());
    }
    let mut rest = facts.to_vec();
    let mut kept = Vec::new();
    loop {
        let n_kept = kept.len();
        rest.retain(|&fact| {
            let support = supports.support(&cx.pool, fact);
            let is_relevant = support.iter().any(|var| vars.contains(var));
            if is_relevant {
                vars.extend(support.iter().copied());
                kept.push(fact);
            }
            !is_relevant
        });
        if kept.len() == n_kept {
            return kept;
        }
    }
}
