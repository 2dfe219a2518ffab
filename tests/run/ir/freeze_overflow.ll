; //@ run-native
; A frozen overflow is an ordinary, if unknown, number: branching on it is allowed.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %slot = alloca i32
  store i32 -2147483648, ptr %slot
  %min = load i32, ptr %slot
  %less = sub nsw i32 %min, 1
  %some = freeze i32 %less
  %c = icmp slt i32 %some, 0
  br i1 %c, label %negative, label %positive
negative:
  %n = icmp slt i32 %some, 0
  br label %join
positive:
  %p = icmp sge i32 %some, 0
  br label %join
join:
  %agrees = phi i1 [ %n, %negative ], [ %p, %positive ]
  %code = select i1 %agrees, i32 0, i32 1
  ret i32 %code
}
