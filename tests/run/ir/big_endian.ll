; On a big-endian layout the first byte is the most significant one.
target datalayout = "E-m:e-p:64:64-i64:64-n32:64"

define i32 @main() {
  %slot = alloca i64
  store i32 16909060, ptr %slot ; 0x01020304
  %b0 = load i8, ptr %slot
  %ok0 = icmp eq i8 %b0, 1
  br i1 %ok0, label %next1, label %bad1
bad1:
  ret i32 1
next1:
  %p3 = getelementptr i8, ptr %slot, i64 3
  %b3 = load i8, ptr %p3
  %ok3 = icmp eq i8 %b3, 4
  br i1 %ok3, label %next2, label %bad2
bad2:
  ret i32 2
next2:
  %p2 = getelementptr i8, ptr %slot, i64 2
  %low = load i16, ptr %p2
  %ok16 = icmp eq i16 %low, 772 ; 0x0304
  br i1 %ok16, label %next3, label %bad3
bad3:
  ret i32 3
next3:
  store i8 -1, ptr %p3
  %whole = load i32, ptr %slot
  %ok32 = icmp eq i32 %whole, 16909311 ; 0x010203ff
  br i1 %ok32, label %next4, label %bad4
bad4:
  ret i32 4
next4:
  store i64 1, ptr %slot
  %top = load i32, ptr %slot
  %ok64 = icmp eq i32 %top, 0
  br i1 %ok64, label %next5, label %bad5
bad5:
  ret i32 5
next5:
  %v = bitcast <2 x i16> <i16 1, i16 2> to i32
  %okv = icmp eq i32 %v, 65538 ; lane 0 is the upper half
  br i1 %okv, label %good, label %bad6
bad6:
  ret i32 6
good:
  ret i32 0
}
