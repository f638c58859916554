"""forward.py LISTEN CONNECT: carries TCP connections from one address to another, both HOST:PORT.

Its sockets cross the line instead of those of client and server, and have the same options."""
import asyncio
import socket
import sys

TCP_THIN_LINEAR_TIMEOUTS = 16


def set_up(writer):
    writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, TCP_THIN_LINEAR_TIMEOUTS, 1)


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.write_eof()
    except (OSError, RuntimeError):
        writer.close()


async def main(listen, connect):
    (host, port), (to, to_port) = listen.rsplit(":", 1), connect.rsplit(":", 1)

    async def carry(reader, writer):
        try:
            other_reader, other_writer = await asyncio.open_connection(to, int(to_port))
        except OSError:
            writer.close()
            return
        for each in (writer, other_writer):
            set_up(each)
        await asyncio.gather(copy(reader, other_writer), copy(other_reader, writer))
        for each in (writer, other_writer):
            each.close()

    server = await asyncio.start_server(carry, host, int(port))
    print("ready", flush=True)
    async with server:
        await server.serve_forever()


asyncio.run(main(*sys.argv[1:]))
