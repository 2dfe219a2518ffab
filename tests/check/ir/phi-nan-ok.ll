; A value that a block begins with is no NaN, as promised.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare float @__VERIFIER_nondet_float()

define i32 @main() !dbg !3 {
entry:
  %x = call float @__VERIFIER_nondet_float()
  %big = fcmp ogt float %x, 1.0
  br i1 %big, label %join, label %other
other:
  br label %join
join:
  %y = phi nnan float [ 2.0, %entry ], [ 4.0, %other ]
  %r = fcmp oeq float %y, 3.0
  br i1 %r, label %yes, label %no, !dbg !5
yes:
  ret i32 1
no:
  ret i32 0
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "tests/check/ir/phi-nan-ok.ll", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 7, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 17, column: 3, scope: !3)
