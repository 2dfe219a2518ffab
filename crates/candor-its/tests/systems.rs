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
