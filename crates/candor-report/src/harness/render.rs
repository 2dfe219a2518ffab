//! The harness as one C file, and the command that compiles it.
//!
//! The file needs no header and declares nothing under a name that a program could have: every function of the C library that it
//! calls is declared under a name of its own, with the real one as assembler label.

use std::fmt::Write;

use candor_ir::Check;

use super::sanitizer::flags;
use super::turns::scheduler;
use super::{Build, Harness, Role, Sanitizer, Stub, StubArgument};
use crate::message::printable;

/// A source file as it goes into the harness.
#[derive(Clone, Debug)]
pub struct SourceText {
    pub path: String,
    pub text: Vec<u8>,
}

/// The harness as C. A single source becomes part of it; where there are several, they are compiled beside it.
pub fn render_harness(harness: &Harness, build: &Build, about: &str, source: Option<&SourceText>) -> Vec<u8> {
    let mut text = header(harness, build, about, source.is_some());
    text += "#undef main\n";
    text += PRELUDE;
    text += &options(harness);
    text += &scheduler(&harness.turns);
    if harness.fills_blocks() {
        text += &filled_blocks(harness.fill);
    }
    if harness.counts_rounds() {
        text += ROUNDS;
    }
    for (idx, stub) in harness.functions.iter().enumerate() {
        text += &function(idx, stub, harness);
    }
    for (idx, variable) in harness.variables.iter().enumerate() {
        let (label, size) = (label(&variable.name), variable.size);
        let bytes: Vec<String> = variable.bytes.iter().map(u8::to_string).collect();
        let value = if bytes.is_empty() { String::new() } else { format!(" = {{{}}}", bytes.join(",")) };
        writeln!(
            text,
            "__attribute__((weak, aligned(16))) unsigned char candor_variable_{idx}[{size}] __asm__({label}){value};"
        )
        .expect(WRITES);
    }
    text += &standard_input(&harness.stdin);
    text += &surroundings(&harness.files, &harness.environment);
    text += &allocations(&harness.allocations);
    if harness.check == Check::MemoryCleanup.id() {
        text += ABORT_WITH_LEAKS;
    }
    if let Some(name) = &harness.watch_entry_of {
        text += &entry_watch(name);
    }
    let is_identifier = |name: &&String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    for name in harness.uncalled.iter().filter(is_identifier) {
        writeln!(text, "#pragma weak {name}").expect(WRITES);
    }
    let renames_main = harness.renames_main(build);
    let mut bytes = text.into_bytes();
    if let Some(source) = source {
        if renames_main {
            bytes.extend(b"#define main candor_program_main\n");
        }
        bytes.extend(format!("#line 1 \"{}\"\n", c_text(source.path.as_bytes())).into_bytes());
        bytes.extend(&source.text);
        bytes.extend(b"\n#line 1 \"candor-harness\"\n#undef main\n");
    }
    if renames_main {
        bytes.extend(match &build.function {
            Some(name) => call_of_function(name, source.is_some(), &harness.arguments).into_bytes(),
            None if build.args.is_empty() => call_of_main(&harness.args).into_bytes(),
            None => call_of_main(&build.args).into_bytes(),
        });
    }
    bytes
}

/// Writing to a string cannot fail.
const WRITES: &str = "strings grow as needed";

impl Harness {
    /// Whether the program is started by a `main` of the harness.
    fn renames_main(&self, build: &Build) -> bool {
        let has_args = !build.args.is_empty() || !self.args.is_empty();
        build.function.is_some() || has_args || self.takes_environment
    }

