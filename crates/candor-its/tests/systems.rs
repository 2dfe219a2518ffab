//! Small systems, terminating and not, with the answers that they must get.
//!
//! Each has a comment with the loop it stands for. An answer that is merely unknown fails too: these are the ones that must be decided.

use std::time::Duration;

use candor_its::{Limit, Verdict, prove, read};

/// A system over `f(x, y)` with these rules, which starts at `f`.
fn system(rules: &str) -> String {
    let header = "(format LCTRS)(theory Ints)(fun s (-> Int Int Int))(fun f (-> Int Int Int))(fun g (-> Int Int Int))(entrypoint s)";
    format!("{header}(rule (s x y) (f x y)){rules}")
}

fn verdict(text: &str) -> (Verdict, Vec<String>) {
    let system = read(text).expect("it is well-formed");
    let answer = prove(&system, &Limit::after(Duration::from_secs(60)));
    (answer.verdict, answer.reasons)
}

fn terminates(rules: &str) {
    let (verdict, reasons) = verdict(&system(rules));
    assert_eq!(verdict, Verdict::Terminates, "{rules}\n{reasons:#?}");
    assert!(!reasons.is_empty());
}

fn diverges(rules: &str) {
    let (verdict, reasons) = verdict(&system(rules));
    assert_eq!(verdict, Verdict::Diverges, "{rules}\n{reasons:#?}");
    assert!(reasons.iter().any(|line| line.starts_with("recurrent set")), "{reasons:#?}");
}

#[test]
fn counting_down_and_up() {
    terminates("(rule (f x y) (f (- x 1) y) :guard (> x 0))");
    terminates("(rule (f x y) (f (+ x 1) y) :guard (< x y))");
    terminates("(rule (f x y) (f (+ x 2) (- y 3)) :guard (<= x y))");
    diverges("(rule (f x y) (f (+ x 1) y) :guard (> x 0))");
    diverges("(rule (f x y) (f (- x 1) y) :guard (< x y))");
    diverges("(rule (f x y) (f (+ x 3) (+ y 3)) :guard (<= x y))");
}

#[test]
fn inequality_as_a_guard() {
    // while (x != 0) x -= 1; ends for no negative number, and with x >= 0 before it for all.
    diverges("(rule (f x y) (f (- x 1) y) :guard (not (= x 0)))");
    terminates("(rule (f x y) (g x y) :guard (>= x 0))(rule (g x y) (g (- x 1) y) :guard (distinct x 0))");
    // Steps of two miss zero.
    diverges("(rule (f x y) (g x y) :guard (>= x 0))(rule (g x y) (g (- x 2) y) :guard (distinct x 0))");
}

#[test]
fn lexicographic() {
    terminates(
        "(rule (f x y) (f (- x 1) z) :guard (and (> x 0) (<= y 0)))\
         (rule (f x y) (f x (- y 1)) :guard (and (> x 0) (> y 0)))",
    );
    diverges(
        "(rule (f x y) (f (- x 1) z) :guard (and (> x 0) (<= y 0)))\
         (rule (f x y) (f (+ x 1) (- y 1)) :guard (and (> x 0) (> y 0)))",
    );
}

#[test]
fn nested_loops() {
    terminates(
        "(rule (f x y) (g x 0) :guard (> x 0))\
         (rule (g x y) (g x (+ y 1)) :guard (< y x))\
         (rule (g x y) (f (- x 1) y) :guard (>= y x))",
    );
    diverges(
        "(rule (f x y) (g x 0) :guard (> x 0))\
         (rule (g x y) (g x (+ y 1)) :guard (< y x))\
         (rule (g x y) (f x y) :guard (>= y x))",
    );
}

#[test]
fn phases() {
    // while (x >= 0) { x += y; y -= 1; }: y falls first, then x.
    terminates("(rule (f x y) (f (+ x y) (- y 1)) :guard (>= x 0))");
    diverges("(rule (f x y) (f (+ x y) (+ y 1)) :guard (>= x 0))");
}

