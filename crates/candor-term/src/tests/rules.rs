//! Every rule on its own, against the evaluator: on all values at widths 1 to 4, on random ones at 8, 32 and 64 bits, floats and
//! arrays on random ones. A rule that never fires fails the test.

use std::rc::Rc;

use candor_bits::{Bits, FloatKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::random::{Generator, Rng, copy_to, random_assignment};
use crate::corpus::{self, Shape};
use crate::meaning::apply;
use crate::pool::Node;
use crate::rules::dispatch;
use crate::{Evaluation, RULES, Sort, Term, TermPool};

/// The values of terms under all assignments at once.
struct Tables {
    assignments: Vec<[u16; 4]>,
    vars: [Term; 4],
    memo: FxHashMap<Term, Rc<[u16]>>,
}

impl Tables {
    fn new(vars: [Term; 4], width: u32) -> Tables {
        let values = || 0..1_u16 << width;
        let bools = || 0..2_u16;
        let assignments = values()
            .flat_map(|x| values().flat_map(move |y| bools().flat_map(move |p| bools().map(move |q| [x, y, p, q]))))
            .collect();
        Tables { assignments, vars, memo: FxHashMap::default() }
    }

    fn of(&mut self, pool: &TermPool, term: Term) -> Rc<[u16]> {
        if self.memo.len() > 20_000 {
            self.memo.clear();
        }
        for below in crate::post_order(pool, &[term]) {
            if !self.memo.contains_key(&below) {
                let table = self.compute(pool, below);
                self.memo.insert(below, table);
            }
        }
        Rc::clone(&self.memo[&term])
    }

    fn compute(&self, pool: &TermPool, term: Term) -> Rc<[u16]> {
        if let Some(var_idx) = self.vars.iter().position(|var| *var == term) {
            return self.assignments.iter().map(|values| values[var_idx]).collect();
        }
        if let Some(bits) = pool.const_bits(term) {
            return self.assignments.iter().map(|_| low_u16(&bits)).collect();
        }
        let args: Vec<Rc<[u16]>> = pool.args(term).iter().map(|arg| Rc::clone(&self.memo[arg])).collect();
        self.of_node(pool, &pool.node(term), &args)
    }

    fn of_node(&self, pool: &TermPool, node: &Node, args: &[Rc<[u16]>]) -> Rc<[u16]> {
        let typing = pool.typing(node);
        let widths: Vec<u32> =
            node.args[..args.len()].iter().map(|arg| pool.sort(*arg).pattern_width().expect("no array")).collect();
        (0..self.assignments.len())
            .map(|row| {
                let patterns: SmallVec<[Bits; 3]> =
                    args.iter().zip(&widths).map(|(arg, width)| Bits::new(*width, u64::from(arg[row]))).collect();
                low_u16(&apply(node.op, typing, &patterns))
            })
            .collect()
    }
}

fn low_u16(bits: &Bits) -> u16 {
    u16::try_from(bits.to_u64_wrapping()).expect("a narrow pattern")
}

/// The node as the driver would hand it to the rules: operands ordered; `None` if it would be folded.
fn ordered(pool: &mut TermPool, shape: &Shape) -> Option<Node> {
    if !shape.op.is_array() && shape.args.iter().all(|arg| pool.is_const(*arg)) {
        return None;
    }
    let mut node = pool.node_of(shape.op, shape.sort, &shape.args, shape.low);
    pool.order_operands(&mut node);
    Some(node)
}

/// Tries every rule of the operator, not only the first that fits.
fn each_rewrite(pool: &mut TermPool, node: &Node, mut check: impl FnMut(&mut TermPool, usize, Term)) {
    for rule_idx in dispatch().rules(node.op) {
        if let Some(after) = (RULES[*rule_idx].apply)(pool, node) {
            check(pool, *rule_idx, after);
        }
    }
}

#[test]
fn rules_on_all_values_at_small_widths() {
    let mut hits = vec![0; RULES.len()];
    for width in 1..=4 {
        shapes_of_width(width, &mut hits);
        random_terms_of_width(width, 8_000, &mut hits);
    }
    array_rules(&mut hits);
    float_rules(&mut hits);
    let rare: Vec<String> = (0..RULES.len())
        .filter(|rule_idx| hits[*rule_idx] < 3)
        .map(|rule_idx| format!("{} {}", RULES[rule_idx].name, hits[rule_idx]))
        .collect();
    assert!(rare.is_empty(), "rules that fired rarely or never: {rare:?}");
}

fn shapes_of_width(width: u32, hits: &mut [u32]) {
    let mut pool = TermPool::new();
    let vars = corpus::vars(&mut pool, width);
    let shapes = corpus::shapes(&mut pool, width);
    let mut tables = Tables::new(vars, width);
    // At the largest width the tables are long, and a third of the shapes is enough; any third but every third one, since
    // the shapes come in rows.
    let mut rng = Rng::new(1);
    for shape in shapes.iter().filter(|_| width < 4 || rng.one_in(3)) {
        check_shape(&mut pool, &mut tables, shape, hits);
    }
}

fn random_terms_of_width(width: u32, n_nodes: usize, hits: &mut [u32]) {
    let mut pool = TermPool::new();
    let mut generator = Generator::new(u64::from(width), width);
    let vars = generator.vars(&mut pool);
    let mut tables = Tables::new(vars, width);
    for _ in 0..n_nodes {
        let sort = match generator.rng.below(8) {
            0..=2 => Sort::Bool,
            3..=5 => Sort::Bv(width),
            6 => Sort::Bv(1),
            _ => Sort::Bv(2 * width),
        };
        let depth = 1 + u32::from(!generator.rng.one_in(4)) + u32::from(generator.rng.one_in(2));
        let shape = generator.shape(&mut pool, sort, depth);
        check_shape(&mut pool, &mut tables, &shape, hits);
    }
}

/// Compares a shape with what each rule makes of it, under all assignments.
fn check_shape(pool: &mut TermPool, tables: &mut Tables, shape: &Shape, hits: &mut [u32]) {
    let Some(node) = ordered(pool, shape) else {
        return;
    };
    let operands = &node.args[..node.op.arity()];
    let mut before = None;
    each_rewrite(pool, &node, |pool, rule_idx, after| {
        hits[rule_idx] += 1;
        let name = RULES[rule_idx].name;
        assert_eq!(pool.sort(after), shape.sort, "{name} changes the sort");
        let before = before.get_or_insert_with(|| {
            let arg_tables: Vec<_> = operands.iter().map(|arg| tables.of(pool, *arg)).collect();
            tables.of_node(pool, &node, &arg_tables)
        });
        if *before != tables.of(pool, after) {
            let raw = shape.build_unsimplified(pool);
            let (raw, after) = (crate::display(pool, raw), crate::display(pool, after));
            panic!("{name} is wrong:\n{raw}\nbecomes\n{after}");
        }
    });
}

#[test]
fn rules_on_random_values_at_large_widths() {
    let mut hits = vec![0; RULES.len()];
    for width in [8, 32, 64, 100] {
        let mut pool = TermPool::new();
        let mut generator = Generator::new(u64::from(width) + 100, width);
        let shapes = corpus::shapes(&mut pool, width);
        let mut checker = Checker::new();
        for shape in shapes.iter().step_by(11) {
            checker.check(&mut pool, &mut generator.rng, shape, &mut hits);
        }
        for _ in 0..3_000 {
            let sort = generator.rng.pick(&[Sort::Bool, Sort::Bv(width), Sort::Bv(2 * width), Sort::Bv(1)]);
            let shape = generator.shape(&mut pool, sort, 2);
            checker.check(&mut pool, &mut generator.rng, &shape, &mut hits);
        }
    }
}

/// Compares shapes with what each rule makes of them, under random assignments.
struct Checker {
    plain: TermPool,
    copies: FxHashMap<Term, Term>,
}

impl Checker {
    fn new() -> Checker {
        Checker { plain: TermPool::plain(), copies: FxHashMap::default() }
    }

    fn check(&mut self, pool: &mut TermPool, rng: &mut Rng, shape: &Shape, hits: &mut [u32]) {
        let Some(node) = ordered(pool, shape) else {
            return;
        };
        each_rewrite(pool, &node, |pool, rule_idx, after| {
            hits[rule_idx] += 1;
            let name = RULES[rule_idx].name;
            assert_eq!(pool.sort(after), shape.sort, "{name} changes the sort");
            // In a pool of its own: the raw node would be taken for a simplified one by the terms to come.
            let operands = &node.args[..node.op.arity()];
            let mut copy = |term| copy_to(pool, &mut self.plain, &mut self.copies, term);
            let args: Vec<Term> = operands.iter().map(|arg| copy(*arg)).collect();
            let after = copy(after);
            let raw = self.plain.build_unsimplified(shape.op, shape.sort, &args, shape.low);
            for _ in 0..4 {
                let assignment = random_assignment(rng, &self.plain);
                let mut evaluation = Evaluation::new(&self.plain, &assignment);
                assert_eq!(
                    evaluation.value(after),
                    evaluation.value(raw),
                    "{name} is wrong:\n{}\nbecomes\n{}",
                    crate::display(&self.plain, raw),
                    crate::display(&self.plain, after)
                );
            }
        });
    }
}

fn array_rules(hits: &mut [u32]) {
    let mut rng = Rng::new(7);
    for (index, element) in [(2, 2), (3, 1), (32, 8)] {
        let mut pool = TermPool::new();
        let shapes = corpus::array_shapes(&mut pool, index, element);
        let mut checker = Checker::new();
        for shape in &shapes {
            checker.check(&mut pool, &mut rng, shape, hits);
        }
    }
}

fn float_rules(hits: &mut [u32]) {
    let mut rng = Rng::new(11);
    for kind in FloatKind::ALL {
        let mut pool = TermPool::new();
        let shapes = corpus::float_shapes(&mut pool, *kind);
        let mut checker = Checker::new();
        for shape in &shapes {
            checker.check(&mut pool, &mut rng, shape, hits);
        }
    }
}

#[test]
fn operands_of_long_chains_may_come_in_any_order() {
    let mut pool = TermPool::new();
    let terms: Vec<Term> = (0..3_000).map(|idx| pool.var(&format!("v{idx}"), Sort::Bv(32))).collect();
    let join = |pool: &mut TermPool, terms: &[Term]| {
        let zero = pool.bv_zero(32);
        terms.iter().fold(zero, |sum, term| pool.add(sum, *term))
    };
    let plain = join(&mut pool, &terms);
    let mut rotated = terms.clone();
    rotated.swap(0, 1);
    rotated.rotate_left(1);
    assert_eq!(plain, join(&mut pool, &rotated));
    // Backwards, every operand goes to the front: that must not take a term for each of those behind it.
    rotated.reverse();
    let before = pool.len();
    join(&mut pool, &rotated);
    assert!(pool.len() - before < 20 * terms.len(), "{} terms", pool.len() - before);
}
