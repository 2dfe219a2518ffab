; //@ run-native
; All phis of a block read their inputs at the same time: the two values swap every round.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
entry:
  br label %loop
loop:
  %x = phi i32 [ 1, %entry ], [ %z, %loop ]
  %z = phi i32 [ 2, %entry ], [ %x, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 4
  br i1 %again, label %loop, label %done
done:
  ; after three trips round the loop x and z have changed places
  %first = mul i32 %x, 10
  %code = add i32 %first, %z
  %ok = icmp eq i32 %code, 21
  %result = select i1 %ok, i32 0, i32 1
  ret i32 %result
}
