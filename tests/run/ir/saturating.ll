; //@ run-native
; Saturating addition, subtraction and shifts, on ordinary, odd and vector types.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.ssub.sat.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)
declare i4 @llvm.sadd.sat.i4(i4, i4)
declare <2 x i8> @llvm.uadd.sat.v2i8(<2 x i8>, <2 x i8>)
declare void @exit(i32) noreturn

define internal void @same(i32 %a, i32 %b, i32 %code) {
  %ok = icmp eq i32 %a, %b
  br i1 %ok, label %good, label %bad
bad:
  call void @exit(i32 %code)
  unreachable
good:
  ret void
}

define i32 @main() {
  %r1 = call i32 @llvm.sadd.sat.i32(i32 2147483647, i32 1)
  call void @same(i32 %r1, i32 2147483647, i32 1)
  %r2 = call i32 @llvm.sadd.sat.i32(i32 -2147483648, i32 -1)
  call void @same(i32 %r2, i32 -2147483648, i32 2)
  %r3 = call i32 @llvm.ssub.sat.i32(i32 -5, i32 2147483647)
  call void @same(i32 %r3, i32 -2147483648, i32 3)
  %r4 = call i32 @llvm.uadd.sat.i32(i32 -1, i32 1)
  call void @same(i32 %r4, i32 -1, i32 4)
  %r5 = call i32 @llvm.usub.sat.i32(i32 3, i32 5)
  call void @same(i32 %r5, i32 0, i32 5)
  %r6 = call i8 @llvm.sshl.sat.i8(i8 -3, i8 6)
  %r6.w = sext i8 %r6 to i32
  call void @same(i32 %r6.w, i32 -128, i32 6)
  %r7 = call i8 @llvm.ushl.sat.i8(i8 3, i8 7)
  %r7.w = zext i8 %r7 to i32
  call void @same(i32 %r7.w, i32 255, i32 7)
  %r8 = call i8 @llvm.ushl.sat.i8(i8 3, i8 2)
  %r8.w = zext i8 %r8 to i32
  call void @same(i32 %r8.w, i32 12, i32 8)
  %r9 = call i4 @llvm.sadd.sat.i4(i4 5, i4 6)
  %r9.w = sext i4 %r9 to i32
  call void @same(i32 %r9.w, i32 7, i32 9)
  %v = call <2 x i8> @llvm.uadd.sat.v2i8(<2 x i8> <i8 -6, i8 1>, <2 x i8> <i8 10, i8 2>)
  %v0 = extractelement <2 x i8> %v, i32 0
  %v0.w = zext i8 %v0 to i32
  call void @same(i32 %v0.w, i32 255, i32 10)
  %v1 = extractelement <2 x i8> %v, i32 1
  %v1.w = zext i8 %v1 to i32
  call void @same(i32 %v1.w, i32 3, i32 11)
  ret i32 0
}
