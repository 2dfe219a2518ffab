; //@ run-native
; undef as a starting point that is filled before it is read, and as an argument nobody reads.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%pair = type { i32, i32 }

define internal i32 @second(i32 %ignored, i32 %x) {
  ret i32 %x
}

define i32 @main() {
  %p0 = insertvalue %pair undef, i32 3, 0
  %p1 = insertvalue %pair %p0, i32 4, 1
  %a = extractvalue %pair %p1, 0
  %b = extractvalue %pair %p1, 1
  %v0 = insertelement <4 x i32> undef, i32 5, i32 2
  %c = extractelement <4 x i32> %v0, i32 2
  %v1 = shufflevector <4 x i32> %v0, <4 x i32> poison, <4 x i32> <i32 2, i32 2, i32 poison, i32 2>
  %d = extractelement <4 x i32> %v1, i32 3
  %e = call i32 @second(i32 undef, i32 6)
  %s1 = add i32 %a, %b
  %s2 = add i32 %s1, %c
  %s3 = add i32 %s2, %d
  %s4 = add i32 %s3, %e
  %ok = icmp eq i32 %s4, 23
  %code = select i1 %ok, i32 0, i32 1
  ret i32 %code
}
