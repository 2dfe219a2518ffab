//! Small C and LLVM programs, loaded and looked at.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use candor_ir::{
    Callee, Check, Chunk, Const, Function, InstKind, Program, Scalar, Symbol, UndefCause, VariableHome, verify_program,
};
use candor_llvm::{DataModel, FrontendConfig, FrontendError, load, load_compile_commands, probe};

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("candor-llvm-test-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file for the test");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn config() -> FrontendConfig {
    FrontendConfig { link_libc: false, ..FrontendConfig::default() }
}

fn try_load(files: &[(&str, &str)], config: &FrontendConfig) -> Result<Program, FrontendError> {
    let folder = Folder::new();
    let paths: Vec<PathBuf> = files.iter().map(|(name, text)| folder.write(name, text)).collect();
    let program = load(&paths, config)?;
    if let Err(errors) = verify_program(&program) {
        panic!("{errors:#?}\n{}", candor_ir::dump_program(&program));
    }
    Ok(program)
}

fn load_with(files: &[(&str, &str)], config: &FrontendConfig) -> Program {
    try_load(files, config).unwrap_or_else(|error| panic!("{error}"))
}

fn load_c(text: &str) -> Program {
    load_with(&[("test.c", text)], &config())
}

fn load_ll(text: &str) -> Program {
    load_with(&[("test.ll", text)], &config())
}

fn error_of(files: &[(&str, &str)]) -> String {
    try_load(files, &config()).expect_err("this should not load").to_string()
}

fn function<'a>(program: &'a Program, name: &str) -> &'a Function {
    program.functions.values().find(|function| function.name == name).expect("the function")
}

fn count(function: &Function, mut wanted: impl FnMut(&InstKind) -> bool) -> usize {
    function.insts.values().filter(|inst| wanted(&inst.kind)).count()
}

fn count_checks(function: &Function, check: Check) -> usize {
    count(function, |kind| matches!(kind, InstKind::Check { check: found, .. } if *found == check))
}

/// How many operations carry a check that is not natural for them.
fn count_fused(function: &Function, check: Check) -> usize {
    let carries = |inst: &&candor_ir::Inst| matches!(inst.kind, InstKind::Binary { .. }) && inst.checks.contains(check);
    function.insts.values().filter(carries).count()
}

fn no_unsupported(program: &Program) {
    for function in program.functions.values() {
        for inst in function.insts.values() {
            assert!(!matches!(inst.kind, InstKind::Unsupported { .. }), "{}: {:?}", function.name, inst.kind);
        }
    }
}

#[test]
fn signed_arithmetic_is_one_checked_instruction() {
    let program = load_c("int f(int a, int b) { a += b; a -= b; a *= b; return -a; }");
    let f = function(&program, "f");
    assert_eq!(count_fused(f, Check::SignedOverflow), 4);
    assert_eq!(count_checks(f, Check::SignedOverflow), 0);
    assert_eq!(f.blocks.len(), 1);
    assert!(!f.removed_names.is_empty());
}

#[test]
fn unsigned_arithmetic_is_checked_on_request_only() {
    let text = "unsigned f(unsigned a, unsigned b) { return a + b; }";
    assert_eq!(count_fused(function(&load_c(text), "f"), Check::UnsignedWrap), 0);
    let strict = FrontendConfig { unsigned_wrap: true, ..config() };
    let program = load_with(&[("test.c", text)], &strict);
    assert_eq!(count_fused(function(&program, "f"), Check::UnsignedWrap), 1);
}

#[test]
fn asked_for_overflow_is_no_fault() {
    let program = load_c("int f(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }");
    let f = function(&program, "f");
    assert_eq!(count_fused(f, Check::SignedOverflow), 0);
    assert_eq!(count(f, |kind| matches!(kind, InstKind::Predicate { .. })), 1);
}

