; What attributes promise is not checked but told.
; //@ says: values are what attributes of the IR promise
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %r = call i32 @of(ptr null)
  ret i32 %r
}

define internal i32 @of(ptr nonnull %p) {
  %is = icmp eq ptr %p, null
  br i1 %is, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
