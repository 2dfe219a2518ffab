//! Applying rules: which calls go where. Nothing is changed here; all rules see the program as it came.
//!
//! Phases follow each other; in a phase all functions are walked, and at each instruction the rules are tried in their order. What a
//! rule remembers or sets is known to whatever is tried later.

use std::collections::{BTreeMap, BTreeSet};

use candor_ir::{Check, Const, FuncId, GlobalId, InstId, InstKind, Operand, Program, Scalar};

use crate::facts::{Object, PointsTo, Region, Room, Targets, Truth};
use crate::matching::{Bindings, Bound, Definitions, Match, definitions, match_sequence};
use crate::query::{self, Query};
use crate::rules::{Argument, Condition, Effect, FUNCTION, Find, LOCATION, Level, NewCall, Phase, Place, Rule, Rules};

/// What the rules are applied to.
#[derive(Copy, Clone)]
pub struct Subject<'a> {
    pub program: &'a Program,
    /// The functions to look at, and the globals that exist for rules about globals.
    pub functions: &'a BTreeSet<FuncId>,
    pub globals: &'a BTreeSet<GlobalId>,
    pub level: Level,
    pub facts: &'a dyn PointsTo,
    /// Instructions whose checks alone matter: the calls that are inserted for them take their place.
    pub replaced: &'a BTreeSet<(FuncId, InstId)>,
}

/// The calls to insert, in order for each place.
#[derive(Debug, Default)]
pub(crate) struct Plan<'r> {
    pub(crate) functions: BTreeMap<FuncId, FunctionPlan<'r>>,
}

#[derive(Debug, Default)]
pub(crate) struct FunctionPlan<'r> {
    /// At the function's start, before what is put before its first instruction.
    pub(crate) entry: Vec<Insertion<'r>>,
    pub(crate) before: BTreeMap<InstId, Vec<Insertion<'r>>>,
    pub(crate) after: BTreeMap<InstId, Vec<Insertion<'r>>>,
}

impl<'r> FunctionPlan<'r> {
    pub(crate) fn insertions(&self) -> impl Iterator<Item = &Insertion<'r>> {
        self.entry.iter().chain(self.before.values().flatten()).chain(self.after.values().flatten())
    }
}

/// One application of a rule that inserts something.
#[derive(Debug)]
pub(crate) struct Insertion<'r> {
    pub(crate) calls: &'r [NewCall],
    pub(crate) bindings: Bindings,
    /// Whether it is for candor's libc, wherever it stands.
    pub(crate) library: bool,
}

pub(crate) fn plan<'r>(subject: Subject<'_>, rules: &'r Rules) -> Plan<'r> {
    let mut planner = Planner {
        subject,
        plan: Plan::default(),
        flags: rules.flags.iter().cloned().collect(),
        remembered: Vec::new(),
        tracked: BTreeSet::new(),
        holders: BTreeSet::new(),
        all_tracked: false,
        exposed_tracked: false,
    };
    for phase in &rules.phases {
        planner.phase(phase);
    }
    planner.plan
}

struct Planner<'a, 'r> {
    subject: Subject<'a>,
    plan: Plan<'r>,
    flags: BTreeMap<String, String>,
    remembered: Vec<(FuncId, Bound)>,
    tracked: BTreeSet<Object>,
    /// Variables that may hold heap blocks while the program ends.
    holders: BTreeSet<Object>,
    all_tracked: bool,
    /// What unknown pointers may point to is among the tracked objects.
    exposed_tracked: bool,
}

/// Where a rule is tried.
#[derive(Copy, Clone)]
struct Spot<'a> {
    func: FuncId,
    /// The last instruction of the match.
    inst: InstId,
    definitions: &'a Definitions,
}

