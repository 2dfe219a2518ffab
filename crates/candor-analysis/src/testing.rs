//! Small functions built by hand or at random, and a reference evaluator, for the tests of this crate.

use candor_ir::{
    AccessFlags, Arg, BinOp, Bits, Block, BlockId, Call, Callee, CheckSet, Const, Edge, EdgeId, Endian, EntityRef,
    FuncId, Function, Inst, InstId, InstKind, LocId, Operand, Ordering, Program, Scalar, SigParam, Signature, Switch,
    Target, ValueData, ValueId, VarId, Variable, VariableHome, verify_program,
};

pub(crate) const I32: Scalar = Scalar::I32;

/// A xorshift generator: the same numbers for the same seed, everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let n = u64::try_from(n).expect("small");
        usize::try_from((self.0 >> 11) % n).expect("below n")
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

pub(crate) fn block(index: usize) -> BlockId {
    BlockId::new(index)
}

pub(crate) fn blocks<const N: usize>(indexes: [usize; N]) -> [BlockId; N] {
    indexes.map(BlockId::new)
}

/// A function with one list of successors per block and nothing else; at most two each.
pub(crate) fn graph(successors: &[&[usize]]) -> Function {
    let mut build = Build::new();
    for targets in successors {
        build.block(&[]);
        match targets {
            [] => _ = build.ret(&[]),
            [target] => _ = build.jump(*target, &[]),
            [then, or_else] => {
                let cond = build.int(1, 0);
                build.branch(cond, *then, *or_else);
            }
            _ => panic!("at most two successors"),
        }
    }
    build.function
}

