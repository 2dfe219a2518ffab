; One read through a pointer that is certainly null, one that is certainly freed, and one that is neither.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @main(i32 %argc) {
  %p = alloca ptr, align 8
  store ptr null, ptr %p, align 8
  %some = icmp sgt i32 %argc, 5
  br i1 %some, label %first, label %second
first:
  %nothing = load ptr, ptr %p, align 8
  %a = load i32, ptr %nothing, align 4
  ret i32 %a
second:
  %block = call ptr @malloc(i64 4)
  %b = load i32, ptr %block, align 4
  call void @free(ptr %block)
  %more = icmp sgt i32 %argc, 3
  br i1 %more, label %third, label %last
third:
  %c = load i32, ptr %block, align 4
  ret i32 %c
last:
  ret i32 0
}
