"""A retriever for LangChain. Needs `langchain-core`, which `footnote-client[langchain]` brings along."""

from __future__ import annotations

from typing import Any, Optional

try:
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ImportError as error:
    raise ImportError(
        "footnote_client.langchain needs langchain-core: pip install 'footnote-client[langchain]'"
    ) from error

from .async_client import AsyncClient
from .client import Client
from .wire import SearchResponse


class FootnoteRetriever(BaseRetriever):  # type: ignore[misc]
    """Finds passages of a knowledge base. `invoke` needs `client`, `ainvoke` uses `async_client`.

    A document is a passage; its metadata have `source` (the address of the section), `title`,
    `heading_path`, `document_id`, `labels` and the score by which passages of several searches compare.
    """

    client: Client
    async_client: Optional[AsyncClient] = None
    """Without it `ainvoke` runs `invoke` in a thread."""
    k: int = 10
    """How many passages."""
    search_options: dict[str, Any] = {}
    """More options of `Client.search`, such as `filter` or `group_ids`."""

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        return _to_documents(self.client.search(query, limit=self.k, **self.search_options))

    async def _aget_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        if self.async_client is None:
            documents: list[Document] = await super()._aget_relevant_documents(
                query, run_manager=run_manager
            )
            return documents
        return _to_documents(
            await self.async_client.search(query, limit=self.k, **self.search_options)
        )


def _to_documents(found: SearchResponse) -> list[Document]:
    return [
        Document(
            page_content=result["chunk"]["content"],
            id=result["chunk"]["id"],
            metadata={
                "source": _section_address(result["document"]["url"], result["chunk"]["anchor"]),
                "title": result["document"]["title"],
                "heading_path": result["chunk"]["heading_path"],
                "document_id": result["document"]["id"],
                "labels": result["document"]["labels"],
                "score": result["vector_score"],
            },
        )
        for result in found["results"]
    ]


def _section_address(url: str, anchor: str | None) -> str:
    return url if anchor is None or "#" in url else f"{url}#{anchor}"
