//! What the models of the C library take for granted of the world around a program: clocks, signals, files, the machine. Another
//! machine, or another day, would do otherwise.

use candor_ir::{Call, Const, Function, InstKind, Operand, Program};

/// When the sentence about a function is told.
#[derive(Copy, Clone, PartialEq, Eq)]
enum When {
    /// It is called.
    Called,
    /// Somebody looks at its result: what it does is the same anyway.
    Asked,
    /// Its result is more to the program than zero, negative or positive.
    Counted,
}

struct Granted {
    functions: &'static [&'static str],
    when: When,
    /// `None` if it is told in any world.
    is_open: Option<bool>,
    sentence: &'static str,
}

const GRANTED: &[Granted] = &[
    Granted {
        functions: &["time", "clock", "gettimeofday", "clock_gettime", "timespec_get", "times", "getrusage"],
        when: When::Called,
        is_open: None,
        sentence: "clocks never go back, begin between 2024 and 2032, and move by at most 12 days between two readings",
    },
    Granted {
        functions: &["localtime", "localtime_r", "mktime", "ctime", "ctime_r"],
        when: When::Called,
        is_open: None,
        sentence: "local time is UTC",
    },
    Granted {
        functions: &["gmtime", "localtime", "ctime"],
        when: When::Called,
        is_open: None,
        sentence: "gmtime, localtime and ctime use the same structure, as they do with glibc",
    },
    Granted {
        functions: &["qsort", "qsort_r"],
        when: When::Called,
        is_open: None,
        sentence: "qsort compares as a merge sort does, and keeps elements that compare equal in their order",
    },
    Granted {
        functions: &["bsearch"],
        when: When::Called,
        is_open: None,
        sentence: "where several elements compare equal, bsearch finds the one that halving comes to first",
    },
    Granted {
        functions: &["setlocale"],
        when: When::Called,
        is_open: Some(false),
        sentence: "the only locale is \"C\"",
    },
    Granted {
        functions: &["setlocale"],
        when: When::Called,
        is_open: Some(true),
        sentence: "locales that setlocale finds are as \"C\" is, and have its name",
    },
    Granted {
        functions: &["rand", "random"],
        when: When::Called,
        is_open: Some(false),
        sentence: "rand and random give the numbers that they give with glibc, and any if a clock gives their seed",
    },
    Granted {
        functions: &["srand", "srandom"],
        when: When::Called,
        is_open: Some(true),
        sentence: "rand and random give any numbers, also other ones after the same seed",
    },
    Granted {
        functions: &["__model_n_arguments", "__model_arguments"],
        when: When::Called,
        is_open: None,
        sentence: "argc is 1 to 4, and arguments have at most 4095 characters",
    },
    Granted {
        functions: &["__model_variables"],
        when: When::Called,
        is_open: None,
        sentence: "the environment has at most 3 variables, each with at most 4095 characters and a `=`",
    },
    Granted {
        functions: &["stat", "lstat", "fstat", "access", "readlink", "realpath", "chdir", "mkstemp", "getcwd"],
        when: When::Called,
        is_open: Some(true),
        sentence: "existing files are plain files of user 0 from 1970, not executable: no directories, no links; the working \
                   directory is /",
    },
    Granted {
        functions: &["rand_r"],
        when: When::Called,
        is_open: None,
        sentence: "rand_r gives the numbers that it gives with glibc",
    },
    Granted {
        functions: &["pthread_create", "thrd_create"],
        when: When::Called,
        is_open: None,
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
        is_open: None,
        sentence: "locks can always be initialised: pthread_mutex_init and its relatives fail only for wrong arguments",
    },
    Granted {
        functions: &["signal", "sigaction"],
        when: When::Called,
        is_open: None,
        sentence: "signals come from the program itself, or where it waits for one with pause, sigsuspend or sigwait",
    },
    Granted {
        functions: &["signal", "sigaction", "raise", "kill"],
        when: When::Called,
        is_open: None,
        sentence: "no signal is ignored or blocked when the program begins",
    },
    Granted {
        functions: &["getenv", "secure_getenv"],
        when: When::Called,
        is_open: Some(false),
        sentence: ENVIRONMENT,
    },
    Granted {
        functions: &["getenv", "secure_getenv"],
        when: When::Called,
        is_open: Some(true),
        sentence: "variables of the environment have at most 4095 characters",
    },
    Granted {
        functions: &["fopen", "freopen", "open", "creat", "stat", "truncate"],
        when: When::Called,
        is_open: Some(true),
        sentence: "files have at most 4095 bytes, no other process changes them or creates those that the program removed, and they cannot be \
                   opened only if they do not exist",
    },
    Granted {
        functions: &["fopen", "freopen", "open", "creat", "stat", "truncate", "unlink", "remove", "rename"],
        when: When::Called,
        is_open: Some(true),
        sentence: "existing files are plain files, and each has one name but for `//` and `/./`: there are no links",
    },
    Granted {
        functions: &["fmemopen"],
        when: When::Called,
        is_open: None,
        sentence: "what is written to a stream of fmemopen is in its buffer at once",
    },
    Granted {
        functions: &["fopen", "freopen", "tmpfile", "open", "creat", "mkstemp", "mkdir"],
        when: When::Called,
        is_open: None,
        sentence: "files and directories can always be made where there is a directory for them",
    },
    Granted {
        functions: &[
            "read", "write", "pread", "pwrite", "close", "ferror", "printf", "fprintf", "vprintf", "vfprintf",
            "dprintf", "puts", "fputs", "putchar", "putc", "fputc", "fwrite", "fflush", "fclose",
        ],
        when: When::Asked,
        is_open: None,
        sentence: "reading and writing never fail: what is read ends, and what is written arrives",
    },
    Granted {
        functions: &[
            "strcmp",
            "strncmp",
            "strcasecmp",
            "strncasecmp",
            "strcoll",
            "memcmp",
            "bcmp",
            "wcscmp",
            "wcsncmp",
            "wcscoll",
            "wcscasecmp",
            "wcsncasecmp",
            "wmemcmp",
        ],
        when: When::Counted,
        is_open: None,
        sentence: "strcmp and its relatives give the numbers that they give with glibc, of which C promises the sign",
    },
    Granted {
        functions: &["lseek", "pread", "pwrite", "fstat", "fseek", "fseeko", "ftell", "ftello", "fgetpos"],
        when: When::Called,
        is_open: None,
        sentence: "standard input and output are pipes, in which nothing can be positioned",
    },
    Granted {
        functions: &["system"],
        when: When::Called,
        is_open: None,
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
            "isatty",
            "getcwd",
            "umask",
        ],
        when: When::Called,
        is_open: None,
        sentence: "process and user have the number 1000, no stream is a terminal, the mask of new files is 022, the working directory has a name, and \
                   pages have 4 KB",
    },
];

