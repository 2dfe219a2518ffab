; //@ exit: 77
; Constant expressions on vectors: pointers with an offset for each lane, and bits under another type.
@numbers = global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
define i32 @main() {
  %pointers = freeze <2 x ptr> getelementptr (i32, ptr @numbers, <2 x i64> <i64 1, i64 2>)
  %a = extractelement <2 x ptr> %pointers, i32 0
  %b = extractelement <2 x ptr> %pointers, i32 1
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %sum = add i32 %x, %y
  %byte = bitcast <8 x i1> <i1 1, i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0> to i8
  %wide = zext i8 %byte to i32
  %result = add i32 %sum, %wide
  ret i32 %result
}
