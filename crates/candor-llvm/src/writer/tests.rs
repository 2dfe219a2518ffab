//! Programs built by hand, written, and given to clang: as text, and natively against what candor-bits says.

mod round_trip;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use candor_ir::{
    AccessFlags, Arg, AtomicOp, BinOp, Bits, Block, BlockId, ByVal, Call, Callee, CastOp, Check, CheckSet, Chunk,
    CmpOp, Const, ConstExpr, Edge, EdgeId, Endian, EntityRef, FloatKind, FuncId, Function, Global, GlobalId, Init,
    Inst, InstKind, LocId, MathOp, Operand, Ordering, Pred, Program, PtrIndex, Scalar, SigParam, Signature, Switch,
    Symbol, Target, UndefCause, ValueData, ValueId, verify_program,
};

use super::{WriteOptions, write_llvm, write_llvm_with};

const I32: Scalar = Scalar::I32;
const PLAIN: AccessFlags = AccessFlags { align: 4, volatile: false, ordering: Ordering::None };

/// A program with its `main` under construction.
struct Build {
    program: Program,
    main: Function,
}

impl Build {
    fn new() -> Build {
        let layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
        let target = Target {
            pointer_bits: 64,
            endian: Endian::Little,
            data_layout: layout.into(),
            triple: "x86_64-pc-linux-gnu".into(),
        };
        let signature = Signature { params: vec![], results: vec![I32], variadic: false };
        let mut program = Program::new(target);
        let main = Function::declare("main", signature);
        program.functions.push(main.clone());
        program.symbols.insert("main".into(), Symbol::Function(FuncId::new(0)));
        Build { program, main }
    }

    fn int(&mut self, width: u32, value: u64) -> Operand {
        self.constant(Const::int(width, value))
    }

    fn constant(&mut self, value: Const) -> Operand {
        self.program.consts.add(value).into()
    }

    fn pattern(&mut self, ty: Scalar, bits: &Bits) -> Operand {
        match ty {
            Scalar::Float(kind) => self.constant(Const::Float(kind, bits.clone())),
            Scalar::Int(_) | Scalar::Ptr => self.constant(Const::Int(bits.clone())),
        }
    }

    fn value(&mut self, ty: Scalar) -> ValueId {
        self.main.values.push(ValueData { ty, name: None })
    }

    fn block(&mut self, params: &[ValueId]) {
        let here = self.main.insts.next_key();
        self.main.blocks.push(Block { params: params.to_vec(), first: here, end: here, name: None });
    }

    fn inst(&mut self, kind: InstKind, result: Option<ValueId>) {
        self.main.insts.push(Inst::new(kind, result, LocId::NOWHERE));
        let block = BlockId::new(self.main.blocks.len() - 1);
        self.main.blocks[block].end = self.main.insts.next_key();
    }

    fn op(&mut self, ty: Scalar, kind: InstKind) -> Operand {
        let value = self.value(ty);
        self.inst(kind, Some(value));
        value.into()
    }

    fn edge(&mut self, target: usize, args: &[Operand]) -> EdgeId {
        self.main.edges.push(Edge { target: BlockId::new(target), args: args.to_vec() })
    }

    fn ret(&mut self, value: Operand) {
        self.inst(InstKind::Return { values: vec![value] }, None);
    }

    fn finish(mut self) -> Program {
        self.program.functions[FuncId::new(0)] = self.main;
        verify_program(&self.program).unwrap_or_else(|errors| panic!("{errors:#?}"));
        self.program
    }
}

/// Compiles with clang and runs; the exit status.
#[track_caller]
fn run(text: &str) -> i32 {
    let executable = executable_path(text);
    let mut clang = Command::new("clang-22")
        .args(["-x", "ir", "-w", "-", "-lm", "-o"])
        .arg(&executable)
        .stdin(Stdio::piped())
        .spawn()
        .expect("clang runs");
    clang.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("clang reads");
    assert!(clang.wait().expect("clang ends").success(), "clang refuses\n{text}");
    let status = Command::new(&executable).status().expect("the program runs");
    std::fs::remove_file(&executable).expect("it was there");
    status.code().unwrap_or(-1)
}

/// Tests run in parallel, each with its own text.
fn executable_path(text: &str) -> PathBuf {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    std::env::temp_dir().join(format!("candor-writer-{}-{:x}", std::process::id(), hasher.finish()))
}

/// Counts, in the program, how many results differ from what is expected, and wants 0.
struct Differences {
    build: Build,
    count: Operand,
}

