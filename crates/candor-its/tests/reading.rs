//! Reading and writing ARI: mistakes have a place, nothing makes the reader panic, and what is written means the same.

use candor_its::{Formula, Polynomial, System, read, write, write_horn};

const GOOD: &str = "\
; a comment
(format LCTRS)
(theory Ints)
(fun f (-> Int Int Int))
(fun |a b| (-> Int Int))
(fun end Int)
(entrypoint f)
(rule (f x y) (|a b| (- x (* 2 y))) :guard (and (> x 0) (or (<= y (- 3)) (distinct x y))))
(rule (|a b| z) (f z any) :guard (exists ((k Int) (z Int)) (and (= any (+ k k)) (< z k))))
(rule (f 0 y) (f y y) :guard (=> (= (mod y 3) 1) (>= (div y 2) 5)))
(rule (f x x) end)
";

#[test]
fn a_system_is_read() {
    let system = read(GOOD).expect("it is well-formed");
    assert_eq!(system.locations.len(), 3);
    assert_eq!(system.locations[1].name, "a b");
    assert_eq!(system.rules.len(), 4);
    assert_eq!(system.rules[0].line, 8);
    // The bound `z` is not the parameter.
    assert_eq!(system.rules[1].variables.len(), 4);
    // `(f 0 y)` and `(f x x)` are parameters with equations.
    assert!(matches!(&system.rules[3].guard, Formula::Atom(_)));
}

#[test]
fn mistakes_have_a_place() {
    let cases = [
        ("(format LCTRS", "1:1: this `(` is never closed"),
        ("(format TRS)", "1:9: only `LCTRS` is understood here"),
        ("(format LCTRS)\n(theory Reals)", "2:9: only `Ints` is understood here"),
        ("(format LCTRS))", "1:15: this `)` closes nothing"),
        ("(fun f (-> Int Int))", "1:21: the system has no entry point"),
        ("(fun f (-> Int Int))\n(entrypoint g)", "2:13: there is no location `g`"),
        ("(fun f (-> Bool Int))", "1:12: parameters are of type `Int`"),
        ("(fun f (-> Int Int))(rule (f x) (f x y))", "1:33: `f` has 1 parameters, and is given 2"),
        ("(fun f (-> Int Int))(rule (f x) (f (^ x 2)))", "1:37: `^` with 2 arguments is no term"),
        ("(fun f (-> Int Int))(rule (f x) (f (div x x)))", "1:36: the divisor is no number but zero"),
        ("(fun f (-> Int Int))(rule (f x) (f x) :guard x)", "1:46: expected a formula, not `x`"),
        (
            "(fun f (-> Int Int))(rule (f x) (f x) :guard (not (exists ((y Int)) (> y x))))",
            "1:59: `exists` below a negation",
        ),
        ("(fun f (-> Int Int))\n(fun f (-> Int Int))", "2:1: `f` is declared twice"),
        ("(rul f)", "1:2: unknown declaration `rul`"),
    ];
    for (text, expected) in cases {
        let error = read(text).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("{}{}", "(and ".repeat(100_000), ")".repeat(100_000));
    assert!(read(&deep).expect_err("too deep").message.contains("nesting"));
    let power =
        format!("(fun f (-> Int Int))(entrypoint f)(rule (f x) (f {}x{}))", "(* x ".repeat(300), ")".repeat(300));
    assert!(read(&power).expect_err("too large").message.contains("too large"));
}

/// A generator of numbers without any state of the machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % n
    }
}

