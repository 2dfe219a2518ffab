//! The second look at a proof of termination: every implication that it rests on is proved again and its proof added up.
//!
//! Trusted are the graph, the polynomials and [`Proof::check`](crate::farkas::Proof::check); the searches for functions and invariants
//! are not. What is checked: the invariants hold at the entry and are kept by every transition; in each step no function increases on a
//! transition that stays; on one that goes the nested conditions hold; and without what goes there is no circle.

use dashu_int::IBig;

use crate::constraint::Constraint;
use crate::farkas::Polyhedron;
use crate::polynomial::Polynomial;
use crate::ranking::value;
use crate::termination::{Step, Termination, circles};
use crate::transition::{Graph, Transition};

/// Whether the proof shows that the system terminates.
pub(crate) fn check(graph: &Graph, proof: &Termination) -> bool {
    let all: Vec<usize> = (0..graph.transitions.len()).collect();
    let removed =
        |index: &usize| proof.steps.iter().flat_map(|step| &step.ranking.removed).any(|(gone, _)| gone == index);
    let rest: Vec<usize> = all.iter().copied().filter(|index| !removed(index)).collect();
    circles(graph, &rest).is_empty() && check_invariants(graph, proof) && check_steps(graph, proof)
}

fn check_invariants(graph: &Graph, proof: &Termination) -> bool {
    let is_kept = |transition: &Transition| {
        let conclusions = proof.invariants[transition.to].iter().map(|constraint| {
            constraint.substitute(&|variable| {
                let update = usize::try_from(variable).ok().and_then(|index| transition.update.get(index));
                Some(update.cloned().unwrap_or_default())
            })
        });
        let conclusions = conclusions.flat_map(|constraint| constraint.inequalities()).collect::<Vec<_>>();
        implied(&premises(proof, transition), &conclusions)
    };
    proof.invariants.len() == graph.locations.len()
        && proof.invariants[graph.entry].is_empty()
        && graph.transitions.iter().all(is_kept)
}

/// Steps come in the order of the removals, so that what an earlier one has removed need not be looked at again.
fn check_steps(graph: &Graph, proof: &Termination) -> bool {
    let mut gone = vec![false; graph.transitions.len()];
    for step in &proof.steps {
        let all: Vec<usize> = (0..graph.transitions.len()).filter(|&index| !gone[index]).collect();
        // The step must speak of a whole component.
        let is_whole = circles(graph, &all).contains(&step.edges);
        if !is_whole || !step.edges.iter().all(|&index| check_edge(graph, proof, step, index)) {
            return false;
        }
        step.ranking.removed.iter().for_each(|(index, _)| gone[*index] = true);
    }
    true
}

fn check_edge(graph: &Graph, proof: &Termination, step: &Step, index: usize) -> bool {
    let transition = &graph.transitions[index];
    let functions = &step.ranking.functions;
    let now = |depth: usize| value(&functions[depth], transition, /* is_next */ false);
    let next = |depth: usize| value(&functions[depth], transition, /* is_next */ true);
    let bound = step.ranking.removed.iter().find(|(removed, _)| *removed == index).map(|(_, bound)| bound);
    let mut conclusions: Vec<Polynomial> = Vec::new();
    for depth in 0..functions.len() {
        let mut decrease = now(depth).minus(&next(depth));
        if bound.is_some() {
            decrease = decrease.plus_constant(-1);
            if depth > 0 {
                decrease = decrease.plus(&now(depth - 1));
            }
        }
        conclusions.push(decrease);
    }
    if let Some(bound) = bound {
        // A bound other than zero would have to be reached by every function of a nest.
        if functions.len() != 1 && *bound != IBig::ZERO {
            return false;
        }
        conclusions.push(now(functions.len() - 1).minus(&Polynomial::constant(bound.clone())));
    }
    implied(&premises(proof, transition), &conclusions)
}

fn premises(proof: &Termination, transition: &Transition) -> Vec<Constraint> {
    transition.guard.iter().chain(&proof.invariants[transition.from]).cloned().collect()
}

