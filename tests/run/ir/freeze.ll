; //@ run-native
; freeze picks one value and keeps it; afterwards every use agrees.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %u = freeze i32 undef
  %p = freeze i32 poison
  %same.u = icmp eq i32 %u, %u
  %d = sub i32 %p, %p
  %zero = icmp eq i32 %d, 0
  %m = and i32 %u, 0
  %masked = icmp eq i32 %m, 0
  %low = and i32 %p, 3
  %small = icmp ult i32 %low, 4
  %v = freeze <2 x i32> <i32 7, i32 poison>
  %seven = extractelement <2 x i32> %v, i32 0
  %kept = icmp eq i32 %seven, 7
  %defined = freeze i32 41
  %plus = add nsw i32 %defined, 1
  %is42 = icmp eq i32 %plus, 42
  %a = and i1 %same.u, %zero
  %b = and i1 %masked, %small
  %c = and i1 %kept, %is42
  %ab = and i1 %a, %b
  %abc = and i1 %ab, %c
  br i1 %abc, label %good, label %bad
good:
  ret i32 0
bad:
  ret i32 1
}
