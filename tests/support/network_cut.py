"""A wire between a process and its database that can be cut without either end being told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Wire:
    """Passes bytes on while it is whole."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self.whole = asyncio.Event()
        self.whole.set()
        self._ends: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_in, there_out = await asyncio.open_connection("127.0.0.1", self.target)
        self._ends += [writer, there_out]
        for source, sink in ((reader, there_out), (there_in, writer)):
            task = asyncio.create_task(self._pass_on(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self.whole.wait()
                sink.write(data)
                await sink.drain()
        except OSError:
            pass
        finally:
            sink.close()

    def cut(self) -> None:
        """Nothing gets through, and nobody hears of it."""
        self.whole.clear()

    def mend(self) -> None:
        """The old connections are lost, new ones can be made."""
        self.whole.set()
        for end in self._ends:
            end.transport.abort()
        self._ends = []

    async def close(self) -> None:
        self.mend()
        if self._tasks:
            await asyncio.wait(self._tasks)


@asynccontextmanager
async def wire(port: int) -> AsyncIterator[Wire]:
    """A wire to a port of this machine."""
    made = Wire(port)
    server = await asyncio.start_server(made.join, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
        await made.close()
        await server.wait_closed()
