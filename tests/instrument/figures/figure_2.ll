; Figure 2: a pointer is used after what it points to was freed.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @main() {
  %p = alloca ptr, align 8
  store ptr null, ptr %p, align 8
  %addr = call ptr @malloc(i64 20)
  store ptr %addr, ptr %p, align 8
  call void @free(ptr %addr)
  %tmp = load ptr, ptr %p, align 8
  store i32 1, ptr %tmp, align 4
  ret i32 0
}
