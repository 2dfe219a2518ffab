//! What the models of the C library take for granted of the world around a program: clocks, signals, files, the machine. Another
//! machine, or another day, would do otherwise.

use candor_ir::{Call, Function, Operand};

/// When the sentence about a function is told.
#[derive(Copy, Clone, PartialEq, Eq)]
enum When {
    /// It is called.
    Called,
    /// Somebody looks at its result: what it does is the same anyway.
    Asked,
}

struct Granted {
    functions: &'static [&'static str],
    when: When,
    sentence: &'static str,
}

const GRANTED: &[Granted] = &[
    Granted {
        functions: &["time", "clock", "gettimeofday", "clock_gettime", "timespec_get", "times", "getrusage"],
        when: When::Called,
        sentence: "clocks never go back, begin between 2024 and 2032, and move by at most 12 days between two readings",
    },
    Granted {
        functions: &["localtime", "localtime_r", "mktime", "ctime", "ctime_r"],
        when: When::Called,
        sentence: "local time is UTC",
    },
    Granted {
        functions: &["rand", "random"],
        when: When::Called,
        sentence: "rand and random give the numbers that they give with glibc, and any if a clock gives their seed",
    },
    Granted {
        functions: &["pthread_create", "thrd_create"],
        when: When::Called,
        sentence: "threads can always be made: pthread_create never fails",
    },
    Granted {
        functions: &[
            "pthread_mutex_init",
            "pthread_rwlock_init",
            "pthread_spin_init",
            "pthread_cond_init",
            "mtx_init",
            "cnd_init",
            "pthread_barrier_init",
            "sem_init",
        ],
        when: When::Called,
        sentence: "locks can always be initialised: pthread_mutex_init and its relatives fail only for wrong arguments",
    },
    Granted {
        functions: &["signal", "sigaction"],
        when: When::Called,
        sentence: "signals come from the program itself, or where it waits for one with pause, sigsuspend or sigwait",
    },
    Granted { functions: &["getenv", "secure_getenv"], when: When::Called, sentence: ENVIRONMENT },
    Granted {
        functions: &["fopen", "freopen", "tmpfile", "open", "creat", "mkstemp", "mkdir"],
        when: When::Called,
        sentence: "files and directories can always be made where there is a directory for them",
    },
    Granted {
        functions: &[
            "read", "write", "pread", "pwrite", "close", "ferror", "printf", "fprintf", "vprintf", "vfprintf",
            "dprintf", "puts", "fputs", "putchar", "putc", "fputc", "fwrite", "fflush", "fclose",
        ],
        when: When::Asked,
        sentence: "reading and writing never fail: what is read ends, and what is written arrives",
    },
    Granted {
        functions: &["system"],
        when: When::Called,
        sentence: "commands that system starts leave the program's files as they are",
    },
    Granted {
        functions: &[
            "getpid",
            "getppid",
            "getuid",
            "geteuid",
            "getgid",
            "getegid",
            "gethostname",
            "uname",
            "sysconf",
            "getpagesize",
            "getrlimit",
            "isatty",
            "getcwd",
        ],
        when: When::Called,
        sentence: "process and user have the number 1000, no stream is a terminal, the working directory has a name, and the \
                   machine has one processor, pages of 4 KB and no limits",
    },
];

/// What there is for programs that look at their environment.
pub(crate) const ENVIRONMENT: &str = "the environment is empty until the program sets variables";

/// What is taken for granted by the model of a function where it is called.
pub(crate) fn granted(function: &Function, call: &Call, name: &str) -> Option<&'static str> {
    let found = GRANTED.iter().find(|granted| granted.functions.contains(&name))?;
    let is_asked = || !function.library && is_read(function, call);
    (found.when == When::Called || is_asked()).then_some(found.sentence)
}

/// Whether a function looks at a result of one of its calls.
fn is_read(function: &Function, call: &Call) -> bool {
    let is_result = |operand: Operand| matches!(operand, Operand::Value(value) if call.results.contains(&value));
    let mut read = function.edges.values().any(|edge| edge.args.iter().any(|&arg| is_result(arg)));
    for inst in function.insts.values() {
        inst.kind.for_each_operand(|operand| read |= is_result(operand));
    }
    read
}
