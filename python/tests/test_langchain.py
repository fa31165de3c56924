"""The retriever, on a stand-in for langchain-core: the real one is not to be had where this runs."""

from __future__ import annotations

import asyncio
import importlib
import sys
import types
import unittest
from typing import Any
from unittest import mock

from footnote_client import AsyncClient, Client

from .drivers import ID
from .server import Server, replies

RESULT = {
    "chunk": {
        "id": "c-1",
        "document_id": "d-1",
        "content": "Create a second key.",
        "heading_path": ["Keys", "Rotate"],
        "chunk_index": 0,
        "anchor": "rotate",
    },
    "document": {
        "id": "d-1",
        "url": "https://docs.example.com/keys",
        "title": "Keys",
        "labels": {"version": ["2"]},
    },
    "rrf_score": 1,
    "vector_score": 0.75,
    "text_score": 0.5,
    "rerank_score": 0,
}


class Document:
    def __init__(
        self, page_content: str, *, id: str | None = None, metadata: dict[str, Any]
    ) -> None:
        self.page_content, self.id, self.metadata = page_content, id, metadata


class BaseRetriever:
    """What the real one does with its fields and these two methods: retrievers.py of langchain-core 0.3."""

    def __init__(self, **fields: Any) -> None:
        for name in fields:
            if name not in type(self).__annotations__:
                raise TypeError(name)
        self.__dict__.update(fields)

    def invoke(self, input: str) -> Any:
        return self._get_relevant_documents(input, run_manager=None)

    async def ainvoke(self, input: str) -> Any:
        return await self._aget_relevant_documents(input, run_manager=None)

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> Any:
        raise NotImplementedError

    async def _aget_relevant_documents(self, query: str, *, run_manager: Any) -> Any:
        return await asyncio.to_thread(self._get_relevant_documents, query, run_manager=run_manager)


def stand_in() -> dict[str, Any]:
    documents, retrievers = types.ModuleType("documents"), types.ModuleType("retrievers")
    setattr(documents, "Document", Document)
    setattr(retrievers, "BaseRetriever", BaseRetriever)
    return {
        "langchain_core": types.ModuleType("langchain_core"),
        "langchain_core.documents": documents,
        "langchain_core.retrievers": retrievers,
    }


class RetrieverTests(unittest.TestCase):
    def setUp(self) -> None:
        patched = mock.patch.dict(sys.modules, stand_in())
        patched.start()
        self.addCleanup(patched.stop)
        sys.modules.pop("footnote_client.langchain", None)
        self.retriever = importlib.import_module("footnote_client.langchain").FootnoteRetriever
        self.server = Server(replies("200 OK", {"results": [RESULT], "count": 1}))
        self.addCleanup(self.server.close)
        self.client = Client(self.server.url, ID, client_key="k")
        self.addCleanup(self.client.close)

    def check(self, documents: list[Document]) -> None:
        (document,) = documents
        self.assertEqual(document.page_content, "Create a second key.")
        self.assertEqual(document.id, "c-1")
        self.assertEqual(
            document.metadata,
            {
                "source": "https://docs.example.com/keys#rotate",
                "title": "Keys",
                "heading_path": ["Keys", "Rotate"],
                "document_id": "d-1",
                "labels": {"version": ["2"]},
                "score": 0.75,
            },
        )

    def test_passages_are_documents(self) -> None:
        options = {"filter": {"version": "2"}}
        retriever = self.retriever(client=self.client, k=3, search_options=options)
        self.check(retriever.invoke("keys"))
        self.assertEqual(
            self.server.requests[0].body, {"query": "keys", "limit": 3, "filter": {"version": "2"}}
        )

    def test_ainvoke_uses_the_async_client(self) -> None:
        async def search() -> list[Document]:
            async with AsyncClient(self.server.url, ID, client_id="i", client_secret="s") as client:
                retriever = self.retriever(client=self.client, async_client=client)
                found: list[Document] = await retriever.ainvoke("keys")
                return found

        self.check(asyncio.run(search()))
        self.assertEqual(self.server.requests[0].headers["x-client-id"], "i")

    def test_ainvoke_without_one_runs_in_a_thread(self) -> None:
        self.check(asyncio.run(self.retriever(client=self.client).ainvoke("keys")))


class ImportTests(unittest.TestCase):
    def test_without_langchain_the_rest_works_and_the_error_says_what_is_missing(self) -> None:
        missing = {name: None for name in stand_in()}
        with mock.patch.dict(sys.modules, missing):
            sys.modules.pop("footnote_client.langchain", None)
            with self.assertRaisesRegex(ImportError, r"pip install 'footnote-client\[langchain\]'"):
                importlib.import_module("footnote_client.langchain")
            importlib.reload(importlib.import_module("footnote_client"))
