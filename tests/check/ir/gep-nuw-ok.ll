; A pointer goes forth.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %block = alloca [8 x i8]
  %middle = getelementptr inbounds i8, ptr %block, i64 4
  store i64 0, ptr %block
  %i = and i32 %x, 3
  %w = sext i32 %i to i64
  %p = getelementptr inbounds nuw i8, ptr %middle, i64 %w
  %b = load i8, ptr %p
  %r = icmp eq i8 %b, 3
  br i1 %r, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
