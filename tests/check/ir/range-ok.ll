; A loaded number lies in the range that is promised.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() !dbg !3 {
  %slot = alloca i32
  %x = call i32 @__VERIFIER_nondet_int()
  %few = icmp ult i32 %x, 10
  br i1 %few, label %read, label %no
read:
  store i32 %x, ptr %slot
  %y = load i32, ptr %slot, !range !6
  %r = icmp eq i32 %y, 3
  br i1 %r, label %yes, label %no, !dbg !5
yes:
  ret i32 1
no:
  ret i32 0
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "tests/check/ir/range-ok.ll", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 7, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 16, column: 3, scope: !3)

!6 = !{i32 0, i32 10}
