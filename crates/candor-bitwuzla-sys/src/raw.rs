//! Bitwuzla's C interface, as far as it is used.

use std::ffi::{c_char, c_void};

/// Something of Bitwuzla's behind a pointer.
#[repr(C)]
pub(crate) struct Opaque {
    _private: [u8; 0],
}

pub(crate) type RawTerm = *mut Opaque;
pub(crate) type RawSort = *mut Opaque;
pub(crate) type RawManager = *mut Opaque;
pub(crate) type RawSolver = *mut Opaque;
pub(crate) type RawOptions = *mut Opaque;

unsafe extern "C" {
    pub(crate) fn candor_ran_out_of_memory() -> bool;

    pub(crate) fn bitwuzla_version() -> *const c_char;

    pub(crate) fn bitwuzla_options_new() -> RawOptions;
    pub(crate) fn bitwuzla_options_delete(options: RawOptions);
    pub(crate) fn bitwuzla_set_option(options: RawOptions, option: u32, value: u64);

    pub(crate) fn bitwuzla_term_manager_new() -> RawManager;
    pub(crate) fn bitwuzla_term_manager_delete(manager: RawManager);

    pub(crate) fn bitwuzla_new(manager: RawManager, options: RawOptions) -> RawSolver;
    pub(crate) fn bitwuzla_delete(solver: RawSolver);
    pub(crate) fn bitwuzla_set_termination_callback(
        solver: RawSolver,
        callback: extern "C" fn(*mut c_void) -> i32,
        state: *mut c_void,
    );
    pub(crate) fn bitwuzla_set_abort_callback(callback: extern "C" fn(*const c_char));
    pub(crate) fn bitwuzla_push(solver: RawSolver, n_levels: u64);
    pub(crate) fn bitwuzla_pop(solver: RawSolver, n_levels: u64);
    pub(crate) fn bitwuzla_assert(solver: RawSolver, term: RawTerm);
    pub(crate) fn candor_check(
        solver: RawSolver,
        n_args: u32,
        args: *mut RawTerm,
        callback: extern "C" fn(*mut c_void) -> i32,
        state: *mut c_void,
        result: *mut u32,
    ) -> u32;
    pub(crate) fn bitwuzla_is_unsat_assumption(solver: RawSolver, term: RawTerm) -> bool;
    pub(crate) fn bitwuzla_get_value(solver: RawSolver, term: RawTerm) -> RawTerm;

    pub(crate) fn bitwuzla_mk_bool_sort(manager: RawManager) -> RawSort;
    pub(crate) fn bitwuzla_mk_bv_sort(manager: RawManager, width: u64) -> RawSort;
    pub(crate) fn bitwuzla_mk_fp_sort(manager: RawManager, exponent: u64, significand: u64) -> RawSort;
    pub(crate) fn bitwuzla_mk_array_sort(manager: RawManager, index: RawSort, element: RawSort) -> RawSort;

    pub(crate) fn bitwuzla_mk_true(manager: RawManager) -> RawTerm;
    pub(crate) fn bitwuzla_mk_false(manager: RawManager) -> RawTerm;
    pub(crate) fn bitwuzla_mk_bv_value(manager: RawManager, sort: RawSort, digits: *const c_char, base: u8) -> RawTerm;
    pub(crate) fn bitwuzla_mk_bv_value_uint64(manager: RawManager, sort: RawSort, value: u64) -> RawTerm;
    pub(crate) fn bitwuzla_mk_rm_value(manager: RawManager, mode: u32) -> RawTerm;
    pub(crate) fn bitwuzla_mk_const(manager: RawManager, sort: RawSort, symbol: *const c_char) -> RawTerm;
    pub(crate) fn bitwuzla_mk_const_array(manager: RawManager, sort: RawSort, element: RawTerm) -> RawTerm;
    pub(crate) fn bitwuzla_mk_term_indexed(
        manager: RawManager,
        kind: u32,
        n_args: u32,
        args: *mut RawTerm,
        n_indices: u32,
        indices: *const u64,
    ) -> RawTerm;

    pub(crate) fn bitwuzla_term_get_kind(term: RawTerm) -> u32;
    pub(crate) fn bitwuzla_term_get_children(term: RawTerm, n_children: *mut usize) -> *mut RawTerm;
    pub(crate) fn bitwuzla_term_release(term: RawTerm);
    pub(crate) fn bitwuzla_term_is_bool(term: RawTerm) -> bool;
    pub(crate) fn bitwuzla_term_is_bv(term: RawTerm) -> bool;
    pub(crate) fn bitwuzla_term_is_fp(term: RawTerm) -> bool;
    pub(crate) fn bitwuzla_term_value_get_bool(term: RawTerm) -> bool;
    pub(crate) fn bitwuzla_term_value_get_str_fmt(term: RawTerm, base: u8) -> *const c_char;
    pub(crate) fn bitwuzla_term_value_get_fp_ieee(
        term: RawTerm,
        sign: *mut *const c_char,
        exponent: *mut *const c_char,
        significand: *mut *const c_char,
        base: u8,
    );
}
