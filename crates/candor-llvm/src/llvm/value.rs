//! Values: constants, globals, functions, blocks and instructions.

use std::ffi::{CStr, c_char};
use std::ptr::NonNull;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::*;

use super::types::Type;
use super::{borrowed_text, owned_message};

unsafe extern "C" {
    fn candor_value_kind(value: LLVMValueRef) -> u32;
    fn candor_element(value: LLVMValueRef, index: u32) -> LLVMValueRef;
    fn candor_int_words(value: LLVMValueRef, out: *mut u64, capacity: u32) -> u32;
    fn candor_float_words(value: LLVMValueRef, out: *mut u64, capacity: u32) -> u32;
    fn candor_data_bytes(value: LLVMValueRef, len: *mut usize) -> *const c_char;
    fn candor_materialize(function: LLVMValueRef) -> *mut c_char;
    fn candor_has_body(function: LLVMValueRef) -> i32;
}

pub(crate) use llvm_sys::LLVMLinkage as Linkage;

/// What a value is. The order is that of the shim.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum ValueKind {
    Argument,
    Block,
    Instruction,
    Function,
    Global,
    Alias,
    IFunc,
    Int,
    Float,
    Null,
    Undef,
    Poison,
    /// A vector, array or struct of zeros.
    Zero,
    /// A vector, array or struct by its elements.
    Aggregate,
    /// A vector or array of plain data.
    Data,
    Expr,
    BlockAddress,
    /// A function in a wrapper that does not matter here (`dso_local_equivalent`, `no_cfi`).
    FunctionWrapper,
    InlineAsm,
    Metadata,
    Other,
}

const KINDS: [ValueKind; 21] = [
    ValueKind::Argument,
    ValueKind::Block,
    ValueKind::Instruction,
    ValueKind::Function,
    ValueKind::Global,
    ValueKind::Alias,
    ValueKind::IFunc,
    ValueKind::Int,
    ValueKind::Float,
    ValueKind::Null,
    ValueKind::Undef,
    ValueKind::Poison,
    ValueKind::Zero,
    ValueKind::Aggregate,
    ValueKind::Data,
    ValueKind::Expr,
    ValueKind::BlockAddress,
    ValueKind::FunctionWrapper,
    ValueKind::InlineAsm,
    ValueKind::Metadata,
    ValueKind::Other,
];

/// A value of LLVM's. Which methods fit is known from its kind and opcode.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Value(NonNull<LLVMValue>);

/// A basic block.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Block(NonNull<LLVMBasicBlock>);

impl Value {
    pub(super) fn new(raw: LLVMValueRef) -> Option<Value> {
        NonNull::new(raw).map(Value)
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.0.as_ptr()
    }

    /// Wraps what LLVM never leaves out.
    fn some(raw: LLVMValueRef) -> Value {
        Value::new(raw).expect("LLVM always has this operand")
    }

    pub(crate) fn kind(self) -> ValueKind {
        // SAFETY: a live value.
        let kind = unsafe { candor_value_kind(self.raw()) };
        usize::try_from(kind).ok().and_then(|kind| KINDS.get(kind)).copied().unwrap_or(ValueKind::Other)
    }

    pub(crate) fn ty(self) -> Type {
        // SAFETY: a live value.
        unsafe { Type::from_raw(LLVMTypeOf(self.raw())) }
    }

    /// The name without `%` or `@`; empty for numbered values.
    pub(crate) fn name(self) -> String {
        let mut len = 0;
        // SAFETY: a live value lends its name.
        unsafe { borrowed_text(LLVMGetValueName2(self.raw(), &mut len), len) }
    }

    pub(crate) fn has_name(self) -> bool {
        let mut len = 0;
        // SAFETY: a live value; only the length is looked at.
        unsafe { LLVMGetValueName2(self.raw(), &mut len) };
        len != 0
    }

    pub(crate) fn operand(self, index: u32) -> Value {
        // SAFETY: callers know how many operands the user has.
        Value::some(unsafe { LLVMGetOperand(self.raw(), index) })
    }

    pub(crate) fn num_operands(self) -> u32 {
        // SAFETY: callers ask users only.
        u32::try_from(unsafe { LLVMGetNumOperands(self.raw()) }).unwrap_or(0)
    }

