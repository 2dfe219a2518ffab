//! Calls: arguments into functions, results out of them, and what the functions of the platform do to pointers.

use candor_interp::{Native, Site, ThreadFn, abort_model, starts_threads};
use std::rc::Rc;

use candor_ir::{Arg, Call, Callee, EntityRef, FuncId, Function, Scalar};

use crate::dispatch::may_enter;
use crate::flow::State;
use crate::object::{AbstractObject, constant, heap_size};
use crate::set::{Offset, Set, SetId};
use crate::solve::Solver;

impl Solver<'_> {
    /// A call; false if none of the callees is known to return.
    pub(crate) fn call(&mut self, site: Site, state: &mut Option<State>, call: &Call) -> bool {
        let callees = match call.callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(ptr) => self.functions_behind(self.set_of(site.func, ptr), call),
        };
        let news = self.news_of_call(site.func, call, &callees);
        let before = state.take();
        let (mut after, only_news) = match news.is_some() {
            true => self.state_after_same(before.as_ref()),
            false => (None, false),
        };
        let mut returns = only_news && (before.is_none() || after.is_some());
        let mut changes_nothing = false;
        let several = callees.len() > 1;
        for callee in callees {
            let is_new = news.as_ref().is_none_or(|news| news.binary_search(&callee).is_ok());
            if !is_new && only_news {
                continue;
            }
            self.budget.step();
            let mut way = before.clone();
            let comes_back = match is_new {
                true => {
                    self.note_call(site, callee);
                    self.call_one(site, &mut way, call, callee)
                }
                false => self.call_again(site, &mut way, callee),
            };
            if !comes_back {
                continue;
            }
            returns = true;
            let as_before = way.as_ref().zip(before.as_ref()).is_some_and(|(way, before)| Rc::ptr_eq(way, before));
            if !(as_before && std::mem::replace(&mut changes_nothing, true)) {
                after = self.join_states(after, way);
            }
        }
        if let Some(before) = before.filter(|_| several) {
            self.note().call.get_or_insert_default().states = Some((before, after.clone()));
        }
        *state = after;
        returns
    }

    /// The functions that a call through a pointer may get into, in order.
    fn functions_behind(&mut self, ptr: SetId, call: &Call) -> Vec<FuncId> {
        let mut callees = self.functions_named_in(ptr);
        callees.retain(|&callee| may_enter(self.program, &self.natives, call, callee));
        if self.is_unknown(ptr) {
            self.watches_exposed.insert(self.now);
            callees.extend(self.dispatch.callees(self.program, &self.natives, call));
            callees.sort_unstable();
            callees.dedup();
        }
        callees
    }

    /// The state after a call that was seen before with the same state, if it was.
    fn state_after_same(&mut self, before: Option<&State>) -> (Option<State>, bool) {
        let states = self.note().call.as_ref().and_then(|call| call.states.as_ref());
        match (before, states) {
            (None, _) => (None, true),
            (Some(before), Some((known, after))) if known == before => (after.clone(), true),
            (Some(_), _) => (None, false),
        }
    }

    /// Whom to call again, in order; all of them if what is passed has changed, or what it points to.
    fn news_of_call(&mut self, func: FuncId, call: &Call, callees: &[FuncId]) -> Option<Vec<FuncId>> {
        let args: Vec<SetId> = call.args.iter().map(|arg| self.set_of(func, arg.value)).collect();
        let note = self.note();
        let reads_news = !std::mem::take(&mut note.changed).is_empty();
        let known = note.call.get_or_insert_default();
        let mut news = std::mem::take(&mut known.changed);
        // Structures are copied as they are in the state, which may be another one.
        let copies = call.args.iter().any(|arg| arg.byval.is_some());
        let all = copies || reads_news || known.args != args || known.callees.is_empty();
        news.extend(callees.iter().filter(|callee| known.callees.binary_search(callee).is_err()));
        (known.args, known.callees) = (args, callees.to_vec());
        // What the platform does has other effects, and few do it.
        let is_plain = |callee: FuncId| self.program.functions[callee].is_defined() && self.native(callee).is_none();
        news.extend(callees.iter().filter(|&&callee| !is_plain(callee)));
        news.sort_unstable();
        (!all).then_some(news)
    }

    /// A function that is passed and returns what it did before is called with another state.
    fn call_again(&mut self, site: Site, state: &mut Option<State>, callee: FuncId) -> bool {
        match state.take() {
            None => true,
            Some(before) => {
                self.flow_into_call(site, callee, Some(&before));
                self.visit_now(callee);
                *state = self.flow_back(site.func, callee, before);
                state.is_some()
            }
        }
    }

    /// A call of one function; false if it is not known to return.
    fn call_one(&mut self, site: Site, state: &mut Option<State>, call: &Call, callee: FuncId) -> bool {
        let function = &self.program.functions[callee];
        if let Some(native) = self.native(callee) {
            let returns = self.call_native(site, state, call, native, function);
            // A body of an error function runs where the check is off.
            if !(function.is_defined() && native == Native::ErrorCall) {
                return returns;
            }
        }
        if !function.is_defined() {
            if starts_threads(&function.name) {
                return self.call_anything(site, state, call);
            }
            // It returns anything and changes nothing.
            self.give_results(site.func, call, &[]);
            return true;
        }
        self.pass_arguments(site, state, call, callee);
        self.enter(callee);
        if state.is_none() {
            self.flow_into_call(site, callee, None);
            self.visit_now(callee);
        }
        let comes_back = self.call_again(site, state, callee);
        let returned = self.returns[callee.index()].clone();
        let given = function.signature.results.clone();
        self.give_typed_results(site.func, call, &returned, &given);
        comes_back
    }

    fn pass_arguments(&mut self, site: Site, state: &mut Option<State>, call: &Call, callee: FuncId) {
        let function = &self.program.functions[callee];
        for (idx, (&param, arg)) in function.params.iter().zip(&call.args).enumerate() {
            let set = self.set_of(site.func, arg.value);
            let arrives = match (arg.byval, arg.ty, function.values[param].ty) {
                (Some(byval), ..) => {
                    let idx = u32::try_from(idx).expect("few arguments");
                    let object = self.object(AbstractObject::ByVal(site, idx));
                    let copy = self.pool.place(object, Offset::at(0));
                    self.copy(site.func, state, copy, set, Some(byval.size));
                    copy
                }
                (None, Scalar::Ptr, Scalar::Ptr) => set,
                (None, Scalar::Ptr, _) => {
                    self.expose(set);
                    continue;
                }
                (None, _, Scalar::Ptr) => SetId::UNKNOWN,
                (None, ..) => continue,
            };
            self.grow_reg(callee, param, arrives);
        }
        if function.signature.variadic {
            let unnamed = call.args.get(function.params.len()..).unwrap_or_default();
            self.lay_out(site, state, unnamed);
        }
    }

    /// The unnamed arguments, one after another, as the machine's convention has them.
    fn lay_out(&mut self, site: Site, state: &mut Option<State>, args: &[Arg]) {
        let area = self.object(AbstractObject::VarArgs(site));
        let word = self.program.target.pointer_bytes();
        let mut end = 0u64;
        for arg in args {
            let size = match arg.byval {
                Some(byval) => byval.size,
                None => self.program.target.store_bytes(arg.ty),
            };
            let size = size.next_multiple_of(word);
            let align = match arg.byval {
                Some(byval) if word == 8 => u64::from(byval.align).max(word),
                None if word == 8 && size == 16 => 16,
                Some(_) | None => word,
            };
            let start = end.next_multiple_of(align.max(1));
            end = start + size;
            let at = i64::try_from(start).map_or(Offset::ANY, Offset::at);
            let set = self.set_of(site.func, arg.value);
            match (arg.byval, arg.ty) {
                (Some(byval), _) => {
                    let to = self.pool.place(area, at);
                    self.copy(site.func, state, to, set, Some(byval.size));
                }
                (None, Scalar::Ptr) => self.write_contents(area, at, set),
                (None, ty) => self.write_data(area, at, self.bytes_of(ty)),
            }
        }
    }

    /// The results of a call, as far as they are pointers; what is missing is anything.
    pub(crate) fn give_results(&mut self, func: FuncId, call: &Call, sets: &[SetId]) {
        let given: Vec<Scalar> = sets.iter().map(|_| Scalar::Ptr).collect();
        self.give_typed_results(func, call, sets, &given);
    }

    fn give_typed_results(&mut self, func: FuncId, call: &Call, sets: &[SetId], given: &[Scalar]) {
        for (idx, &result) in call.results.iter().enumerate() {
            let wanted = self.program.functions[func].values[result].ty;
            match (sets.get(idx), given.get(idx), wanted) {
                (Some(&set), Some(Scalar::Ptr), Scalar::Ptr) => self.grow_reg(func, result, set),
                (Some(&set), Some(Scalar::Ptr), _) => self.expose(set),
                (_, _, Scalar::Ptr) => self.grow_reg(func, result, SetId::UNKNOWN),
                _ => {}
            }
        }
    }

    /// What a platform function does; false if it does not return.
    fn call_native(
        &mut self,
        site: Site,
        state: &mut Option<State>,
        call: &Call,
        native: Native,
        callee: &Function,
    ) -> bool {
        let func = site.func;
        let arg = |solver: &Self, idx: usize| match call.args.get(idx) {
            Some(arg) if arg.ty == Scalar::Ptr => solver.set_of(func, arg.value),
            Some(_) => SetId::UNKNOWN,
            None => SetId::EMPTY,
        };
        let length = |solver: &Self, idx: usize| call.args.get(idx).and_then(|arg| constant(solver.program, arg.value));
        match native {
            Native::Malloc | Native::Calloc | Native::AlignedAlloc => {
                let set = self.new_block(site, state, native);
                self.give_results(func, call, &[set]);
            }
            Native::Realloc => {
                let old = arg(self, 0);
                let set = self.new_block(site, state, native);
                let object = self.object(AbstractObject::Heap(site));
                let target = self.pool.place(object, Offset::at(0));
                // Only pointers to the start of a block can be given, so the copy is place by place.
                let old = self.at_start(old);
                self.copy(func, state, target, old, Some(i64::MAX.unsigned_abs() / 2));
                self.give_results(func, call, &[set]);
            }
            Native::MemCopy { .. } => {
                let (dst, src) = (arg(self, 0), arg(self, 1));
                self.copy(func, state, dst, src, length(self, 2));
                self.give_results(func, call, &[dst]);
            }
            Native::MemFill => {
                let (dst, zero) = (arg(self, 0), length(self, 1) == Some(0));
                let bytes = length(self, 2).and_then(|bytes| i64::try_from(bytes).ok());
                self.put_bytes(func, state, dst, zero, bytes);
                self.give_results(func, call, &[dst]);
            }
            Native::MakeSymbolic | Native::MakeInputs | Native::MakeForeign => {
                let bytes = length(self, 1).and_then(|bytes| i64::try_from(bytes).ok());
                self.put_data(func, state, arg(self, 0), bytes);
            }
            Native::OutsideBlock => {
                // A table of texts, or a text.
                let list = self.object(AbstractObject::ArgumentList);
                let strings = self.object(AbstractObject::ArgumentStrings);
                let (list, string) = (self.pool.place(list, Offset::at(0)), self.pool.place(strings, Offset::at(0)));
                let either = self.pool.union(list, string);
                self.give_results(func, call, &[either]);
            }
            Native::SetJmp => {
                self.disorder = true;
                self.put_data(func, state, arg(self, 0), Some(4));
            }
            Native::LongJmp => {
                self.disorder = true;
                return false;
            }
            Native::Exit => {
                for destructor in self.program.destructors.clone() {
                    self.note_call(site, destructor);
                    self.enter(destructor);
                    self.flow_into(func, destructor, state.as_ref());
                }
                return false;
            }
            Native::Quit => return false,
            Native::Abort | Native::AssertFail => {
                self.call_abort_model(site, state, callee);
                return false;
            }
            Native::ErrorCall | Native::Unsupported => return false,
            Native::Free
            | Native::Put
            | Native::Get
            | Native::IsWatched
            | Native::Check
            | Native::Assume
            | Native::Assert
            | Native::NondetBits
            | Native::Arbitrary
            | Native::Outside
            | Native::IsOpen
            | Native::Range
            | Native::Math(_)
            | Native::Nondet(_) => self.give_results(func, call, &[]),
            Native::Thread(function) => return self.call_thread(site, state, call, function),
        }
        true
    }

    /// One of the functions that threads are made from. Where no thread is ever made, those that ask for the running one, or
    /// keep others waiting, do nothing to pointers.
    fn call_thread(&mut self, site: Site, state: &mut Option<State>, call: &Call, function: ThreadFn) -> bool {
        let alone = !self.spawns;
        match function {
            // The first thread's instance of a variable is the variable itself.
            ThreadFn::Local if alone => {
                let variable = call.args.first().map_or(SetId::UNKNOWN, |arg| self.set_of(site.func, arg.value));
                self.give_results(site.func, call, &[variable]);
                true
            }
            ThreadFn::Begin
            | ThreadFn::Leave
            | ThreadFn::Current
            | ThreadFn::NumberRunning
            | ThreadFn::May
            | ThreadFn::Unordered
            | ThreadFn::Pretend
                if alone =>
            {
                self.give_results(site.func, call, &[]);
                true
            }
            ThreadFn::Local
            | ThreadFn::Begin
            | ThreadFn::Leave
            | ThreadFn::Current
            | ThreadFn::NumberRunning
            | ThreadFn::Spawn
            | ThreadFn::End
            | ThreadFn::Progress
            | ThreadFn::Result
            | ThreadFn::Forget
            | ThreadFn::Mark
            | ThreadFn::SetMark
            | ThreadFn::Await
            | ThreadFn::AwaitSignal
            | ThreadFn::Unordered
            | ThreadFn::Pretend
            | ThreadFn::May => self.call_anything(site, state, call),
        }
    }

    /// Handlers of signals run before the end.
    fn call_abort_model(&mut self, site: Site, state: &mut Option<State>, callee: &Function) {
        if let Some(model) = abort_model(self.program, callee) {
            self.note_call(site, model);
            self.enter(model);
            self.flow_into(site.func, model, state.as_ref());
        }
    }

    /// A new heap block, or null.
    fn new_block(&mut self, site: Site, state: &mut Option<State>, native: Native) -> SetId {
        let object = self.object(AbstractObject::Heap(site));
        self.make_new(site.func, state, object);
        if let Some(errno) = self.errno() {
            self.write_data(errno, Offset::at(0), Some(4));
        }
        let sure = heap_size(self.program, site).is_some_and(|size| native != Native::Realloc || size > 0);
        let null = !sure || self.config.malloc_may_fail || native == Native::AlignedAlloc;
        self.pool.add(Set { places: vec![(object, Offset::at(0))], null, ..Set::default() })
    }

    /// The same objects, at their starts.
    fn at_start(&mut self, set: SetId) -> SetId {
        let old = self.pool.get(set);
        let (null, near_null, unknown) = (old.null || old.near_null, old.near_null, old.unknown);
        let places = old.places.iter().map(|&(object, _)| (object, Offset::at(0))).collect();
        self.pool.add(Set { places, null, near_null, unknown })
    }

    /// A function of which nothing is known, not even that it keeps to the order of events: it may keep its arguments, write
    /// to what they point to, and call those that are functions.
    fn call_anything(&mut self, site: Site, state: &mut Option<State>, call: &Call) -> bool {
        self.disorder = true;
        let func = site.func;
        let mut given = SetId::UNKNOWN;
        for arg in call.args.iter().filter(|arg| arg.ty == Scalar::Ptr) {
            given = self.pool.union(given, self.set_of(func, arg.value));
        }
        given = self.pool.union(given, self.callback_returns);
        self.expose(given);
        for object in self.accessed(given) {
            self.write_contents(object.0, Offset::ANY, given);
        }
        self.put_exposed(func, state, given);
        for callback in self.functions_in(given) {
            if self.native(callback).is_some() || !self.program.functions[callback].is_defined() {
                continue;
            }
            self.note_call(site, callback);
            for param in self.program.functions[callback].params.clone() {
                self.grow_reg(callback, param, given);
            }
            self.enter(callback);
            self.flow_into(func, callback, state.as_ref());
            for set in self.returns[callback.index()].clone() {
                if self.pool.grow(&mut self.callback_returns, set) {
                    // All calls of this kind depend on it, and on what is exposed.
                    self.wakes_watchers = true;
                }
            }
        }
        let n_results = call.results.len();
        self.give_results(func, call, &vec![given; n_results]);
        true
    }
}
