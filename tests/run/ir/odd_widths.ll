; //@ run-native
; Integers of 7, 33 and 129 bits: wrapping, signs, division, memory.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @exit(i32) noreturn

define internal void @check(i1 %ok, i32 %code) {
  br i1 %ok, label %good, label %bad
bad:
  call void @exit(i32 %code)
  unreachable
good:
  ret void
}

define internal i7 @add7(i7 %a, i7 %b) {
  %s = add i7 %a, %b
  ret i7 %s
}

define i32 @main() {
  %s = call i7 @add7(i7 63, i7 1)
  %s.negative = icmp slt i7 %s, 0
  call void @check(i1 %s.negative, i32 1)
  %s.unsigned = zext i7 %s to i32
  %is64 = icmp eq i32 %s.unsigned, 64
  call void @check(i1 %is64, i32 2)
  %s.signed = sext i7 %s to i32
  %isminus64 = icmp eq i32 %s.signed, -64
  call void @check(i1 %isminus64, i32 3)
  %q = sdiv i7 -64, 5
  %q.ok = icmp eq i7 %q, -12
  call void @check(i1 %q.ok, i32 4)

  %slot7 = alloca i7
  store i7 -3, ptr %slot7
  %l7 = load i7, ptr %slot7
  %l7.ok = icmp eq i7 %l7, -3
  call void @check(i1 %l7.ok, i32 5)

  %big33 = shl i33 1, 32
  %wrap33 = add i33 %big33, %big33
  %wrap33.ok = icmp eq i33 %wrap33, 0
  call void @check(i1 %wrap33.ok, i32 6)
  %sign33 = ashr i33 %big33, 31
  %sign33.ok = icmp eq i33 %sign33, -2
  call void @check(i1 %sign33.ok, i32 7)
  %slot33 = alloca i33
  store i33 %big33, ptr %slot33
  %l33 = load i33, ptr %slot33
  %t33 = lshr i33 %l33, 32
  %t33.ok = icmp eq i33 %t33, 1
  call void @check(i1 %t33.ok, i32 8)

  %one129 = zext i7 1 to i129
  %top129 = shl i129 %one129, 128
  %top129.negative = icmp slt i129 %top129, 0
  call void @check(i1 %top129.negative, i32 9)
  %slot129 = alloca i129
  store i129 %top129, ptr %slot129
  %l129 = load i129, ptr %slot129
  %x129 = xor i129 %l129, %top129
  %x129.ok = icmp eq i129 %x129, 0
  call void @check(i1 %x129.ok, i32 10)
  %max129 = sub i129 %top129, 1
  %m129 = lshr i129 %max129, 65
  %m129.low = trunc i129 %m129 to i64
  %m129.ok = icmp eq i64 %m129.low, 9223372036854775807
  call void @check(i1 %m129.ok, i32 11)
  %u129 = icmp ugt i129 %top129, %max129
  call void @check(i1 %u129, i32 12)
  ret i32 0
}