impl Differences {
    fn new() -> Differences {
        let mut build = Build::new();
        let count = build.int(32, 0);
        build.block(&[]);
        Differences { build, count }
    }

    /// `kind` with a result of type `ty` must give these bits.
    fn expect(&mut self, ty: Scalar, kind: InstKind, expected: &Bits) {
        let mut result = self.build.op(ty, kind);
        let width = expected.width();
        if let Scalar::Float(_) = ty {
            let cast = InstKind::Cast { op: CastOp::BitCast, from: ty, to: Scalar::Int(width), value: result };
            result = self.build.op(Scalar::Int(width), cast);
        }
        let expected = self.build.constant(Const::Int(expected.clone()));
        let compare = InstKind::Compare { op: CmpOp::Ne, ty: Scalar::Int(width), a: result, b: expected };
        let differs = self.build.op(Scalar::I1, compare);
        let wide = self.build.op(I32, InstKind::Cast { op: CastOp::ZExt, from: Scalar::I1, to: I32, value: differs });
        let add = InstKind::Binary { op: BinOp::Add, ty: I32, a: self.count, b: wide, poison: CheckSet::EMPTY };
        self.count = self.build.op(I32, add);
    }

    #[track_caller]
    fn finish(mut self) {
        // The status has eight bits: any difference is 1.
        let zero = self.build.int(32, 0);
        let any = self.build.op(Scalar::I1, InstKind::Compare { op: CmpOp::Ne, ty: I32, a: self.count, b: zero });
        let status = self.build.op(I32, InstKind::Cast { op: CastOp::ZExt, from: Scalar::I1, to: I32, value: any });
        self.build.ret(status);
        assert_eq!(run(&write_llvm(&self.build.finish())), 0);
    }
}

/// Pairs of bytes around the interesting ones.
fn bytes() -> Vec<(Bits, Bits)> {
    let values = [0, 1, 2, 5, 7, 8, 15, 100, 127, 128, 129, 250, 255];
    values.iter().flat_map(|&a| values.iter().map(move |&b| (Bits::new(8, a), Bits::new(8, b)))).collect()
}

#[test]
fn predicates_mean_what_candor_bits_says() {
    let mut differences = Differences::new();
    for &pred in Pred::ALL {
        for (a, b) in bytes() {
            // Natively these divide.
            if matches!(pred, Pred::UDivInexact | Pred::SDivInexact) && (b.is_zero() || b.is_ones()) {
                continue;
            }
            let expected = Bits::from_bool(candor_bits::predicate(pred, 8, &a, &b));
            let (a, b) = (differences.build.constant(Const::Int(a)), differences.build.constant(Const::Int(b)));
            differences.expect(Scalar::I1, InstKind::Predicate { pred, width: 8, a, b }, &expected);
        }
    }
    differences.finish();
}

#[test]
fn integer_math_means_what_candor_bits_says() {
    let mut differences = Differences::new();
    for &op in MathOp::ALL.iter().filter(|op| !op.is_float()) {
        for (a, b) in bytes() {
            let is_shift = matches!(op, MathOp::SShlSat | MathOp::UShlSat);
            // LLVM leaves these shifts undefined.
            if is_shift && b.to_u64_wrapping() >= 8 {
                continue;
            }
            let args = [&a, &b, &b];
            let args = &args[..op.arity()];
            let expected = candor_bits::math(op, Scalar::I8, args);
            let args = args.iter().map(|&bits| differences.build.constant(Const::Int(bits.clone()))).collect();
            differences.expect(Scalar::I8, InstKind::Math { op, ty: Scalar::I8, args }, &expected);
        }
    }
    differences.finish();
}

#[test]
fn exact_float_math_means_what_candor_bits_says() {
    let mut differences = Differences::new();
    let ops = MathOp::ALL.iter().filter(|op| op.is_float() && !op.is_transcendental() && !op.takes_int_exponent());
    for &op in ops {
        for kind in [FloatKind::Single, FloatKind::Double, FloatKind::X87] {
            let ty = Scalar::Float(kind);
            for (a, b) in [(0.5, 3.0), (-2.5, 1.0), (7.25, -2.0), (1e10, 3.5)] {
                let (a, b) = (candor_bits::float_from_f64(kind, a), candor_bits::float_from_f64(kind, b));
                let args = [&a, &b, &a];
                let args = &args[..op.arity()];
                let expected = candor_bits::math(op, ty, args);
                // Signs of NaNs differ between machines.
                if candor_bits::compare(CmpOp::FUno, ty, &expected, &expected) {
                    continue;
                }
                let args = args.iter().map(|bits| differences.build.pattern(ty, bits)).collect();
                differences.expect(ty, InstKind::Math { op, ty, args }, &expected);
            }
        }
    }
    differences.finish();
}

