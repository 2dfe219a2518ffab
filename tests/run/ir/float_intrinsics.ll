; //@ run-native
; Float operations clang emits rarely or only as intrinsics: frem, fneg, saturating casts, minnum, fpclass.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i8 @llvm.fptoui.sat.i8.f32(float)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maxnum.f64(double, double)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare void @exit(i32) noreturn

define internal void @same(double %a, double %b, i32 %code) {
  %ok = fcmp oeq double %a, %b
  br i1 %ok, label %good, label %bad
bad:
  call void @exit(i32 %code)
  unreachable
good:
  ret void
}

define i32 @main() {
  %r1 = frem double -7.5, 2.0
  call void @same(double %r1, double -1.5, i32 1)
  %r2 = fneg double 3.0
  call void @same(double %r2, double -3.0, i32 2)
  %i3 = call i32 @llvm.fptosi.sat.i32.f64(double 1.0e10)
  %r3 = sitofp i32 %i3 to double
  call void @same(double %r3, double 2147483647.0, i32 3)
  %i4 = call i32 @llvm.fptosi.sat.i32.f64(double 0x7FF8000000000000)
  %r4 = sitofp i32 %i4 to double
  call void @same(double %r4, double 0.0, i32 4)
  %i5 = call i8 @llvm.fptoui.sat.i8.f32(float -3.0)
  %r5 = uitofp i8 %i5 to double
  call void @same(double %r5, double 0.0, i32 5)
  %r6 = call double @llvm.copysign.f64(double 2.0, double -0.0)
  call void @same(double %r6, double -2.0, i32 6)
  %r7 = call double @llvm.fabs.f64(double %r6)
  call void @same(double %r7, double 2.0, i32 7)
  %r8 = call double @llvm.floor.f64(double -1.5)
  call void @same(double %r8, double -2.0, i32 8)
  %r9 = call double @llvm.roundeven.f64(double 2.5)
  call void @same(double %r9, double 2.0, i32 9)
  %r10 = call double @llvm.sqrt.f64(double 6.25)
  call void @same(double %r10, double 2.5, i32 10)
  %r11 = call double @llvm.fma.f64(double 2.0, double 3.0, double 4.0)
  call void @same(double %r11, double 10.0, i32 11)
  %r12 = call double @llvm.fmuladd.f64(double 2.0, double 3.0, double 0.5)
  call void @same(double %r12, double 6.5, i32 12)
  %r13 = call double @llvm.minnum.f64(double 0x7FF8000000000000, double 5.0)
  call void @same(double %r13, double 5.0, i32 13)
  %r14 = call double @llvm.maxnum.f64(double 4.0, double 5.0)
  call void @same(double %r14, double 5.0, i32 14)
  %c = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 3)
  %r15 = uitofp i1 %c to double
  call void @same(double %r15, double 1.0, i32 15)
  %h = fptrunc double 1.0e10 to float
  %r16 = fpext float %h to double
  call void @same(double %r16, double 1.0e10, i32 16)
  ret i32 0
}