    pub(crate) fn operands(self) -> impl Iterator<Item = Value> {
        (0..self.num_operands()).map(move |i| self.operand(i))
    }

    /// The instructions and constants that use the value; one entry for each use.
    pub(crate) fn users(self) -> Vec<Value> {
        let mut users = Vec::new();
        // SAFETY: a live value; uses form a list.
        unsafe {
            let mut it = LLVMGetFirstUse(self.raw());
            while !it.is_null() {
                users.push(Value::some(LLVMGetUser(it)));
                it = LLVMGetNextUse(it);
            }
        }
        users
    }

    /// The user, if there is exactly one use.
    pub(crate) fn only_user(self) -> Option<Value> {
        // SAFETY: a live value; uses form a list.
        unsafe {
            let it = LLVMGetFirstUse(self.raw());
            if it.is_null() || !LLVMGetNextUse(it).is_null() {
                return None;
            }
            Value::new(LLVMGetUser(it))
        }
    }

    /// As LLVM writes it.
    pub(crate) fn text(self) -> String {
        // SAFETY: a live value; the message is ours.
        unsafe { owned_message(LLVMPrintValueToString(self.raw())) }.trim().to_owned()
    }
}

/// Constants.
impl Value {
    /// The words of an integer or float constant, least significant first.
    pub(crate) fn words(self) -> Vec<u64> {
        let mut small = [0; 4];
        let count = self.read_words(&mut small);
        match small.get(..count) {
            Some(words) => words.to_vec(),
            None => {
                let mut words = vec![0; count];
                self.read_words(&mut words);
                words
            }
        }
    }

    fn read_words(self, out: &mut [u64]) -> usize {
        let capacity = u32::try_from(out.len()).unwrap_or(u32::MAX);
        // SAFETY: the shim writes at most `capacity` words; the kind chooses the function.
        let count = unsafe {
            if self.kind() == ValueKind::Int {
                candor_int_words(self.raw(), out.as_mut_ptr(), capacity)
            } else {
                candor_float_words(self.raw(), out.as_mut_ptr(), capacity)
            }
        };
        usize::try_from(count).unwrap_or(0)
    }

    /// The value of an integer constant of at most 64 bits, sign-extended.
    pub(crate) fn signed_int(self) -> Option<i64> {
        if self.kind() != ValueKind::Int || self.ty().int_width() > 64 {
            return None;
        }
        // SAFETY: an integer constant of at most 64 bits.
        Some(unsafe { LLVMConstIntGetSExtValue(self.raw()) })
    }

    /// The value of an integer constant of at most 64 bits, zero-extended.
    pub(crate) fn unsigned_int(self) -> Option<u64> {
        if self.kind() != ValueKind::Int || self.ty().int_width() > 64 {
            return None;
        }
        // SAFETY: an integer constant of at most 64 bits.
        Some(unsafe { LLVMConstIntGetZExtValue(self.raw()) })
    }

    /// An element of a constant aggregate.
    pub(crate) fn element(self, index: u64) -> Option<Value> {
        let index = u32::try_from(index).ok()?;
        // SAFETY: callers ask constants of aggregate or vector type.
        Value::new(unsafe { candor_element(self.raw(), index) })
    }

    /// The bytes of an array or vector of plain data, in the byte order of this machine.
    pub(crate) fn data_bytes(self) -> Vec<u8> {
        let mut len = 0;
        // SAFETY: callers ask values of kind `Data`; the bytes live as long as the context.
        unsafe {
            let data = candor_data_bytes(self.raw(), &mut len);
            if len == 0 { Vec::new() } else { std::slice::from_raw_parts(data.cast::<u8>(), len).to_vec() }
        }
    }

    pub(crate) fn const_opcode(self) -> LLVMOpcode {
        // SAFETY: callers ask constant expressions only.
        unsafe { LLVMGetConstOpcode(self.raw()) }
    }

    /// Function and block of a block address.
    pub(crate) fn block_address(self) -> (Value, Block) {
        // SAFETY: callers ask block addresses only.
        unsafe {
            let block = NonNull::new(LLVMGetBlockAddressBasicBlock(self.raw())).expect("a block address has a block");
            (Value::some(LLVMGetBlockAddressFunction(self.raw())), Block(block))
        }
    }

