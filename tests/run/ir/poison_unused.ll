; //@ run-native
; Poison that nothing depends on is harmless: unused, not selected, overwritten, dropped by a phi.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
entry:
  %slot = alloca i32
  store i32 2147483647, ptr %slot
  %max = load i32, ptr %slot
  %unused = add nsw i32 %max, 1
  %wide = shl i32 %max, 1
  %lost = udiv exact i32 7, 2
  %is.max = icmp eq i32 %max, 2147483647
  %chosen = select i1 %is.max, i32 5, i32 %unused
  %other = alloca i32
  store i32 %unused, ptr %other
  store i32 6, ptr %other
  %read = load i32, ptr %other
  br i1 %is.max, label %good, label %bad
bad:
  br label %join
good:
  br label %join
join:
  %merged = phi i32 [ %lost, %bad ], [ 7, %good ]
  %sum1 = add i32 %chosen, %read
  %sum2 = add i32 %sum1, %merged
  %ok = icmp eq i32 %sum2, 18
  %code = select i1 %ok, i32 0, i32 1
  ret i32 %code
}