    /// The arguments of clang that compile the harness at `path` to `output`; the first four files of the build are beside it if
    /// its source is not part of the harness.
    pub fn clang_args(&self, build: &Build, embeds_source: bool, path: &str, output: &str) -> Vec<String> {
        let mut args: Vec<String> = ["-g", "-O0", "-w", "-fno-omit-frame-pointer"].map(str::to_owned).to_vec();
        let std = build.std.as_deref().unwrap_or("gnu11");
        args.push(format!("-std={std}"));
        args.extend(OLD_C.iter().map(|&arg| arg.to_owned()));
        if build.data_model == "ILP32" {
            args.push("-m32".to_owned());
        }
        let check = Check::from_id(&self.check);
        if let Some(flags) = check.and_then(|check| flags(check, self.sanitizer)) {
            args.push(format!("-fsanitize={flags}"));
            args.push("-fno-sanitize-recover=all".to_owned());
        }
        if self.sanitizer == Sanitizer::Address {
            let when = if self.turns.is_empty() { "always" } else { "never" };
            args.push(format!("-fsanitize-address-use-after-return={when}"));
        }
        if !self.turns.is_empty() {
            args.push("-fsanitize-coverage=func,trace-pc,trace-loads,trace-stores".to_owned());
            args.push("-Wl,--wrap=pthread_create,--wrap=pthread_mutex_lock".to_owned());
        }
        if self.sanitizer != Sanitizer::Memory {
            // What nobody has written is zero in a counterexample unless it says otherwise.
            let with = if self.fill == 0 { "zero" } else { "pattern" };
            args.push(format!("-ftrivial-auto-var-init={with}"));
        }
        if self.fills_blocks() {
            args.push("-Wl,--wrap=malloc".to_owned());
        }
        if self.watch_entry_of.is_some() {
            args.push("-finstrument-functions".to_owned());
        }
        if self.counts_rounds() {
            args.push("-fsanitize-coverage=trace-pc-guard".to_owned());
        }
        if !self.uncalled.is_empty() && !embeds_source {
            args.push("-Wl,-z,lazy,--unresolved-symbols=ignore-all".to_owned());
        }
        args.extend(build.defines.iter().map(|define| format!("-D{define}")));
        args.extend(build.include_dirs.iter().flat_map(|folder| ["-I".to_owned(), folder.clone()]));
        args.extend(build.clang_args.iter().cloned());
        if embeds_source {
            let folder = build.files.first().and_then(|file| file.rsplit_once('/')).map(|(folder, _)| folder);
            args.extend(folder.into_iter().flat_map(|folder| ["-iquote".to_owned(), folder.to_owned()]));
        } else {
            if self.renames_main(build) {
                args.push("-Dmain=candor_program_main".to_owned());
            }
            args.extend(build.files.iter().cloned());
        }
        args.extend([path, "-o", output, "-lm", "-pthread"].map(str::to_owned));
        args
    }
}

impl Harness {
    /// Whether the program is to end when it has gone round a loop so often that nobody need wait any longer.
    fn counts_rounds(&self) -> bool {
        self.check == Check::Termination.id() && !self.uses_up_stack
    }

    /// New blocks hold something else than zeros; who looks for reads of what nobody has written does not want that.
    fn fills_blocks(&self) -> bool {
        self.fill != 0 && self.sanitizer != Sanitizer::Memory
    }
}

/// Old C is C too.
const OLD_C: [&str; 5] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
];

fn header(harness: &Harness, build: &Build, about: &str, embeds_source: bool) -> String {
    let words = harness.clang_args(build, embeds_source, "THIS_FILE.c", "harness");
    let mut text = "/*\n".to_owned();
    for line in about.lines() {
        writeln!(text, " * {}", comment(line)).expect(WRITES);
    }
    text += " *\n * Compile and run it so:\n *\n";
    let words: Vec<String> =
        words.iter().filter(|word| !word.starts_with("-Wno-error")).map(|word| shell(word)).collect();
    writeln!(text, " *   clang {} && ./harness", comment(&words.join(" "))).expect(WRITES);
    for caveat in &harness.caveats {
        writeln!(text, " *\n * The failure may not reproduce: {}.", comment(caveat)).expect(WRITES);
    }
    text + " */\n"
}

/// Text that neither ends a comment nor a line.
fn comment(text: &str) -> String {
    printable(text).replace("*/", "* /").replace("/*", "/ *").replace('\\', "/")
}

/// A word for a shell.
fn shell(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=,./+:@%".contains(c);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// The text of a string literal.
fn c_text(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => write!(text, "\\{}", char::from(byte)),
            b' '..=b'~' => write!(text, "{}", char::from(byte)),
            _ => write!(text, "\\{byte:03o}"),
        }
        .expect(WRITES);
    }
    text
}