    pub(crate) fn asm_string(self) -> String {
        let mut len = 0;
        // SAFETY: callers ask inline assembly only.
        unsafe { borrowed_text(LLVMGetInlineAsmAsmString(self.raw(), &mut len), len) }
    }

    pub(crate) fn asm_constraints(self) -> String {
        let mut len = 0;
        // SAFETY: callers ask inline assembly only.
        unsafe { borrowed_text(LLVMGetInlineAsmConstraintString(self.raw(), &mut len), len) }
    }
}

/// Globals, functions, aliases.
impl Value {
    pub(crate) fn linkage(self) -> Linkage {
        // SAFETY: callers ask global values only.
        unsafe { LLVMGetLinkage(self.raw()) }
    }

    /// The type of a global variable, the function type of a function.
    pub(crate) fn value_type(self) -> Type {
        // SAFETY: callers ask global values only.
        unsafe { Type::from_raw(LLVMGlobalGetValueType(self.raw())) }
    }

    pub(crate) fn is_declaration(self) -> bool {
        // SAFETY: callers ask global values only.
        unsafe { LLVMIsDeclaration(self.raw()) != 0 }
    }

    pub(crate) fn initializer(self) -> Option<Value> {
        // SAFETY: callers ask global variables only.
        Value::new(unsafe { LLVMGetInitializer(self.raw()) })
    }

    pub(crate) fn is_thread_local(self) -> bool {
        // SAFETY: callers ask global variables only.
        unsafe { LLVMIsThreadLocal(self.raw()) != 0 }
    }

    pub(crate) fn is_constant_global(self) -> bool {
        // SAFETY: callers ask global variables only.
        unsafe { LLVMIsGlobalConstant(self.raw()) != 0 }
    }

    /// The section that a global is put into; empty where the compiler chooses.
    pub(crate) fn section(self) -> String {
        // SAFETY: callers ask global values only; LLVM lends us a C string or nothing.
        unsafe {
            let name = LLVMGetSection(self.raw());
            if name.is_null() { String::new() } else { CStr::from_ptr(name).to_string_lossy().into_owned() }
        }
    }

    pub(crate) fn aliasee(self) -> Value {
        // SAFETY: callers ask aliases only.
        Value::some(unsafe { LLVMAliasGetAliasee(self.raw()) })
    }

    /// Alignment of a global, an alloca or a memory access; 0 when none is given.
    pub(crate) fn alignment(self) -> u32 {
        // SAFETY: callers ask what has an alignment.
        unsafe { LLVMGetAlignment(self.raw()) }
    }

    /// LLVM's number for an intrinsic, 0 for other functions.
    pub(crate) fn intrinsic_id(self) -> u32 {
        // SAFETY: callers ask functions only.
        unsafe { LLVMGetIntrinsicID(self.raw()) }
    }

    /// Whether a function has a body, read or to be read.
    pub(crate) fn has_body(self) -> bool {
        // SAFETY: callers ask functions only.
        unsafe { candor_has_body(self.raw()) != 0 }
    }

    /// Reads the body of a function of a lazily opened module.
    pub(crate) fn materialize(self) -> Result<(), String> {
        // SAFETY: callers ask functions only; the message is ours.
        let message = unsafe { owned_message(candor_materialize(self.raw())) };
        if message.is_empty() { Ok(()) } else { Err(message) }
    }

    pub(crate) fn params(self) -> Vec<Value> {
        // SAFETY: callers ask functions only; the buffer has the right length.
        unsafe {
            let count = usize::try_from(LLVMCountParams(self.raw())).unwrap_or(0);
            let mut raw = vec![std::ptr::null_mut(); count];
            LLVMGetParams(self.raw(), raw.as_mut_ptr());
            raw.into_iter().map(Value::some).collect()
        }
    }

    pub(crate) fn blocks(self) -> Vec<Block> {
        let mut blocks = Vec::new();
        // SAFETY: callers ask functions only; blocks form a list.
        unsafe {
            let mut raw = LLVMGetFirstBasicBlock(self.raw());
            while let Some(block) = NonNull::new(raw) {
                blocks.push(Block(block));
                raw = LLVMGetNextBasicBlock(raw);
            }
        }
        blocks
    }

