; //@ run-native
; Casts between integers, pointers, floats and vectors; the nneg, nuw and disjoint flags when they hold.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@g = internal global i32 5

define i32 @main() {
  %slot = alloca i64
  store i64 200, ptr %slot
  %x = load i64, ptr %slot
  %t = trunc nuw i64 %x to i8
  %s = sext i8 %t to i32
  %t1 = icmp eq i32 %s, -56
  %z = zext nneg i32 7 to i64
  %t2 = icmp eq i64 %z, 7
  %i = ptrtoint ptr @g to i64
  %p = inttoptr i64 %i to ptr
  %v = load i32, ptr %p
  %t3 = icmp eq i32 %v, 5
  %bits = bitcast double 1.0 to i64
  %t4 = icmp eq i64 %bits, 4607182418800017408
  %vec = bitcast i64 4294967298 to <2 x i32>
  %hi = extractelement <2 x i32> %vec, i32 1
  %t5 = icmp eq i32 %hi, 1
  %or = or disjoint i32 12, 3
  %t6 = icmp eq i32 %or, 15
  %u = uitofp nneg i32 3 to float
  %f = fptoui float %u to i16
  %t7 = icmp eq i16 %f, 3
  %cmp = icmp samesign ult i32 3, 4
  %exact = lshr exact i32 8, 2
  %t8 = icmp eq i32 %exact, 2
  %b = trunc i32 %or to i1
  %u1 = and i1 %t1, %t2
  %u2 = and i1 %t3, %t4
  %u3 = and i1 %t5, %t6
  %u4 = and i1 %t7, %t8
  %u5 = and i1 %cmp, %b
  %w1 = and i1 %u1, %u2
  %w2 = and i1 %u3, %u4
  %w3 = and i1 %w1, %w2
  %all = and i1 %w3, %u5
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
