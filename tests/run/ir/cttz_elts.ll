; //@ exit: 2
; The number of the first lane that is not zero.
define i32 @main() {
  %mask = icmp eq <4 x i32> <i32 7, i32 8, i32 9, i32 9>, <i32 9, i32 9, i32 9, i32 9>
  %first = call i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1> %mask, i1 false)
  %none = call i32 @llvm.experimental.cttz.elts.i32.v4i8(<4 x i8> zeroinitializer, i1 false)
  %four = icmp eq i32 %none, 4
  %result = select i1 %four, i32 %first, i32 100
  ret i32 %result
}
declare i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1>, i1)
declare i32 @llvm.experimental.cttz.elts.i32.v4i8(<4 x i8>, i1)
