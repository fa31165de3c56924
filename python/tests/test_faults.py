"""Both clients against a server that misbehaves."""

from __future__ import annotations

import asyncio
import gc
import pickle
import threading
import time
import unittest
import uuid
import warnings
from typing import Any

from footnote_client import AsyncClient, Client, FootnoteError

from .drivers import ID, AsyncDriver, BlockingDriver, Driver
from .server import (
    LAST,
    STREAM,
    Peer,
    Reply,
    Server,
    delta,
    event,
    hangs_up,
    refuses,
    replies,
    streams,
)

FOUND = replies(
    "200 OK", {"results": [], "count": 0, "powered_by": "Footnote", "powered_by_url": ""}
)
BUSY = refuses("503 Service Unavailable", "UNAVAILABLE", True)


class Clients:
    """What every test of both clients begins with."""

    driver: type[BlockingDriver] | type[AsyncDriver]

    def serve(self, *scripted: Reply, **settings: Any) -> Server:
        server = Server(*scripted, **settings)
        self.addCleanup(server.close)  # type: ignore[attr-defined]
        return server

    def connect(self, server: Server, **settings: Any) -> Driver:
        client = self.driver(server.url, **settings)
        self.addCleanup(client.close)  # type: ignore[attr-defined]
        return client

    def failure(self, client: Driver, name: str, *positional: Any, **named: Any) -> FootnoteError:
        try:
            client.call(name, *positional, **named)
        except FootnoteError as error:
            # Whatever failed, the sentence is for a reader, who has no use for a server's address.
            assert "127.0.0.1" not in str(error) and "://" not in str(error), str(error)
            return error
        raise AssertionError("Nothing failed")


