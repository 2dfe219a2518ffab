; //@ run-native
; Every atomicrmw operation gives back the old value and stores the new one.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @exit(i32) noreturn

define internal void @expect(ptr %p, i32 %old, i32 %want.old, i32 %want.new, i32 %code) {
  %now = load atomic i32, ptr %p seq_cst, align 4
  %a = icmp eq i32 %old, %want.old
  %b = icmp eq i32 %now, %want.new
  %ok = and i1 %a, %b
  br i1 %ok, label %good, label %bad
bad:
  call void @exit(i32 %code)
  unreachable
good:
  ret void
}

define i32 @main() {
  %p = alloca i32, align 4
  store atomic i32 10, ptr %p release, align 4
  %r1 = atomicrmw add ptr %p, i32 5 seq_cst
  call void @expect(ptr %p, i32 %r1, i32 10, i32 15, i32 1)
  %r2 = atomicrmw sub ptr %p, i32 20 monotonic
  call void @expect(ptr %p, i32 %r2, i32 15, i32 -5, i32 2)
  %r3 = atomicrmw xchg ptr %p, i32 12 acquire
  call void @expect(ptr %p, i32 %r3, i32 -5, i32 12, i32 3)
  %r4 = atomicrmw and ptr %p, i32 10 release
  call void @expect(ptr %p, i32 %r4, i32 12, i32 8, i32 4)
  %r5 = atomicrmw nand ptr %p, i32 12 acq_rel
  call void @expect(ptr %p, i32 %r5, i32 8, i32 -9, i32 5)
  %r6 = atomicrmw or ptr %p, i32 8 seq_cst
  call void @expect(ptr %p, i32 %r6, i32 -9, i32 -1, i32 6)
  %r7 = atomicrmw xor ptr %p, i32 3 seq_cst
  call void @expect(ptr %p, i32 %r7, i32 -1, i32 -4, i32 7)
  %r8 = atomicrmw max ptr %p, i32 2 seq_cst
  call void @expect(ptr %p, i32 %r8, i32 -4, i32 2, i32 8)
  %r9 = atomicrmw min ptr %p, i32 -7 seq_cst
  call void @expect(ptr %p, i32 %r9, i32 2, i32 -7, i32 9)
  %r10 = atomicrmw umin ptr %p, i32 3 seq_cst
  call void @expect(ptr %p, i32 %r10, i32 -7, i32 3, i32 10)
  %r11 = atomicrmw umax ptr %p, i32 -2 seq_cst
  call void @expect(ptr %p, i32 %r11, i32 3, i32 -2, i32 11)
  store i32 4, ptr %p
  %r12 = atomicrmw uinc_wrap ptr %p, i32 5 seq_cst
  call void @expect(ptr %p, i32 %r12, i32 4, i32 5, i32 12)
  %r13 = atomicrmw uinc_wrap ptr %p, i32 5 seq_cst
  call void @expect(ptr %p, i32 %r13, i32 5, i32 0, i32 13)
  %r14 = atomicrmw udec_wrap ptr %p, i32 9 seq_cst
  call void @expect(ptr %p, i32 %r14, i32 0, i32 9, i32 14)
  %r15 = atomicrmw udec_wrap ptr %p, i32 9 seq_cst
  call void @expect(ptr %p, i32 %r15, i32 9, i32 8, i32 15)
  %r16 = atomicrmw usub_cond ptr %p, i32 9 seq_cst
  call void @expect(ptr %p, i32 %r16, i32 8, i32 8, i32 16)
  %r17 = atomicrmw usub_sat ptr %p, i32 9 seq_cst
  call void @expect(ptr %p, i32 %r17, i32 8, i32 0, i32 17)
  store float 1.5, ptr %p
  %f1 = atomicrmw fadd ptr %p, float 2.0 seq_cst
  %f2 = atomicrmw fsub ptr %p, float 0.5 seq_cst
  %f3 = atomicrmw fmax ptr %p, float 8.0 seq_cst
  %f4 = atomicrmw fmin ptr %p, float 4.0 seq_cst
  fence seq_cst
  %f4.bits = bitcast float %f4 to i32
  call void @expect(ptr %p, i32 %f4.bits, i32 1090519040, i32 1082130432, i32 18) ; 8.0 and 4.0
  ret i32 0
}
