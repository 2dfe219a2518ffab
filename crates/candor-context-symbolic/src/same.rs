//! When two symbolic values are the same: always, or in the executions that satisfy a condition.

use candor_context_concrete::{SameValues, Value, View};
use candor_explore::{Compare, Names};
use candor_ir::Bits;
use candor_term::{Sort, Term, TermPool};

use crate::value::{Heavy, SymValue};

/// Compares symbolic values.
pub struct SameTerms<'p> {
    pool: &'p mut TermPool,
    /// What has to hold for the values to be the same; `None` if they have to be the same in any case.
    conditions: Option<Vec<Term>>,
}

impl<'p> SameTerms<'p> {
    /// Values are the same if they are in every execution, for all that their form tells.
    pub fn always(pool: &'p mut TermPool) -> SameTerms<'p> {
        SameTerms { pool, conditions: None }
    }

    /// Values are the same if some execution might have it so.
    pub fn sometimes(pool: &'p mut TermPool) -> SameTerms<'p> {
        SameTerms { pool, conditions: Some(Vec::new()) }
    }

    /// What has to hold.
    pub fn condition(self) -> Term {
        match self.conditions {
            Some(conditions) => self.pool.and_all(conditions),
            None => Term::TRUE,
        }
    }

    fn terms(&mut self, a: Term, b: Term) -> bool {
        if a == b {
            return true;
        }
        let Some(conditions) = &mut self.conditions else { return false };
        if self.pool.sort(a) != self.pool.sort(b) {
            return false;
        }
        let same = self.pool.eq(a, b);
        conditions.push(same);
        same != Term::FALSE
    }

    fn plain_and_term(&mut self, plain: &Value, term: Term) -> bool {
        let (View::Int(word), Sort::Bv(width)) = (plain.view(), self.pool.sort(term)) else { return false };
        if self.conditions.is_none() || width > 64 {
            return false;
        }
        let constant = self.pool.bv_const(Bits::new(width, word));
        self.terms(constant, term)
    }

    fn heavy(&mut self, names: &mut Names, a: &Heavy, b: &Heavy) -> bool {
        match (a, b) {
            (Heavy::Pointer(a), Heavy::Pointer(b)) => {
                let mut cases = a.iter().zip(b);
                a.len() == b.len()
                    && cases.all(|(a, b)| {
                        let same_object = match (a.object, b.object) {
                            (Some(a), Some(b)) => names.objects(a, b),
                            (None, None) => true,
                            _ => false,
                        };
                        same_object && self.terms(a.guard, b.guard) && self.terms(a.offset, b.offset)
                    })
            }
            (
                Heavy::Address { number: a, objects: of_a, own: own_a },
                Heavy::Address { number: b, objects: of_b, own: own_b },
            ) => {
                let mut objects = of_a.iter().zip(of_b);
                of_a.len() == of_b.len()
                    && own_a == own_b
                    && self.terms(*a, *b)
                    && objects
                        .all(|((guard_a, a), (guard_b, b))| names.objects(*a, *b) && self.terms(*guard_a, *guard_b))
            }
            // Names of objects inside of terms are not looked at.
            (Heavy::Array(a), Heavy::Array(b)) => a == b && a.objects.is_none(),
            (Heavy::Undef { value: a, mask: of_a, cause }, Heavy::Undef { value: b, mask: of_b, cause: other }) => {
                cause == other && self.terms(*of_a, *of_b) && self.values(names, a, b)
            }
            _ => false,
        }
    }
}

impl Compare<SymValue, Term> for SameTerms<'_> {
    fn values(&mut self, names: &mut Names, a: &SymValue, b: &SymValue) -> bool {
        match (a, b) {
            (SymValue::Same(a), SymValue::Same(b)) => SameValues.values(names, a, b),
            (SymValue::Term(a), SymValue::Term(b)) => self.terms(*a, *b),
            (SymValue::Same(plain), SymValue::Term(term)) | (SymValue::Term(term), SymValue::Same(plain)) => {
                self.plain_and_term(plain, *term)
            }
            (SymValue::Heavy(a), SymValue::Heavy(b)) => self.heavy(names, a, b),
            _ => false,
        }
    }

    fn truths(&mut self, a: &Term, b: &Term) -> bool {
        self.terms(*a, *b)
    }
}
