//! The safe side of Bitwuzla's C interface.
//!
//! Terms and sorts are kept in tables of the [`Bitwuzla`] they were made by and are named by their place there, so that a name
//! that is misused can at worst denote another term. Ill-sorted terms, and values asked for without a model, are errors that
//! Bitwuzla finds. It calls `on_error` then and goes on with a null; `checked` turns that into a panic before anybody sees it.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;
use std::rc::Rc;

use crate::kind::{
    CHECK_FINISHED, CHECK_OUT_OF_MEMORY, CHECK_STOPPED, Kind, OPTION_ABSTRACTION, OPTION_PREPROCESS,
    OPTION_PRODUCE_MODELS, OPTION_PRODUCE_UNSAT_ASSUMPTIONS, RESULT_SAT, RESULT_UNSAT, RoundingMode,
};
use crate::raw::*;

/// A term of a [`Bitwuzla`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node(u32);

/// A sort of a [`Bitwuzla`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeSort(u32);

/// What a check can answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The check was stopped, or Bitwuzla gave up.
    Unknown,
    /// The check was stopped in the middle of something. The solver can only be dropped.
    Abandoned,
    /// Memory ran out, in the check or before. The solver can only be dropped.
    OutOfMemory,
}

/// What a solver is going to be used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Few checks, each of which deserves preprocessing.
    FewChecks,
    /// Many checks of terms that grow slowly. No preprocessing, which would go over all terms in every check; and no
    /// abstraction of multiplications, divisions and remainders of more than 32 bits, which would be refined in every check again.
    ManyChecks,
}

/// The value of a term in a model. Digits are binary, the highest bit first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A truth value.
    Bool(bool),
    /// A bit-vector, or the IEEE pattern of a float (of a NaN: some NaN).
    Digits(String),
    /// An array.
    Array {
        /// The element wherever no store is.
        default: String,
        /// Indices and elements, the ones that count later first.
        stores: Vec<(String, String)>,
    },
}

/// Asks whether to stop, during a check.
type Poll<'a> = &'a mut dyn FnMut() -> bool;

/// What the termination callback finds behind its pointer: during a check, whom to ask.
struct Control {
    poll: Cell<Option<*mut Poll<'static>>>,
}

/// One solver with its own terms.
pub struct Bitwuzla {
    manager: RawManager,
    solver: RawSolver,
    /// Bitwuzla keeps a pointer to it.
    control: Rc<Control>,
    terms: RefCell<Vec<RawTerm>>,
    sorts: RefCell<Vec<RawSort>>,
    condition: Cell<Condition>,
}

/// Whether a solver can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Condition {
    Good,
    /// A check was left in the middle.
    Abandoned,
    OutOfMemory,
}

/// The version of the linked Bitwuzla.
pub fn version() -> String {
    // SAFETY: the function takes nothing and returns a string that is valid until its next call on this thread.
    unsafe { CStr::from_ptr(bitwuzla_version()) }.to_string_lossy().into_owned()
}

impl Bitwuzla {
    /// A solver without assertions.
    pub fn new(purpose: Purpose) -> Bitwuzla {
        let control = Rc::new(Control { poll: Cell::new(None) });
        let state = Rc::as_ptr(&control).cast_mut().cast::<c_void>();
        // SAFETY: the options are deleted after their last use; Bitwuzla copies them. The callbacks have the types that the
        // header asks for. `state` outlives the solver, because `drop` deletes the solver before the fields go.
        unsafe {
            bitwuzla_set_abort_callback(on_error);
            let options = bitwuzla_options_new();
            bitwuzla_set_option(options, OPTION_PRODUCE_MODELS, 1);
            bitwuzla_set_option(options, OPTION_PRODUCE_UNSAT_ASSUMPTIONS, 1);
            if purpose == Purpose::ManyChecks {
                bitwuzla_set_option(options, OPTION_PREPROCESS, 0);
                bitwuzla_set_option(options, OPTION_ABSTRACTION, 0);
            }
            let manager = bitwuzla_term_manager_new();
            let solver = bitwuzla_new(manager, options);
            bitwuzla_options_delete(options);
            bitwuzla_set_termination_callback(solver, on_poll, state);
            let condition = Cell::new(Condition::Good);
            Bitwuzla { manager, solver, control, terms: RefCell::default(), sorts: RefCell::default(), condition }
        }
    }

    /// Opens a level of assertions.
    pub fn push(&mut self) {
        // SAFETY: the solver is alive as long as `self`.
        self.call(|| unsafe { bitwuzla_push(self.solver, 1) });
    }