#[test]
fn shifts_carry_their_checks() {
    let program = load_c(
        "int right(int a, int b) { return a >> b; }
         unsigned left(unsigned a, int b) { return a << b; }
         int bit(int b) { return 1 << b; }
         int both(int a, int b) { return a << b; }
         int fixed(int a) { return a << 3; }
         int narrow(int a, long b) { return a >> b; }",
    );
    for name in ["right", "left", "bit"] {
        let f = function(&program, name);
        assert_eq!(count_fused(f, Check::ShiftOutOfRange), 1, "{name}");
        assert_eq!((f.blocks.len(), count(f, |kind| matches!(kind, InstKind::Check { .. }))), (1, 0), "{name}");
    }
    assert_eq!(count_fused(function(&program, "bit"), Check::SignedOverflow), 1);
    let both = function(&program, "both");
    assert_eq!(count_checks(both, Check::ShiftOutOfRange), 1);
    assert_eq!(count_checks(both, Check::SignedOverflow), 1, "the base must not be negative");
    assert_eq!(count_fused(both, Check::SignedOverflow), 1);
    let fixed = function(&program, "fixed");
    assert_eq!(count_checks(fixed, Check::ShiftOutOfRange), 0);
    assert_eq!((count_checks(fixed, Check::SignedOverflow), fixed.blocks.len()), (1, 1));
    // The amount is cut to the width of the shift, so the check has to stay where it is.
    assert_eq!(count_checks(function(&program, "narrow"), Check::ShiftOutOfRange), 1);
}

#[test]
fn other_instrumentation_becomes_checks() {
    let program = load_c(
        "int a[4];
         int index(int i) { return a[i]; }
         int constant(void) { return a[3]; }
         int convert(double d) { return (int)d; }
         int vla(int n) { int v[n]; v[0] = 1; return v[0]; }
         int clz(unsigned x) { return __builtin_clz(x); }
         int never(int x) { if (x) __builtin_unreachable(); return 1; }
         int divide(int a, int b) { return a / b; }",
    );
    let checks = |name: &str, check| count_checks(function(&program, name), check);
    assert_eq!(checks("index", Check::ArrayIndex), 1);
    assert_eq!(checks("constant", Check::ArrayIndex), 0);
    assert_eq!(checks("convert", Check::FloatCastOverflow), 1);
    assert_eq!(checks("vla", Check::VlaBound), 1);
    assert_eq!(checks("clz", Check::BadStdlibArgument), 1);
    assert_eq!(checks("never", Check::UnreachableCode), 1);
    let divide = function(&program, "divide");
    assert_eq!(count(divide, |kind| matches!(kind, InstKind::Check { .. } | InstKind::Compare { .. })), 0);
    assert_eq!(count_fused(divide, Check::DivisionOverflow), 1);
    no_unsupported(&program);
}

#[test]
fn an_index_is_widened_once() {
    let program = load_c("int a[4]; int f(int i) { return a[i]; }");
    assert_eq!(count(function(&program, "f"), |kind| matches!(kind, InstKind::Cast { .. })), 1);
}

#[test]
fn a_missing_return_is_marked() {
    let program = load_c(
        "int forgets(int a) { if (a) return 1; }
         int returns(int a) { if (a) return 1; return 2; }",
    );
    let is_mark = |kind: &InstKind| matches!(kind, InstKind::Undef { cause: UndefCause::MissingReturn, .. });
    assert_eq!(count(function(&program, "forgets"), is_mark), 1);
    assert_eq!(count(function(&program, "returns"), is_mark), 0);
}

#[test]
fn locals_have_lifetimes_and_names() {
    let program = load_c(
        "struct node { struct node *next; };
         int f(const char *text, int (*call)(int, char *)) {
             struct node nodes[3];
             unsigned long total = sizeof nodes;
             { int inner = 1; total += inner; }
             return (int)total + (text != 0) + (call != 0);
         }",
    );
    let f = function(&program, "f");
    assert!(count(f, |kind| matches!(kind, InstKind::LifetimeEnd { .. })) >= 3);
    let mut found: Vec<(&str, &str, u32)> =
        f.vars.values().map(|var| (var.name.as_str(), var.ty.as_str(), var.param)).collect();
    found.sort_unstable();
    let expected = [
        ("call", "int (*)(int, char *)", 2),
        ("inner", "int", 0),
        ("nodes", "struct node[3]", 0),
        ("text", "const char *", 1),
        ("total", "unsigned long", 0),
    ];
    assert_eq!(found, expected);
    assert!(f.vars.values().all(|var| matches!(var.home, VariableHome::Memory(_))));
    let loc = program.source.get(f.loc).expect("a position");
    assert_eq!(loc.line, 2);
    assert!(program.source.files[loc.file].path.ends_with("test.c"));
}