#[test]
fn invariants_are_found() {
    // x -= y is a step down only with y > 0, which nothing in the loop says.
    terminates("(rule (f x y) (g x 3))(rule (g x y) (g (- x y) y) :guard (> x 0))");
    terminates("(rule (f x y) (g x y) :guard (> y 0))(rule (g x y) (g (- x y) (+ y 1)) :guard (> x 0))");
    diverges("(rule (f x y) (g x y) :guard (>= y 0))(rule (g x y) (g (- x y) y) :guard (> x 0))");
}

#[test]
fn sides_are_not_changed() {
    // while (x != y) if (x < y) x++; else y++;
    terminates(
        "(rule (f x y) (f (+ x 1) y) :guard (< x y))\
         (rule (f x y) (f x (+ y 1)) :guard (> x y))",
    );
    // With steps of two they are.
    diverges(
        "(rule (f x y) (f (+ x 2) y) :guard (< x y))\
         (rule (f x y) (f x (+ y 2)) :guard (> x y))",
    );
}

#[test]
fn choices() {
    terminates("(rule (f x y) (f z y) :guard (and (>= z 0) (< z x)))");
    // Each round has to choose another number.
    diverges("(rule (f x y) (f z y) :guard (> z x))");
    diverges("(rule (f x y) (f z y) :guard (< z x))");
    terminates("(rule (f x y) (f (- x z) y) :guard (and (> x 0) (> z 0)))");
    diverges("(rule (f x y) (f (- x z) y) :guard (and (> x 0) (>= z 0)))");
}

#[test]
fn long_ways_are_short_cut() {
    // A loop that goes on for ever behind one that counts to a million.
    diverges(
        "(rule (f x y) (g 0 0))\
         (rule (g x y) (g (+ x 1) y) :guard (< x 1000000))\
         (rule (g x y) (g x 1) :guard (= x 1000000))",
    );
    // 25 -> 29 -> 28 -> 27 -> 26 -> 25.
    diverges(
        "(rule (f x y) (f 29 y) :guard (= x 25))\
         (rule (f x y) (f (- x 1) y) :guard (and (> x 25) (< x 30)))",
    );
}

#[test]
fn products() {
    terminates("(rule (f x y) (f (- x (* y y) 1) y) :guard (> x 0))");
    terminates("(rule (f x y) (f (- x (* x y)) y) :guard (and (> x 0) (> y 0)))");
    diverges("(rule (f x y) (f (* x y) y) :guard (and (> x 0) (> y 1)))");
}

#[test]
fn division() {
    terminates("(rule (f x y) (f (div x 2) y) :guard (> x 0))");
    diverges("(rule (f x y) (f (div x 2) y) :guard (>= x 0))");
    terminates("(rule (f x y) (f (mod x 7) (- x 7)) :guard (>= x 7))");
    diverges("(rule (f x y) (f (+ 7 (mod x 7)) y) :guard (>= x 7))");
}

#[test]
fn what_is_not_reached_does_not_matter() {
    terminates("(rule (f x y) (g x y) :guard (and (> x 0) (< x 0)))(rule (g x y) (g x y))");
    terminates("(rule (g x y) (g x y))");
    terminates("(rule (f x y) (g 1 2))(rule (g x y) (g x y) :guard (> x y))");
    diverges("(rule (f x y) (g 2 1))(rule (g x y) (g x y) :guard (> x y))");
}

#[test]
fn hard_ones_are_not_guessed() {
    let collatz = "(rule (f x y) (g x y) :guard (> x 0))\
                   (rule (g x y) (g (div x 2) y) :guard (and (> x 1) (= (mod x 2) 0)))\
                   (rule (g x y) (g (+ (* 3 x) 1) y) :guard (and (> x 1) (= (mod x 2) 1)))";
    let system = read(&system(collatz)).expect("it is well-formed");
    let answer = prove(&system, &Limit::after(Duration::from_secs(3)));
    assert_eq!(answer.verdict, Verdict::Unknown);
}