fn label(name: &str) -> String {
    format!("\"{}\"", c_text(name.as_bytes()))
}

const PRELUDE: &str = r#"
/* The C library, under names that no program has. */
extern int candor_printf(int, const char *, ...) __asm__("dprintf");
extern void candor_exit(int) __asm__("exit") __attribute__((noreturn));
extern void candor_quit(int) __asm__("_exit") __attribute__((noreturn));
extern int candor_raise(int) __asm__("raise");
extern void *candor_copy(void *, const void *, __SIZE_TYPE__) __asm__("memcpy");
extern void *candor_real_malloc(__SIZE_TYPE__) __asm__("malloc");
extern void *candor_real_calloc(__SIZE_TYPE__, __SIZE_TYPE__) __asm__("calloc");
extern void *candor_real_realloc(void *, __SIZE_TYPE__) __asm__("realloc");

#define CANDOR_PLAIN __attribute__((no_instrument_function, no_sanitize("undefined", "address", "thread", "memory", "coverage")))

CANDOR_PLAIN static void candor_fail(const char *what)
{
    candor_printf(2, "candor: %s\n", what);
    candor_raise(6);
    candor_quit(134);
}

CANDOR_PLAIN static void candor_no_way(void)
{
    candor_printf(2, "candor-harness: an assumption does not hold\n");
    candor_quit(0);
}
"#;

/// Each branch of the program counts how often it is taken.
const ROUNDS: &str = r#"
enum { CANDOR_ROUNDS = 1000000 };

CANDOR_PLAIN void __sanitizer_cov_trace_pc_guard_init(unsigned *first, unsigned *end)
{
    while (first != end)
        *first++ = 0;
}

CANDOR_PLAIN void __sanitizer_cov_trace_pc_guard(unsigned *taken)
{
    if (++*taken > CANDOR_ROUNDS)
        candor_fail("a branch was taken 1000000 times");
}
"#;

/// What sanitizers are told at their start.
fn options(harness: &Harness) -> String {
    let is_cleanup = harness.check == Check::MemoryCleanup.id();
    let leaks = match is_cleanup {
        // Whatever is left counts, reachable or not.
        true => "use_stacks=0:use_registers=0:use_globals=0:use_tls=0:use_root_regions=0",
        // What is on the stack or in a register after the end is what dead variables have left there.
        false => "use_stacks=0:use_registers=0",
    };
    let (name, options) = match harness.sanitizer {
        Sanitizer::None => return no_more(/* at_exit */ false),
        Sanitizer::Address => (
            "asan",
            "detect_leaks=0:redzone=2048:allocator_may_return_null=1:max_malloc_fill_size=1073741824:malloc_fill_byte=0:\
             detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:intercept_tls_get_addr=0",
        ),
        Sanitizer::Undefined => ("ubsan", "print_stacktrace=0"),
        Sanitizer::Leak => ("lsan", leaks),
        Sanitizer::Memory => ("msan", "poison_in_dtor=1"),
        Sanitizer::Thread => ("tsan", "halt_on_error=1:second_deadlock_stack=1"),
    };
    let mut text = no_more(harness.sanitizer == Sanitizer::Leak);
    writeln!(
        text,
        "CANDOR_PLAIN __attribute__((used, visibility(\"default\"))) const char *__{name}_default_options(void)\n\
         {{\n    return \"{options}\";\n}}"
    )
    .expect(WRITES);
    if is_cleanup {
        text += "CANDOR_PLAIN __attribute__((used)) const char *__lsan_default_suppressions(void)\n\
                 {\n    return \"leak:_IO_file_doallocate\\nleak:_dl_\\n\";\n}\n";
    }
    text
}

/// What happens when more is asked for than the counterexample foretells: the fault should have happened by then.
fn no_more(at_exit: bool) -> String {
    let end = match at_exit {
        true => "    candor_exit(0);\n",
        false => "    candor_quit(0);\n",
    };
    format!(
        "\nCANDOR_PLAIN static void candor_no_more(const char *who)\n{{\n    candor_printf(2, \
         \"candor-harness: %s is asked once too often\\n\", who);\n{end}}}\n"
    )
}

