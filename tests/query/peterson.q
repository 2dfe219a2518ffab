// Both processes in the critical section: impossible.
E<> ([0.crit] and [1.crit])

// How large is the state space, and how easily does chance find a race?
EnumStates
Pr[<=5000](<> DataRace)