/// Runs a system of one location from some starts with small choices, and tells whether some run gets far.
fn gets_far(step: impl Fn(i64, i64) -> Option<(i64, i64)>) -> bool {
    let starts = (-6..=6).flat_map(|x| (-6..=6).map(move |y| (x, y)));
    starts.into_iter().any(|start| {
        let mut state = Some(start);
        for _ in 0..3000 {
            state = state.and_then(|(x, y)| step(x, y));
        }
        state.is_some()
    })
}

/// Random loops with two rules: a run that gets far contradicts YES, and NO needs one that does not end.
#[test]
fn random_loops_agree_with_their_runs() {
    let mut state: u64 = 5;
    let mut random = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((state >> 33) % n).unwrap_or(0)
    };
    let (mut n_yes, mut n_no) = (0, 0);
    for _ in 0..60 {
        // a*x + b*y + c >= 0: (x, y) -> (x + d, y + e), otherwise with p*x + q*y + r >= 0 another step.
        let mut numbers =
            || -> [i64; 5] { [random(5) - 2, random(5) - 2, random(9) - 4, random(5) - 2, random(5) - 2] };
        let (first, second) = (numbers(), numbers());
        let number = |n: i64| if n < 0 { format!("(- {})", -n) } else { n.to_string() };
        let sum = |[a, b, c, ..]: [i64; 5]| format!("(+ (* {} x) (* {} y) {})", number(a), number(b), number(c));
        let next = |[_, _, _, d, e]: [i64; 5]| format!("(f (+ x {}) (+ y {}))", number(d), number(e));
        let rules = format!(
            "(rule (f x y) {} :guard (>= {} 0))(rule (f x y) {} :guard (and (< {} 0) (>= {} 0)))",
            next(first),
            sum(first),
            next(second),
            sum(first),
            sum(second)
        );
        let step = |x: i64, y: i64| {
            let holds = |[a, b, c, ..]: [i64; 5]| a * x + b * y + c >= 0;
            match (holds(first), holds(second)) {
                (true, _) => Some((x + first[3], y + first[4])),
                (false, true) => Some((x + second[3], y + second[4])),
                (false, false) => None,
            }
        };
        match verdict(&system(&rules)).0 {
            Verdict::Terminates => {
                n_yes += 1;
                assert!(!gets_far(step), "{rules}");
            }
            Verdict::Diverges => {
                n_no += 1;
                assert!(gets_far(step), "{rules}");
            }
            Verdict::Unknown => {}
        }
    }
    assert!(n_yes > 5 && n_no > 10, "{n_yes} {n_no}");
}

/// Products of products: whoever composes all of them fills the memory.
#[test]
fn squares_of_squares_do_not_explode() {
    let square = "(+ (* x x) (* y y) (* x y) 1)";
    let chain = |n: usize| {
        let locations: String = (0..n).map(|i| format!("(fun l{i} (-> Int Int Int))")).collect();
        let rules: String = (0..n).map(|i| format!("(rule (l{i} x y) (l{} {square} {square}))", (i + 1) % n)).collect();
        format!("(format LCTRS)(theory Ints){locations}(entrypoint l0){rules}")
    };
    let equations: String = (1..40).map(|i| format!("(= a{i} (+ (* a{} a{}) 1))", i - 1, i - 1)).collect();
    let deep = system(&format!("(rule (f a0 y) (f a39 y) :guard (and (> a0 0) {equations}))"));
    for text in [chain(12), deep] {
        let read = read(&text).expect("it is well-formed");
        let answer = prove(&read, &Limit::after(Duration::from_secs(3)));
        assert_ne!(answer.verdict, Verdict::Terminates);
    }
}
