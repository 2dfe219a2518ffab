; //@ run-native
; cmpxchg gives the old value and whether it stored; on integers and pointers, strong and weak.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@a = internal global i32 1
@b = internal global i32 2

define i32 @main() {
  %p = alloca i16, align 2
  store i16 5, ptr %p
  %r1 = cmpxchg ptr %p, i16 4, i16 9 seq_cst seq_cst
  %o1 = extractvalue { i16, i1 } %r1, 0
  %s1 = extractvalue { i16, i1 } %r1, 1
  %r2 = cmpxchg ptr %p, i16 %o1, i16 9 acq_rel monotonic
  %s2 = extractvalue { i16, i1 } %r2, 1
  %now = load i16, ptr %p
  %is9 = icmp eq i16 %now, 9
  %q = alloca ptr, align 8
  store ptr @a, ptr %q
  %r3 = cmpxchg ptr %q, ptr @a, ptr @b seq_cst acquire
  %s3 = extractvalue { ptr, i1 } %r3, 1
  %o3 = extractvalue { ptr, i1 } %r3, 0
  %was.a = icmp eq ptr %o3, @a
  %stored = load ptr, ptr %q
  %two = load i32, ptr %stored
  %is2 = icmp eq i32 %two, 2
  br label %spin
spin:
  %r4 = cmpxchg weak ptr %p, i16 9, i16 11 seq_cst seq_cst
  %s4 = extractvalue { i16, i1 } %r4, 1
  br i1 %s4, label %done, label %spin
done:
  %failed = xor i1 %s1, true
  %u1 = and i1 %failed, %s2
  %u2 = and i1 %is9, %s3
  %u3 = and i1 %was.a, %is2
  %w = and i1 %u1, %u2
  %all = and i1 %w, %u3
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
