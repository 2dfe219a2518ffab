; //@ run-native
; Numbered values, blocks, arguments, globals and types.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%0 = type { i32, i32 }
@0 = internal global %0 { i32 6, i32 7 }

define internal i32 @1(i32, i32) {
  %3 = icmp sgt i32 %0, %1
  br i1 %3, label %4, label %6

4:
  %5 = sub i32 %0, %1
  br label %8

6:
  %7 = sub i32 %1, %0
  br label %8

8:
  %9 = phi i32 [ %5, %4 ], [ %7, %6 ]
  ret i32 %9
}

define i32 @main() {
  %1 = load i32, ptr @0
  %2 = getelementptr %0, ptr @0, i32 0, i32 1
  %3 = load i32, ptr %2
  %4 = call i32 @1(i32 %1, i32 %3)
  %5 = call i32 @1(i32 %3, i32 %1)
  %6 = add i32 %4, %5
  %7 = sub i32 %6, 2
  ret i32 %7
}
