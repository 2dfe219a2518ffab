// What LLVM's C API hides: wide constants, lazy bodies, a total enumeration of constants, debug info types.
//
// Every function takes and returns plain handles of the C API. None of them keeps anything.

#include "llvm-c/Core.h"
#include "llvm-c/DebugInfo.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/Error.h"
#include <cstring>

using namespace llvm;

namespace {

// The order is that of `ValueKind` in value.rs.
enum Kind : unsigned {
  KindArgument,
  KindBlock,
  KindInstruction,
  KindFunction,
  KindGlobal,
  KindAlias,
  KindIFunc,
  KindInt,
  KindFloat,
  KindNull,
  KindUndef,
  KindPoison,
  KindZero,
  KindAggregate,
  KindData,
  KindExpr,
  KindBlockAddress,
  KindFunctionWrapper,
  KindInlineAsm,
  KindMetadata,
  KindOther,
};

Metadata *unwrapMetadata(LLVMMetadataRef Ref) { return reinterpret_cast<Metadata *>(Ref); }

LLVMMetadataRef wrapMetadata(const Metadata *MD) {
  return reinterpret_cast<LLVMMetadataRef>(const_cast<Metadata *>(MD));
}

const char *text(StringRef Text, size_t *Length) {
  *Length = Text.size();
  return Text.data();
}

} // namespace

