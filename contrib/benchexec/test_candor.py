"""What BenchExec makes of candor's answers: run by `cargo xtask benchexec` with the BenchExec of PyPI."""

import os
import subprocess
import sys
import tempfile
import unittest

import benchexec.result as result
from benchexec import tooladapter, util
from benchexec.model import cmdline_for_run
from benchexec.tools.template import BaseTool2

from candor_benchexec.candor import Tool

CANDOR = os.environ["CANDOR"]

PROPERTIES = {
    "unreach-call": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    "no-overflow": "CHECK( init(main()), LTL(G ! overflow) )\n",
    "termination": "CHECK( init(main()), LTL(F end) )\n",
    "no-data-race": "CHECK( init(main()), LTL(G ! data-race) )\n",
    "valid-memcleanup": "CHECK( init(main()), LTL(G valid-memcleanup) )\n",
    "valid-memsafety": "".join(
        f"CHECK( init(main()), LTL(G {part}) )\n" for part in ("valid-free", "valid-deref", "valid-memtrack")
    ),
}

FAULTS = {
    ("unreach-call", "false"): "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n",
    ("no-overflow", "false"): "int main(void) { int x = 2147483647; x++; return 0; }\n",
    ("valid-memsafety", "false(valid-deref)"): "int main(void) { int *p = 0; return *p; }\n",
    ("valid-memsafety", "false(valid-free)"): "void free(void *);\nint main(void) { int x; free(&x); return 0; }\n",
    ("valid-memsafety", "false(valid-memtrack)"): "void *malloc(unsigned long);\nint main(void) { malloc(4); return 0; }\n",
    ("valid-memcleanup", "false"): "void *malloc(unsigned long);\nvoid *p;\nint main(void) { p = malloc(4); return 0; }\n",
    ("unreach-call", "true"): "int main(void) { return 0; }\n",
    ("no-overflow", "true"): "int main(void) { return 0; }\n",
    ("termination", "true"): "int main(void) { return 0; }\n",
    ("valid-memsafety", "true"): "int main(void) { return 0; }\n",
    ("no-data-race", "true"): "int main(void) { return 0; }\n",
    ("unreach-call", "ERROR (bad input or usage)"): "int main(void) { return }\n",
}


class TestTool(unittest.TestCase):
    def setUp(self):
        self.tool = tooladapter.adapt_to_current_version(Tool())
        self.limits = BaseTool2.ResourceLimits(cputime=60, walltime=60, memory=4_000_000_000)

    def determine(self, command, status, lines, cause=None):
        code = util.ProcessExitCode.create(value=status)
        output = BaseTool2.RunOutput([line + "\n" for line in lines])
        return self.tool.determine_result(BaseTool2.Run(command, code, output, cause))

    def test_answers(self):
        command = [CANDOR, "check", "--svcomp"]
        for line, status, expected in [
            ("TRUE", 0, result.RESULT_TRUE_PROP),
            ("FALSE", 1, result.RESULT_FALSE_PROP),
            ("FALSE(valid-deref)", 1, result.RESULT_FALSE_DEREF),
            ("FALSE(valid-free)", 1, result.RESULT_FALSE_FREE),
            ("FALSE(valid-memtrack)", 1, result.RESULT_FALSE_MEMTRACK),
            ("FALSE(what)", 1, result.RESULT_ERROR),
            ("UNKNOWN", 3, result.RESULT_UNKNOWN),
            ("UNKNOWN", 2, Tool.STATUS[2]),
            ("it is TRUE", 0, result.RESULT_ERROR),
        ]:
            self.assertEqual(self.determine(command, status, ["TRUE", line]), expected, line)
        self.assertEqual(self.determine(command, 0, []), result.RESULT_ERROR)
        self.assertEqual(self.determine(command, 0, [], "walltime"), result.RESULT_TIMEOUT)
        for status, expected in Tool.STATUS.items():
            self.assertEqual(self.determine([CANDOR, "check"], status, []), expected)

    def test_version_and_name(self):
        self.assertRegex(self.tool.version(CANDOR), r"^\d+\.\d+\.\d+")
        self.assertEqual(self.tool.name(), "candor")

    def test_command_line(self):
        options = {"language": "C", "data_model": "ILP32"}
        command = cmdline_for_run(self.tool, CANDOR, ["--depth", "9"], ["a.c"], None, "p.prp", options, self.limits)
        text = " ".join(command[1:])
        expected = "check --no-config --svcomp --property p.prp --data-model ILP32 --timeout 59 --memory-limit 3600 --depth 9 a.c"
        self.assertEqual(text, expected)
        command = cmdline_for_run(self.tool, CANDOR, [], ["a.c"], None, None, None, BaseTool2.ResourceLimits())
        self.assertEqual(command[1:], ["check", "--no-config", "--timeout", "none", "a.c"])

    def test_real_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            for (name, expected), program in FAULTS.items():
                source, prp = os.path.join(folder, "a.c"), os.path.join(folder, name + ".prp")
                for path, text in ((source, program), (prp, PROPERTIES[name])):
                    with open(path, "w") as file:
                        file.write(text)
                options = {"language": "C", "data_model": "LP64"}
                command = cmdline_for_run(self.tool, CANDOR, [], [source], None, prp, options, self.limits)
                run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
                answer = self.determine(command, run.returncode, run.stdout.splitlines())
                self.assertEqual(answer, expected, program + run.stdout)


if __name__ == "__main__":
    sys.exit(unittest.main())
