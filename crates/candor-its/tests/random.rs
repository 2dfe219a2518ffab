//! Random systems with up to three locations and choices between -2 and 2, against a search through their states: YES and a run that goes
//! far contradict each other, and so do NO and a start from which every run ends soon.

use std::collections::BTreeSet;
use std::time::Duration;

use candor_its::{Limit, Verdict, prove, read};

/// A location and two parameters.
type State = (usize, i64, i64);

/// The factors of `x`, `y` and the choice, and the constant.
type Sum = [i64; 4];

#[derive(Clone, Copy, PartialEq)]
enum Comparison {
    AtLeast,
    Equal,
    Distinct,
}

struct Step {
    from: usize,
    to: usize,
    has_choice: bool,
    guard: Vec<(Sum, Comparison)>,
    update: [Sum; 2],
}

struct Random(u64);

impl Random {
    /// A number between these two.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + i64::try_from((self.0 >> 33) % u64::try_from(high - low + 1).unwrap_or(1)).unwrap_or(0)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.between(0, i64::try_from(n).unwrap_or(1) - 1)).unwrap_or(0)
    }

    fn step(&mut self, n_locations: usize) -> Step {
        let has_choice = self.below(3) == 0;
        let guard = (0..self.below(3)).map(|_| self.comparison(has_choice)).collect();
        let update = [self.update(0, has_choice), self.update(1, has_choice)];
        Step { from: self.below(n_locations), to: self.below(n_locations), has_choice, guard, update }
    }

    fn comparison(&mut self, has_choice: bool) -> (Sum, Comparison) {
        let choice = if has_choice { self.between(-1, 1) } else { 0 };
        let sum = [self.between(-2, 2), self.between(-2, 2), choice, self.between(-5, 5)];
        let comparisons = [Comparison::AtLeast, Comparison::AtLeast, Comparison::Equal, Comparison::Distinct];
        (sum, comparisons[self.below(4)])
    }

    fn update(&mut self, parameter: usize, has_choice: bool) -> Sum {
        let mut sum = match self.below(10) {
            0 => [0, 0, 0, self.between(-3, 3)],
            1 => [self.between(-1, 1), self.between(-1, 1), 0, self.between(-1, 1)],
            other => {
                let mut sum = [0, 0, 0, self.between(-2, 2)];
                sum[if other == 2 { 1 - parameter } else { parameter }] = 1;
                sum
            }
        };
        if has_choice && self.below(2) == 0 {
            sum[2] = 1;
        }
        sum
    }
}

fn value(sum: &Sum, x: i64, y: i64, choice: i64) -> i64 {
    sum[0] * x + sum[1] * y + sum[2] * choice + sum[3]
}

fn successors(steps: &[Step], (location, x, y): State) -> Vec<State> {
    let mut result = Vec::new();
    for step in steps.iter().filter(|step| step.from == location) {
        for choice in if step.has_choice { -2..=2 } else { 0..=0 } {
            let holds = step.guard.iter().all(|(sum, comparison)| match comparison {
                Comparison::AtLeast => value(sum, x, y, choice) >= 0,
                Comparison::Equal => value(sum, x, y, choice) == 0,
                Comparison::Distinct => value(sum, x, y, choice) != 0,
            });
            if holds {
                result.push((step.to, value(&step.update[0], x, y, choice), value(&step.update[1], x, y, choice)));
            }
        }
    }
    result
}

/// Whether some run from here comes back to a state or goes far; `None` if the search was given up.
fn goes_far(steps: &[Step], start: State) -> Option<bool> {
    let mut done = BTreeSet::new();
    let mut on_path = BTreeSet::from([start]);
    let mut path = vec![(start, successors(steps, start))];
    for _ in 0..200_000 {
        let Some((state, next)) = path.last_mut() else { return Some(false) };
        match next.pop() {
            None => {
                on_path.remove(state);
                done.insert(*state);
                path.pop();
            }
            Some(next) if on_path.contains(&next) || path.len() > 2000 => return Some(true),
            Some(next) if done.contains(&next) => {}
            Some(next) => {
                on_path.insert(next);
                path.push((next, successors(steps, next)));
            }
        }
    }
    None
}

fn text(steps: &[Step], n_locations: usize) -> String {
    let number = |n: i64| if n < 0 { format!("(- {})", -n) } else { n.to_string() };
    let sum = |sum: &Sum| {
        let [a, b, c, d] = sum.map(number);
        format!("(+ (* {a} x) (* {b} y) (* {c} any) {d})")
    };
    let locations: String = (0..n_locations).map(|location| format!("(fun l{location} (-> Int Int Int))")).collect();
    let mut text = format!(
        "(format LCTRS)(theory Ints)(fun s (-> Int Int Int)){locations}(entrypoint s)(rule (s x y) (l0 x y))\n"
    );
    for step in steps {
        let mut guard: Vec<String> = step
            .guard
            .iter()
            .map(|(polynomial, comparison)| {
                let operator = match comparison {
                    Comparison::AtLeast => ">=",
                    Comparison::Equal => "=",
                    Comparison::Distinct => "distinct",
                };
                format!("({operator} {} 0)", sum(polynomial))
            })
            .collect();
        guard.push("(<= (- 2) any 2)".to_owned());
        let right = format!("(l{} {} {})", step.to, sum(&step.update[0]), sum(&step.update[1]));
        text += &format!("(rule (l{} x y) {right} :guard (and {}))\n", step.from, guard.join(" "));
    }
    text
}

/// The numbers after `x = ` and `y = ` in the line about the start; what is not shown is zero.
fn start(reasons: &[String]) -> State {
    let line = reasons.iter().find(|line| line.starts_with("start: ")).expect("a run starts");
    let number = |name: &str| {
        let after = line.split_once(&format!("{name} = ")).map_or("0", |(_, after)| after);
        after.split(',').next().and_then(|digits| digits.parse().ok()).unwrap_or(0)
    };
    (0, number("x"), number("y"))
}

#[test]
fn answers_agree_with_runs() {
    let mut random = Random(1);
    let (mut n_yes, mut n_no) = (0, 0);
    for _ in 0..80 {
        let n_locations = 1 + random.below(3);
        let n_steps = n_locations + random.below(4);
        let steps: Vec<Step> = (0..n_steps).map(|_| random.step(n_locations)).collect();
        let text = text(&steps, n_locations);
        let answer = prove(&read(&text).expect("it is well-formed"), &Limit::after(Duration::from_secs(2)));
        match answer.verdict {
            Verdict::Terminates => {
                n_yes += 1;
                let starts = (-4..=4).flat_map(|x| (-4..=4).map(move |y| (0, x, y)));
                let far = starts.into_iter().find(|&start| goes_far(&steps, start) == Some(true));
                assert_eq!(far, None, "{text}\n{:#?}", answer.reasons);
            }
            Verdict::Diverges => {
                n_no += 1;
                assert_ne!(goes_far(&steps, start(&answer.reasons)), Some(false), "{text}\n{:#?}", answer.reasons);
            }
            Verdict::Unknown => {}
        }
    }
    assert!(n_yes >= 10 && n_no >= 20, "{n_yes} YES, {n_no} NO");
}