#[test]
fn every_operation_is_one_for_clang() {
    let mut build = Build::new();
    build.block(&[]);
    let zero = build.int(32, 0);
    for &op in MathOp::ALL.iter().filter(|op| op.is_float()) {
        for &kind in FloatKind::ALL {
            // Needs functions that not every machine's libm has; bfloat is no type of x86's ABI.
            if matches!(kind, FloatKind::Half | FloatKind::BFloat | FloatKind::Quad) {
                continue;
            }
            let ty = Scalar::Float(kind);
            let one = candor_bits::float_from_f64(kind, 1.0);
            let mut args = vec![build.pattern(ty, &one); op.arity()];
            if op.takes_int_exponent() {
                args[1] = zero;
            }
            build.op(ty, InstKind::Math { op, ty, args });
        }
    }
    for &op in CmpOp::ALL.iter() {
        let ty = if op.is_float() { Scalar::F64 } else { Scalar::I64 };
        let a = build.pattern(ty, &Bits::zero(64));
        build.op(Scalar::I1, InstKind::Compare { op, ty, a, b: a });
    }
    for &kind in FloatKind::ALL {
        let value = build.constant(Const::Float(kind, Bits::one(kind.bits())));
        build.op(Scalar::I1, InstKind::IsFpClass { kind, value, mask: 3 });
    }
    build.ret(zero);
    assert_eq!(run(&write_llvm(&build.finish())), 0);
}

#[test]
fn float_constants_keep_their_bits() {
    let mut differences = Differences::new();
    let singles = [0x3f80_0000, 0x0000_0001, 0xff80_0000, 0x7fc1_2345, 0xffa0_0001];
    let patterns = singles.map(|bits| (FloatKind::Single, Bits::new(32, bits)));
    let wide = [
        (FloatKind::X87, Bits::from_u128(80, 0x4000_c90f_daa2_2168_c235)),
        (FloatKind::Quad, Bits::from_u128(128, 7 << 60)),
    ];
    let narrow = [(FloatKind::Half, Bits::new(16, 0x3c01)), (FloatKind::BFloat, Bits::new(16, 0x3f81))];
    for (kind, bits) in patterns.into_iter().chain(wide).chain(narrow) {
        let (from, to) = (Scalar::Float(kind), Scalar::Int(kind.bits()));
        let value = differences.build.constant(Const::Float(kind, bits.clone()));
        differences.expect(to, InstKind::Cast { op: CastOp::BitCast, from, to, value }, &bits);
    }
    differences.finish();
}

#[test]
fn loops_become_phis_also_over_parallel_edges() {
    let mut build = Build::new();
    let (zero, one, ten) = (build.int(32, 0), build.int(32, 1), build.int(32, 10));
    build.block(&[]);
    let start = build.edge(1, &[zero, one]);
    build.inst(InstKind::Jump { edge: start }, None);
    // (i, x): x and i swap roles so that parallel assignment matters.
    let (i, x) = (build.value(I32), build.value(I32));
    build.block(&[i, x]);
    let sum =
        build.op(I32, InstKind::Binary { op: BinOp::Add, ty: I32, a: i.into(), b: x.into(), poison: CheckSet::EMPTY });
    let cases = vec![(Bits::new(32, 8), build.edge(2, &[one])), (Bits::new(32, 13), build.edge(2, &[ten]))];
    let default = build.edge(1, &[x.into(), sum]);
    build.inst(InstKind::Switch(Box::new(Switch { value: sum, width: 32, cases, default })), None);
    let last = build.value(I32);
    build.block(&[last]);
    let is_one = build.op(Scalar::I1, InstKind::Compare { op: CmpOp::Eq, ty: I32, a: last.into(), b: one });
    let (then, or_else) = (build.edge(3, &[x.into()]), build.edge(3, &[zero]));
    build.inst(InstKind::Branch { cond: is_one, then, or_else }, None);
    let status = build.value(I32);
    build.block(&[status]);
    build.ret(status.into());
    // 1 2 3 5 8: the sum is 8 when x is 5.
    assert_eq!(run(&write_llvm(&build.finish())), 5);
}