#[test]
fn broken_files_are_refused_without_a_panic() {
    let mut random = Random(3);
    let pieces = [
        "(",
        ")",
        "|",
        "x",
        "f",
        "12345678901234567890123456789",
        "-",
        "rule",
        ":guard",
        "exists",
        "\u{e9}",
        ";",
        " ",
        "\n",
        "(* x x)",
    ];
    let mut n_read = 0;
    for _ in 0..4000 {
        let mut text: Vec<char> = GOOD.chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => drop(text.drain(at..(at + random.below(8)).min(text.len()))),
                1 => {
                    let piece = pieces[random.below(pieces.len())];
                    text.splice(at..at, piece.chars());
                }
                _ => {
                    let from = random.below(text.len());
                    let copy: Vec<char> = text[from..(from + 20).min(text.len())].to_vec();
                    text.splice(at..at, copy);
                }
            }
        }
        let text: String = text.into_iter().collect();
        match read(&text) {
            Ok(system) => {
                n_read += 1;
                assert_eq!(read(&write(&system)).map(|again| again.rules.len()), Ok(system.rules.len()), "{text}");
            }
            Err(error) => assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty()),
        }
    }
    assert!(n_read > 100, "{n_read}");
}

/// The value of a polynomial where variables have values by their names.
fn value(names: &[String], polynomial: &Polynomial) -> String {
    // Names that the reader has invented are the same in both systems.
    let value_of = |name: &str| name.bytes().fold(7_i64, |sum, byte| (sum * 31 + i64::from(byte)) % 1009 - 500);
    let mut result = polynomial.clone();
    for (variable, name) in (0..).zip(names) {
        result = result.with(variable, value_of(name));
    }
    format!("{:?}", result.as_constant())
}

fn shape(names: &[String], formula: &Formula) -> String {
    match formula {
        Formula::Atom(atom) => format!("{:?} {}", atom.relation, value(names, &atom.polynomial)),
        Formula::And(parts) => format!("and{:?}", parts.iter().map(|part| shape(names, part)).collect::<Vec<_>>()),
        Formula::Or(parts) => format!("or{:?}", parts.iter().map(|part| shape(names, part)).collect::<Vec<_>>()),
    }
}

fn shapes(system: &System) -> Vec<String> {
    let rules = system.rules.iter().map(|rule| {
        let update: Vec<String> = rule.update.iter().map(|polynomial| value(&rule.variables, polynomial)).collect();
        format!("{} {} {update:?} {}", rule.from, rule.to, shape(&rule.variables, &rule.guard))
    });
    rules.collect()
}

#[test]
fn what_is_written_means_the_same() {
    let system = read(GOOD).expect("it is well-formed");
    let text = write(&system);
    let again = read(&text).expect("what is written can be read");
    assert_eq!(system.locations, again.locations);
    assert_eq!(system.entry, again.entry);
    assert_eq!(shapes(&system), shapes(&again), "{text}");
}

#[test]
fn horn_clauses_are_read() {
    let text = "(set-logic HORN)(declare-fun f (Int Int) Bool)(declare-fun g () Bool)\n\
        (assert (forall ((x Int)) (=> (> x 5) (f x 0))))\n\
        (assert (forall ((x Int) (y Int)) (=> (and (> x 0) (and (f x y) (< y x))) (f (- x 1) (+ y 1)))))\n\
        (assert (forall ((x Int)) (=> (f x x) g)))\n\
        (assert (forall ((x Int)) (=> (and (f x x) (= x 3)) false)))\n\
        (check-sat)\n";
    let system = read(text).expect("it is well-formed");
    assert_eq!(system.rules.len(), 3);
    assert_eq!(system.rules.iter().map(|rule| (rule.from, rule.to)).collect::<Vec<_>>(), [(0, 1), (1, 1), (1, 2)]);
    let two = text.replace("(< y x)", "(f y x)");
    assert!(read(&two).expect_err("not linear").to_string().starts_with("3:"));
}

#[test]
fn horn_clauses_mean_the_same() {
    let system = read(GOOD).expect("it is well-formed");
    let text = write_horn(&system);
    let mut again = read(&text).expect("what is written can be read");
    // The entry is one more location, with one rule to what was the entry before.
    let first = again.rules.remove(0);
    assert_eq!((first.from, first.to), (again.entry, system.entry + 1));
    for rule in &mut again.rules {
        rule.from -= 1;
        rule.to -= 1;
    }
    assert_eq!(shapes(&system), shapes(&again), "{text}");
}
