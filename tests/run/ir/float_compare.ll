; //@ run-native
; All sixteen fcmp predicates on ordered and unordered operands.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define internal i32 @bits(double %a, double %b) {
  %f = fcmp false double %a, %b
  %oeq = fcmp oeq double %a, %b
  %ogt = fcmp ogt double %a, %b
  %oge = fcmp oge double %a, %b
  %olt = fcmp olt double %a, %b
  %ole = fcmp ole double %a, %b
  %one = fcmp one double %a, %b
  %ord = fcmp ord double %a, %b
  %ueq = fcmp ueq double %a, %b
  %ugt = fcmp ugt double %a, %b
  %uge = fcmp uge double %a, %b
  %ult = fcmp ult double %a, %b
  %ule = fcmp ule double %a, %b
  %une = fcmp une double %a, %b
  %uno = fcmp uno double %a, %b
  %t = fcmp true double %a, %b
  %v0 = insertelement <16 x i1> poison, i1 %f, i32 0
  %v1 = insertelement <16 x i1> %v0, i1 %oeq, i32 1
  %v2 = insertelement <16 x i1> %v1, i1 %ogt, i32 2
  %v3 = insertelement <16 x i1> %v2, i1 %oge, i32 3
  %v4 = insertelement <16 x i1> %v3, i1 %olt, i32 4
  %v5 = insertelement <16 x i1> %v4, i1 %ole, i32 5
  %v6 = insertelement <16 x i1> %v5, i1 %one, i32 6
  %v7 = insertelement <16 x i1> %v6, i1 %ord, i32 7
  %v8 = insertelement <16 x i1> %v7, i1 %ueq, i32 8
  %v9 = insertelement <16 x i1> %v8, i1 %ugt, i32 9
  %v10 = insertelement <16 x i1> %v9, i1 %uge, i32 10
  %v11 = insertelement <16 x i1> %v10, i1 %ult, i32 11
  %v12 = insertelement <16 x i1> %v11, i1 %ule, i32 12
  %v13 = insertelement <16 x i1> %v12, i1 %une, i32 13
  %v14 = insertelement <16 x i1> %v13, i1 %uno, i32 14
  %v15 = insertelement <16 x i1> %v14, i1 %t, i32 15
  %i = bitcast <16 x i1> %v15 to i16
  %w = zext i16 %i to i32
  ret i32 %w
}

define i32 @main() {
  %less = call i32 @bits(double 1.0, double 2.0)
  %equal = call i32 @bits(double 0.0, double -0.0)
  %more = call i32 @bits(double 2.0, double 0xFFF0000000000000)
  %nan = call i32 @bits(double 0x7FF8000000000000, double 1.0)
  %t1 = icmp eq i32 %less, 47344 ; 0xb8f0
  %t2 = icmp eq i32 %equal, 38314 ; 0x95aa
  %t3 = icmp eq i32 %more, 42700 ; 0xa6cc
  %t4 = icmp eq i32 %nan, 65280 ; 0xff00
  %u1 = and i1 %t1, %t2
  %u2 = and i1 %t3, %t4
  %all = and i1 %u1, %u2
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