fn function(idx: usize, stub: &Stub, harness: &Harness) -> String {
    let (label, name) = (label(&stub.name), c_text(stub.name.as_bytes()));
    let declare = |signature: &str| format!("{signature} __asm__({label});\nCANDOR_PLAIN {signature}\n");
    let body = match stub.role {
        Role::Answer => return answering(idx, stub, !harness.turns.is_empty()),
        Role::Fill => return filling(idx, stub, harness.sanitizer),
        Role::Assume => {
            let signature = format!("void candor_function_{idx}(int holds)");
            declare(&signature) + "{\n    if (!holds)\n        candor_no_way();\n}\n"
        }
        Role::Assert => {
            let signature = format!("void candor_function_{idx}(int holds)");
            declare(&signature) + &format!("{{\n    if (!holds)\n        candor_fail(\"{name} fails\");\n}}\n")
        }
        Role::Fail => {
            let signature = format!("void candor_function_{idx}(void)");
            declare(&signature) + &format!("{{\n    candor_fail(\"{name} is called\");\n}}\n")
        }
        Role::Nothing => declare(&format!("int candor_function_{idx}(void)")) + "{\n    return 0;\n}\n",
        Role::Malloc => {
            let signature = format!("void *candor_function_{idx}(__SIZE_TYPE__ size)");
            declare(&signature) + "{\n    return candor_real_malloc(size);\n}\n"
        }
        Role::Calloc => {
            let signature = format!("void *candor_function_{idx}(__SIZE_TYPE__ count, __SIZE_TYPE__ size)");
            declare(&signature) + "{\n    return candor_real_calloc(count, size);\n}\n"
        }
    };
    format!("\n{body}")
}

/// A function that returns what was chosen, call by call, each in its turn.
fn answering(idx: usize, stub: &Stub, has_turns: bool) -> String {
    let (label, name) = (label(&stub.name), c_text(stub.name.as_bytes()));
    let n_results = stub.results.len();
    let n_answers = stub.answers.len();
    let mut text = "\n".to_owned();
    if n_results == 0 {
        let signature = format!("void candor_function_{idx}(void)");
        return text + &format!("{signature} __asm__({label});\nCANDOR_PLAIN {signature}\n{{\n}}\n");
    }
    let result = match &stub.results[..] {
        [single] => single.clone(),
        several => {
            let members: Vec<String> =
                several.iter().enumerate().map(|(member, c_type)| format!("{c_type} m{member};")).collect();
            writeln!(text, "struct candor_result_{idx} {{ {} }};", members.join(" ")).expect(WRITES);
            format!("struct candor_result_{idx}")
        }
    };
    writeln!(text, "static const unsigned long long candor_answers_{idx}[{}][{n_results}][2] = {{", n_answers.max(1))
        .expect(WRITES);
    for answer in &stub.answers {
        let words: Vec<String> = answer.iter().map(|value| words(value)).collect();
        writeln!(text, "    {{ {} }},", words.join(", ")).expect(WRITES);
    }
    text += "};\n";
    let signature = format!("{result} candor_function_{idx}(void)");
    writeln!(text, "{signature} __asm__({label});\nCANDOR_PLAIN {signature}\n{{").expect(WRITES);
    writeln!(text, "    static unsigned long next;\n    {result} result;").expect(WRITES);
    if has_turns {
        text += "    candor_event();\n";
    }
    match stub.again_from {
        Some(first) => writeln!(text, "    if (next == {n_answers})\n        next = {first};"),
        None => writeln!(text, "    if (next == {n_answers})\n        candor_no_more(\"{name}\");"),
    }
    .expect(WRITES);
    match n_results {
        1 => text += &member(idx, 0, "result", &stub.results[0]),
        _ => {
            for (number, c_type) in stub.results.iter().enumerate() {
                text += &member(idx, number, &format!("result.m{number}"), c_type);
            }
        }
    }
    text + "    next++;\n    return result;\n}\n"
}

