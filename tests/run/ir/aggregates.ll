; //@ run-native
; First-class structs and arrays: arguments, results, phis, loads, stores, nested extract and insert.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%inner = type { i8, [2 x i32] }
%outer = type { %inner, double, ptr }

@target = internal global i32 77
@start = internal global %outer { %inner { i8 1, [2 x i32] [i32 2, i32 3] }, double 4.0, ptr @target }

define internal %outer @change(%outer %o, i32 %x) {
  %old = extractvalue %outer %o, 0, 1, 1
  %new = add i32 %old, %x
  %r = insertvalue %outer %o, i32 %new, 0, 1, 1
  ret %outer %r
}

define internal { i32, [2 x i32] } @both(i1 %c, [2 x i32] %a) {
entry:
  br i1 %c, label %yes, label %no
yes:
  %y = insertvalue { i32, [2 x i32] } { i32 5, [2 x i32] zeroinitializer }, [2 x i32] %a, 1
  br label %join
no:
  br label %join
join:
  %r = phi { i32, [2 x i32] } [ %y, %yes ], [ { i32 9, [2 x i32] [i32 8, i32 7] }, %no ]
  ret { i32, [2 x i32] } %r
}

define i32 @main() {
  %o = load %outer, ptr @start
  %p = call %outer @change(%outer %o, i32 39)
  %slot = alloca %outer
  store %outer %p, ptr %slot
  %at = getelementptr %outer, ptr %slot, i32 0, i32 0, i32 1, i32 1
  %forty.two = load i32, ptr %at
  %t1 = icmp eq i32 %forty.two, 42
  %ptr = extractvalue %outer %p, 2
  %v = load i32, ptr %ptr
  %t2 = icmp eq i32 %v, 77
  %d = extractvalue %outer %p, 1
  %t3 = fcmp oeq double %d, 4.0
  %yes = call { i32, [2 x i32] } @both(i1 true, [2 x i32] [i32 10, i32 20])
  %no = call { i32, [2 x i32] } @both(i1 false, [2 x i32] zeroinitializer)
  %y1 = extractvalue { i32, [2 x i32] } %yes, 1, 1
  %n1 = extractvalue { i32, [2 x i32] } %no, 1, 0
  %yn = add i32 %y1, %n1
  %t4 = icmp eq i32 %yn, 28
  %old = load i32, ptr getelementptr (%outer, ptr @start, i32 0, i32 0, i32 1, i32 1)
  %t5 = icmp eq i32 %old, 3
  %u1 = and i1 %t1, %t2
  %u2 = and i1 %t3, %t4
  %u3 = and i1 %u1, %u2
  %u = and i1 %u3, %t5
  %code = select i1 %u, i32 0, i32 1
  ret i32 %code
}
