; //@ run-native
; The with.overflow family: wrapped result and flag, at several widths.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare { i13, i1 } @llvm.umul.with.overflow.i13(i13, i13)

define i32 @main() {
  %a = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 2147483647, i32 2)
  %a.v = extractvalue { i32, i1 } %a, 0
  %a.o = extractvalue { i32, i1 } %a, 1
  %a.ok = icmp eq i32 %a.v, -2147483647
  %b = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 -5, i32 7)
  %b.v = extractvalue { i32, i1 } %b, 0
  %b.o = extractvalue { i32, i1 } %b, 1
  %b.fine = xor i1 %b.o, true
  %b.ok = icmp eq i32 %b.v, -12
  %c = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 4611686018427387904, i64 -2)
  %c.v = extractvalue { i64, i1 } %c, 0
  %c.o = extractvalue { i64, i1 } %c, 1
  %c.fine = xor i1 %c.o, true
  %c.ok = icmp eq i64 %c.v, -9223372036854775808
  %d = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 -1, i8 1)
  %d.v = extractvalue { i8, i1 } %d, 0
  %d.o = extractvalue { i8, i1 } %d, 1
  %d.ok = icmp eq i8 %d.v, 0
  %e = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 3, i8 5)
  %e.o = extractvalue { i8, i1 } %e, 1
  %f = call { i13, i1 } @llvm.umul.with.overflow.i13(i13 100, i13 82)
  %f.v = extractvalue { i13, i1 } %f, 0
  %f.o = extractvalue { i13, i1 } %f, 1
  %f.ok = icmp eq i13 %f.v, 8
  %u1 = and i1 %a.o, %a.ok
  %u2 = and i1 %b.fine, %b.ok
  %u3 = and i1 %c.fine, %c.ok
  %u4 = and i1 %d.o, %d.ok
  %u5 = and i1 %f.o, %f.ok
  %w1 = and i1 %u1, %u2
  %w2 = and i1 %u3, %u4
  %w3 = and i1 %u5, %e.o
  %x = and i1 %w1, %w2
  %all = and i1 %x, %w3
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
