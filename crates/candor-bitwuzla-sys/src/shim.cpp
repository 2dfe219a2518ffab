// Checks that can be left in the middle: nothing that is thrown gets out of here.

#include <cstdint>

#include <bitwuzla/c/bitwuzla.h>

#include "poll.h"

namespace candor {

namespace {

// Turns of a loop from one question to the next. A turn takes between 0.1 and 10 microseconds.
constexpr unsigned INTERVAL = 2000;

__thread int32_t (*callback)(void*) = nullptr;
__thread void* callback_state       = nullptr;

__thread bool ran_out_of_memory = false;

// Whom to ask, for as long as this lives.
struct Asking
{
  Asking(int32_t (*whom)(void*), void* state)
  {
    callback       = whom;
    callback_state = state;
    n_until_poll   = INTERVAL;
  }
  ~Asking() { callback = nullptr; }
};

}  // namespace

__thread unsigned n_until_poll = INTERVAL;

void
poll_now()
{
  n_until_poll = INTERVAL;
  if (callback != nullptr && callback(callback_state) != 0) throw Stopped();
}

void
note_out_of_memory()
{
  ran_out_of_memory = true;
}

}  // namespace candor

// Whether memory ran out in a call since this was asked last, on this thread.
extern "C" bool
candor_ran_out_of_memory()
{
  bool answer               = candor::ran_out_of_memory;
  candor::ran_out_of_memory = false;
  return answer;
}

// How a check ended; `kind.rs` has the same numbers.
enum : uint32_t
{
  FINISHED      = 0,
  STOPPED       = 1,
  OUT_OF_MEMORY = 2,
  FAILED        = 3,
};

// `bitwuzla_check_sat_assuming`, whose result is only there if this one is `FINISHED`. If it is not, the solver is in the middle
// of something and can only be deleted.
extern "C" uint32_t
candor_check(Bitwuzla* bitwuzla,
             uint32_t argc,
             BitwuzlaTerm args[],
             int32_t (*callback)(void*),
             void* state,
             uint32_t* result)
{
  candor::Asking asking(callback, state);
  try
  {
    *result = bitwuzla_check_sat_assuming(bitwuzla, argc, args);
    return candor_ran_out_of_memory() ? OUT_OF_MEMORY : FINISHED;
  }
  catch (const candor::Stopped&)
  {
    return STOPPED;
  }
  catch (...)
  {
    return FAILED;
  }
}
