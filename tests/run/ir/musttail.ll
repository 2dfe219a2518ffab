; //@ run-native
; Calls in tail position, through a pointer, and a loop made of a thousand of them.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define internal i32 @count(i32 %n, i32 %sum) {
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %done, label %more
more:
  %next = sub i32 %n, 1
  %bit = and i32 %n, 1
  %s = add i32 %sum, %bit
  %r = musttail call i32 @count(i32 %next, i32 %s)
  ret i32 %r
done:
  ret i32 %sum
}

define i32 @main() {
  %slot = alloca ptr
  store ptr @count, ptr %slot
  %f = load ptr, ptr %slot
  %r = tail call i32 %f(i32 1000, i32 0)
  %ok = icmp eq i32 %r, 500
  %code = select i1 %ok, i32 0, i32 1
  ret i32 %code
}
