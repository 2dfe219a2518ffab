; //@ run-native
; Inline assembly that is never reached does not matter.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".ident \22ignored\22"

define i32 @main() {
  %slot = alloca i32
  store i32 0, ptr %slot
  %x = load i32, ptr %slot
  %never = icmp ne i32 %x, 0
  br i1 %never, label %bad, label %good
bad:
  call void asm sideeffect "hlt", "~{memory}"()
  ret i32 1
good:
  ret i32 %x
}