/// Integers of one word are converted, since an answer may have fewer bits than its type; the bits of all else are copied.
fn member(idx: usize, number: usize, place: &str, c_type: &str) -> String {
    match candor_ir::c_type::is_signed(c_type).is_some() && c_type != "__int128" {
        true => format!("    {place} = ({c_type})candor_answers_{idx}[next][{number}][0];\n"),
        false => format!("    candor_copy(&{place}, candor_answers_{idx}[next][{number}], {});\n", size_of(c_type)),
    }
}

/// What is stored of a value: its padding may be anything.
fn size_of(c_type: &str) -> String {
    match c_type {
        "long double" => "10".to_owned(),
        _ => format!("sizeof({c_type})"),
    }
}

/// A hexadecimal number as two words, the low one first. Wider ones lose their upper bits; there are no types for them.
fn words(value: &str) -> String {
    let digits = value.strip_prefix("0x").unwrap_or(value);
    let (high, low) = digits.split_at(digits.len().saturating_sub(16));
    let high = &high[high.len().saturating_sub(16)..];
    let word = |digits: &str| if digits.is_empty() { "0".to_owned() } else { format!("0x{digits}ULL") };
    match word(high).as_str() {
        "0" => format!("{{ {} }}", word(low)),
        high => format!("{{ {}, {high} }}", word(low)),
    }
}

/// `klee_make_symbolic`: each call fills a block with as many bytes as it has.
fn filling(idx: usize, stub: &Stub, sanitizer: Sanitizer) -> String {
    let mut text = "\n".to_owned();
    let (label, name) = (label(&stub.name), c_text(stub.name.as_bytes()));
    for (call, answer) in stub.answers.iter().enumerate() {
        let bytes: Vec<&str> = answer.iter().map(String::as_str).collect();
        writeln!(text, "static const unsigned char candor_bytes_{idx}_{call}[] = {{ {} }};", bytes.join(", "))
            .expect(WRITES);
    }
    let blocks: Vec<String> = (0..stub.answers.len()).map(|call| format!("candor_bytes_{idx}_{call}")).collect();
    let n_blocks = blocks.len();
    writeln!(
        text,
        "static const unsigned char *const candor_blocks_{idx}[] = {{ {} 0 }};",
        blocks.iter().map(|block| format!("{block},")).collect::<String>()
    )
    .expect(WRITES);
    let signature = format!("void candor_function_{idx}(void *block, __SIZE_TYPE__ size)");
    let written = match sanitizer {
        Sanitizer::Memory => "    __msan_unpoison(block, size);\n",
        _ => "",
    };
    if sanitizer == Sanitizer::Memory {
        text += "extern void __msan_unpoison(const volatile void *, __SIZE_TYPE__);\n";
    }
    writeln!(
        text,
        "{signature} __asm__({label});\nCANDOR_PLAIN {signature}\n{{\n    static unsigned long next;\n    if (next == {n_blocks})\n        \
         candor_no_more(\"{name}\");\n    candor_copy(block, candor_blocks_{idx}[next++], size);\n{written}}}"
    )
    .expect(WRITES);
    text
}

fn bytes_of(bytes: &[u8]) -> String {
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    numbers.join(",")
}

/// What the program reads is in a file that nobody sees.
fn standard_input(stdin: &[u8]) -> String {
    if stdin.is_empty() {
        return String::new();
    }
    format!(
        r#"
extern int candor_memory_file(const char *, unsigned) __asm__("memfd_create");
extern long candor_write(int, const void *, __SIZE_TYPE__) __asm__("write");
extern long candor_seek(int, long, int) __asm__("lseek");
extern int candor_replace(int, int) __asm__("dup2");
static const unsigned char candor_standard_input[] = {{ {} }};
CANDOR_PLAIN __attribute__((constructor)) static void candor_give_input(void)
{{
    int file = candor_memory_file("input", 0);
    candor_write(file, candor_standard_input, sizeof candor_standard_input);
    candor_seek(file, 0, 0);
    candor_replace(file, 0);
}}
"#,
        bytes_of(stdin)
    )
}