fn global(name: &str, size: u64, chunks: Vec<(u64, Chunk)>) -> Global {
    Global {
        name: name.into(),
        source_name: None,
        ty: String::new(),
        size,
        align: 8,
        constant: false,
        thread_local: false,
        internal: true,
        library: false,
        init: Some(Init { chunks }),
        loc: LocId::NOWHERE,
    }
}

#[test]
fn globals_have_their_bytes_and_addresses() {
    let mut build = Build::new();
    build.block(&[]);
    let (first, second) = (GlobalId::new(0), GlobalId::new(1));
    build.program.globals.push(global("data", 12, vec![(4, Chunk::Bytes(vec![7, 0, 0, 0, b'"', b'\\', 200]))]));
    let consts = &mut build.program.consts;
    let address = consts.add(Const::Global(first, 4));
    let (from, to) = (Scalar::Ptr, Scalar::I64);
    let number = consts.add(Const::Expr(Box::new(ConstExpr::Cast { op: CastOp::PtrToInt, from, to, value: address })));
    let three = consts.add(Const::int(64, 3));
    let masked = consts.add(Const::Expr(Box::new(ConstExpr::Binary { op: BinOp::And, ty: to, a: number, b: three })));
    let index = consts.add(Const::Expr(Box::new(ConstExpr::PtrAdd { base: address, offset: masked })));
    let undef = consts.add(Const::Undef(Scalar::Float(FloatKind::X87)));
    // The same name: both are `static`, in different files.
    let chunks =
        vec![(0, Chunk::Scalar(Scalar::Float(FloatKind::X87), undef)), (16, Chunk::Scalar(Scalar::Ptr, address))];
    build.program.globals.push(global("data", 28, chunks));
    let place = build.constant(Const::Global(second, 16));
    let ptr =
        build.op(Scalar::Ptr, InstKind::Load { ty: Scalar::Ptr, ptr: place, flags: AccessFlags { align: 8, ..PLAIN } });
    let seven = build.op(I32, InstKind::Load { ty: I32, ptr, flags: PLAIN });
    let same = build.op(I32, InstKind::Load { ty: I32, ptr: index.into(), flags: PLAIN });
    let sum = build.op(I32, InstKind::Binary { op: BinOp::Add, ty: I32, a: seven, b: same, poison: CheckSet::EMPTY });
    build.ret(sum);
    let text = write_llvm(&build.finish());
    assert!(text.contains("@data = internal global <{ [4 x i8], [7 x i8], [1 x i8] }>"), "{text}");
    assert!(text.contains("@data.1 = internal global <{ [10 x i8], [6 x i8], ptr, [4 x i8] }>"), "{text}");
    assert_eq!(run(&text), 14);
}

/// Memory, atomics, lists of arguments: everything that only needs to be accepted and to end well.
#[test]
fn other_instructions_are_accepted() {
    let mut build = Build::new();
    build.block(&[]);
    let (zero, five, eight, byte) = (build.int(32, 0), build.int(32, 5), build.int(64, 8), build.int(8, 1));
    let flags = AccessFlags { align: 4, volatile: true, ordering: Ordering::SeqCst };
    let mark = build.op(Scalar::Ptr, InstKind::StackSave);
    let place = build.op(Scalar::Ptr, InstKind::Alloca { size: 16, count: None, align: 4 });
    let vla = build.op(Scalar::Ptr, InstKind::Alloca { size: 4, count: Some((eight, 64)), align: 16 });
    build.inst(InstKind::LifetimeStart { ptr: place }, None);
    build.inst(InstKind::MemFill { dst: vla, byte, len: eight, width: 64 }, None);
    for may_overlap in [false, true] {
        build.inst(
            InstKind::MemCopy { dst: place, src: vla, len: eight, width: 64, may_overlap, volatile: false },
            None,
        );
    }
    build.inst(InstKind::Store { ty: I32, ptr: place, value: five, flags }, None);
    let old = build.op(I32, InstKind::AtomicRmw { op: AtomicOp::USubSat, ty: I32, ptr: place, value: zero, flags });
    let (expected, failure) = (old, Ordering::Acquire);
    let cas = InstKind::AtomicCas { ty: I32, ptr: place, expected, new: five, flags, failure, success: None };
    let old = build.op(I32, cas);
    build.inst(InstKind::Fence { ordering: Ordering::AcqRel }, None);
    let index = Some(PtrIndex { index: zero, width: 32, scale: 4 });
    let moved = build.op(Scalar::Ptr, InstKind::PtrAdd { base: place, offset: 4, index, inbounds: true });
    build.op(I32, InstKind::Load { ty: I32, ptr: moved, flags });
    build.op(I32, InstKind::Undef { ty: I32, cause: UndefCause::Uninitialized });
    let poison = build.op(I32, InstKind::Undef { ty: I32, cause: UndefCause::Poison(Check::SignedOverflow) });
    build.op(I32, InstKind::Freeze { ty: I32, value: poison });
    build.op(Scalar::I64, InstKind::ObjectSize { ptr: place, width: 64, min: false });
    let truth = build.op(Scalar::I1, InstKind::Compare { op: CmpOp::Eq, ty: I32, a: old, b: five });
    build.inst(InstKind::Assume { cond: truth }, None);
    build.inst(InstKind::Check { check: Check::VlaBound, ok: truth }, None);
    build.inst(InstKind::LifetimeEnd { ptr: place }, None);
    build.inst(InstKind::StackRestore { mark }, None);
    build.op(I32, InstKind::Select { ty: I32, cond: truth, a: zero, b: old });
    let (then, or_else) = (build.edge(1, &[]), build.edge(2, &[]));
    build.inst(InstKind::Branch { cond: truth, then, or_else }, None);
    build.block(&[]);
    build.ret(zero);
    build.block(&[]);
    let result = build.value(Scalar::I64);
    build.inst(InstKind::Unsupported { what: "asm \"a{b|c}$0\"".into(), results: vec![result] }, None);
    build.inst(InstKind::Trap, None);
    let program = build.finish();
    assert_eq!(run(&write_llvm(&program)), 0);
    let options = WriteOptions { trap_checks: true, include_library: false, ..WriteOptions::default() };
    assert_eq!(run(&write_llvm_with(&program, &options)), 0);
}

