; LODIN's first listing: two phis that swap their values, so that they are never equal.

define i32 @main() {
init:
  br label %blk

blk:
  %x = phi i32 [ %z, %blk ], [ 0, %init ]
  %z = phi i32 [ %x, %blk ], [ 1, %init ]
  %b = icmp eq i32 %x, %z
  br i1 %b, label %end, label %blk

end:
  %y = add i32 0, 1
  ret i32 %y
}