/// What there is for programs that look at their environment.
pub(crate) const ENVIRONMENT: &str = "the environment is empty until the program sets variables";

/// What is taken for granted by the model of a function where it is called.
pub(crate) fn granted<'n>(
    program: &'n Program,
    function: &'n Function,
    call: &'n Call,
    name: &'n str,
    is_open: bool,
) -> impl Iterator<Item = &'static str> + 'n {
    let of_world = move |granted: &&Granted| granted.is_open.is_none_or(|open| open == is_open);
    let found = GRANTED.iter().filter(of_world).filter(move |granted| granted.functions.contains(&name));
    let is_told = move |granted: &&Granted| match granted.when {
        When::Called => true,
        When::Asked => !function.library && is_read(function, call),
        When::Counted => !function.library && is_counted(program, function, call),
    };
    found.filter(is_told).map(|granted| granted.sentence)
}

/// Whether a function looks at a result of one of its calls.
fn is_read(function: &Function, call: &Call) -> bool {
    any_use(function, call, |_| true)
}

/// Whether a function does anything with a result of one of its calls but compare it with 0.
fn is_counted(program: &Program, function: &Function, call: &Call) -> bool {
    let is_zero = |operand: &Operand| match operand {
        Operand::Const(constant) => matches!(program.consts.get(*constant), Const::Int(bits) if bits.is_zero()),
        Operand::Value(_) => false,
    };
    any_use(function, call, |user| match user {
        Some(InstKind::Compare { a, b, .. }) => !is_zero(a) && !is_zero(b),
        // Any other use may be of the number itself.
        _ => true,
    })
}

/// Whether one of the uses of a call's results is such a one: an instruction, or `None` for an argument of an edge.
fn any_use(function: &Function, call: &Call, is_such: impl Fn(Option<&InstKind>) -> bool) -> bool {
    let is_result = |operand: Operand| matches!(operand, Operand::Value(value) if call.results.contains(&value));
    let uses = |kind: &InstKind| {
        let mut uses = false;
        kind.for_each_operand(|operand| uses |= is_result(operand));
        uses
    };
    function.edges.values().any(|edge| edge.args.iter().any(|&arg| is_result(arg))) && is_such(None)
        || function.insts.values().any(|inst| uses(&inst.kind) && is_such(Some(&inst.kind)))
}