    /// Forgets the assertions of the innermost level, which must be open.
    pub fn pop(&mut self) {
        // SAFETY: as for `push`; popping too much is an error that Bitwuzla reports.
        self.call(|| unsafe { bitwuzla_pop(self.solver, 1) });
    }

    /// From now on, until the level is popped, the boolean term has to hold.
    pub fn assert(&mut self, term: Node) {
        // SAFETY: the term is from this solver's manager and alive, as all in the table.
        self.call(|| unsafe { bitwuzla_assert(self.solver, self.raw(term)) });
    }

    /// Looks for a model of the assertions and the assumptions. `should_stop` is asked again and again, at points that depend
    /// only on the query, and ends the search when it says yes.
    pub fn check(&mut self, assumptions: &[Node], should_stop: &mut dyn FnMut() -> bool) -> Answer {
        if let Some(answer) = self.bad_answer() {
            return answer;
        }
        let mut args: Vec<RawTerm> = assumptions.iter().map(|assumption| self.raw(*assumption)).collect();
        let mut poll: Poll<'_> = should_stop;
        // The pointer forgets a lifetime; `Asking` takes it away again before that lifetime ends, also in a panic.
        self.control.poll.set(Some(ptr::from_mut(&mut poll).cast()));
        let asking = Asking(&self.control);
        let state = Rc::as_ptr(&self.control).cast_mut().cast::<c_void>();
        let mut result = 0;
        // SAFETY: `args` holds as many living terms as we say. The callback finds `poll`, which lives until after the call.
        let status =
            unsafe { candor_check(self.solver, length(args.len()), args.as_mut_ptr(), on_poll, state, &mut result) };
        drop(asking);
        match checked(status) {
            CHECK_FINISHED => {}
            CHECK_STOPPED => self.condition.set(Condition::Abandoned),
            CHECK_OUT_OF_MEMORY => self.condition.set(Condition::OutOfMemory),
            other => panic!("Bitwuzla threw something (status {other})"),
        }
        self.bad_answer().unwrap_or(match result {
            RESULT_SAT => Answer::Sat,
            RESULT_UNSAT => Answer::Unsat,
            _ => Answer::Unknown,
        })
    }

    /// What there is to say if the solver cannot be used any more.
    fn bad_answer(&self) -> Option<Answer> {
        match self.condition.get() {
            Condition::Good => None,
            Condition::Abandoned => Some(Answer::Abandoned),
            Condition::OutOfMemory => Some(Answer::OutOfMemory),
        }
    }

    /// The result of a call of Bitwuzla, which is not made if the solver cannot be used any more; then, and when memory runs
    /// out, it is `None`.
    fn call<T>(&self, function: impl FnOnce() -> T) -> Option<T> {
        if self.condition.get() != Condition::Good {
            return None;
        }
        let result = checked(function());
        // SAFETY: it takes nothing.
        if unsafe { candor_ran_out_of_memory() } {
            self.condition.set(Condition::OutOfMemory);
            return None;
        }
        Some(result)
    }

    /// Whether an assumption of the last check, which answered unsat, was needed for that.
    pub fn is_failed(&mut self, assumption: Node) -> bool {
        // SAFETY: the term is alive; a last check that was not unsat is an error that Bitwuzla reports.
        let failed = self.call(|| unsafe { bitwuzla_is_unsat_assumption(self.solver, self.raw(assumption)) });
        // If memory runs out just now, it may have been.
        failed.unwrap_or(true)
    }

    /// The value of a term in the model of the last check, which answered sat; `None` if memory runs out.
    pub fn value(&mut self, term: Node) -> Option<Pattern> {
        // SAFETY: the term is alive; a missing model is an error that Bitwuzla reports.
        let value = self.call(|| unsafe { bitwuzla_get_value(self.solver, self.raw(term)) })?;
        // SAFETY: `value` is alive until it is released below.
        let pattern = unsafe { pattern_of(value) };
        // SAFETY: it is released once, for the one reference that `bitwuzla_get_value` made.
        unsafe { bitwuzla_term_release(value) };
        Some(pattern)
    }

    /// The sort of booleans.
    pub fn bool_sort(&self) -> NodeSort {
        // SAFETY: the manager is alive as long as `self`; so for all constructors of sorts and terms below.
        self.keep_sort(|| unsafe { bitwuzla_mk_bool_sort(self.manager) })
    }

    /// Bit-vectors of a width.
    pub fn bv_sort(&self, width: u32) -> NodeSort {
        // SAFETY: see `bool_sort`.
        self.keep_sort(|| unsafe { bitwuzla_mk_bv_sort(self.manager, u64::from(width)) })
    }

