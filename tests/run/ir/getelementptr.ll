; //@ run-native
; Addresses: nested types, negative and narrow indices, constant expressions, vectors of pointers.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%s = type { i8, [3 x { i16, i64 }], i32 }

@a = internal global [5 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14]
@end = internal global ptr getelementptr inbounds ([5 x i32], ptr @a, i64 1, i64 0)
@difference = internal global i64 sub (i64 ptrtoint (ptr getelementptr ([5 x i32], ptr @a, i64 0, i64 3) to i64), i64 ptrtoint (ptr @a to i64))

define i32 @main() {
  %o = getelementptr %s, ptr null, i32 0, i32 1, i32 2, i32 1
  %offset = ptrtoint ptr %o to i64
  %t1 = icmp eq i64 %offset, 48
  %end = load ptr, ptr @end
  %last = getelementptr inbounds i32, ptr %end, i64 -1
  %l = load i32, ptr %last
  %t2 = icmp eq i32 %l, 14
  %back = getelementptr i32, ptr %last, i8 -2
  %m = load i32, ptr %back
  %t3 = icmp eq i32 %m, 12
  %d = load i64, ptr @difference
  %t4 = icmp eq i64 %d, 12
  %many = getelementptr i32, ptr @a, <2 x i64> <i64 1, i64 4>
  %p1 = extractelement <2 x ptr> %many, i32 1
  %v = load i32, ptr %p1
  %t5 = icmp eq i32 %v, 14
  %bytes = getelementptr i8, ptr @a, i64 4
  %e = load i32, ptr %bytes
  %t6 = icmp eq i32 %e, 11
  %u1 = and i1 %t1, %t2
  %u2 = and i1 %t3, %t4
  %u3 = and i1 %t5, %t6
  %w = and i1 %u1, %u2
  %all = and i1 %w, %u3
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
