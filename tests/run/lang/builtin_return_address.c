// Where a function returns to and where its frame lies are unknown, but neither is null.
int main(void) { return __builtin_return_address(0) == 0 || __builtin_frame_address(0) == 0; }
