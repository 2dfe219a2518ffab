; //@ run-native
; Global data: strings, nested aggregates, zero, undef holes, packed structs, sections of bytes, external linkage.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@text = private unnamed_addr constant [6 x i8] c"text\0A\00"
@nested = internal global { i8, { i16, [2 x i8] }, <2 x i16> } { i8 1, { i16, [2 x i8] } { i16 2, [2 x i8] c"ab" }, <2 x i16> <i16 3, i16 4> }
@packed = internal global <{ i8, i32 }> <{ i8 5, i32 6 }>
@zero = global [1000 x i64] zeroinitializer, align 64
@hole = internal global { i32, i32 } { i32 7, i32 undef }
@float = internal constant float 0x3FB99999A0000000
@x87 = internal constant x86_fp80 0xK3FFF8000000000000000
@pointer = internal global ptr getelementptr (i8, ptr @text, i64 1)

define i32 @main() {
  %p = load ptr, ptr @pointer
  %e = load i8, ptr %p
  %t1 = icmp eq i8 %e, 101
  %b = load i8, ptr getelementptr ({ i8, { i16, [2 x i8] }, <2 x i16> }, ptr @nested, i32 0, i32 1, i32 1, i32 1)
  %t2 = icmp eq i8 %b, 98
  %six = load i32, ptr getelementptr (i8, ptr @packed, i64 1), align 1
  %t3 = icmp eq i32 %six, 6
  %z = load i64, ptr getelementptr ([1000 x i64], ptr @zero, i64 0, i64 999)
  %t4 = icmp eq i64 %z, 0
  %seven = load i32, ptr @hole
  %t5 = icmp eq i32 %seven, 7
  %f = load float, ptr @float
  %t6 = fcmp oeq float %f, 0x3FB99999A0000000
  %l = load x86_fp80, ptr @x87
  %d = fptrunc x86_fp80 %l to double
  %t7 = fcmp oeq double %d, 1.0
  %u1 = and i1 %t1, %t2
  %u2 = and i1 %t3, %t4
  %u3 = and i1 %t5, %t6
  %w1 = and i1 %u1, %u2
  %w2 = and i1 %u3, %t7
  %all = and i1 %w1, %w2
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