/// `main` calls `pair`, which returns its two fields swapped, and takes another struct by value.
#[test]
fn calls_return_several_results_and_pass_copies() {
    let mut build = Build::new();
    let byval = Some(ByVal { size: 24, align: 8 });
    let params = vec![
        SigParam { ty: Scalar::I64, byval: None },
        SigParam { ty: Scalar::F64, byval: None },
        SigParam { ty: Scalar::Ptr, byval },
    ];
    let signature = Signature { params, results: vec![Scalar::F64, Scalar::I64], variadic: false };
    let mut pair = Function::declare("pair", signature.clone());
    for (param, name) in signature.params.iter().zip(["0", "x y", "0"]) {
        let value = pair.values.push(ValueData { ty: param.ty, name: Some(name.into()) });
        pair.params.push(value);
    }
    pair.internal = true;
    let (first, end) = (candor_ir::InstId::new(0), candor_ir::InstId::new(2));
    pair.blocks.push(Block { params: vec![], first, end, name: Some("entry".into()) });
    let [a, b, copy] = [0, 1, 2].map(ValueId::new);
    let ten = build.int(64, 10);
    let flags = AccessFlags { align: 8, ..PLAIN };
    pair.insts.push(Inst::new(
        InstKind::Store { ty: Scalar::I64, ptr: copy.into(), value: ten, flags },
        None,
        LocId::NOWHERE,
    ));
    pair.insts.push(Inst::new(InstKind::Return { values: vec![b.into(), a.into()] }, None, LocId::NOWHERE));
    let pair = build.program.functions.push(pair);
    build.block(&[]);
    let place = build.op(Scalar::Ptr, InstKind::Alloca { size: 24, count: None, align: 8 });
    let six = build.int(64, 6);
    build.inst(InstKind::Store { ty: Scalar::I64, ptr: place, value: six, flags }, None);
    let double = build.pattern(Scalar::F64, &candor_bits::float_from_f64(FloatKind::Double, 2.0));
    let args =
        vec![Arg::new(Scalar::I64, six), Arg::new(Scalar::F64, double), Arg { byval, ..Arg::new(Scalar::Ptr, place) }];
    let results = vec![build.value(Scalar::F64), build.value(Scalar::I64)];
    let (float, int) = (results[0], results[1]);
    build.inst(InstKind::Call(Box::new(Call { callee: Callee::Direct(pair), args, signature, results })), None);
    let cast = |op, from, to, value: Operand| InstKind::Cast { op, from, to, value };
    let two = build.op(I32, cast(CastOp::FpToSi, Scalar::F64, I32, float.into()));
    let six_again = build.op(I32, cast(CastOp::Trunc, Scalar::I64, I32, int.into()));
    let untouched = build.op(I32, InstKind::Load { ty: I32, ptr: place, flags: PLAIN });
    let sum = |build: &mut Build, a, b| {
        build.op(I32, InstKind::Binary { op: BinOp::Mul, ty: I32, a, b, poison: CheckSet::EMPTY })
    };
    let product = sum(&mut build, two, six_again);
    let product = sum(&mut build, product, untouched);
    build.ret(product);
    let text = write_llvm(&build.finish());
    let head =
        "define internal { double, i64 } @pair(i64 %\"0\", double %\"x y\", ptr byval([24 x i8]) align 8 %\"0.1\") {";
    assert!(text.contains(head), "{text}");
    assert_eq!(run(&text), 72);
}

