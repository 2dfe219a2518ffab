; LODIN's fourth listing: `error` is called if the input is 5.

declare i32 @__VERIFIER_nondet_int()
declare void @error()

define i32 @main() {
entry:
  %cell = alloca i32
  %input = call i32 @__VERIFIER_nondet_int()
  store i32 %input, ptr %cell
  %value = load i32, ptr %cell
  %five = icmp eq i32 %value, 5
  br i1 %five, label %wrong, label %right

wrong:
  call void @error()
  br label %right

right:
  ret i32 0
}
