; //@ run-native
; select on integers, floats, pointers, aggregates, and lane by lane.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@one = internal global i32 1
@two = internal global i32 2

define internal i32 @pick(i1 %c) {
  %i = select i1 %c, i32 10, i32 20
  %p = select i1 %c, ptr @one, ptr @two
  %l = load i32, ptr %p
  %f = select i1 %c, double 1.5, double 2.5
  %f2 = fmul double %f, 2.0
  %fi = fptosi double %f2 to i32
  %agg = select i1 %c, { i32, i8 } { i32 100, i8 1 }, { i32, i8 } { i32 200, i8 2 }
  %x = extractvalue { i32, i8 } %agg, 0
  %whole = select i1 %c, <2 x i32> <i32 1000, i32 0>, <2 x i32> <i32 2000, i32 0>
  %w = extractelement <2 x i32> %whole, i32 0
  %s1 = add i32 %i, %l
  %s2 = add i32 %s1, %fi
  %s3 = add i32 %s2, %x
  %s4 = add i32 %s3, %w
  ret i32 %s4
}

define i32 @main() {
  %t = call i32 @pick(i1 true)
  %t.ok = icmp eq i32 %t, 1114
  %f = call i32 @pick(i1 false)
  %f.ok = icmp eq i32 %f, 2227
  %mask = icmp sgt <4 x i32> <i32 1, i32 -1, i32 5, i32 0>, zeroinitializer
  %v = select <4 x i1> %mask, <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 10, i32 20, i32 30, i32 40>
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %v.ok = icmp eq i32 %sum, 64
  %a = and i1 %t.ok, %f.ok
  %b = and i1 %a, %v.ok
  %code = select i1 %b, i32 0, i32 1
  ret i32 %code
}

declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
