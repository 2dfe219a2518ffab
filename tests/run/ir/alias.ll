; //@ run-native
; Aliases of variables, of the middle of a variable, of functions, and of aliases.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@array = internal global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@whole = internal alias [4 x i32], ptr @array
@third = internal alias i32, getelementptr ([4 x i32], ptr @array, i32 0, i32 2)
@again = internal alias i32, ptr @third
@call = internal alias i32 (i32), ptr @twice
@where = internal global ptr @third

define internal i32 @twice(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}

define i32 @main() {
  store i32 30, ptr @third
  %at = getelementptr [4 x i32], ptr @whole, i32 0, i32 2
  %a = load i32, ptr %at
  %b = load i32, ptr @again
  %w = load ptr, ptr @where
  %c = load i32, ptr %w
  %d = call i32 @call(i32 6)
  %s1 = add i32 %a, %b
  %s2 = add i32 %s1, %c
  %s3 = add i32 %s2, %d
  %ok = icmp eq i32 %s3, 102
  %same = icmp eq ptr %at, @third
  %all = and i1 %ok, %same
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