    /// Floats with this many bits of exponent, and of significand with the hidden bit.
    pub fn fp_sort(&self, exponent: u32, significand: u32) -> NodeSort {
        // SAFETY: see `bool_sort`.
        self.keep_sort(|| unsafe { bitwuzla_mk_fp_sort(self.manager, u64::from(exponent), u64::from(significand)) })
    }

    /// Arrays.
    pub fn array_sort(&self, index: NodeSort, element: NodeSort) -> NodeSort {
        let (index, element) = (self.raw_sort(index), self.raw_sort(element));
        // SAFETY: see `bool_sort`; the two sorts are of this manager.
        self.keep_sort(|| unsafe { bitwuzla_mk_array_sort(self.manager, index, element) })
    }

    /// A truth value.
    pub fn bool_value(&self, value: bool) -> Node {
        // SAFETY: see `bool_sort`.
        self.keep(|| unsafe { if value { bitwuzla_mk_true(self.manager) } else { bitwuzla_mk_false(self.manager) } })
    }

    /// A bit-vector that fits into 64 bits.
    pub fn bv_value(&self, sort: NodeSort, value: u64) -> Node {
        // SAFETY: see `bool_sort`; a value that does not fit is an error that Bitwuzla reports.
        self.keep(|| unsafe { bitwuzla_mk_bv_value_uint64(self.manager, self.raw_sort(sort), value) })
    }

    /// A bit-vector with these binary digits, the highest first.
    pub fn bv_digits(&self, sort: NodeSort, digits: &str) -> Node {
        let digits = c_string(digits);
        // SAFETY: see `bool_sort`; the digits end with a zero and are copied.
        self.keep(|| unsafe { bitwuzla_mk_bv_value(self.manager, self.raw_sort(sort), digits.as_ptr(), 2) })
    }

    /// A rounding mode.
    pub fn rounding_mode(&self, mode: RoundingMode) -> Node {
        // SAFETY: see `bool_sort`; the enum has the numbers of the header.
        self.keep(|| unsafe { bitwuzla_mk_rm_value(self.manager, mode as u32) })
    }

    /// A free variable. Two calls make two variables, also with the same symbol.
    pub fn variable(&self, sort: NodeSort, symbol: &str) -> Node {
        let symbol = c_string(symbol);
        // SAFETY: see `bool_sort`; the symbol ends with a zero and is copied.
        self.keep(|| unsafe { bitwuzla_mk_const(self.manager, self.raw_sort(sort), symbol.as_ptr()) })
    }

    /// The array of this sort that has the element everywhere.
    pub fn const_array(&self, sort: NodeSort, element: Node) -> Node {
        // SAFETY: see `bool_sort`; sort and element are of this manager.
        self.keep(|| unsafe { bitwuzla_mk_const_array(self.manager, self.raw_sort(sort), self.raw(element)) })
    }

    /// A term with an operator, operands and indices (the numbers that are written behind `_` in SMT-LIB).
    pub fn term(&self, kind: Kind, args: &[Node], indices: &[u64]) -> Node {
        let mut args: Vec<RawTerm> = args.iter().map(|arg| self.raw(*arg)).collect();
        let (n_args, n_indices) = (length(args.len()), length(indices.len()));
        // SAFETY: see `bool_sort`; both arrays have the lengths we say, and only the operands' names, not they, are copied from.
        self.keep(|| unsafe {
            bitwuzla_mk_term_indexed(self.manager, kind as u32, n_args, args.as_mut_ptr(), n_indices, indices.as_ptr())
        })
    }

    /// Enters a term into the table; a null if it could not be made, which nobody will use.
    fn keep(&self, make: impl FnOnce() -> RawTerm) -> Node {
        let term = self.call(make).unwrap_or(ptr::null_mut());
        let mut terms = self.terms.borrow_mut();
        terms.push(term);
        Node(length(terms.len() - 1))
    }

    fn keep_sort(&self, make: impl FnOnce() -> RawSort) -> NodeSort {
        let sort = self.call(make).unwrap_or(ptr::null_mut());
        let mut sorts = self.sorts.borrow_mut();
        sorts.push(sort);
        NodeSort(length(sorts.len() - 1))
    }

    fn raw(&self, term: Node) -> RawTerm {
        self.terms.borrow()[index(term.0)]
    }

    fn raw_sort(&self, sort: NodeSort) -> RawSort {
        self.sorts.borrow()[index(sort.0)]
    }
}

