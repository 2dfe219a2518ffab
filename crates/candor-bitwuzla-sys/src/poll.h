// Included before every source of Bitwuzla: a question whether to stop, for the loops that are not search.
//
// Bitwuzla asks its terminator only while its SAT solver searches. Rewriting, preprocessing and bit-blasting of a large formula
// take minutes, though. The build script puts a call of `poll` into every loop over a work list; see `build/patch.rs`.

#ifndef CANDOR_POLL_H
#define CANDOR_POLL_H
#ifdef __cplusplus

namespace candor {

// Thrown from the middle of things. It is no `std::exception`, so that nobody catches it on the way to `shim.cpp`.
struct Stopped
{
};

// Not `thread_local`, whose every use would ask first whether it has been initialised.
extern __thread unsigned n_until_poll;

void poll_now();

// Called where the C interface catches `std::bad_alloc`.
void note_out_of_memory();

inline void
poll()
{
  if (--n_until_poll == 0) poll_now();
}

}  // namespace candor

#endif
#endif
