; //@ run-native
; memcpy, memmove, memset with their inline forms, zero lengths, lifetimes.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@text = internal constant [9 x i8] c"intrinsic"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64 immarg, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64 immarg, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @strcmp(ptr, ptr)
@wanted = internal constant [10 x i8] c"zzinntr!!\00"

define i32 @main() {
  %b = alloca [16 x i8]
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr @text, i64 9, i1 false)
  %two = getelementptr i8, ptr %b, i64 2
  call void @llvm.memmove.p0.p0.i64(ptr %two, ptr %b, i64 6, i1 false)
  call void @llvm.memset.p0.i64(ptr %b, i8 122, i64 2, i1 true)
  %four = getelementptr i8, ptr %b, i64 4
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %four, ptr getelementptr (i8, ptr @text, i64 1), i64 3, i1 false)
  %seven = getelementptr i8, ptr %b, i64 7
  call void @llvm.memset.inline.p0.i64(ptr %seven, i8 33, i64 2, i1 false)
  %nine = getelementptr i8, ptr %b, i64 9
  store i8 0, ptr %nine
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr @wanted, i64 0, i1 false)
  call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 0, i1 false)
  %order = call i32 @strcmp(ptr %b, ptr @wanted)
  call void @llvm.lifetime.end.p0(ptr %b)
  %ok = icmp eq i32 %order, 0
  %code = select i1 %ok, i32 0, i32 1
  ret i32 %code
}
