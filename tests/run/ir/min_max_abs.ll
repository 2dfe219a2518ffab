; //@ run-native
; Integer minimum, maximum, absolute value and three-way comparison.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i8 @llvm.smin.i8(i8, i8)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.umax.i8(i8, i8)
declare i8 @llvm.abs.i8(i8, i1)
declare i2 @llvm.scmp.i2.i8(i8, i8)
declare i8 @llvm.ucmp.i8.i8(i8, i8)
declare <2 x i8> @llvm.smax.v2i8(<2 x i8>, <2 x i8>)

define i32 @main() {
  %a = call i8 @llvm.smin.i8(i8 -1, i8 1)
  %b = call i8 @llvm.smax.i8(i8 -1, i8 1)
  %c = call i8 @llvm.umin.i8(i8 -1, i8 1)
  %d = call i8 @llvm.umax.i8(i8 -1, i8 1)
  %e = call i8 @llvm.abs.i8(i8 -100, i1 true)
  %f = call i8 @llvm.abs.i8(i8 -128, i1 false)
  %g = call i2 @llvm.scmp.i2.i8(i8 -1, i8 1)
  %h = call i8 @llvm.ucmp.i8.i8(i8 -1, i8 1)
  %v = call <2 x i8> @llvm.smax.v2i8(<2 x i8> <i8 -5, i8 9>, <2 x i8> <i8 3, i8 4>)
  %v0 = extractelement <2 x i8> %v, i32 0
  %v1 = extractelement <2 x i8> %v, i32 1
  %t1 = icmp eq i8 %a, -1
  %t2 = icmp eq i8 %b, 1
  %t3 = icmp eq i8 %c, 1
  %t4 = icmp eq i8 %d, -1
  %t5 = icmp eq i8 %e, 100
  %t6 = icmp eq i8 %f, -128
  %t7 = icmp eq i2 %g, -1
  %t8 = icmp eq i8 %h, 1
  %t9 = icmp eq i8 %v0, 3
  %t10 = icmp eq i8 %v1, 9
  %u1 = and i1 %t1, %t2
  %u2 = and i1 %t3, %t4
  %u3 = and i1 %t5, %t6
  %u4 = and i1 %t7, %t8
  %u5 = and i1 %t9, %t10
  %w1 = and i1 %u1, %u2
  %w2 = and i1 %u3, %u4
  %w3 = and i1 %w1, %w2
  %all = and i1 %w3, %u5
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
