; //@ run-native
; Funnel shifts, leading and trailing zeros, population count, byte and bit reversal, at odd widths too.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i7 @llvm.fshl.i7(i7, i7, i7)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i33 @llvm.ctlz.i33(i33, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i65 @llvm.ctpop.i65(i65)
declare i48 @llvm.bswap.i48(i48)
declare i32 @llvm.bitreverse.i32(i32)
declare i5 @llvm.bitreverse.i5(i5)
declare <2 x i16> @llvm.ctpop.v2i16(<2 x i16>)
declare void @exit(i32) noreturn

define internal void @same(i64 %a, i64 %b, i32 %code) {
  %ok = icmp eq i64 %a, %b
  br i1 %ok, label %good, label %bad
bad:
  call void @exit(i32 %code)
  unreachable
good:
  ret void
}

define i32 @main() {
  %r1 = call i32 @llvm.fshl.i32(i32 305419896, i32 -1, i32 8)
  %z1 = zext i32 %r1 to i64
  call void @same(i64 %z1, i64 878082303, i32 1) ; 0x345678ff
  %r2 = call i32 @llvm.fshr.i32(i32 1, i32 2, i32 33)
  %z2 = zext i32 %r2 to i64
  call void @same(i64 %z2, i64 2147483649, i32 2) ; the count is taken modulo 32
  %r3 = call i7 @llvm.fshl.i7(i7 1, i7 64, i7 8)
  %z3 = zext i7 %r3 to i64
  call void @same(i64 %z3, i64 3, i32 3) ; modulo 7
  %r4 = call i32 @llvm.ctlz.i32(i32 0, i1 false)
  %z4 = zext i32 %r4 to i64
  call void @same(i64 %z4, i64 32, i32 4)
  %r5 = call i33 @llvm.ctlz.i33(i33 5, i1 true)
  %z5 = zext i33 %r5 to i64
  call void @same(i64 %z5, i64 30, i32 5)
  %r6 = call i32 @llvm.cttz.i32(i32 40, i1 true)
  %z6 = zext i32 %r6 to i64
  call void @same(i64 %z6, i64 3, i32 6)
  %r7 = call i65 @llvm.ctpop.i65(i65 -1)
  %z7 = trunc i65 %r7 to i64
  call void @same(i64 %z7, i64 65, i32 7)
  %r8 = call i48 @llvm.bswap.i48(i48 1108152157446) ; 0x010203040506
  %z8 = zext i48 %r8 to i64
  call void @same(i64 %z8, i64 6618611909121, i32 8) ; 0x060504030201
  %r9 = call i32 @llvm.bitreverse.i32(i32 3)
  %z9 = zext i32 %r9 to i64
  call void @same(i64 %z9, i64 3221225472, i32 9)
  %r10 = call i5 @llvm.bitreverse.i5(i5 6)
  %z10 = zext i5 %r10 to i64
  call void @same(i64 %z10, i64 12, i32 10)
  %v = call <2 x i16> @llvm.ctpop.v2i16(<2 x i16> <i16 255, i16 -1>)
  %w = bitcast <2 x i16> %v to i32
  %z11 = zext i32 %w to i64
  call void @same(i64 %z11, i64 1048584, i32 11) ; 16 above 8
  ret i32 0
}
