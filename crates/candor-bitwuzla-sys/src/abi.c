// Compiled with Bitwuzla's headers, and only for these assertions: the numbers in `kind.rs` are those of the headers.

#include <bitwuzla/c/bitwuzla.h>

#define IS(name, number) _Static_assert(BITWUZLA_##name == number, "kind.rs has another number for " #name)

IS(KIND_CONST_ARRAY, 1);
IS(KIND_VALUE, 2);
IS(KIND_AND, 4);
IS(KIND_EQUAL, 6);
IS(KIND_IMPLIES, 8);
IS(KIND_NOT, 9);
IS(KIND_OR, 10);
IS(KIND_ITE, 12);
IS(KIND_ARRAY_SELECT, 17);
IS(KIND_ARRAY_STORE, 18);
IS(KIND_BV_ADD, 19);
IS(KIND_BV_AND, 20);
IS(KIND_BV_ASHR, 21);
IS(KIND_BV_CONCAT, 23);
IS(KIND_BV_MUL, 26);
IS(KIND_BV_NEG, 28);
IS(KIND_BV_NOT, 31);
IS(KIND_BV_OR, 32);
IS(KIND_BV_SDIV, 40);
IS(KIND_BV_SHL, 43);
IS(KIND_BV_SHR, 44);
IS(KIND_BV_SLT, 46);
IS(KIND_BV_SREM, 49);
IS(KIND_BV_UDIV, 53);
IS(KIND_BV_ULT, 57);
IS(KIND_BV_UREM, 59);
IS(KIND_BV_XOR, 62);
IS(KIND_BV_EXTRACT, 63);
IS(KIND_BV_SIGN_EXTEND, 67);
IS(KIND_FP_ABS, 69);
IS(KIND_FP_ADD, 70);
IS(KIND_FP_DIV, 71);
IS(KIND_FP_EQUAL, 72);
IS(KIND_FP_FMA, 73);
IS(KIND_FP_IS_INF, 77);
IS(KIND_FP_IS_NAN, 78);
IS(KIND_FP_IS_NEG, 79);
IS(KIND_FP_IS_NORMAL, 80);
IS(KIND_FP_IS_SUBNORMAL, 82);
IS(KIND_FP_IS_ZERO, 83);
IS(KIND_FP_LEQ, 84);
IS(KIND_FP_LT, 85);
IS(KIND_FP_MUL, 88);
IS(KIND_FP_NEG, 89);
IS(KIND_FP_REM, 90);
IS(KIND_FP_RTI, 91);
IS(KIND_FP_SQRT, 92);
IS(KIND_FP_TO_FP_FROM_BV, 94);
IS(KIND_FP_TO_FP_FROM_FP, 95);
IS(KIND_FP_TO_FP_FROM_SBV, 96);
IS(KIND_FP_TO_FP_FROM_UBV, 97);

IS(RM_RNE, 0);
IS(RM_RNA, 1);
IS(RM_RTN, 2);
IS(RM_RTP, 3);
IS(RM_RTZ, 4);

IS(SAT, 10);
IS(UNSAT, 20);

IS(OPT_PRODUCE_MODELS, 1);
IS(OPT_PRODUCE_UNSAT_ASSUMPTIONS, 2);
IS(OPT_ABSTRACTION, 23);
IS(OPT_PREPROCESS, 38);

// What `raw.rs` passes as 32-bit numbers.
_Static_assert(sizeof(BitwuzlaKind) == 4 && sizeof(BitwuzlaResult) == 4 && sizeof(BitwuzlaOption) == 4, "size of an enum");
