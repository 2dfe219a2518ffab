; //@ run-native
; Block addresses in a constant table, chosen at run time.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = internal constant [3 x ptr] [ptr blockaddress(@jump, %zero), ptr blockaddress(@jump, %one), ptr blockaddress(@jump, %two)]

define internal i32 @jump(i32 %i) {
entry:
  %at = getelementptr [3 x ptr], ptr @table, i32 0, i32 %i
  %to = load ptr, ptr %at
  indirectbr ptr %to, [label %zero, label %one, label %two]
zero:
  ret i32 10
one:
  br label %two
two:
  %r = phi i32 [ 30, %entry ], [ 20, %one ]
  ret i32 %r
}

define i32 @main() {
  %a = call i32 @jump(i32 0)
  %b = call i32 @jump(i32 1)
  %c = call i32 @jump(i32 2)
  %b2 = mul i32 %b, 100
  %c2 = mul i32 %c, 10000
  %s = add i32 %a, %b2
  %t = add i32 %s, %c2
  %ok = icmp eq i32 %t, 302010
  %code = select i1 %ok, i32 0, i32 1
  ret i32 %code
}