#[test]
fn data_models_differ() {
    let text = "long f(long *p) { return sizeof(void *) + *p; }";
    let narrow = FrontendConfig { data_model: DataModel::Ilp32, ..config() };
    for (config, bits) in [(config(), 64), (narrow, 32)] {
        let program = load_with(&[("test.c", text)], &config);
        assert_eq!(program.target.pointer_bits, bits);
        assert_eq!(function(&program, "f").signature.results, [Scalar::Int(bits)]);
    }
}

#[test]
fn definitions_are_linked_across_files() {
    let main = "extern int number; int answer(void); static int own(void) { return 1; }
                int main(void) { return answer() + number + own(); }";
    let other = "int number = 7; static int own(void) { return 2; } int answer(void) { return own(); }";
    let program = load_with(&[("main.c", main), ("other.c", other)], &config());
    assert!(program.functions.values().all(Function::is_defined));
    assert_eq!(program.functions.values().filter(|function| function.name == "own").count(), 2);
    let Some(Symbol::Global(number)) = program.symbols.get("number") else { panic!("the number") };
    assert!(matches!(&program.globals[*number].init.as_ref().expect("defined").chunks[..], [(0, Chunk::Bytes(_))]));
}

#[test]
fn two_definitions_are_an_error_with_both_files() {
    let error = error_of(&[("one.c", "int f(void) { return 1; }"), ("two.c", "int f(void) { return 2; }")]);
    assert!(error.contains("`f`") && error.contains("one.c") && error.contains("two.c"), "{error}");
}

#[test]
fn strong_definitions_win_over_weak_ones() {
    let weak = "__attribute__((weak)) int f(void) { return 1; } int g(void) { return f(); }";
    let strong = "int f(void) { return 2; }";
    for files in [[("a.c", weak), ("b.c", strong)], [("b.c", strong), ("a.c", weak)]] {
        let program = load_with(&files, &config());
        let f = program.function_named("f").expect("f");
        let InstKind::Return { values } = &program.functions[f].insts.values().last().expect("a return").kind else {
            panic!("f returns");
        };
        let [candor_ir::Operand::Const(value)] = values[..] else { panic!("a constant") };
        assert_eq!(*program.consts.get(value), Const::int(32, 2));
    }
}

