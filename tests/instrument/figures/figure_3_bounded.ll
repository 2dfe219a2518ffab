; Figure 3 with an index that is known to lie in the array.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i64 @__VERIFIER_nondet_long()

define i32 @main() {
  %array = alloca [10 x i32], align 4
  %m = call i64 @__VERIFIER_nondet_long()
  %in = icmp ult i64 %m, 10
  br i1 %in, label %inside, label %outside
inside:
  %tmp = getelementptr i32, ptr %array, i64 %m
  store i32 1, ptr %tmp, align 4
  ret i32 0
outside:
  ret i32 1
}