impl Drop for Bitwuzla {
    fn drop(&mut self) {
        // SAFETY: each is deleted once, the solver before the manager that it uses; deleting the manager releases all terms.
        unsafe {
            bitwuzla_delete(self.solver);
            bitwuzla_term_manager_delete(self.manager);
        }
    }
}

/// Takes the question away when a check is over.
struct Asking<'a>(&'a Control);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.poll.set(None);
    }
}

/// Called by Bitwuzla and CaDiCaL while they search, on the thread that called [`Bitwuzla::check`].
extern "C" fn on_poll(state: *mut c_void) -> i32 {
    // SAFETY: `state` is the `Control` of the solver that is searching, which is alive.
    let control = unsafe { &*state.cast::<Control>() };
    let Some(poll) = control.poll.take() else {
        // Asked outside a check, or by the question itself.
        return 0;
    };
    // SAFETY: the pointer is there only while `check` runs, which owns what it points to; and since it was taken out of the
    // cell, nobody else has it.
    let should_stop = unsafe { (*poll)() };
    control.poll.set(Some(poll));
    i32::from(should_stop)
}

thread_local! {
    /// What Bitwuzla complained about in the last call, on this thread.
    static ERROR: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Called by Bitwuzla instead of ending the process. It is in a destructor then, which no panic may leave.
extern "C" fn on_error(message: *const c_char) {
    // SAFETY: Bitwuzla passes a string.
    let message = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
    ERROR.set(Some(message));
}

/// The result of a call of Bitwuzla; panics if there was an error.
fn checked<T>(result: T) -> T {
    if let Some(message) = ERROR.take() {
        panic!("{}", message.trim());
    }
    result
}

/// The value that a value term stands for.
///
/// # Safety
/// The term must be alive.
unsafe fn pattern_of(value: RawTerm) -> Pattern {
    // SAFETY: the caller's promise; each reader is only used on a term of its sort.
    unsafe {
        if bitwuzla_term_is_bool(value) {
            Pattern::Bool(bitwuzla_term_value_get_bool(value))
        } else if bitwuzla_term_is_bv(value) || bitwuzla_term_is_fp(value) {
            Pattern::Digits(digits_of(value))
        } else {
            array_of(value)
        }
    }
}

/// # Safety
/// The term must be alive, and the value of a bit-vector or float.
unsafe fn digits_of(value: RawTerm) -> String {
    // SAFETY: the strings are valid until the next call of the same function on this thread, and are copied before.
    unsafe {
        let text = |digits: *const c_char| CStr::from_ptr(digits).to_string_lossy().into_owned();
        if bitwuzla_term_is_bv(value) {
            return text(bitwuzla_term_value_get_str_fmt(value, 2));
        }
        let [mut sign, mut exponent, mut significand] = [ptr::null(); 3];
        bitwuzla_term_value_get_fp_ieee(value, &mut sign, &mut exponent, &mut significand, 2);
        text(sign) + &text(exponent) + &text(significand)
    }
}

/// Reads a chain of stores that ends in a constant array.
///
/// # Safety
/// The term must be alive, and the value of an array.
unsafe fn array_of(value: RawTerm) -> Pattern {
    let mut stores = Vec::new();
    let mut borrowed = Vec::new();
    let mut array = value;
    let default = loop {
        let mut n_children = 0_usize;
        // SAFETY: `array` is alive: it is `value`, or in `borrowed`. The children are copied before the next call, which
        // reuses the memory they are in.
        let (kind, children) = unsafe {
            let children = bitwuzla_term_get_children(array, &mut n_children);
            let children = if n_children == 0 { &[][..] } else { std::slice::from_raw_parts(children, n_children) };
            (bitwuzla_term_get_kind(array), children.to_vec())
        };
        borrowed.extend(&children);
        match children[..] {
            [below, index, element] if kind == Kind::ArrayStore as u32 => {
                // SAFETY: the parts of a value are values.
                stores.push(unsafe { (digits_of(index), digits_of(element)) });
                array = below;
            }
            [default] if kind == Kind::ConstArray as u32 => {
                // SAFETY: as above.
                break unsafe { digits_of(default) };
            }
            _ => panic!("Bitwuzla gave an array as a term of kind {kind}"),
        }
    };
    for child in borrowed {
        // SAFETY: each is released once for the reference that `bitwuzla_term_get_children` made.
        unsafe { bitwuzla_term_release(child) };
    }
    Pattern::Array { default, stores }
}

/// Without inner zeros, which C cannot say.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "?")).expect("no zero is left")
}

fn length(n: usize) -> u32 {
    u32::try_from(n).expect("fewer than 2^32 terms")
}

fn index(n: u32) -> usize {
    usize::try_from(n).expect("at least 32 bits")
}