#[test]
fn aliases_stand_for_what_they_name() {
    let program = load_c(
        "int original(void) { return 1; }
         int other(void) __attribute__((alias(\"original\")));
         int main(void) { return other(); }",
    );
    let original = program.function_named("original").expect("original");
    let calls_it = |kind: &InstKind| matches!(kind, InstKind::Call(call) if call.callee == Callee::Direct(original));
    assert_eq!(count(function(&program, "main"), calls_it), 1);
}

#[test]
fn a_weak_reference_to_nothing_is_null() {
    let program = load_c("extern int maybe(void) __attribute__((weak)); int main(void) { return maybe != 0; }");
    assert!(program.consts.iter().any(|(_, value)| *value == Const::Null));
}

#[test]
fn constructors_run_by_priority() {
    let program = load_c(
        "static int n;
         __attribute__((constructor)) static void late(void) { n = 1; }
         __attribute__((constructor(101))) static void early(void) { n = 2; }
         __attribute__((destructor)) static void end(void) { n = 3; }
         int main(void) { return n; }",
    );
    let name = |func: &candor_ir::FuncId| program.functions[*func].name.clone();
    assert_eq!(program.constructors.iter().map(name).collect::<Vec<_>>(), ["early", "late"]);
    assert_eq!(program.destructors.iter().map(name).collect::<Vec<_>>(), ["end"]);
}

#[test]
fn initialisers_are_bytes_and_addresses() {
    let program = load_c(
        "int x; struct { char c; int n; int *p; double d; } s = { 'a', 258, &x, 1.0 };
         int zeros[1000]; int sparse[1000] = { [500] = 1 };",
    );
    let chunks = |name: &str| {
        let global = program.globals.values().find(|global| global.name == name).expect("the global");
        global.init.clone().expect("defined").chunks
    };
    let chunks_of_s = chunks("s");
    assert_eq!(chunks_of_s.len(), 3);
    assert_eq!(chunks_of_s[0], (0, Chunk::Bytes(vec![b'a', 0, 0, 0, 2, 1])));
    assert!(matches!(chunks_of_s[1], (8, Chunk::Scalar(Scalar::Ptr, _))));
    assert!(chunks("zeros").is_empty());
    assert_eq!(chunks("sparse"), [(2000, Chunk::Bytes(vec![1]))]);
}

#[test]
fn aggregates_by_value_keep_their_size() {
    let program = load_c(
        "struct big { int a[20]; }; struct pair { long a; double b; };
         int sum(struct big big, struct pair pair) { return big.a[0] + (int)pair.a; }
         int main(void) { struct big big = { { 1 } }; struct pair pair = { 2, 3.0 }; return sum(big, pair); }",
    );
    let signature = &function(&program, "sum").signature;
    assert_eq!(signature.params[0].byval.expect("by value").size, 80);
    assert_eq!(signature.params.iter().map(|param| param.ty).collect::<Vec<_>>().len(), 3);
    no_unsupported(&program);
}

#[test]
fn computed_goto_knows_its_blocks() {
    let program = load_c(
        "int f(int n) {
             static void *table[] = { &&one, &&two };
             goto *table[n & 1];
         one: return 1;
         two: return 2;
         }",
    );
    let f = program.function_named("f").expect("f");
    let targets: Vec<_> = program
        .consts
        .iter()
        .filter_map(|(_, value)| match value {
            Const::BlockAddress(func, block) if *func == f => Some(*block),
            _ => None,
        })
        .collect();
    assert_eq!(targets.len(), 2);
    let lists_all = |kind: &InstKind| match kind {
        InstKind::IndirectBranch { edges, .. } => targets.iter().all(|block| edges.iter().any(|(id, _)| id == block)),
        _ => false,
    };
    assert_eq!(count(&program.functions[f], lists_all), 1);
}

#[test]
fn atomics_keep_their_order() {
    let program = load_c(
        "#include <stdatomic.h>
         int f(_Atomic int *p, int *expected) {
             atomic_fetch_add_explicit(p, 1, memory_order_relaxed);
             atomic_store_explicit(p, 2, memory_order_release);
             return atomic_compare_exchange_strong(p, expected, 3) + atomic_load(p);
         }",
    );
    let f = function(&program, "f");
    let orders = |kind: &InstKind| match kind {
        InstKind::AtomicRmw { flags, .. } => flags.ordering == candor_ir::Ordering::Relaxed,
        InstKind::AtomicCas { flags, .. } => flags.ordering == candor_ir::Ordering::SeqCst,
        InstKind::Store { flags, .. } => flags.ordering == candor_ir::Ordering::Release,
        InstKind::Load { flags, .. } => flags.ordering == candor_ir::Ordering::SeqCst,
        _ => false,
    };
    assert_eq!(count(f, orders), 4);
    no_unsupported(&program);
}

#[test]
fn assembly_is_what_it_does_or_a_call_of_nobody() {
    let program = load_c(
        "int barrier(int x) { asm volatile(\"\" ::: \"memory\"); asm volatile(\"\" : \"+r\"(x)); return x; }
         int swap(int x) { asm(\"bswap %0\" : \"+r\"(x)); return x; }
         int count(int *x) { int y = 1; asm(\"lock; xaddl %0, %1\" : \"+r\"(y), \"+m\"(*x)); return y; }
         int real(int x) { asm(\"frobnicate %0\" : \"+r\"(x)); return x; }",
    );
    let is_call = |kind: &InstKind| {
        let callee = kind.direct_callee().map(|callee| program.functions[callee].name.as_str());
        callee.and_then(candor_ir::assembly_text).is_some()
    };
    assert_eq!(count(function(&program, "real"), is_call), 1);
    assert_eq!(count(function(&program, "swap"), |kind| matches!(kind, InstKind::Math { .. })), 1);
    assert_eq!(count(function(&program, "count"), |kind| matches!(kind, InstKind::AtomicRmw { .. })), 1);
    assert_eq!(count(function(&program, "barrier"), is_call), 0);
    no_unsupported(&program);
}

#[test]
fn foreign_flags_make_poison() {
    let text = "define i32 @f(i32 %a, i32 %b) {
        %x = add nsw i32 %a, %b
        %y = mul nuw i32 %x, %b
        %z = shl i32 %y, %b
        ret i32 %z
    }";
    let program = load_ll(text);
    let poison: Vec<Vec<Check>> = function(&program, "f")
        .insts
        .values()
        .filter_map(|inst| match &inst.kind {
            InstKind::Binary { poison, .. } => Some(poison.iter().collect()),
            _ => None,
        })
        .collect();
    assert_eq!(poison, [vec![Check::SignedOverflow], vec![Check::UnsignedWrap], vec![Check::ShiftOutOfRange]]);
}

#[test]
fn numbered_values_have_the_printers_numbers() {
    let program = load_ll(
        "define i32 @f(i32 %0, i32 %named) {
           %2 = add i32 %0, %named
           br label %3
         3:
           %4 = phi i32 [ %2, %1 ]
           ret i32 %4
         }",
    );
    let f = function(&program, "f");
    let names: Vec<_> = f.values.values().filter_map(|value| value.name.as_deref()).collect();
    assert_eq!(names, ["0", "named", "4", "2"]);
    assert_eq!(f.blocks.values().map(|block| block.name.as_deref()).collect::<Vec<_>>(), [Some("1"), Some("3")]);
}

#[test]
fn vectors_are_taken_apart() {
    let program = load_ll(
        "define i32 @f(<4 x i32> %v, i32 %i, ptr %p) {
           %sum = add <4 x i32> %v, <i32 1, i32 2, i32 3, i32 4>
           %rev = shufflevector <4 x i32> %sum, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
           %put = insertelement <4 x i32> %rev, i32 7, i32 %i
           %got = extractelement <4 x i32> %put, i32 %i
           %cmp = icmp sgt <4 x i32> %put, zeroinitializer
           store <4 x i1> %cmp, ptr %p
           %again = load <4 x i1>, ptr %p
           %bits = bitcast <4 x i1> %again to i4
           %wide = bitcast <4 x i32> %put to i128
           %halves = bitcast i128 %wide to <2 x i64>
           %sel = select <4 x i1> %again, <4 x i32> %put, <4 x i32> %v
           %red = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %sel)
           %gep = getelementptr i32, ptr %p, <4 x i32> %v
           %first = extractelement <4 x ptr> %gep, i32 0
           %last = load i32, ptr %first
           %r = add i32 %red, %last
           ret i32 %r
         }
         declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)",
    );
    assert_eq!(function(&program, "f").signature.params.len(), 6);
    no_unsupported(&program);
}

#[test]
fn wide_and_odd_constants_are_exact() {
    let program = load_ll(
        "@x = global x86_fp80 0xK4000C8F5C28F5C28F801
         @i = global i128 340282366920938463463374607431768211455
         @o = global i37 -1
         define i128 @f() { ret i128 -170141183460469231731687303715884105728 }",
    );
    let bytes = |name: &str| match &program.globals.values().find(|global| global.name == name).expect("it").init {
        Some(init) => match &init.chunks[..] {
            [(0, Chunk::Bytes(bytes))] => bytes.clone(),
            other => panic!("{other:?}"),
        },
        None => panic!("no initialiser"),
    };
    assert_eq!(bytes("x"), [0x01, 0xf8, 0x28, 0x5c, 0x8f, 0xc2, 0xf5, 0xc8, 0x00, 0x40]);
    assert_eq!(bytes("i"), [0xff; 16]);
    assert_eq!(bytes("o"), [0xff, 0xff, 0xff, 0xff, 0x1f]);
    assert!(program.consts.iter().any(|(_, value)| *value == Const::Int(candor_ir::Bits::signed_min(128))));
}

#[test]
fn edges_carry_the_values_of_phis() {
    let program = load_ll(
        "define i32 @f(i32 %x) {
         entry:
           switch i32 %x, label %join [ i32 5, label %join
                                        i32 1, label %join
                                        i32 3, label %other ]
         other:
           br label %join
         join:
           %p = phi i32 [ 10, %entry ], [ 10, %entry ], [ 10, %entry ], [ %x, %other ]
           %q = phi { i32, i64 } [ zeroinitializer, %entry ], [ zeroinitializer, %entry ], [ zeroinitializer, %entry ], [ { i32 1, i64 2 }, %other ]
           ret i32 %p
         }",
    );
    let f = function(&program, "f");
    assert_eq!(f.edges.values().filter(|edge| edge.args.len() == 3).count(), 4);
    let cases = f.insts.values().find_map(|inst| match &inst.kind {
        InstKind::Switch(switch) => Some(switch.cases.iter().map(|(bits, _)| bits.to_u64()).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(cases, Some(vec![Some(1), Some(3), Some(5)]));
}

#[test]
fn exceptions_are_unsupported_where_they_stand() {
    let program = load_ll(
        "define void @f() personality ptr @p {
           invoke void @g() to label %ok unwind label %bad
         ok:
           ret void
         bad:
           %x = landingpad { ptr, i32 } cleanup
           resume { ptr, i32 } %x
         }
         declare void @g()
         declare i32 @p(...)",
    );
    assert_eq!(count(function(&program, "f"), |kind| matches!(kind, InstKind::Unsupported { .. })), 1);
}

#[test]
fn code_after_a_trap_is_gone() {
    let program = load_ll(
        "define i32 @f(i32 %x) {
           call void @llvm.trap()
           %y = add i32 %x, 1
           br label %next
         next:
           ret i32 %y
         }
         declare void @llvm.trap()",
    );
    let f = function(&program, "f");
    assert!(matches!(f.insts[f.terminator(f.entry())].kind, InstKind::Trap));
    assert_eq!(f.blocks.len(), 1);
}

#[test]
fn errors_name_file_and_line() {
    let error = error_of(&[("test.c", "int main(void) {\n  return x;\n}\n")]);
    assert!(error.contains("test.c:2:10"), "{error}");
    let error = error_of(&[("test.ll", "define i32 @f() {\n  %x = add i32 %y, 1\n  ret i32 %x\n}\n")]);
    assert!(error.contains("test.ll:2:16: use of undefined value '%y'"), "{error}");
    let error = error_of(&[("test.bc", "nonsense")]);
    assert!(error.contains("test.bc: this is not LLVM bitcode"), "{error}");
    let text = "define i32 @f(i1 %c) {\n br i1 %c, label %a, label %b\na:\n %x = add i32 1, 1\n br label %b\nb:\n ret i32 %x\n}";
    let error = error_of(&[("test.ll", text)]);
    assert!(error.contains("verifier") && error.contains("dominate"), "{error}");
    let error = load(&[PathBuf::from("/nonexistent/x.c")], &config()).expect_err("no such file").to_string();
    assert_eq!(error, "/nonexistent/x.c: no such file");
    assert!(matches!(load(&[], &config()), Err(FrontendError::NoInput)));
    assert!(error_of(&[("test.txt", "")]).contains("unknown kind"));
    assert!(matches!(load(&[std::env::temp_dir()], &config()), Err(FrontendError::IsDirectory { .. })));
}

#[test]
fn a_missing_clang_names_the_package() {
    let config = FrontendConfig { clang: Some("/nonexistent/clang".into()), ..config() };
    let error = try_load(&[("test.c", "int x;")], &config).expect_err("no clang").to_string();
    assert!(error.contains("/nonexistent/clang") && error.contains("clang-22"), "{error}");
}

#[test]
fn a_probe_that_dies_is_an_error() {
    let command = vec!["sh".to_owned(), "-c".to_owned(), "kill -SEGV $$".to_owned()];
    let config = FrontendConfig { probe_command: Some(command), ..config() };
    let error = try_load(&[("test.ll", "")], &config).expect_err("the probe died").to_string();
    assert!(error.contains("LLVM cannot read this file"), "{error}");
    assert!(probe(b"define void @f() { ret void }").is_ok());
    assert!(probe(b"define void @f() {").is_err());
}

#[test]
fn old_c_is_accepted() {
    let program = load_c("main() { undeclared(1, 2); return f(3); } f(x) int x; { return x; }");
    assert!(program.function_named("undeclared").is_some());
}

#[test]
fn models_of_the_library_are_linked_on_demand() {
    let with_libc = FrontendConfig::default();
    let text = "#include <string.h>\nint main(int argc, char **argv) { return (int)strlen(argv[0]); }";
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let program = load_with(&[("test.c", text)], &FrontendConfig { data_model, ..with_libc.clone() });
        let strlen = function(&program, "strlen");
        assert!(strlen.is_defined() && strlen.library);
        assert!(program.functions.values().all(|function| function.name != "printf"));
    }
    let own = "unsigned long strlen(const char *s) { return s[0]; }";
    let program = load_with(&[("test.c", text), ("own.c", own)], &with_libc);
    assert!(!function(&program, "strlen").library);
}

#[test]
fn compile_commands_give_flags_and_files() {
    let folder = Folder::new();
    fs::create_dir_all(folder.0.join("src/include")).expect("folders");
    folder.write("src/include/number.h", "#define NUMBER 40\n");
    folder.write("src/a.c", "#include <number.h>\nint f(void);\nint main(void) { return NUMBER + f(); }");
    folder.write("src/b.c", "int f(void) { return TWO; }");
    let src = folder.0.join("src");
    let database = format!(
        r#"[{{"directory": "{0}", "file": "a.c", "command": "cc -O2 -Wall -I include -c a.c -o a.o"}},
            {{"directory": "{0}", "file": "b.c", "arguments": ["cc", "-DTWO=2", "-c", "b.c"]}},
            {{"directory": "{0}", "file": "x.cpp", "arguments": ["c++", "-c", "x.cpp"]}}]"#,
        src.display()
    );
    let path = folder.write("compile_commands.json", &database);
    let program = load_compile_commands(&path, None, &config()).unwrap_or_else(|error| panic!("{error}"));
    assert!(program.functions.values().all(Function::is_defined));
    assert_eq!(program.functions.len(), 2);
    let one = load_compile_commands(&path, Some("b.c"), &config()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(one.functions.len(), 1);
    assert!(load_compile_commands(&path, Some("nothing"), &config()).is_err());
    assert!(load_compile_commands(Path::new("/nonexistent/compile_commands.json"), None, &config()).is_err());
}

#[test]
fn variable_arguments_and_stack_marks() {
    let program = load_c(
        "#include <stdarg.h>
         int sum(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int r = 0;
             while (n--) { r += va_arg(l, int); int v[r + 1]; v[0] = r; r = v[0]; } va_end(l); va_end(m); return r; }
         int main(void) { return sum(2, 3, 4); }",
    );
    let sum = function(&program, "sum");
    assert!(sum.signature.variadic);
    let counts = [
        count(sum, |kind| matches!(kind, InstKind::VaStart { .. })),
        count(sum, |kind| matches!(kind, InstKind::VaCopy { .. })),
        count(sum, |kind| matches!(kind, InstKind::VaEnd { .. })),
        count(sum, |kind| matches!(kind, InstKind::StackSave)),
        count(sum, |kind| matches!(kind, InstKind::StackRestore { .. })),
    ];
    assert_eq!(counts, [1, 1, 2, 1, 1]);
    no_unsupported(&program);
}
