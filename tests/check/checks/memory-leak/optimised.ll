;//@ flags: --property memory
; Code that somebody has optimised and that has lines but no variables: the source may have a variable that still holds the block.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @malloc(i64)
declare void @exit(i32)

define i32 @main() !dbg !4 {
  %block = call ptr @malloc(i64 3), !dbg !6
  store i8 1, ptr %block, align 1, !dbg !6
  call void @exit(i32 0), !dbg !7
  unreachable, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "optimised.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !{}
!6 = !DILocation(line: 2, column: 1, scope: !4)
!7 = !DILocation(line: 3, column: 1, scope: !4)
