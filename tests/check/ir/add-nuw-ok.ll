; An addition that does not wrap.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %s = lshr i32 %x, 1
  %q = add nuw i32 %s, 1
  %r = icmp eq i32 %q, 3
  br i1 %r, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
