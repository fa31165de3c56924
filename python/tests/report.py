"""Runs tests as `python -m unittest` does, and prints each with its outcome as a line of JSON.

    python -m tests.report tests            runs those directly in the folder
    python -m tests.report --list tests     only names them
"""

from __future__ import annotations

import json
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OUT = sys.stdout


def say(**fields: Any) -> None:
    print(json.dumps(fields), file=OUT, flush=True)


class Report(unittest.TestResult):
    def startTest(self, test: unittest.TestCase) -> None:
        self.failed = False
        super().startTest(test)

    def stopTest(self, test: unittest.TestCase) -> None:
        if not self.failed:
            say(test=test.id(), failure=None)
        super().stopTest(test)

    def fail(self, test: Any, error: Any) -> None:
        self.failed = True
        say(test=test.id(), failure=self._exc_info_to_string(error, test))  # type: ignore[attr-defined]

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        super().addError(test, err)
        self.fail(test, err)

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        super().addFailure(test, err)
        self.fail(test, err)

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.fail(test, err)

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        super().addSkip(test, reason)
        # A check that was not made is none that passed.
        self.failed = True
        say(test=test.id(), failure=f"Skipped: {reason}")


def find(folder: str) -> Iterator[unittest.TestCase]:
    loader = unittest.TestLoader()
    for path in sorted(Path(folder).glob("test_*.py")):
        yield from flatten(loader.loadTestsFromName(".".join(path.with_suffix("").parts)))


def flatten(suite: Any) -> Iterator[unittest.TestCase]:
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from flatten(each)
        else:
            yield each


def main(arguments: list[str]) -> None:
    tests = list(find(arguments[-1]))
    if "--list" in arguments:
        for test in tests:
            say(test=test.id())
    else:
        # What tests print does not belong into the report.
        sys.stdout = sys.stderr
        unittest.TestSuite(tests).run(Report())


if __name__ == "__main__":
    main(sys.argv[1:])