/// New blocks are full of this byte.
fn filled_blocks(byte: u8) -> String {
    format!(
        r#"
extern void *candor_fill(void *, int, __SIZE_TYPE__) __asm__("memset");
extern void *__real_malloc(__SIZE_TYPE__);
CANDOR_PLAIN __attribute__((weak)) void *__wrap_malloc(__SIZE_TYPE__ size)
{{
    void *block = __real_malloc(size);
    return block == (void *)0 ? block : candor_fill(block, {byte}, size);
}}
"#
    )
}

/// Allocations that fail, by their number.
fn allocations(fails: &[bool]) -> String {
    if fails.is_empty() {
        return String::new();
    }
    let numbers: Vec<u8> = fails.iter().map(|&fails| u8::from(fails)).collect();
    format!(
        r#"
static const unsigned char candor_fails[] = {{ {} }};
CANDOR_PLAIN static int candor_allocation_fails(void)
{{
    static unsigned long next;
    return next < sizeof candor_fails && candor_fails[next++];
}}
CANDOR_PLAIN void *candor_malloc(__SIZE_TYPE__ size)
{{
    return candor_allocation_fails() ? (void *)0 : candor_real_malloc(size);
}}
CANDOR_PLAIN void *candor_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size)
{{
    return candor_allocation_fails() ? (void *)0 : candor_real_calloc(count, size);
}}
CANDOR_PLAIN void *candor_realloc(void *block, __SIZE_TYPE__ size)
{{
    return size != 0 && candor_allocation_fails() ? (void *)0 : candor_real_realloc(block, size);
}}
#define malloc candor_malloc
#define calloc candor_calloc
#define realloc candor_realloc
"#,
        bytes_of(&numbers)
    )
}

/// Blocks that are left when the program aborts are left for good.
const ABORT_WITH_LEAKS: &str = r#"
extern void __lsan_do_leak_check(void);
extern void (*candor_signal(int, void (*)(int)))(int) __asm__("signal");
CANDOR_PLAIN static void candor_aborted(int signal)
{
    __lsan_do_leak_check();
    candor_signal(signal, 0);
    candor_raise(signal);
}
CANDOR_PLAIN __attribute__((constructor)) static void candor_watch_abort(void)
{
    candor_signal(6, candor_aborted);
}
"#;

/// The error function has a body; that it is entered is what counts.
fn entry_watch(name: &str) -> String {
    let (label, name) = (label(name), c_text(name.as_bytes()));
    format!(
        r#"
extern void candor_error_function(void) __asm__({label});
CANDOR_PLAIN void __cyg_profile_func_enter(void *entered, void *from)
{{
    if (entered == (void *)candor_error_function)
        candor_fail("{name} is called");
}}
CANDOR_PLAIN void __cyg_profile_func_exit(void *left, void *to)
{{
}}
"#
    )
}

fn call_of_main(args: &[Vec<u8>]) -> String {
    let args: String = args.iter().map(|arg| format!("(char *)\"{}\", ", c_text(arg))).collect();
    format!(
        r#"
CANDOR_PLAIN int main(int argc, char **argv)
{{
    extern int candor_started(int, char **, char **) __asm__("candor_program_main");
    static char *args[] = {{ 0, {args}(char *)0 }}, *environment[1];
    args[0] = argv[0];
    return candor_started(sizeof args / sizeof args[0] - 1, args, environment);
}}
"#
    )
}

/// Makes files and variables of the environment before the program begins. Files that are there stay as they are.
fn surroundings(files: &[(Vec<u8>, Vec<u8>)], environment: &[(Vec<u8>, Vec<u8>)]) -> String {
    if files.is_empty() && environment.is_empty() {
        return String::new();
    }
    let mut text = SURROUNDINGS.to_owned();
    let mut calls = String::new();
    let (makes_file, sets_variable) = ("candor_make_file", "candor_setenv");
    let all = files.iter().map(|file| (makes_file, file)).chain(environment.iter().map(|it| (sets_variable, it)));
    for (idx, (function, (name, bytes))) in all.enumerate() {
        for (what, bytes) in [("name", name), ("bytes", bytes)] {
            // An end for texts, which the contents of files do not count.
            let bytes: Vec<u8> = bytes.iter().copied().chain([0]).collect();
            writeln!(text, "static const char candor_{what}_{idx}[] = {{ {} }};", bytes_of(&bytes)).expect(WRITES);
        }
        let last = if function == makes_file { format!("sizeof candor_bytes_{idx} - 1") } else { "1".to_owned() };
        writeln!(calls, "    {function}(candor_name_{idx}, candor_bytes_{idx}, {last});").expect(WRITES);
    }
    text + "__attribute__((constructor)) CANDOR_PLAIN static void candor_surround(void)\n{\n" + &calls + "}\n"
}

