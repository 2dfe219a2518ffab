; Peterson's mutual exclusion, as a compiler without optimisations writes it: two processes, each with a structure of three pointers,
; a busy wait, and an empty critical section.

%view = type { ptr, ptr, ptr }

@flags = global [2 x i32] zeroinitializer
@turn = global i32 0

define void @crit() {
  ret void
}

define ptr @petersons1() {
entry:
  %view = alloca %view
  %other = getelementptr [2 x i32], ptr @flags, i64 0, i64 1
  %mine.slot = getelementptr %view, ptr %view, i32 0, i32 0
  store ptr @flags, ptr %mine.slot
  %other.slot = getelementptr %view, ptr %view, i32 0, i32 1
  store ptr %other, ptr %other.slot
  %turn.slot = getelementptr %view, ptr %view, i32 0, i32 2
  store ptr @turn, ptr %turn.slot
  %set.slot = getelementptr %view, ptr %view, i32 0, i32 0
  %set = load ptr, ptr %set.slot
  store i32 1, ptr %set
  %give.slot = getelementptr %view, ptr %view, i32 0, i32 2
  %give = load ptr, ptr %give.slot
  store i32 1, ptr %give
  br label %wait

wait:
  %look.slot = getelementptr %view, ptr %view, i32 0, i32 1
  %look = load ptr, ptr %look.slot
  %wants = load i32, ptr %look
  %busy = icmp ne i32 %wants, 0
  br i1 %busy, label %whose, label %test

whose:
  %whose.slot = getelementptr %view, ptr %view, i32 0, i32 2
  %whose.ptr = load ptr, ptr %whose.slot
  %who = load i32, ptr %whose.ptr
  %theirs = icmp eq i32 %who, 1
  br label %test

test:
  %again = phi i1 [ false, %wait ], [ %theirs, %whose ]
  br i1 %again, label %round, label %enter

round:
  br label %wait

enter:
  call void @crit()
  %clear.slot = getelementptr %view, ptr %view, i32 0, i32 0
  %clear = load ptr, ptr %clear.slot
  store i32 0, ptr %clear
  ret ptr null
}

define ptr @petersons2() {
entry:
  %view = alloca %view
  %mine = getelementptr [2 x i32], ptr @flags, i64 0, i64 1
  %mine.slot = getelementptr %view, ptr %view, i32 0, i32 0
  store ptr %mine, ptr %mine.slot
  %other.slot = getelementptr %view, ptr %view, i32 0, i32 1
  store ptr @flags, ptr %other.slot
  %turn.slot = getelementptr %view, ptr %view, i32 0, i32 2
  store ptr @turn, ptr %turn.slot
  %set.slot = getelementptr %view, ptr %view, i32 0, i32 0
  %set = load ptr, ptr %set.slot
  store i32 1, ptr %set
  %give.slot = getelementptr %view, ptr %view, i32 0, i32 2
  %give = load ptr, ptr %give.slot
  store i32 0, ptr %give
  br label %wait

wait:
  %look.slot = getelementptr %view, ptr %view, i32 0, i32 1
  %look = load ptr, ptr %look.slot
  %wants = load i32, ptr %look
  %busy = icmp ne i32 %wants, 0
  br i1 %busy, label %whose, label %test

whose:
  %whose.slot = getelementptr %view, ptr %view, i32 0, i32 2
  %whose.ptr = load ptr, ptr %whose.slot
  %who = load i32, ptr %whose.ptr
  %theirs = icmp eq i32 %who, 0
  br label %test

test:
  %again = phi i1 [ false, %wait ], [ %theirs, %whose ]
  br i1 %again, label %round, label %enter

round:
  br label %wait

enter:
  call void @crit()
  %clear.slot = getelementptr %view, ptr %view, i32 0, i32 0
  %clear = load ptr, ptr %clear.slot
  store i32 0, ptr %clear
  ret ptr null
}
