"""Both clients against a running service, which test/acceptance/python-client.test.ts starts."""

from __future__ import annotations

import asyncio
import os
import unittest
from typing import Any

from footnote_client import Answer, AsyncClient, Client, FootnoteError

QUESTION = "How do I rotate a key?"


def setting(name: str) -> str:
    return os.environ[f"FOOTNOTE_TEST_{name}"]


def credential(pair: bool) -> dict[str, Any]:
    if pair:
        return {"client_id": setting("CLIENT_ID"), "client_secret": setting("CLIENT_SECRET")}
    return {"client_key": setting("CLIENT_KEY")}


class ServiceTests:
    # Given by unittest.TestCase.
    assertEqual: Any
    assertTrue: Any
    assertFalse: Any
    assertIn: Any
    assertGreater: Any
    assertIsNone: Any

    def run_on(self, pair: bool, name: str, *positional: Any, **named: Any) -> Any:
        """One call of a client with a public key, or a secret pair."""
        raise NotImplementedError

    def read(self, query: str, **options: Any) -> tuple[list[str], Answer]:
        """The kinds of the frames that come, and what they make."""
        raise NotImplementedError

    def call(self, name: str, *positional: Any, **named: Any) -> Any:
        return self.run_on(False, name, *positional, **named)

    def failure(self, name: str, *positional: Any, **named: Any) -> FootnoteError:
        try:
            self.call(name, *positional, **named)
        except FootnoteError as error:
            return error
        raise AssertionError("Nothing failed")

    def test_an_answer_is_streamed_with_its_sources(self) -> None:
        kinds, answer = self.read(QUESTION)
        self.assertEqual(kinds[0], "citations")
        self.assertEqual(kinds[-1], "last")
        self.assertGreater(kinds.count("delta"), 2)
        self.assertEqual(answer.text, "Create a second key under Settings [1].")
        self.assertEqual([each["title"] for each in answer.citations], ["Keys"])
        self.assertEqual((answer.is_done, answer.covered, answer.quoted), (True, True, None))

    def test_a_whole_answer_is_rated_and_the_rating_withdrawn(self) -> None:
        answer = self.call(
            "ask", QUESTION, user={"id": "ada"}, page_url="https://docs.example.com/a"
        )
        self.assertTrue(answer.is_done)
        record = self.call("rate", answer.message_id, "down", reason="incomplete", comment="Short")
        self.assertEqual(
            [record[name] for name in ("message_id", "vote", "reason", "comment", "source")],
            [answer.message_id, "down", "incomplete", "Short", "api"],
        )
        self.assertEqual(self.call("rate", answer.message_id, "up")["vote"], "up")
        self.assertIsNone(self.call("unrate", answer.message_id))

    def test_a_thread_is_continued(self) -> None:
        first = self.call("ask", QUESTION)
        self.assertTrue(first.thread_id)
        second = self.call("ask", "And how do I reset it?", thread_id=first.thread_id)
        self.assertEqual(second.thread_id, first.thread_id)

    def test_a_question_that_the_documents_do_not_cover(self) -> None:
        answer = self.call("ask", "Wie backe ich Zimtsterne?", filter={"version": "7"})
        self.assertEqual((answer.covered, list(answer.citations)), (False, []))
        self.assertEqual(answer.filter, {"version": ["7"]})

    def test_passages_are_found_and_limited(self) -> None:
        found = self.call("search", "rotate a key")
        self.assertEqual(found["results"][0]["document"]["title"], "Keys")
        self.assertEqual(found["results"][0]["document"]["labels"], {"version": ["2"]})
        self.assertEqual(self.call("search", "key", limit=1)["count"], 1)
        only = self.call("search", "key", filter={"version": "2"})
        self.assertEqual({each["document"]["title"] for each in only["results"]}, {"Keys"})
        self.assertEqual(only["filter"], {"version": ["2"]})
        self.assertEqual(self.call("search", "key", filter={"version": "7"})["count"], 0)

    def test_related_pages(self) -> None:
        articles = self.call("related", "rotate a key")["articles"]
        self.assertEqual(articles[0]["url"], "https://docs.example.com/keys")

    def test_starter_questions(self) -> None:
        self.assertEqual(self.call("suggested_questions"), ["How do I rotate a key?"])

    def test_a_form_is_answered_and_its_outcome_reported(self) -> None:
        answer = self.call("form_deflect", QUESTION, subject="Keys")
        self.assertTrue(answer["answered"])
        self.assertIn("Create a second key", answer["answer"])
        self.assertIsNone(self.call("form_outcome", answer["message_id"], "deflected"))

    def test_the_widget_configuration(self) -> None:
        config = self.call("widget_config")
        self.assertEqual(
            (config["knowledge_base_name"], config["captcha_required"]), ("Docs", False)
        )

    def test_a_secret_pair(self) -> None:
        self.assertEqual(self.run_on(True, "search", "key", limit=1)["count"], 1)

    def test_a_signed_reader(self) -> None:
        token = setting("READER_TOKEN")
        self.assertTrue(self.call("ask", QUESTION, reader_token=token).is_done)
        error = self.failure("ask", QUESTION, reader_token=f"{token}x")
        self.assertEqual((error.code, error.status), ("READER_TOKEN_INVALID", 401))

    def test_refusals(self) -> None:
        error = self.failure("ask", " ")
        self.assertEqual((error.code, error.status, error.retryable), ("BAD_REQUEST", 400, False))
        self.assertEqual([detail["path"] for detail in error.details], ["query"])
        self.assertTrue(error.request_id)
        self.assertEqual(self.failure("search", "a", group_ids=[]).code, "BAD_REQUEST")
        self.assertEqual(self.failure("search", "a", client_key="fnp_1").code, "UNAUTHORIZED")
        unknown = "01941f29-7c00-7000-8000-000000000001"
        self.assertEqual(self.failure("rate", unknown, "up").code, "NOT_FOUND")

    def test_an_answer_that_fails_while_it_is_written(self) -> None:
        # The model that the test started breaks off where it reads this.
        error = self.failure("ask", "How do I rotate a key until it breaks off?")
        self.assertEqual((error.status, error.retryable), (200, True))
        self.assertIn(error.code, ("UNAVAILABLE", "INTERNAL", "TRUNCATED"))


