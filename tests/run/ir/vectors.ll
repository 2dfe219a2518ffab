; //@ run-native
; Vector arithmetic, comparison, shuffles of two inputs, variable lane indices, memory, reductions.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>)
declare i8 @llvm.vector.reduce.or.v2i8(<2 x i8>)

define internal i32 @lane(<4 x i32> %v, i32 %i) {
  %e = extractelement <4 x i32> %v, i32 %i
  ret i32 %e
}

define internal <4 x i32> @put(<4 x i32> %v, i32 %x, i64 %i) {
  %r = insertelement <4 x i32> %v, i32 %x, i64 %i
  ret <4 x i32> %r
}

define i32 @main() {
  %slot = alloca <4 x i32>
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %slot
  %a = load <4 x i32>, ptr %slot
  %b = call <4 x i32> @put(<4 x i32> %a, i32 30, i64 2)
  %c = mul <4 x i32> %a, %b
  %third = call i32 @lane(<4 x i32> %c, i32 2)
  %t1 = icmp eq i32 %third, 90
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %c)
  %t2 = icmp eq i32 %sum, 111
  %max = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %b)
  %t3 = icmp eq i32 %max, 30
  %product = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %a)
  %t4 = icmp eq i32 %product, 24
  %s = shufflevector <4 x i32> %a, <4 x i32> %b, <3 x i32> <i32 6, i32 0, i32 7>
  %s0 = extractelement <3 x i32> %s, i32 0
  %s1 = extractelement <3 x i32> %s, i32 1
  %s2 = extractelement <3 x i32> %s, i32 2
  %s01 = add i32 %s0, %s1
  %s012 = add i32 %s01, %s2
  %t5 = icmp eq i32 %s012, 35
  %at = getelementptr i32, ptr %slot, i64 3
  %last = load i32, ptr %at
  %t6 = icmp eq i32 %last, 4
  %narrow = trunc <4 x i32> %c to <4 x i8>
  %pair = shufflevector <4 x i8> %narrow, <4 x i8> poison, <2 x i32> <i32 0, i32 3>
  %or = call i8 @llvm.vector.reduce.or.v2i8(<2 x i8> %pair)
  %t7 = icmp eq i8 %or, 17
  %less = icmp ult <4 x i32> %a, splat (i32 3)
  %bits = bitcast <4 x i1> %less to i4
  %t8 = icmp eq i4 %bits, 3
  %u1 = and i1 %t1, %t2
  %u2 = and i1 %t3, %t4
  %u3 = and i1 %t5, %t6
  %u4 = and i1 %t7, %t8
  %w1 = and i1 %u1, %u2
  %w2 = and i1 %u3, %u4
  %w = and i1 %w1, %w2
  %code = select i1 %w, i32 0, i32 1
  ret i32 %code
}
