; //@ run-native
; Blocks nobody reaches may say anything: they are verified but never run.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define internal i32 @never() noreturn {
  unreachable
}

define i32 @main() {
entry:
  br label %live
dead:
  %x = sdiv i32 1, 0
  store i32 %x, ptr null
  br label %live
dead.loop:
  %y = phi i32 [ %z, %dead.loop ]
  %z = add i32 %y, 1
  br label %dead.loop
live:
  %r = phi i32 [ 0, %entry ], [ %x, %dead ]
  ret i32 %r
}
