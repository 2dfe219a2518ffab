; //@ exit: 134
; An addition without signed wrap overflows: the result is poison, the fault is its use in a branch.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %slot = alloca i32
  store i32 2147483647, ptr %slot
  %max = load i32, ptr %slot
  %sum = add nsw i32 %max, 1
  %positive = icmp sgt i32 %sum, 0
  br i1 %positive, label %yes, label %no ; //~ signed-overflow
yes:
  ret i32 1
no:
  ret i32 2
}