impl<'r> Planner<'_, 'r> {
    fn phase(&mut self, phase: &'r Phase) {
        let fits_level = |rule: &&'r Rule| rule.levels.contains(&self.subject.level);
        let rules: Vec<&'r Rule> = phase.rules.iter().filter(fits_level).collect();
        let functions = self.subject.functions;
        for &func in functions.iter().filter(|&&func| self.subject.program.functions[func].is_defined()) {
            self.function(func, &rules);
        }
        for rule in rules {
            if let Find::Globals { variable, size } = &rule.find {
                self.globals(rule, variable.as_deref(), size.as_deref());
            }
        }
    }

    fn function(&mut self, func: FuncId, rules: &[&'r Rule]) {
        let function = &self.subject.program.functions[func];
        let applies = |rule: &&&Rule| {
            let named = rule.functions.as_ref().is_none_or(|names| names.contains(&function.name));
            named && (rule.library || !function.library)
        };
        let rules: Vec<&'r Rule> = rules.iter().filter(applies).copied().collect();
        let definitions = definitions(function);
        for rule in &rules {
            match &rule.find {
                Find::Functions => self.function_rule(func, rule, &definitions),
                Find::Parameters { variable, size } => {
                    self.parameters(func, rule, (variable.as_deref(), size.as_deref()), &definitions);
                }
                Find::Instructions(_) | Find::Globals { .. } => {}
            }
        }
        for first in function.insts.keys() {
            self.instruction(Spot { func, inst: first, definitions: &definitions }, &rules);
        }
    }

    fn instruction(&mut self, spot: Spot<'_>, rules: &[&'r Rule]) {
        let first = spot.inst;
        // With the places in memory that their rules were applied for.
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for rule in rules {
            let Find::Instructions(patterns) = &rule.find else { continue };
            for found in match_sequence(&self.subject, spot.func, first, spot.definitions, patterns) {
                let Match { last, bindings, touched } = found;
                let group = rule.group.as_deref().map(|group| (group, touched));
                if group.as_ref().is_some_and(|group| groups.contains(group)) {
                    continue;
                }
                let at = if rule.place == Place::After { last } else { first };
                if self.apply(rule, Spot { inst: last, ..spot }, at, bindings) {
                    groups.extend(group);
                }
            }
        }
    }

    fn function_rule(&mut self, func: FuncId, rule: &'r Rule, definitions: &Definitions) {
        let function = &self.subject.program.functions[func];
        let entry = function.blocks[function.entry()].first;
        let places: Vec<InstId> = match rule.place {
            Place::Return => function.insts.keys().filter(|&inst| function.returns(inst)).collect(),
            Place::Entry | Place::Before | Place::After => vec![entry],
        };
        for inst in places {
            self.apply(rule, Spot { func, inst, definitions }, inst, Bindings::default());
        }
    }

    fn parameters(
        &mut self,
        func: FuncId,
        rule: &'r Rule,
        (variable, size): (Option<&str>, Option<&str>),
        definitions: &Definitions,
    ) {
        let function = &self.subject.program.functions[func];
        let inst = function.blocks[function.entry()].first;
        for (&value, param) in function.params.iter().zip(&function.signature.params) {
            let Some(byval) = param.byval else { continue };
            let mut bindings = Bindings::default();
            variable.map(|name| bindings.bind(name, Bound::Operand(value.into())));
            size.map(|name| bindings.bind(name, Bound::Number(byval.size)));
            self.apply(rule, Spot { func, inst, definitions }, inst, bindings);
        }
    }

    /// Constructors run before `main` and may use globals too.
    fn globals(&mut self, rule: &'r Rule, variable: Option<&str>, size: Option<&str>) {
        let program = self.subject.program;
        let is_wanted = |func: &FuncId| match &rule.functions {
            Some(names) => names.contains(&program.functions[*func].name),
            None => program.functions[*func].name == "main",
        };
        let main = self.subject.functions.iter().copied().find(is_wanted);
        let first = program.constructors.iter().copied().find(|func| self.subject.functions.contains(func));
        let Some(func) = first.filter(|_| rule.functions.is_none()).or(main) else { return };
        let function = &program.functions[func];
        if !function.is_defined() {
            return;
        }
        let inst = function.blocks[function.entry()].first;
        let definitions = Definitions::new();
        for &global in self.subject.globals {
            let mut bindings = Bindings::default();
            variable.map(|name| bindings.bind(name, Bound::Global(global)));
            size.map(|name| bindings.bind(name, Bound::Number(program.globals[global].size)));
            self.apply(rule, Spot { func, inst, definitions: &definitions }, inst, bindings);
        }
    }

    /// Applies a rule whose pattern fits, if its conditions hold.
    fn apply(&mut self, rule: &'r Rule, spot: Spot<'_>, at: InstId, mut bindings: Bindings) -> bool {
        self.bind_predefined(spot, &mut bindings);
        if !rule.conditions.iter().all(|condition| self.holds(condition, spot, &mut bindings)) {
            return false;
        }
        for effect in &rule.effects {
            self.effect(effect, spot, &bindings);
        }
        if !rule.calls.is_empty() {
            let library = self.is_for_library(spot, rule, &bindings);
            let plan = self.plan.functions.entry(spot.func).or_default();
            let list = match rule.place {
                Place::Entry => &mut plan.entry,
                Place::Before | Place::Return => plan.before.entry(at).or_default(),
                Place::After => plan.after.entry(at).or_default(),
            };
            list.push(Insertion { calls: &rule.calls, bindings, library });
        }
        true
    }

    fn is_for_library(&self, spot: Spot<'_>, rule: &Rule, bindings: &Bindings) -> bool {
        let program = self.subject.program;
        let global = match &rule.find {
            Find::Globals { variable: Some(name), .. } => bindings.get(name),
            _ => None,
        };
        match global {
            Some(Bound::Global(global)) => program.globals[*global].library,
            Some(_) | None => program.functions[spot.func].library,
        }
    }

    fn bind_predefined(&self, spot: Spot<'_>, bindings: &mut Bindings) {
        let program = self.subject.program;
        let function = &program.functions[spot.func];
        let place = program.source.get(function.insts[spot.inst].loc).or_else(|| program.source.get(function.loc));
        let text = place.map_or_else(String::new, |place| {
            let path = &program.source.files[place.file].path;
            let name = path.rsplit('/').next().unwrap_or(path);
            format!("{name}:{}:{}", place.line, place.column)
        });
        bindings.bind(LOCATION, Bound::Text(text));
        bindings.bind(FUNCTION, Bound::Text(function.name.clone()));
    }

    fn effect(&mut self, effect: &Effect, spot: Spot<'_>, bindings: &Bindings) {
        match effect {
            Effect::SetFlag { flag, value } => {
                self.flags.insert(flag.clone(), value.clone());
            }
            Effect::Remember(name) => {
                let bound = bindings.get(name).cloned();
                self.remembered.extend(bound.map(|bound| (spot.func, bound)));
            }
            Effect::RememberTargets(name) => {
                let ptr = self.pointer(spot, bindings.get(name));
                self.track(ptr.map(|ptr| self.subject.facts.targets(spot.func, spot.inst, ptr)));
            }
            Effect::RememberUndecidedTargets(name) => {
                let ptr = self.pointer(spot, bindings.get(name));
                self.track(ptr.map(|ptr| self.subject.facts.undecided_targets(spot.func, spot.inst, ptr)));
            }
            Effect::RememberHolders => self.holders.extend(self.subject.facts.holders(spot.func)),
        }
    }

    /// Whatever these are; `None` for what is no pointer.
    fn track(&mut self, targets: Option<Targets>) {
        let Targets { objects, unknown } = targets.unwrap_or(Targets { objects: Vec::new(), unknown: true });
        self.tracked.extend(objects);
        if unknown && !self.exposed_tracked {
            self.exposed_tracked = true;
            match self.subject.facts.exposed() {
                Some(objects) => self.tracked.extend(objects),
                None => self.all_tracked = true,
            }
        }
    }

    fn holds(&self, condition: &Condition, spot: Spot<'_>, bindings: &mut Bindings) -> bool {
        if let Some(value) = self.flags.get(&condition.query) {
            return condition.expected.contains(value);
        }
        let Some(shape) = query::lookup(&condition.query) else { return false };
        if shape.query == Query::PointerBounds {
            return self.bind_bounds(condition, spot, bindings);
        }
        let answer = self.answer(shape.query, &condition.args, spot, bindings);
        condition.expected.contains(&answer)
    }

    fn answer(&self, query: Query, args: &[Argument], spot: Spot<'_>, bindings: &Bindings) -> String {
        let bound = |idx: usize| match args.get(idx) {
            Some(Argument::Variable(name)) => bindings.get(name).cloned(),
            Some(Argument::Number(number)) => u64::try_from(*number).ok().map(Bound::Number),
            Some(Argument::Text(text)) => Some(Bound::Text(text.clone())),
            None => None,
        };
        let first = bound(0);
        let Subject { program, facts, .. } = self.subject;
        let Spot { func, inst, .. } = spot;
        let ask = |about: &dyn Fn(Operand) -> Truth| self.pointer(spot, first.as_ref()).map_or(Truth::Maybe, about);
        let points_to = |region: Region| ask(&|ptr| facts.points_only_to(func, inst, ptr, region));
        let truth = match query {
            Query::IsValidPointer => {
                let bytes = self.number(bound(1).as_ref());
                ask(&|ptr| facts.is_valid(program, func, inst, ptr, bytes))
            }
            Query::IsInvalid => ask(&|ptr| facts.is_invalid(func, inst, ptr)),
            Query::PointsToHeap => points_to(Region::Heap),
            Query::PointsToStack => points_to(Region::Stack),
            Query::PointsToGlobal => points_to(Region::Globals),
            Query::MayEnd => yes_or_no(facts.may_end(func, inst)),
            Query::Allocates => yes_or_no(facts.allocates()),
            Query::IsRemembered => yes_or_no(first.is_some_and(|bound| {
                self.remembered.iter().any(|(func, known)| *func == spot.func && *known == bound)
            })),
            Query::IsTracked => yes_or_no(self.is_tracked(spot, first.as_ref())),
            Query::IsHolder => {
                let object = first.and_then(|bound| self.object_of(spot, &bound));
                yes_or_no(object.is_some_and(|object| self.holders.contains(&object)))
            }
            Query::RemembersStack => yes_or_no(self.remembers_stack(spot.func)),
            Query::TypeOf => return first.map_or_else(String::new, |bound| self.type_name(spot.func, &bound)),
            Query::IsConstant => yes_or_no(!matches!(first, None | Some(Bound::Operand(Operand::Value(_))))),
            Query::HasCheck => yes_or_no(self.has_check(spot, first.as_ref())),
            Query::PointerBounds => Truth::Maybe,
        };
        truth.word().to_owned()
    }

    fn has_check(&self, spot: Spot<'_>, id: Option<&Bound>) -> bool {
        let Some(Bound::Text(id)) = id else { return false };
        let inst = &self.subject.program.functions[spot.func].insts[spot.inst];
        // The natural checks of a claim are those of its operand's value too; what it claims is the one that it names.
        match (&inst.kind, Check::from_id(id)) {
            (_, None) => false,
            (InstKind::Check { check, .. }, Some(wanted)) => *check == wanted,
            // Any other says so itself.
            (_, Some(wanted)) => inst.checks.contains(wanted),
        }
    }

    /// Binds the base, and the room around it.
    fn bind_bounds(&self, condition: &Condition, spot: Spot<'_>, bindings: &mut Bindings) -> bool {
        let Some(Argument::Variable(name)) = condition.args.first() else { return false };
        let Some(ptr) = self.pointer(spot, bindings.get(name)) else { return false };
        let Subject { program, facts, .. } = self.subject;
        let Some((base, room)) = facts.bounds(program, spot.func, spot.inst, ptr) else { return false };
        let Room { min_before, min_after, max_before, max_after } = room;
        let numbers = [min_before, min_after, max_before, max_after].map(Bound::Number);
        let values = std::iter::once(Bound::Operand(base)).chain(numbers);
        condition.bind.iter().zip(values).all(|(name, bound)| name.is_empty() || bindings.bind(name, bound))
    }

    /// What is bound, if it is a pointer.
    fn pointer(&self, spot: Spot<'_>, bound: Option<&Bound>) -> Option<Operand> {
        match bound {
            Some(Bound::Operand(ptr)) if self.type_of(spot.func, *ptr) == Scalar::Ptr => Some(*ptr),
            Some(_) | None => None,
        }
    }

    /// What cannot be told apart from others is tracked.
    fn is_tracked(&self, spot: Spot<'_>, bound: Option<&Bound>) -> bool {
        let object = bound.and_then(|bound| self.object_of(spot, bound));
        self.all_tracked || object.is_none_or(|object| self.tracked.contains(&object))
    }

    fn remembers_stack(&self, func: FuncId) -> bool {
        let function = &self.subject.program.functions[func];
        let is_tracked =
            |object: Object| self.all_tracked || self.tracked.contains(&object) || self.holders.contains(&object);
        let copies = function.signature.params.iter().any(|param| param.byval.is_some());
        (copies && is_tracked(Object::Parameter))
            || function.insts.iter().any(|(inst, data)| match data.kind {
                InstKind::Alloca { .. } => is_tracked(Object::Stack(func, inst)),
                InstKind::VaStart { .. } => true,
                // Any other makes nothing on the stack.
                _ => false,
            })
    }

    fn object_of(&self, spot: Spot<'_>, bound: &Bound) -> Option<Object> {
        let value = match bound {
            Bound::Global(global) => return Some(Object::Global(*global)),
            Bound::Operand(Operand::Value(value)) => *value,
            _ => return None,
        };
        let function = &self.subject.program.functions[spot.func];
        if function.params.contains(&value) {
            return Some(Object::Parameter);
        }
        let inst = spot.definitions[value]?;
        matches!(function.insts[inst].kind, InstKind::Alloca { .. }).then_some(Object::Stack(spot.func, inst))
    }

    fn number(&self, bound: Option<&Bound>) -> Option<u64> {
        match bound? {
            Bound::Number(number) => Some(*number),
            Bound::Operand(Operand::Const(id)) => match self.subject.program.consts.get(*id) {
                Const::Int(bits) => bits.to_u64(),
                _ => None,
            },
            Bound::Operand(Operand::Value(_)) | Bound::Global(_) | Bound::Function(_) | Bound::Text(_) => None,
        }
    }

    fn type_name(&self, func: FuncId, bound: &Bound) -> String {
        match bound {
            Bound::Operand(operand) => self.type_of(func, *operand).to_string(),
            Bound::Global(_) | Bound::Function(_) | Bound::Text(_) => Scalar::Ptr.to_string(),
            Bound::Number(_) => "number".to_owned(),
        }
    }

    fn type_of(&self, func: FuncId, operand: Operand) -> Scalar {
        operand_type(self.subject.program, func, operand)
    }
}

fn yes_or_no(value: bool) -> Truth {
    if value { Truth::True } else { Truth::False }
}

pub(crate) fn operand_type(program: &Program, func: FuncId, operand: Operand) -> Scalar {
    match operand {
        Operand::Value(value) => program.functions[func].type_of(value),
        Operand::Const(id) => candor_ir::const_type(program, id),
    }
}
