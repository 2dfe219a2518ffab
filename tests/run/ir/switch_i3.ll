; //@ run-native
; A switch on three bits, with negative labels, several cases for one block, and phis fed by it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define internal i32 @name(i3 %x) {
entry:
  switch i3 %x, label %other [
    i3 0, label %low
    i3 1, label %low
    i3 3, label %three
    i3 -4, label %four
    i3 -1, label %seven
  ]
low:
  %l = phi i32 [ 10, %entry ], [ 10, %entry ]
  br label %join
three:
  br label %join
four:
  br label %join
seven:
  br label %join
other:
  br label %join
join:
  %r = phi i32 [ %l, %low ], [ 3, %three ], [ 4, %four ], [ 7, %seven ], [ 99, %other ]
  ret i32 %r
}

define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i3 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %n = call i32 @name(i3 %i)
  %more = add i32 %sum, %n
  %next = add i3 %i, 1
  %done = icmp eq i3 %next, 0
  br i1 %done, label %exit, label %loop
exit:
  ; 10 10 99 3 4 99 99 7
  %ok = icmp eq i32 %more, 331
  %code = select i1 %ok, i32 0, i32 1
  ret i32 %code
}