class FaultTests(Clients):
    # Given by unittest.TestCase.
    assertEqual: Any
    assertTrue: Any
    assertIsNone: Any
    assertRaises: Any
    assertLess: Any

    def test_waits_as_long_as_the_service_asks_and_a_little_more(self) -> None:
        limited = refuses("429 Too Many Requests", "RATE_LIMITED", True, "Retry-After: 7")
        server = self.serve(limited, FOUND)
        client = self.connect(server)
        self.assertEqual(client.call("search", "keys")["count"], 0)
        self.assertEqual(len(server.requests), 2)
        (wait,) = client.waits
        self.assertTrue(7 <= wait <= 7.5, wait)

    def test_does_not_wait_for_longer_than_a_minute(self) -> None:
        limited = refuses("429 Too Many Requests", "RATE_LIMITED", True, "Retry-After: 3600")
        server = self.serve(limited, FOUND)
        error = self.failure(self.connect(server), "search", "keys")
        self.assertEqual((error.code, error.retry_after, error.status), ("RATE_LIMITED", 3600, 429))
        self.assertEqual(len(server.requests), 1)

    def test_waits_twice_as_long_each_time_and_gives_up_after_max_retries(self) -> None:
        server = self.serve(BUSY)
        client = self.connect(server, max_retries=3)
        self.assertEqual(self.failure(client, "search", "keys").code, "UNAVAILABLE")
        self.assertEqual(len(server.requests), 4)
        for retries, wait in enumerate(client.waits):
            self.assertTrue(0.25 * 2**retries <= wait <= 0.5 * 2**retries, client.waits)

    def test_max_retries_0_tries_once(self) -> None:
        server = self.serve(BUSY, FOUND)
        self.failure(self.connect(server, max_retries=0), "search", "keys")
        self.assertEqual(len(server.requests), 1)

    def test_a_refusal_says_what_was_wrong_and_is_not_tried_again(self) -> None:
        details = [{"path": "user.email", "message": "No email"}, "nonsense"]
        server = self.serve(refuses("400 Bad Request", "BAD_REQUEST", False, details=details))
        error = self.failure(self.connect(server), "search", "keys")
        self.assertEqual(
            (str(error), error.code, error.status, error.retryable, error.request_id),
            ("Refused: BAD_REQUEST", "BAD_REQUEST", 400, False, "r-1"),
        )
        self.assertEqual(list(error.details), [{"path": "user.email", "message": "No email"}])
        self.assertEqual(len(server.requests), 1)
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual(
            (str(copy), copy.code, copy.details), (str(error), error.code, error.details)
        )

    def test_a_page_of_a_proxy_is_not_understood(self) -> None:
        page = replies("502 Bad Gateway", "<h1>Bad gateway</h1>", "X-Request-Id: proxy-7")
        server = self.serve(page)
        client = self.connect(server)
        error = self.failure(client, "search", "keys")
        self.assertEqual(
            (error.code, error.status, error.retryable, error.request_id, error.address),
            ("UNEXPECTED_RESPONSE", 502, True, "proxy-7", server.url),
        )
        self.assertEqual(len(server.requests), 3)

    def test_a_page_with_status_200_is_not_understood(self) -> None:
        for name in ("search", "ask"):
            server = self.serve(replies("200 OK", "<h1>It works!</h1>"))
            error = self.failure(self.connect(server), name, "keys")
            self.assertEqual((error.code, error.retryable), ("UNEXPECTED_RESPONSE", False))
            self.assertEqual(len(server.requests), 1)

    def test_a_redirect_is_not_followed(self) -> None:
        elsewhere = self.serve(FOUND)
        moved = replies("302 Found", "", f"Location: {elsewhere.url}/")
        for name in ("search", "ask"):
            server = self.serve(moved)
            error = self.failure(self.connect(server), name, "keys")
            self.assertEqual(
                (error.code, error.status, error.retryable), ("UNEXPECTED_RESPONSE", 302, False)
            )
        self.assertEqual(elsewhere.requests, [])

    def test_what_was_lost_is_asked_for_again(self) -> None:
        short = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
        for fault in (
            hangs_up,
            lambda peer: peer.send("HTTP/1.1 2"),
            lambda peer: peer.send(short),
        ):
            server = self.serve(fault, FOUND)
            self.assertEqual(self.connect(server).call("search", "keys")["count"], 0)
            self.assertEqual(len(server.requests), 2)

    def test_a_form_that_was_lost_is_not_answered_twice(self) -> None:
        server = self.serve(hangs_up)
        error = self.failure(self.connect(server), "form_deflect", "Where are keys?")
        self.assertEqual((error.code, error.retryable), ("NETWORK", True))
        self.assertEqual(len(server.requests), 1)
        server = self.serve(BUSY, replies("200 OK", {"answered": True}))
        self.assertTrue(self.connect(server).call("form_deflect", "Where are keys?")["answered"])
        self.assertEqual(len(server.requests), 2)

    def test_a_service_that_is_not_there(self) -> None:
        server = self.serve(FOUND)
        client = self.connect(server)
        server.close()
        error = self.failure(client, "search", "keys")
        self.assertEqual((error.code, error.status, error.retryable), ("NETWORK", None, True))
        self.assertEqual(len(client.waits), 2)

    def test_a_timeout_is_not_tried_again(self) -> None:
        server = self.serve(Peer.await_end)
        error = self.failure(self.connect(server), "search", "keys", timeout=0.2)
        self.assertEqual((error.code, error.status, error.retryable), ("TIMEOUT", None, True))
        self.assertEqual(len(server.requests), 1)

    def test_bytes_that_keep_coming_do_not_put_the_end_off(self) -> None:
        def drips(peer: Peer) -> None:
            peer.send("HTTP/1.1 200 OK\r\n")
            while True:
                peer.send("X-Slow: yes\r\n")
                time.sleep(0.02)

        for name in ("search", "ask"):
            server = self.serve(drips)
            error = self.failure(self.connect(server), name, "keys", timeout=0.5)
            self.assertEqual(error.code, "TIMEOUT")

    def test_a_stream_may_be_silent_for_the_timeout_and_no_longer(self) -> None:
        def goes_silent(peer: Peer) -> None:
            peer.send(f"{STREAM}\r\n{delta('Once')}")
            peer.await_end()

        server = self.serve(goes_silent)
        frames, answer, error = self.connect(server, timeout=0.5).read("keys")
        self.assertEqual(([len(frames)], answer.text), ([1], "Once"))
        self.assertEqual(error.code if error else None, "TIMEOUT")
        self.assertEqual(len(server.requests), 1)

    def test_a_reader_who_takes_time_is_not_a_silent_service(self) -> None:
        server = self.serve(streams(delta("A"), delta("B"), event(LAST)))
        client = self.connect(server, timeout=5, reader_token=lambda: "t")
        frames, answer, error = client.read("keys")
        self.assertEqual((len(frames), answer.text, error), (3, "AB", None))

    def test_frames_are_the_same_wherever_the_network_cuts_the_stream(self) -> None:
        crlf = (delta("Ключ ") + delta("🔑")).replace("\n", "\r\n")
        wire = f": hello\r\n\r\n{crlf}: beat\n\n{event(LAST)}".encode()

        def cuts(at: int) -> Reply:
            def reply(peer: Peer) -> None:
                peer.send(f"{STREAM}Transfer-Encoding: chunked\r\n\r\n")
                for part in (wire[:at], wire[at:]):
                    if part:
                        peer.send(b"%x;note=1\r\n%s" % (len(part), part))
                        peer.send("\r\n")
                peer.send("0\r\nX-Trailer: 1\r\n\r\n")
                peer.is_kept = True

            return reply

        server = self.serve(*(cuts(at) for at in range(len(wire) + 1)))
        client = self.connect(server)
        for at in range(len(wire) + 1):
            frames, answer, error = client.read("keys")
            self.assertEqual((error, answer.text, len(frames)), (None, "Ключ 🔑", 3), f"cut at {at}")
            self.assertEqual(frames[2], LAST)
        # Each stream was read to its end, so that they could all use one connection.
        self.assertEqual(server.connections, 1)

    def test_a_question_is_asked_again_until_a_frame_has_come(self) -> None:
        half = streams(": beat\n\n" + delta("Half")[:12])
        server = self.serve(hangs_up, half, streams(delta("A"), event(LAST)))
        frames, answer, error = self.connect(server).read("keys")
        self.assertEqual((error, answer.text, len(server.requests)), (None, "A", 3))

    def test_a_question_is_never_asked_again_once_a_frame_has_come(self) -> None:
        server = self.serve(streams(delta("Once ")), streams(delta("Twice"), event(LAST)))
        frames, answer, error = self.connect(server).read("keys")
        self.assertEqual((len(frames), answer.text, answer.is_done), (1, "Once ", False))
        self.assertEqual((error.code, error.retryable) if error else None, ("NETWORK", True))
        self.assertEqual(len(server.requests), 1)

    def test_an_answer_that_fails_raises_what_its_last_frame_says(self) -> None:
        failed = {
            "error": "The answer took too long.",
            "error_code": "timeout",
            "code": "TIMEOUT",
            "retryable": True,
            "request_id": "r-9",
        }
        for events in ([delta("Half"), event(failed)], [event(failed)]):
            server = self.serve(streams(*events))
            _, answer, error = self.connect(server).read("keys")
            assert error is not None
            self.assertEqual(
                (str(error), error.code, error.status, error.retryable, error.request_id),
                ("The answer took too long.", "TIMEOUT", 200, True, "r-9"),
            )
            self.assertEqual(answer.text, "Half" if len(events) == 2 else "")
            self.assertEqual(len(server.requests), 1)

    def test_events_that_make_no_sense(self) -> None:
        for nonsense in ("data: {]\n\n", "data: 7\n\n", 'data: {"done": true}\n\n', "data: {}\n\n"):
            server = self.serve(streams(delta("Half"), nonsense))
            _, answer, error = self.connect(server).read("keys")
            self.assertEqual(
                (error.code if error else None, answer.text), ("UNEXPECTED_RESPONSE", "Half")
            )
            self.assertEqual(len(server.requests), 1)

    def test_replies_that_are_no_http(self) -> None:
        chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        for text in (
            "SSH-2.0-OpenSSH_9.2\r\n\r\n",
            "HTTP/2 200\r\n\r\n",
            f"{chunked}zz\r\n{{}}\r\n",
            f"{chunked}2\r\n{{}} too long\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2, 3\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\n" + "X-Long: " + "x" * 100_000 + "\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\n" + "X-Many: x\r\n" * 30_000 + "\r\n{}",
        ):
            server = self.serve(lambda peer, text=text: peer.send(text))  # type: ignore[misc]
            error = self.failure(self.connect(server, max_retries=0), "search", "keys")
            self.assertEqual((error.code, error.status), ("NETWORK", None), text[:60])

    def test_replies_without_an_end_are_given_up_before_their_time(self) -> None:
        def never_ends(piece: str) -> Reply:
            def reply(peer: Peer) -> None:
                while True:
                    peer.send(piece)

            return reply

        head = "HTTP/1.1 200 OK\r\n"
        for reply in (never_ends("x" * 65_536), never_ends(head + "X-Many: x\r\n" * 1_000)):
            client = self.connect(self.serve(reply), max_retries=0, timeout=20)
            self.assertEqual(self.failure(client, "search", "keys").code, "NETWORK")

    def test_what_comes_before_the_response_is_left_out(self) -> None:
        def reply(peer: Peer) -> None:
            peer.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            FOUND(peer)

        self.assertEqual(self.connect(self.serve(reply)).call("search", "keys")["count"], 0)

    def test_a_connection_is_used_again(self) -> None:
        server = self.serve(FOUND)
        client = self.connect(server)
        for _ in range(5):
            client.call("search", "keys")
        self.assertEqual((len(server.requests), server.connections), (5, 1))
        client.call("unrate", ID)
        self.assertEqual(server.connections, 1)

    def test_a_connection_that_ended_meanwhile_is_not_used(self) -> None:
        ended = threading.Event()

        def says_goodbye(peer: Peer) -> None:
            FOUND(peer)
            # Nobody asked for this. It must not be taken for the reply to the next request.
            peer.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
            peer.is_kept = False
            ended.set()

        server = self.serve(says_goodbye)
        client = self.connect(server, max_retries=0)
        for _ in range(3):
            ended.clear()
            self.assertEqual(client.call("search", "keys")["count"], 0)
            self.assertTrue(ended.wait(60))
            if isinstance(client, AsyncDriver):
                # The loop hears of it.
                client.run(asyncio.sleep(0.2))
            else:
                time.sleep(0.2)
        self.assertEqual(server.connections, 3)

    def test_a_connection_that_the_service_is_about_to_end_is_not_used(self) -> None:
        found = {"results": [], "count": 0}
        server = self.serve(replies("200 OK", found, "Keep-Alive: timeout=1"))
        client = self.connect(server)
        client.call("search", "keys")
        client.call("search", "keys")
        self.assertEqual(server.connections, 2)

    def test_leaving_an_answer_ends_its_connection(self) -> None:
        ended = threading.Event()

        def never_ends(peer: Peer) -> None:
            peer.send(f"{STREAM}\r\n{delta('Once')}")
            peer.await_end()
            ended.set()

        server = self.serve(never_ends)
        self.assertEqual(self.connect(server).read_one("keys"), {"delta": "Once", "done": False})
        self.assertTrue(ended.wait(60))

    def test_says_who_it_is_and_who_asks(self) -> None:
        tokens = iter(["first", "second", None])
        server = self.serve(BUSY, FOUND)
        pair = {"client_key": None, "client_id": "fnc_1", "client_secret": "fns_2"}
        client = self.connect(server, **pair, reader_token=lambda: next(tokens))
        client.call("search", "keys")
        client.call("search", "keys")
        sent = [each.headers for each in server.requests]
        self.assertEqual([each.get("x-reader-token") for each in sent], ["first", "second", None])
        self.assertEqual((sent[0]["x-client-id"], sent[0]["x-client-secret"]), ("fnc_1", "fns_2"))
        self.assertTrue(sent[0]["user-agent"].startswith("footnote-client-python/"))
        self.assertTrue("x-client-key" not in sent[0])

    def test_each_attempt_has_a_captcha_token_of_its_own(self) -> None:
        minted: list[str] = []

        def mint(action: str) -> str:
            minted.append(action)
            return f"token-{len(minted)}"

        server = self.serve(BUSY, FOUND)
        client = self.connect(server, captcha_token=mint)
        client.call("search", "keys")
        client.call("related", "keys")
        tokens = [each.headers.get("x-recaptcha-token") for each in server.requests]
        self.assertEqual((tokens, minted), (["token-1", "token-2", None], ["search", "search"]))

        def fails(action: str) -> str:
            raise RuntimeError("No network")

        error = self.failure(
            self.connect(server, captcha_token=fails, max_retries=0), "search", "keys"
        )
        self.assertEqual((error.code, error.retryable), ("CAPTCHA_FAILED", True))

    def test_a_captcha_token_that_was_given_is_sent_once(self) -> None:
        server = self.serve(BUSY, FOUND)
        error = self.failure(self.connect(server), "search", "keys", recaptcha_token="once")
        self.assertEqual(error.code, "UNAVAILABLE")
        self.assertEqual([each.headers["x-recaptcha-token"] for each in server.requests], ["once"])

    def test_a_message_to_a_person_has_one_id_however_often_it_is_sent(self) -> None:
        server = self.serve(hangs_up, replies("202 Accepted", {"id": "i"}))
        client = self.connect(server)
        said = ("Ada", "ada@example.com", "Call me")
        self.assertEqual(client.call("contact", *said, agreed=True, message_id=ID), {"id": "i"})
        first, again = [each.body for each in server.requests]
        self.assertEqual(first, again)
        self.assertTrue(uuid.UUID(first["id"]).version == 7, first["id"])
        self.assertEqual((first["agreed"], first["message_id"]), (True, ID))
        client.call("contact", *said, agreed=True, id="mine")
        client.call("contact", *said, agreed=True)
        ids = [each.body["id"] for each in server.requests[1:]]
        self.assertEqual((len(set(ids)), ids[1]), (3, "mine"))

    def test_sends_what_was_said_and_leaves_out_none(self) -> None:
        server = self.serve(FOUND)
        client = self.connect(server)
        client.call("search", "Schlüssel", filter={}, group_ids=[], widget_id=None, limit=3)
        (request,) = server.requests
        self.assertEqual(
            (request.method, request.target, request.body),
            (
                "POST",
                f"/api/v1/public/knowledge-bases/{ID}/search",
                {"query": "Schlüssel", "filter": {}, "group_ids": [], "limit": 3},
            ),
        )

    def test_a_name_that_is_misspelt_is_refused(self) -> None:
        client = self.connect(self.serve(FOUND))
        for name, option in (
            ("search", "limits"),
            ("ask", "limit"),
            ("related", "recaptcha_token"),
        ):
            with self.assertRaises(TypeError):
                client.call(name, "keys", **{option: 1})

    def test_a_header_cannot_be_smuggled_in(self) -> None:
        server = self.serve(FOUND)
        for key in ("k\r\nX-Client-Id: other", "k\n", "k\0", "ключ"):
            with self.assertRaises(ValueError):
                self.connect(server, client_key=key).call("search", "keys")
        self.assertEqual(server.requests, [])

    def test_ids_do_not_name_other_resources(self) -> None:
        server = self.serve(FOUND)
        client = self.connect(server)
        for bad in ("", ".", ".."):
            with self.assertRaises(ValueError):
                client.call("unrate", bad)
        client.call("unrate", "../a?b#c")
        self.assertEqual(server.requests[0].target, "/api/v1/public/feedback/..%2Fa%3Fb%23c")

    def test_starter_questions_are_filtered_in_the_query(self) -> None:
        server = self.serve(replies("200 OK", {"questions": ["Why?"]}))
        found = self.connect(server).call("suggested_questions", filter={"version": ["1", "2 b"]})
        self.assertEqual(found, ["Why?"])
        self.assertTrue(
            server.requests[0].target.endswith("?filter=version%3A1&filter=version%3A2+b")
        )

    def test_a_thread_continues_with_the_id_of_the_last_answer(self) -> None:
        server = self.serve(
            streams(event({**LAST, "thread_id": "t-1"})),
            streams(event({**LAST, "thread_id": "t-2"})),
        )
        answers = self.connect(server).ask_twice("First?", "Second?")
        self.assertEqual([each.thread_id for each in answers], ["t-1", "t-2"])
        self.assertEqual(
            [each.body for each in server.requests],
            [{"query": "First?"}, {"query": "Second?", "thread_id": "t-1"}],
        )

    def test_the_settings_are_checked_at_once(self) -> None:
        bad: list[dict[str, Any]] = [{}, {"client_key": "k", "client_id": "i"}, {"client_id": "i"}]
        for settings in bad:
            with self.assertRaises(TypeError):
                self.driver("http://localhost", **{"client_key": None, **settings})
        for url in (
            "",
            "localhost:8080",
            "ftp://localhost",
            "http://",
            "http://a@b",
            "http://a/?b",
        ):
            with self.assertRaises(ValueError):
                self.driver(url)