/// Any graph of up to nine blocks; not all of them need be reachable.
pub(crate) fn random_graph(random: &mut Random) -> Function {
    let n_blocks = 2 + random.below(8);
    let lists: Vec<Vec<usize>> =
        (0..n_blocks).map(|_| (0..random.below(3)).map(|_| 1 + random.below(n_blocks - 1)).collect()).collect();
    graph(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// Turns a branch into a switch with the first edge for three cases.
pub(crate) fn make_switch_with_shared_edges(function: &mut Function, bb: BlockId) {
    let inst = function.terminator(bb);
    let InstKind::Branch { cond, then, or_else } = function.insts[inst].kind else { panic!("no branch") };
    let cases = (0..3).map(|case| (Bits::new(8, case), then)).collect();
    let switch = Switch { value: cond, width: 8, cases, default: or_else };
    function.insts[inst].kind = InstKind::Switch(Box::new(switch));
}

/// A program under construction: function 0 is `f`, then come `observe(i32)`, `choose() -> i1` and `setjmp() -> i32`.
pub(crate) struct Build {
    pub(crate) program: Program,
    pub(crate) function: Function,
}

pub(crate) const OBSERVE: usize = 1;
pub(crate) const CHOOSE: usize = 2;
pub(crate) const SETJMP: usize = 3;

impl Build {
    pub(crate) fn new() -> Build {
        let target = Target {
            pointer_bits: 64,
            endian: Endian::Little,
            data_layout: String::new(),
            triple: "x86_64-pc-linux-gnu".into(),
        };
        Build { program: Program::new(target), function: Function::declare("f", Signature::default()) }
    }

    pub(crate) fn int(&mut self, width: u32, value: u64) -> Operand {
        self.program.consts.add(Const::int(width, value)).into()
    }

    pub(crate) fn value(&mut self, ty: Scalar) -> ValueId {
        self.function.values.push(ValueData { ty, name: None })
    }

    /// The next block; instructions go to the latest one.
    pub(crate) fn block(&mut self, params: &[ValueId]) -> BlockId {
        let here = self.function.insts.next_key();
        self.function.blocks.push(Block { params: params.to_vec(), first: here, end: here, name: None })
    }

    pub(crate) fn inst(&mut self, kind: InstKind, result: Option<ValueId>) -> InstId {
        let inst = self.function.insts.push(Inst::new(kind, result, LocId::NOWHERE));
        let end = self.function.insts.next_key();
        let last = self.function.blocks.keys().next_back().expect("there is a block");
        self.function.blocks[last].end = end;
        inst
    }

    pub(crate) fn op(&mut self, ty: Scalar, kind: InstKind) -> Operand {
        let value = self.value(ty);
        self.inst(kind, Some(value));
        value.into()
    }

    /// A variable of 4 bytes, known to the debug info.
    pub(crate) fn variable(&mut self, name: &str) -> Operand {
        let place = self.op(Scalar::Ptr, InstKind::Alloca { size: 4, count: None, align: 4 });
        let Operand::Value(home) = place else { unreachable!() };
        self.function.values[home].name = Some(name.into());
        self.function.vars.push(Variable {
            name: name.into(),
            ty: "int".into(),
            loc: LocId::NOWHERE,
            home: VariableHome::Memory(home),
            param: 0,
            pointee_bytes: None,
        });
        place
    }

    pub(crate) fn load(&mut self, ptr: Operand) -> Operand {
        self.op(I32, InstKind::Load { ty: I32, ptr, flags: plain() })
    }

    pub(crate) fn store(&mut self, ptr: Operand, value: Operand) -> InstId {
        self.inst(InstKind::Store { ty: I32, ptr, value, flags: plain() }, None)
    }

    pub(crate) fn start(&mut self, ptr: Operand) -> InstId {
        self.inst(InstKind::LifetimeStart { ptr }, None)
    }

    pub(crate) fn end(&mut self, ptr: Operand) -> InstId {
        self.inst(InstKind::LifetimeEnd { ptr }, None)
    }

    pub(crate) fn add(&mut self, a: Operand, b: Operand) -> Operand {
        self.op(I32, InstKind::Binary { op: BinOp::Add, ty: I32, a, b, poison: CheckSet::EMPTY })
    }

    fn call(&mut self, callee: usize, args: &[(Operand, Scalar)], results: &[Scalar]) -> Vec<ValueId> {
        let types: Vec<_> = args.iter().map(|&(_, ty)| ty).collect();
        let signature = signature(&types, results);
        let args = args.iter().map(|&(value, ty)| Arg::new(ty, value)).collect();
        let results: Vec<_> = results.iter().map(|&ty| self.value(ty)).collect();
        let callee = Callee::Direct(FuncId::new(callee));
        self.inst(InstKind::Call(Box::new(Call { callee, args, signature, results: results.clone() })), None);
        results
    }

    pub(crate) fn observe(&mut self, value: Operand) {
        self.call(OBSERVE, &[(value, I32)], &[]);
    }

    pub(crate) fn observe_pointer(&mut self, value: Operand) {
        self.call(OBSERVE, &[(value, Scalar::Ptr)], &[]);
    }

    pub(crate) fn choose(&mut self) -> Operand {
        self.call(CHOOSE, &[], &[Scalar::I1])[0].into()
    }

    pub(crate) fn setjmp(&mut self) -> Operand {
        self.call(SETJMP, &[], &[I32])[0].into()
    }

    pub(crate) fn edge(&mut self, target: usize, args: &[Operand]) -> EdgeId {
        self.function.edges.push(Edge { target: BlockId::new(target), args: args.to_vec() })
    }

    pub(crate) fn jump(&mut self, target: usize, args: &[Operand]) -> InstId {
        let edge = self.edge(target, args);
        self.inst(InstKind::Jump { edge }, None)
    }

    pub(crate) fn branch(&mut self, cond: Operand, then: usize, or_else: usize) -> InstId {
        let (then, or_else) = (self.edge(then, &[]), self.edge(or_else, &[]));
        self.inst(InstKind::Branch { cond, then, or_else }, None)
    }

    /// A branch on an input.
    pub(crate) fn fork(&mut self, then: usize, or_else: usize) {
        let cond = self.choose();
        self.branch(cond, then, or_else);
    }

    pub(crate) fn ret(&mut self, values: &[Operand]) -> InstId {
        self.inst(InstKind::Return { values: values.to_vec() }, None)
    }

    /// The program, with checks cleared so that leaks play no part, and verified.
    pub(crate) fn finish(self) -> Program {
        let program = self.unverified();
        verify(&program);
        program
    }

    /// For functions that are too large for the verifier.
    pub(crate) fn unverified(self) -> Program {
        let mut program = self.program;
        program.functions.push(self.function);
        program.functions.push(Function::declare("observe", signature(&[I32], &[])));
        program.functions.push(Function::declare("choose", signature(&[], &[Scalar::I1])));
        program.functions.push(Function::declare("_setjmp", signature(&[], &[I32])));
        program.select_checks(CheckSet::EMPTY);
        program
    }
}

fn signature(params: &[Scalar], results: &[Scalar]) -> Signature {
    let params = params.iter().map(|&ty| SigParam { ty, byval: None }).collect();
    Signature { params, results: results.to_vec(), variadic: false }
}

pub(crate) fn plain() -> AccessFlags {
    AccessFlags { align: 4, volatile: false, ordering: Ordering::None }
}

#[track_caller]
pub(crate) fn verify(program: &Program) {
    if let Err(errors) = verify_program(program) {
        panic!("{}\n{errors:#?}", candor_ir::dump_program(program));
    }
}

pub(crate) fn f(program: &Program) -> &Function {
    &program.functions[FuncId::new(0)]
}

pub(crate) fn var(index: usize) -> VarId {
    VarId::new(index)
}

/// The lines of `f`'s body in the text form.
pub(crate) fn show(program: &Program) -> Vec<String> {
    let text = candor_ir::dump_function(program, FuncId::new(0));
    let body = text.lines().filter(|line| !line.contains(" @f(") && *line != "}" && !line.trim().starts_with("var"));
    body.map(|line| line.trim().replace("  ; none", "")).collect()
}