    /// The type that a type attribute such as `byval` names on a parameter (counted from 0) of a function.
    pub(crate) fn param_type_attribute(self, param: u32, kind: u32) -> Option<Type> {
        // SAFETY: callers ask functions only; the attribute is a type attribute.
        unsafe {
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw(), param + 1, kind);
            if attribute.is_null() { None } else { Some(Type::from_raw(LLVMGetTypeAttributeValue(attribute))) }
        }
    }

    /// The number that an attribute such as `align` gives on a parameter of a function; 0 without it.
    pub(crate) fn param_int_attribute(self, param: u32, kind: u32) -> u64 {
        // SAFETY: callers ask functions only.
        unsafe {
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw(), param + 1, kind);
            if attribute.is_null() { 0 } else { LLVMGetEnumAttributeValue(attribute) }
        }
    }

    /// Likewise at a call.
    pub(crate) fn call_type_attribute(self, arg: u32, kind: u32) -> Option<Type> {
        // SAFETY: callers ask calls only; the attribute is a type attribute.
        unsafe {
            let attribute = LLVMGetCallSiteEnumAttribute(self.raw(), arg + 1, kind);
            if attribute.is_null() { None } else { Some(Type::from_raw(LLVMGetTypeAttributeValue(attribute))) }
        }
    }

    /// Likewise at a call.
    pub(crate) fn call_int_attribute(self, arg: u32, kind: u32) -> u64 {
        // SAFETY: callers ask calls only.
        unsafe {
            let attribute = LLVMGetCallSiteEnumAttribute(self.raw(), arg + 1, kind);
            if attribute.is_null() { 0 } else { LLVMGetEnumAttributeValue(attribute) }
        }
    }
}