class BlockingFaultTests(FaultTests, unittest.TestCase):
    driver = BlockingDriver

    def test_an_answer_is_closed_from_another_thread(self) -> None:
        begun = threading.Event()

        def never_ends(peer: Peer) -> None:
            peer.send(f"{STREAM}\r\n{delta('Once')}")
            peer.await_end()

        server = self.serve(never_ends)
        with Client(server.url, ID, client_key="k", timeout=600) as client:
            stream = client.stream("keys")
            failures: list[BaseException] = []

            def read() -> None:
                try:
                    for _ in stream:
                        begun.set()
                except BaseException as error:
                    failures.append(error)

            reader = threading.Thread(target=read, daemon=True)
            reader.start()
            self.assertTrue(begun.wait(60))
            stream.close()
            # Half of the time after which the server gives up.
            reader.join(30)
            self.assertFalse(reader.is_alive())
            self.assertEqual(stream.answer.text, "Once")

    def test_threads_share_a_client(self) -> None:
        server = self.serve(FOUND)
        with Client(server.url, ID, client_key="k") as client:
            counts: list[int] = []

            def search() -> None:
                for _ in range(20):
                    counts.append(client.search("keys")["count"])

            threads = [threading.Thread(target=search) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
        self.assertEqual(counts, [0] * 160)

    def test_a_blocking_client_takes_no_coroutine_for_a_token(self) -> None:
        async def token() -> str:
            await asyncio.sleep(0)
            return "t"

        with Client("http://127.0.0.1:9", ID, client_key="k", reader_token=token) as client:  # type: ignore[arg-type]
            with self.assertRaises(TypeError):
                client.search("keys")


class AsyncFaultTests(FaultTests, unittest.TestCase):
    driver = AsyncDriver

    def test_a_task_that_is_cancelled_ends_its_connection(self) -> None:
        ended = threading.Event()

        def never_ends(peer: Peer) -> None:
            peer.send(f"{STREAM}\r\n{delta('Once')}")
            peer.await_end()
            ended.set()

        server = self.serve(never_ends)

        async def cancel() -> None:
            async with AsyncClient(server.url, ID, client_key="k") as client:
                arrived = asyncio.Event()

                async def read() -> None:
                    async for _ in client.stream("keys"):
                        arrived.set()

                task = asyncio.create_task(read())
                await arrived.wait()
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                self.assertTrue(await asyncio.to_thread(ended.wait, 60))

        asyncio.run(cancel())

    def test_many_questions_at_a_time(self) -> None:
        everybody = threading.Barrier(100, timeout=60)

        def waits_for_all(peer: Peer) -> None:
            everybody.wait()
            streams(delta("A"), event(LAST))(peer)

        server = self.serve(waits_for_all)

        async def ask() -> list[str]:
            async with AsyncClient(server.url, ID, client_key="k", timeout=60) as client:
                answers = await asyncio.gather(*(client.ask("keys") for _ in range(100)))
                return [answer.text for answer in answers]

        self.assertEqual(asyncio.run(ask()), ["A"] * 100)

    def test_a_client_is_used_on_one_event_loop_after_another(self) -> None:
        server = self.serve(FOUND)
        client = AsyncClient(server.url, ID, client_key="k")
        with warnings.catch_warnings():
            # The loop that ended did not close what was kept.
            warnings.simplefilter("ignore", ResourceWarning)
            for _ in range(3):
                self.assertEqual(asyncio.run(client.search("keys"))["count"], 0)
            gc.collect()
        self.assertEqual(server.connections, 3)

    def test_tokens_may_be_awaited(self) -> None:
        async def token() -> str:
            await asyncio.sleep(0)
            return "signed"

        server = self.serve(FOUND)
        self.connect(server, reader_token=token).call("search", "keys")
        self.assertEqual(server.requests[0].headers["x-reader-token"], "signed")