/// Whether the conclusions are not negative where the premises hold, each with a proof that adds up.
fn implied(premises: &[Constraint], conclusions: &[Polynomial]) -> bool {
    let monomials: Vec<_> =
        conclusions.iter().flat_map(|polynomial| polynomial.terms().map(|(monomial, _)| monomial.clone())).collect();
    match Polyhedron::new(premises, &monomials) {
        None => false,
        Some(Err(proof)) => proof.refutes(premises),
        Some(Ok(mut polyhedron)) => conclusions
            .iter()
            .all(|conclusion| polyhedron.implies(conclusion).is_some_and(|proof| proof.check(premises, conclusion))),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::invariants::infer;
    use crate::limit::Limit;
    use crate::prepare::prepare;
    use crate::read::read;
    use crate::termination::prove;

    /// `for (; x > 0; x--) for (y = z; y > 0; y -= z);` behind `z > 0`.
    const NESTED: &str = "(format LCTRS)(theory Ints)(fun s (-> Int Int Int Int))(fun f (-> Int Int Int Int))(entrypoint s)\
        (rule (s x y z) (f x y z) :guard (> z 0))\
        (rule (f x y z) (f (- x 1) any z) :guard (and (> x 0) (<= y 0)))\
        (rule (f x y z) (f x (- y z) z) :guard (and (> x 0) (> y 0)))";

    fn proved() -> (Graph, Termination) {
        let limit = Limit::after(Duration::from_secs(60));
        let graph = prepare(&read(NESTED).expect("it is well-formed"), &limit).expect("it is small");
        let (proof, left) = prove(&graph, infer(&graph, &limit), &limit);
        assert!(left.is_empty() && check(&graph, &proof));
        (graph, proof)
    }

    #[test]
    fn changed_functions_are_rejected() {
        let (graph, proof) = proved();
        let mut n_mutants = 0;
        for step in 0..proof.steps.len() {
            for location in proof.steps[step].ranking.functions[0].keys().copied().collect::<Vec<_>>() {
                for variable in 0..3 {
                    for change in [-100, 100] {
                        let mut mutant = proof.clone();
                        let function = mutant.steps[step].ranking.functions[0].entry(location).or_default();
                        function.add_term(vec![variable], IBig::from(change));
                        let is_used = graph.transitions.iter().any(|t| t.from == location && t.to == location);
                        // More of what decreases is still a ranking function.
                        let is_worse = !check(&graph, &mutant);
                        n_mutants += usize::from(is_used && is_worse);
                        if change < 0 && is_used {
                            assert!(is_worse, "{:?}", mutant.steps[step].ranking.functions);
                        }
                    }
                }
            }
        }
        assert!(n_mutants >= 6, "{n_mutants}");
    }

    #[test]
    fn false_claims_are_rejected() {
        let (graph, proof) = proved();
        let rejected = |change: &dyn Fn(&mut Termination)| {
            let mut mutant = proof.clone();
            change(&mut mutant);
            assert!(!check(&graph, &mutant), "{mutant:?}");
        };
        rejected(&|mutant| drop(mutant.steps.pop()));
        rejected(&|mutant| mutant.steps.reverse());
        rejected(&|mutant| mutant.invariants.iter_mut().for_each(Vec::clear));
        // An invariant that the entry does not establish, and one at the entry.
        let x_is_two = Constraint::equal(Polynomial::variable(0).plus_constant(-2));
        rejected(&|mutant| mutant.invariants[1].push(x_is_two.clone()));
        rejected(&|mutant| mutant.invariants[graph.entry].push(x_is_two.clone()));
        // All is removed by the first function; a bound that is not one.
        rejected(&|mutant| {
            let step = &mut mutant.steps[0];
            step.ranking.removed = step.edges.iter().map(|&edge| (edge, IBig::ZERO)).collect();
            mutant.steps.truncate(1);
        });
        rejected(&|mutant| mutant.steps[0].ranking.removed.iter_mut().for_each(|(_, bound)| *bound += 1000));
        // A component that is not whole.
        rejected(&|mutant| mutant.steps[0].edges.truncate(1));
    }
}