/// LLVM's number of an attribute.
pub(crate) fn attribute_kind(name: &str) -> u32 {
    // SAFETY: a text with its length.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// LLVM's general name of an intrinsic, such as `llvm.sadd.with.overflow`.
pub(crate) fn intrinsic_name(id: u32) -> String {
    let mut len = 0;
    // SAFETY: the number came from LLVM.
    unsafe { borrowed_text(LLVMIntrinsicGetName(id, &mut len), len) }
}

/// Instructions.
impl Value {
    pub(crate) fn opcode(self) -> LLVMOpcode {
        // SAFETY: callers ask instructions only.
        unsafe { LLVMGetInstructionOpcode(self.raw()) }
    }

    pub(crate) fn opcode_is(self, opcode: LLVMOpcode) -> bool {
        self.kind() == ValueKind::Instruction && self.opcode() == opcode
    }

    pub(crate) fn block(self) -> Block {
        // SAFETY: callers ask instructions inside functions.
        Block(NonNull::new(unsafe { LLVMGetInstructionParent(self.raw()) }).expect("the instruction stands in a block"))
    }

    pub(crate) fn int_predicate(self) -> LLVMIntPredicate {
        // SAFETY: callers ask integer comparisons only.
        unsafe { LLVMGetICmpPredicate(self.raw()) }
    }

    pub(crate) fn float_predicate(self) -> LLVMRealPredicate {
        // SAFETY: callers ask float comparisons only.
        unsafe { LLVMGetFCmpPredicate(self.raw()) }
    }

    pub(crate) fn nsw(self) -> bool {
        // SAFETY: callers ask instructions that have the flag.
        unsafe { LLVMGetNSW(self.raw()) != 0 }
    }

    pub(crate) fn nuw(self) -> bool {
        // SAFETY: callers ask instructions that have the flag.
        unsafe { LLVMGetNUW(self.raw()) != 0 }
    }

    /// Whether a division or a right shift promises that it loses nothing.
    pub(crate) fn exact(self) -> bool {
        // SAFETY: callers ask instructions that have the flag.
        unsafe { LLVMGetExact(self.raw()) != 0 }
    }

    /// Whether an operation promises that no operand and no result is (not a number, infinite).
    pub(crate) fn finite_math(self) -> (bool, bool) {
        // SAFETY: only instructions that may have the flags are asked for them.
        let flags =
            unsafe { if LLVMCanValueUseFastMathFlags(self.raw()) == 0 { 0 } else { LLVMGetFastMathFlags(self.raw()) } };
        (flags & LLVMFastMathNoNaNs != 0, flags & LLVMFastMathNoInfs != 0)
    }

    /// What the metadata of this kind that is attached to an instruction holds.
    pub(crate) fn attached(self, kind: &str) -> Option<Vec<Value>> {
        let length = u32::try_from(kind.len()).unwrap_or(0);
        // SAFETY: callers ask instructions only; the operands are read into a buffer of their number.
        unsafe {
            let number =
                LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(self.raw())), kind.as_ptr().cast(), length);
            let node = LLVMGetMetadata(self.raw(), number);
            if node.is_null() {
                return None;
            }
            let mut raw = vec![std::ptr::null_mut(); usize::try_from(LLVMGetMDNodeNumOperands(node)).unwrap_or(0)];
            LLVMGetMDNodeOperands(node, raw.as_mut_ptr());
            Some(raw.into_iter().filter_map(Value::new).collect())
        }
    }

    /// Whether an `or` promises that no bit is set on both sides.
    pub(crate) fn disjoint(self) -> bool {
        // SAFETY: callers ask instructions that have the flag.
        unsafe { LLVMGetIsDisjoint(self.raw()) != 0 }
    }

    /// Whether a conversion promises that its operand is not negative.
    pub(crate) fn nneg(self) -> bool {
        // SAFETY: callers ask instructions that have the flag.
        unsafe { LLVMGetNNeg(self.raw()) != 0 }
    }

    /// Whether a comparison promises that its operands have the same sign.
    pub(crate) fn samesign(self) -> bool {
        // SAFETY: callers ask comparisons of integers only.
        unsafe { LLVMGetICmpSameSign(self.raw()) != 0 }
    }

    pub(crate) fn is_volatile(self) -> bool {
        // SAFETY: callers ask memory accesses only.
        unsafe { LLVMGetVolatile(self.raw()) != 0 }
    }

    pub(crate) fn ordering(self) -> LLVMAtomicOrdering {
        // SAFETY: callers ask loads, stores, fences and read-modify-writes.
        unsafe { LLVMGetOrdering(self.raw()) }
    }

    pub(crate) fn cas_ordering(self) -> LLVMAtomicOrdering {
        // SAFETY: callers ask compare-and-exchange only.
        unsafe { LLVMGetCmpXchgSuccessOrdering(self.raw()) }
    }

    pub(crate) fn cas_failure_ordering(self) -> LLVMAtomicOrdering {
        // SAFETY: callers ask compare-and-exchange only.
        unsafe { LLVMGetCmpXchgFailureOrdering(self.raw()) }
    }

    /// May it fail although the values are equal?
    pub(crate) fn cas_is_weak(self) -> bool {
        // SAFETY: callers ask compare-and-exchange only.
        unsafe { LLVMGetWeak(self.raw()) != 0 }
    }

    pub(crate) fn rmw_op(self) -> LLVMAtomicRMWBinOp {
        // SAFETY: callers ask read-modify-writes only.
        unsafe { LLVMGetAtomicRMWBinOp(self.raw()) }
    }

    pub(crate) fn allocated_type(self) -> Type {
        // SAFETY: callers ask allocas only.
        unsafe { Type::from_raw(LLVMGetAllocatedType(self.raw())) }
    }

    /// The type a `getelementptr`, instruction or expression, starts from.
    pub(crate) fn gep_source_type(self) -> Type {
        // SAFETY: callers ask getelementptr only.
        unsafe { Type::from_raw(LLVMGetGEPSourceElementType(self.raw())) }
    }

    pub(crate) fn gep_inbounds(self) -> bool {
        // SAFETY: callers ask getelementptr only.
        unsafe { LLVMIsInBounds(self.raw()) != 0 }
    }

    /// Whether a pointer computation promises that no sum or product in it wraps as an unsigned number.
    pub(crate) fn gep_nuw(self) -> bool {
        // SAFETY: callers ask getelementptr only.
        unsafe { LLVMGEPGetNoWrapFlags(self.raw()) & LLVMGEPFlagNUW != 0 }
    }

    /// Whether a pointer computation promises that no sum or product in it wraps, taking offsets as signed numbers.
    pub(crate) fn gep_nusw(self) -> bool {
        // SAFETY: callers ask getelementptr only.
        unsafe { LLVMGEPGetNoWrapFlags(self.raw()) & LLVMGEPFlagNUSW != 0 }
    }

    /// The indexes of `extractvalue` and `insertvalue`.
    pub(crate) fn indices(self) -> Vec<u32> {
        // SAFETY: callers ask these instructions only.
        unsafe {
            let count = usize::try_from(LLVMGetNumIndices(self.raw())).unwrap_or(0);
            std::slice::from_raw_parts(LLVMGetIndices(self.raw()), count).to_vec()
        }
    }

    /// The mask of `shufflevector`; `None` is poison.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<usize>> {
        // SAFETY: callers ask this instruction only.
        unsafe {
            (0..LLVMGetNumMaskElements(self.raw()))
                .map(|i| usize::try_from(LLVMGetMaskValue(self.raw(), i)).ok())
                .collect()
        }
    }

    pub(crate) fn called_value(self) -> Value {
        // SAFETY: callers ask calls only.
        Value::some(unsafe { LLVMGetCalledValue(self.raw()) })
    }

    pub(crate) fn called_type(self) -> Type {
        // SAFETY: callers ask calls only.
        unsafe { Type::from_raw(LLVMGetCalledFunctionType(self.raw())) }
    }

    pub(crate) fn num_args(self) -> u32 {
        // SAFETY: callers ask calls only.
        unsafe { LLVMGetNumArgOperands(self.raw()) }
    }

    /// Value and block of each way into a phi.
    pub(crate) fn incoming(self) -> Vec<(Value, Block)> {
        // SAFETY: callers ask phis only, with indexes below the count.
        unsafe {
            (0..LLVMCountIncoming(self.raw()))
                .map(|i| {
                    let block = NonNull::new(LLVMGetIncomingBlock(self.raw(), i)).expect("a phi names its blocks");
                    (Value::some(LLVMGetIncomingValue(self.raw(), i)), Block(block))
                })
                .collect()
        }
    }

    pub(crate) fn num_successors(self) -> u32 {
        // SAFETY: callers ask terminators only.
        unsafe { LLVMGetNumSuccessors(self.raw()) }
    }

    pub(crate) fn successor(self, index: u32) -> Block {
        // SAFETY: callers ask terminators only, below the count.
        Block(NonNull::new(unsafe { LLVMGetSuccessor(self.raw(), index) }).expect("a successor is a block"))
    }

    pub(crate) fn successors(self) -> impl Iterator<Item = Block> {
        (0..self.num_successors()).map(move |i| self.successor(i))
    }

    pub(crate) fn is_conditional(self) -> bool {
        // SAFETY: callers ask `br` only.
        unsafe { LLVMIsConditional(self.raw()) != 0 }
    }

    /// The case that leads to a successor of a switch; number 0 is the default and has none.
    pub(crate) fn switch_case(self, successor: u32) -> Value {
        // SAFETY: callers ask switches with a successor above 0.
        Value::some(unsafe { LLVMGetSwitchCaseValue(self.raw(), successor) })
    }
}