extern "C" {

unsigned candor_value_kind(LLVMValueRef Ref) {
  const Value *V = unwrap(Ref);
  if (isa<Instruction>(V))
    return KindInstruction;
  if (isa<Argument>(V))
    return KindArgument;
  if (isa<ConstantInt>(V))
    return V->getType()->isVectorTy() ? KindAggregate : KindInt;
  if (isa<ConstantFP>(V))
    return V->getType()->isVectorTy() ? KindAggregate : KindFloat;
  if (isa<ConstantPointerNull>(V))
    return KindNull;
  if (isa<PoisonValue>(V))
    return KindPoison;
  if (isa<UndefValue>(V))
    return KindUndef;
  if (isa<ConstantAggregateZero>(V))
    return KindZero;
  if (isa<ConstantDataSequential>(V))
    return KindData;
  if (isa<ConstantAggregate>(V))
    return KindAggregate;
  if (isa<ConstantExpr>(V))
    return KindExpr;
  if (isa<Function>(V))
    return KindFunction;
  if (isa<GlobalVariable>(V))
    return KindGlobal;
  if (isa<GlobalAlias>(V))
    return KindAlias;
  if (isa<GlobalIFunc>(V))
    return KindIFunc;
  if (isa<BlockAddress>(V))
    return KindBlockAddress;
  if (isa<DSOLocalEquivalent>(V) || isa<NoCFIValue>(V))
    return KindFunctionWrapper;
  if (isa<BasicBlock>(V))
    return KindBlock;
  if (isa<InlineAsm>(V))
    return KindInlineAsm;
  if (isa<MetadataAsValue>(V))
    return KindMetadata;
  return KindOther;
}

// An element of a constant vector, array or struct, also of a splat; null if LLVM cannot say.
LLVMValueRef candor_element(LLVMValueRef Ref, unsigned Index) {
  return wrap(cast<Constant>(unwrap(Ref))->getAggregateElement(Index));
}

// The words of an integer, least significant first. Returns how many there are.
unsigned candor_int_words(LLVMValueRef Ref, uint64_t *Out, unsigned Capacity) {
  const APInt &Int = cast<ConstantInt>(unwrap(Ref))->getValue();
  for (unsigned I = 0; I < Int.getNumWords() && I < Capacity; ++I)
    Out[I] = Int.getRawData()[I];
  return Int.getNumWords();
}

// The words of a float's bit pattern, likewise.
unsigned candor_float_words(LLVMValueRef Ref, uint64_t *Out, unsigned Capacity) {
  APInt Int = cast<ConstantFP>(unwrap(Ref))->getValueAPF().bitcastToAPInt();
  for (unsigned I = 0; I < Int.getNumWords() && I < Capacity; ++I)
    Out[I] = Int.getRawData()[I];
  return Int.getNumWords();
}

// The bytes of a constant array or vector of plain integers or floats, in the host's byte order.
const char *candor_data_bytes(LLVMValueRef Ref, size_t *Length) {
  return text(cast<ConstantDataSequential>(unwrap(Ref))->getRawDataValues(), Length);
}

// Reads a function's body from bitcode that was opened lazily. Returns a message to dispose of on failure.
char *candor_materialize(LLVMValueRef Ref) {
  if (Error Err = cast<Function>(unwrap(Ref))->materialize())
    return LLVMCreateMessage(toString(std::move(Err)).c_str());
  return nullptr;
}

// Whether a body is there to be read, now or lazily.
int candor_has_body(LLVMValueRef Ref) { return !cast<Function>(unwrap(Ref))->isDeclaration(); }

// Debug info: what a derived type, an array or a function type is made of.
LLVMMetadataRef candor_di_base(LLVMMetadataRef Ref) {
  if (auto *Derived = dyn_cast<DIDerivedType>(unwrapMetadata(Ref)))
    return wrapMetadata(Derived->getBaseType());
  if (auto *Composite = dyn_cast<DICompositeType>(unwrapMetadata(Ref)))
    return wrapMetadata(Composite->getBaseType());
  return nullptr;
}

unsigned candor_di_count(LLVMMetadataRef Ref) {
  if (auto *Composite = dyn_cast<DICompositeType>(unwrapMetadata(Ref)))
    return Composite->getElements().size();
  if (auto *Subroutine = dyn_cast<DISubroutineType>(unwrapMetadata(Ref)))
    return Subroutine->getTypeArray().size();
  return 0;
}

LLVMMetadataRef candor_di_element(LLVMMetadataRef Ref, unsigned Index) {
  if (auto *Composite = dyn_cast<DICompositeType>(unwrapMetadata(Ref)))
    return wrapMetadata(Composite->getElements()[Index]);
  if (auto *Subroutine = dyn_cast<DISubroutineType>(unwrapMetadata(Ref)))
    return wrapMetadata(Subroutine->getTypeArray()[Index]);
  return nullptr;
}

// The number of elements of an array dimension, -1 if it is not a constant.
int64_t candor_di_subrange(LLVMMetadataRef Ref) {
  if (auto *Range = dyn_cast_or_null<DISubrange>(unwrapMetadata(Ref)))
    if (auto *Count = dyn_cast_if_present<ConstantInt *>(Range->getCount()))
      return Count->getSExtValue();
  return -1;
}

const char *candor_di_variable_name(LLVMMetadataRef Ref, size_t *Length) {
  return text(cast<DIVariable>(unwrapMetadata(Ref))->getName(), Length);
}

LLVMMetadataRef candor_di_variable_type(LLVMMetadataRef Ref) {
  return wrapMetadata(cast<DIVariable>(unwrapMetadata(Ref))->getType());
}

LLVMMetadataRef candor_di_scope_parent(LLVMMetadataRef Ref) {
  auto *Block = dyn_cast<DILexicalBlockBase>(unwrapMetadata(Ref));
  return Block ? wrapMetadata(Block->getScope()) : nullptr;
}

unsigned candor_di_variable_arg(LLVMMetadataRef Ref) {
  auto *Local = dyn_cast<DILocalVariable>(unwrapMetadata(Ref));
  return Local ? Local->getArg() : 0;
}

// Whether a function was defined with the types of its parameters, and not as `f() {}`.
int candor_subprogram_is_prototyped(LLVMMetadataRef Ref) {
  return cast<DISubprogram>(unwrapMetadata(Ref))->isPrototyped();
}

// Whether a variable is simply the value or the memory named, without computing.
int candor_di_expression_is_plain(LLVMMetadataRef Ref) {
  auto *Expression = dyn_cast_or_null<DIExpression>(unwrapMetadata(Ref));
  return !Expression || Expression->getNumElements() == 0;
}

// The source variable of a global, null without debug info.
LLVMMetadataRef candor_global_variable(LLVMValueRef Ref) {
  SmallVector<DIGlobalVariableExpression *, 1> Found;
  cast<GlobalVariable>(unwrap(Ref))->getDebugInfo(Found);
  return Found.empty() ? nullptr : wrapMetadata(Found.front()->getVariable());
}

// 0: a label, 1: the place of a variable, 2: its value. The C API has no answer for the newest kind.
unsigned candor_record_kind(LLVMDbgRecordRef Ref) {
  auto *Record = dyn_cast<DbgVariableRecord>(unwrap(Ref));
  if (!Record)
    return 0;
  return Record->isDbgDeclare() ? 1 : 2;
}

// How many locations a debug record names; a killed location names none.
unsigned candor_record_locations(LLVMDbgRecordRef Ref) {
  auto *Record = dyn_cast<DbgVariableRecord>(unwrap(Ref));
  if (!Record || Record->isKillLocation())
    return 0;
  return Record->getNumVariableLocationOps();
}

} // extern "C"
