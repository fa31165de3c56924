"""Server-sent events, of which the service uses the data alone."""

from __future__ import annotations

import codecs


class EventReader:
    """Takes the bytes of a stream as they arrive, and gives the data of each event that is complete."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._open = ""

    def feed(self, piece: bytes) -> list[str]:
        # A carriage return may be half of a line's end: what follows it decides.
        text = (self._open + self._decode(piece)).replace("\r\n", "\n")
        *events, self._open = text.split("\n\n")
        found = (_find_data(event) for event in events)
        return [data for data in found if data is not None]


def _find_data(event: str) -> str | None:
    lines = [line[5:].removeprefix(" ") for line in event.split("\n") if line.startswith("data:")]
    return "\n".join(lines) if lines else None