impl Block {
    fn raw(self) -> LLVMBasicBlockRef {
        self.0.as_ptr()
    }

    /// The block as a value, which has the name.
    pub(crate) fn value(self) -> Value {
        // SAFETY: a live block.
        Value::some(unsafe { LLVMBasicBlockAsValue(self.raw()) })
    }

    pub(crate) fn first(self) -> Option<Value> {
        // SAFETY: a live block.
        Value::new(unsafe { LLVMGetFirstInstruction(self.raw()) })
    }

    pub(crate) fn terminator(self) -> Value {
        // SAFETY: a live block of a verified function ends in a terminator.
        Value::some(unsafe { LLVMGetBasicBlockTerminator(self.raw()) })
    }

    pub(crate) fn insts(self) -> impl Iterator<Item = Value> {
        std::iter::successors(self.first(), |inst| {
            // SAFETY: an instruction in a live block.
            Value::new(unsafe { LLVMGetNextInstruction(inst.raw()) })
        })
    }

    /// The blocks that lead here, once for each edge.
    pub(crate) fn predecessors(self) -> Vec<Block> {
        let users = self.value().users().into_iter();
        users.filter(|user| user.kind() == ValueKind::Instruction).map(Value::block).collect()
    }

    /// How many edges lead here: each use by a terminator is one.
    pub(crate) fn num_predecessor_edges(self) -> usize {
        self.predecessors().len()
    }
}

/// LLVM's number of an intrinsic by its general name.
pub(crate) fn intrinsic_number(name: &str) -> u32 {
    // SAFETY: a text with its length.
    unsafe { LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len()) }
}