const SURROUNDINGS: &str = r#"
extern int candor_setenv(const char *, const char *, int) __asm__("setenv");
extern int candor_open(const char *, int, ...) __asm__("open");
extern long candor_write(int, const void *, __SIZE_TYPE__) __asm__("write");
extern int candor_close(int) __asm__("close");

__attribute__((unused)) CANDOR_PLAIN static void candor_make_file(const char *name, const char *bytes, __SIZE_TYPE__ size)
{
    int file = candor_open(name, 0301 /* O_WRONLY | O_CREAT | O_EXCL */, 0600);
    if (file < 0)
        return;
    candor_write(file, bytes, size);
    candor_close(file);
}

"#;

fn call_of_function(name: &str, embeds_source: bool, arguments: &[StubArgument]) -> String {
    let mut text = "\n".to_owned();
    let callee = match embeds_source {
        // It may be static.
        true => name.to_owned(),
        false => {
            writeln!(text, "extern void candor_callee(void) __asm__({});", label(name)).expect(WRITES);
            "candor_callee".to_owned()
        }
    };
    let (mut types, mut values) = (Vec::new(), Vec::new());
    let mut prepare = String::new();
    for (idx, argument) in arguments.iter().enumerate() {
        match argument {
            StubArgument::Number { c_type, value } => {
                writeln!(text, "static const unsigned long long candor_bits_{idx}[2] = {};", words(value))
                    .expect(WRITES);
                writeln!(
                    prepare,
                    "    {c_type} argument_{idx};\n    candor_copy(&argument_{idx}, candor_bits_{idx}, {});",
                    size_of(c_type)
                )
                .expect(WRITES);
                types.push(c_type.clone());
            }
            StubArgument::Block { bytes } => {
                writeln!(text, "static const unsigned char candor_block_{idx}[] = {{ {} }};", bytes_of(bytes))
                    .expect(WRITES);
                writeln!(
                    prepare,
                    "    void *argument_{idx} = candor_copy(candor_real_malloc({0}), candor_block_{idx}, {0});",
                    bytes.len()
                )
                .expect(WRITES);
                types.push("void *".to_owned());
            }
            StubArgument::Copy { bytes } => {
                writeln!(text, "static const unsigned char candor_block_{idx}[] = {{ {} }};", bytes_of(bytes))
                    .expect(WRITES);
                writeln!(text, "struct candor_copied_{idx} {{ unsigned char bytes[{}]; }};", bytes.len().max(1))
                    .expect(WRITES);
                writeln!(prepare, "    struct candor_copied_{idx} argument_{idx};\n    candor_copy(&argument_{idx}, candor_block_{idx}, {});", bytes.len()).expect(WRITES);
                types.push(format!("struct candor_copied_{idx}"));
            }
            StubArgument::Function { name } => {
                // It is defined where it is called; otherwise any pointer does that is not null.
                let weak = "__attribute__((weak))";
                writeln!(text, "extern void candor_passed_{idx}(void) __asm__({}) {weak};", label(name)).expect(WRITES);
                let passed = format!("candor_passed_{idx} ? (void *)candor_passed_{idx} : (void *)&candor_real_malloc");
                writeln!(prepare, "    void *argument_{idx} = {passed};").expect(WRITES);
                types.push("void *".to_owned());
            }
        }
        values.push(format!("argument_{idx}"));
    }
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    writeln!(
        text,
        "CANDOR_PLAIN int main(void)\n{{\n{prepare}    ((void (*)({types}))(void *){callee})({});\n    return 0;\n}}",
        values.join(", ")
    )
    .expect(WRITES);
    text
}

#[cfg(test)]
mod tests;
