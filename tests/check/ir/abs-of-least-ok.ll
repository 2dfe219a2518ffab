; The absolute value of the smallest number is itself.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %q = call i32 @llvm.abs.i32(i32 %x, i1 false)
  %r = icmp eq i32 %q, 3
  br i1 %r, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
declare i32 @llvm.abs.i32(i32, i1)
