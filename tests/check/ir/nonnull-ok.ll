; A loaded pointer is not null, as promised.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() !dbg !3 {
  %slot = alloca ptr
  store ptr %slot, ptr %slot
  %p = load ptr, ptr %slot, !nonnull !6
  %r = icmp eq ptr %p, null
  br i1 %r, label %yes, label %no, !dbg !5
yes:
  ret i32 1
no:
  ret i32 0
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "tests/check/ir/nonnull-ok.ll", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 7, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 12, column: 3, scope: !3)
!6 = !{}