#[test]
fn checks_trap_where_asked_for() {
    let mut build = Build::new();
    build.block(&[]);
    let (most, one) = (build.int(32, 0x7fff_ffff), build.int(32, 1));
    let add = InstKind::Binary { op: BinOp::Add, ty: I32, a: most, b: one, poison: CheckSet::EMPTY };
    build.op(I32, add);
    build.main.insts[candor_ir::InstId::new(0)].checks = CheckSet::of(Check::SignedOverflow);
    let zero = build.int(32, 0);
    let big = build.pattern(Scalar::F64, &candor_bits::float_from_f64(FloatKind::Double, 127.5));
    let cast = InstKind::Cast { op: CastOp::FpToSi, from: Scalar::F64, to: Scalar::I8, value: big };
    build.op(Scalar::I8, cast);
    build.main.insts[candor_ir::InstId::new(1)].checks = CheckSet::of(Check::FloatCastOverflow);
    build.ret(zero);
    let mut program = build.finish();
    assert_eq!(run(&write_llvm(&program)), 0);
    let options = WriteOptions { trap_checks: true, include_library: false, ..WriteOptions::default() };
    let text = write_llvm_with(&program, &options);
    assert!(
        text.contains("call void @llvm.ubsantrap(i8 0)") && text.contains("call void @llvm.ubsantrap(i8 5)"),
        "{text}"
    );
    // A signal has no status.
    assert_eq!(run(&text), -1);
    program.functions[FuncId::new(0)].insts[candor_ir::InstId::new(0)].checks = CheckSet::EMPTY;
    // 127.5 is cut to 127, which fits.
    assert_eq!(run(&write_llvm_with(&program, &options)), 0);
}

#[test]
fn only_what_is_reached_is_written_and_the_library_is_declared() {
    let mut build = Build::new();
    build.block(&[]);
    let signature = Signature { params: vec![SigParam { ty: I32, byval: None }], results: vec![I32], variadic: false };
    let library = |name: &str, callee: Option<FuncId>, signature: &Signature| {
        let mut function = Function::declare(name, signature.clone());
        function.library = true;
        let value = function.values.push(ValueData { ty: I32, name: None });
        function.params.push(value);
        if let Some(callee) = callee {
            let result = function.values.push(ValueData { ty: I32, name: None });
            let args = vec![Arg::new(I32, value.into())];
            let call =
                Call { callee: Callee::Direct(callee), args, signature: signature.clone(), results: vec![result] };
            function.insts.push(Inst::new(InstKind::Call(Box::new(call)), None, LocId::NOWHERE));
        }
        function.insts.push(Inst::new(InstKind::Return { values: vec![value.into()] }, None, LocId::NOWHERE));
        let (first, end) = (candor_ir::InstId::new(0), function.insts.next_key());
        function.blocks.push(Block { params: vec![], first, end, name: None });
        function
    };
    let inner = build.program.functions.push(library("inner", None, &signature));
    let abs = build.program.functions.push(library("abs", Some(inner), &signature));
    build.program.functions.push(library("unused", None, &signature));
    let minus_three = build.int(32, 0xffff_fffd);
    let result = build.value(I32);
    let args = vec![Arg::new(I32, minus_three)];
    let call = Call { callee: Callee::Direct(abs), args, signature, results: vec![result] };
    build.inst(InstKind::Call(Box::new(call)), None);
    build.ret(result.into());
    let program = build.finish();
    let text = write_llvm(&program);
    assert!(text.contains("declare i32 @abs(i32)") && !text.contains("inner") && !text.contains("unused"), "{text}");
    assert_eq!(run(&text), 3);
    let options = WriteOptions { trap_checks: false, include_library: true, ..WriteOptions::default() };
    let text = write_llvm_with(&program, &options);
    assert!(text.contains("define i32 @inner(") && !text.contains("unused"), "{text}");
}
