; //@ run-native
; Three phis that rotate, one that reads its own last value, and a self loop with a switch.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define internal i32 @rotate(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %back ]
  %b = phi i32 [ 2, %entry ], [ %c, %back ]
  %c = phi i32 [ 3, %entry ], [ %a, %back ]
  %same = phi i32 [ 9, %entry ], [ %same, %back ]
  %i = phi i32 [ 0, %entry ], [ %next, %back ]
  %done = icmp eq i32 %i, %n
  br i1 %done, label %exit, label %back
back:
  %next = add i32 %i, 1
  br label %loop
exit:
  %t1 = mul i32 %a, 1000
  %t2 = mul i32 %b, 100
  %t3 = mul i32 %c, 10
  %s1 = add i32 %t1, %t2
  %s2 = add i32 %s1, %t3
  %s3 = add i32 %s2, %same
  ret i32 %s3
}

define internal i32 @collatz(i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %n, %entry ], [ %half, %even ], [ %triple, %odd ]
  %steps = phi i32 [ 0, %entry ], [ %more, %even ], [ %more, %odd ]
  %more = add i32 %steps, 1
  %bit = and i32 %x, 1
  %one = icmp eq i32 %x, 1
  br i1 %one, label %exit, label %body
body:
  switch i32 %bit, label %odd [ i32 0, label %even ]
even:
  %half = lshr i32 %x, 1
  br label %loop
odd:
  %m = mul i32 %x, 3
  %triple = add i32 %m, 1
  br label %loop
exit:
  ret i32 %steps
}

define i32 @main() {
  %r = call i32 @rotate(i32 4)
  %r.ok = icmp eq i32 %r, 2319
  %c = call i32 @collatz(i32 27)
  %c.ok = icmp eq i32 %c, 111
  %c.code = select i1 %c.ok, i32 0, i32 2
  %code = select i1 %r.ok, i32 %c.code, i32 1
  ret i32 %code
}
