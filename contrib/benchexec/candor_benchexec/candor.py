"""How BenchExec runs candor and reads its answers.

Use it with `PYTHONPATH=contrib/benchexec benchexec ...` and `tool="candor_benchexec.candor"` in the benchmark definition, or copy this
file to BenchExec's `tools` folder and write `tool="candor"`.
"""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import get_data_model_from_task, ILP32, LP64


class Tool(benchexec.tools.template.BaseTool2):
    """Tool info for candor, a verifier of C programs."""

    # What `--svcomp` prints for violations that have a name of their own.
    PARTS = {
        "valid-deref": result.RESULT_FALSE_DEREF,
        "valid-free": result.RESULT_FALSE_FREE,
        "valid-memtrack": result.RESULT_FALSE_MEMTRACK,
        "valid-memcleanup": result.RESULT_FALSE_MEMCLEANUP,
        "unreach-call": result.RESULT_FALSE_REACH,
        "no-overflow": result.RESULT_FALSE_OVERFLOW,
        "termination": result.RESULT_FALSE_TERMINATION,
        "no-data-race": result.RESULT_FALSE_DATARACE,
    }

    # The exit status without a property, see docs/reference/exit-codes.md.
    STATUS = {
        0: result.RESULT_TRUE_PROP,
        1: result.RESULT_FALSE_PROP,
        2: "ERROR (bad input or usage)",
        3: result.RESULT_UNKNOWN,
    }

    def executable(self, tool_locator):
        return tool_locator.find_executable("candor")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="candor")

    def name(self):
        return "candor"

    def program_files(self, executable):
        return [executable]

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "--no-config"]
        if task.property_file:
            command += ["--svcomp", "--property", task.property_file]
        data_model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if data_model:
            command += ["--data-model", data_model]
        # candor answers by itself shortly before it would be stopped. Processor time passes as fast as real time on each core
        # that is in use, so the shorter of the two limits is the one to keep.
        limits = [limit for limit in (rlimits.cputime, rlimits.walltime) if limit]
        if "--timeout" not in options:
            command += ["--timeout", str(max(1, min(limits) - 1)) if limits else "none"]
        if rlimits.memory and "--memory-limit" not in options:
            megabytes = rlimits.memory // 1_000_000
            command += ["--memory-limit", str(max(64, megabytes - megabytes // 10))]
        return command + options + list(task.input_files_or_identifier)

    def determine_result(self, run):
        if "--svcomp" not in run.cmdline:
            return self._without_property(run)
        lines = [line.strip() for line in run.output if line.strip()]
        last = lines[-1] if lines else ""
        if run.exit_code.value == 2:
            return self.STATUS[2]
        if last == "TRUE":
            return result.RESULT_TRUE_PROP
        if last == "FALSE":
            return result.RESULT_FALSE_PROP
        if last.startswith("FALSE(") and last.endswith(")"):
            part = last[len("FALSE(") : -1]
            return self.PARTS.get(part, result.RESULT_ERROR)
        if last == "UNKNOWN":
            return result.RESULT_UNKNOWN
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        return result.RESULT_ERROR

    def _without_property(self, run):
        if run.exit_code.value is None:
            return result.RESULT_ERROR
        return self.STATUS.get(run.exit_code.value, result.RESULT_ERROR)
