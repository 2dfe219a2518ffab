; //@ exit: 125
; Inline assembly has no meaning here; reaching it stops the run.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %x = call i32 asm "movl $$5, $0", "=r"() ; //~ unsupported
  %y = sub i32 %x, 5
  ret i32 %y
}