def split(named: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Settings of the client, and options of the call."""
    settings = {name: named.pop(name) for name in ("reader_token", "client_key") if name in named}
    return settings, named


def kind_of(frame: Any) -> str:
    if "delta" in frame:
        return "delta"
    return "last" if frame["done"] else "citations"


class BlockingServiceTests(ServiceTests, unittest.TestCase):
    def run_on(self, pair: bool, name: str, *positional: Any, **named: Any) -> Any:
        settings, options = split(named)
        given = {**credential(pair), **settings}
        with Client(setting("URL"), setting("KNOWLEDGE_BASE"), **given) as client:
            return getattr(client, name)(*positional, **options)

    def read(self, query: str, **options: Any) -> tuple[list[str], Answer]:
        with Client(setting("URL"), setting("KNOWLEDGE_BASE"), **credential(False)) as client:
            with client.stream(query, **options) as stream:
                return [kind_of(frame) for frame in stream], stream.answer


class AsyncServiceTests(ServiceTests, unittest.TestCase):
    def run_on(self, pair: bool, name: str, *positional: Any, **named: Any) -> Any:
        settings, options = split(named)
        given = {**credential(pair), **settings}

        async def run() -> Any:
            async with AsyncClient(setting("URL"), setting("KNOWLEDGE_BASE"), **given) as client:
                return await getattr(client, name)(*positional, **options)

        return asyncio.run(run())

    def read(self, query: str, **options: Any) -> tuple[list[str], Answer]:
        async def read() -> tuple[list[str], Answer]:
            given = credential(False)
            async with AsyncClient(setting("URL"), setting("KNOWLEDGE_BASE"), **given) as client:
                async with client.stream(query, **options) as stream:
                    return [kind_of(frame) async for frame in stream], stream.answer

        return asyncio.run(read())
