#!/usr/bin/env python3
"""Memory of ecall-server under a steady load of everything it does: a table for each minute, and the slope at the end.

    Scripts/build --configuration release --product ecall-server && .build/web-venv/bin/python Benchmarks/soak.py [--minutes 25] [--limit 0.2]
    ECALL_BINARIES=.build/debug .build/web-venv/bin/python Benchmarks/soak.py --only calls --only signals

The load is the same in every minute, so whatever still grows in the last third is a leak, or a cache that is not full yet.
Starts a server, Janus and coturn of its own on loopback. Exits with 1 if memory grows by more than --limit MB a minute in the
last third, or if more than one round in twenty fails. `rss` includes pages of the program's file, which the kernel loads on
first use and may drop; `anonymous` is heap and stacks.
"""
import argparse
import asyncio
import collections
import contextlib
import http.client
import itertools
import json
import os
import random
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import websockets

ROOT = Path(__file__).resolve().parent.parent
# Removed: the server refuses to start with an unknown variable that has this prefix.
BINARIES = Path(os.environ.pop("ECALL_BINARIES", None) or subprocess.run(
    [ROOT / "Scripts/build-folder", "release"], capture_output=True, text=True, check=True).stdout.strip())
sys.path[:0] = [str(ROOT / "Tests/WebTests")]

from bench.process import Process  # noqa: E402

#: P-256 in the app's format. The server never uses it, and devices may share one.
PUBLIC_KEY = "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q=="
#: As long as one that clients create (wire-protocol 5.2).
WRAPPED_KEY = f"{'A' * 88}:{'A' * 80}"
INTERVAL = 5  # Seconds between two samples.
#: Rates that a few dozen people on one address would exceed within minutes.
LIMITS = {
    "codesPerIdentifier": "10000/600", "codesPerIdentifierDaily": "100000/86400", "searchesPerUser": "10000/3600",
    "friendRequestsById": "100000/86400", "shareTokens": "10000/3600", "exportsPerUser": "10000/3600",
    "reportsPerUser": "10000/86400"}


class Refused(Exception):
    """An answer that the load does not expect."""


class Server:
    """A server with empty data, which ends with the `with` block."""

    def __init__(self, directory):
        self.data = Path(directory) / "data"
        settings = [f"limits.{name}={rate}" for name, rate in LIMITS.items()]
        self.process = Process("ecall-server", [
            BINARIES / "ecall-server", "serve", "--dev", "--port", 0, "--data", self.data, "--media-address", "127.0.0.1",
            *(word for setting in settings for word in ("--set", setting))])
        self.pid = self.process.child.pid

    def __enter__(self):
        try:
            self.port = int(self.process.wait_line(r"listening on http://127\.0\.0\.1:(\d+)", 60)[1])
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.stop(signal.SIGTERM)
        # Janus and coturn outlive a server that has crashed.
        for path in (self.data / "run").glob("*.pid"):
            with contextlib.suppress(OSError, ValueError):
                program = int(path.read_text().split()[0])
                if os.getsid(program) == self.pid:
                    os.kill(program, signal.SIGTERM)

    def take_code(self, to):
        """Returns the code that was sent to an address; empties the outbox, which otherwise grows with the number of sign-ins."""
        for path in sorted((self.data / "outbox").glob("*.json"), reverse=True):
            message = json.loads(path.read_text())
            if message.get("to") == to:
                path.unlink()
                return message["code"]
            if message.get("channel") == "push":
                path.unlink()
        raise Refused(f"no code was sent to {to}")


class Device:
    """A signed-in device. One request at a time, over a connection that is reused."""

    def __init__(self, server, name):
        self.server, self.name, self.email = server, name, f"{name}@example.org"
        self.tokens, self.connection, self.busy = {}, None, asyncio.Lock()
        self.socket, self.reader, self.inbox = None, None, asyncio.Queue(100)

    async def ask(self, method, path, body=None, allows=()):
        """The answer; a status in `allows` is an answer, too."""
        async with self.busy:
            return await asyncio.to_thread(self._ask, method, path, body, allows)

    def _ask(self, method, path, body, allows):
        headers = {"Content-Type": "application/json"} if method != "GET" else {}
        if self.tokens:
            headers["Authorization"] = f"Bearer {self.tokens['accessToken']}"
        for is_last in (False, True):
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
            try:
                self.connection.request(method, f"/app/api/{path}", None if body is None else json.dumps(body), headers)
                answer = self.connection.getresponse()
                text = answer.read()
                break
            except (OSError, http.client.HTTPException):
                # The server closes idle connections.
                self.disconnect()
                if is_last:
                    raise
        if answer.status != 200 and answer.status not in allows:
            raise Refused(f"{method} {path}: {answer.status} {text[:200]}")
        return json.loads(text)

    def disconnect(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    async def sign_in(self):
        await self.ask("POST", "login", {"email": self.email, "displayName": self.name})
        code = await asyncio.to_thread(self.server.take_code, self.email)
        self.tokens = await self.ask("POST", "verify-login", {
            "email": self.email, "code": code, "deviceName": "soak", "publicKey": PUBLIC_KEY})
        self.user, self.device = self.tokens["userId"], self.tokens["deviceId"]

    async def refresh(self):
        self.tokens |= await self.ask("POST", "refresh-token", {"refreshToken": self.tokens["refreshToken"]})

    # Signalling (wire-protocol 3)

    async def listen(self):
        passcode = (await self.ask("GET", "credentials"))["rabbitmqToken"]
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{self.server.port}/ws/", subprotocols=["v12.stomp"], compression=None, ping_interval=None)
        await self._send(
            "CONNECT", "accept-version:1.2", "host:ecall", f"login:device-{self.device}", f"passcode:{passcode}",
            "heart-beat:10000,10000", "ecall-signals:2", "ecall-e2ee:2")
        if not (await asyncio.wait_for(self.socket.recv(), 10)).startswith("CONNECTED"):
            raise Refused("CONNECT was refused")
        await self._send("SUBSCRIBE", "id:sub", f"destination:/exchange/ecall.signal.out/{self.device}", "ack:auto")
        self.reader = asyncio.create_task(self._read(self.socket))

    async def _read(self, socket):
        beat = asyncio.create_task(self._beat(socket))
        with contextlib.suppress(websockets.ConnectionClosed):
            async for frame in socket:
                if frame.startswith("MESSAGE"):
                    if self.inbox.full():
                        self.inbox.get_nowait()
                    self.inbox.put_nowait(json.loads(frame.partition("\n\n")[2].rstrip("\0\n")))
        beat.cancel()

    @staticmethod
    async def _beat(socket):
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await asyncio.sleep(8)
                await socket.send("\n")

    async def _send(self, command, *headers, body=""):
        await self.socket.send("\n".join([command, *headers, "", body + "\0"]))

    async def signal(self, **members):
        await self._send("SEND", "destination:/exchange/ecall.signal.in", "content-type:application/json",
                         body=json.dumps(members, separators=(",", ":")))

    async def hears(self, kind, seconds=20):
        """The next signal of a type; drops those before it."""
        async with asyncio.timeout(seconds):
            while (signalled := await self.inbox.get())["type"] != kind:
                pass
        return signalled

    async def drop(self, politely):
        """Ends the session: with a close frame, or as if the network was gone."""
        if politely:
            await self.socket.close()
        else:
            self.socket.transport.abort()
        await self.reader

    # Janus (wire-protocol 6)

    @contextlib.asynccontextmanager
    async def janus(self):
        async with websockets.connect(
                f"ws://127.0.0.1:{self.server.port}/janus", subprotocols=["janus-protocol"], compression=None,
                additional_headers={"Authorization": f"Bearer {self.tokens['accessToken']}"}) as socket:
            turn = asyncio.Lock()

            async def ask(janus, until="success", **members):
                transaction = secrets.token_hex(8)
                async with turn, asyncio.timeout(20):
                    await socket.send(json.dumps({"janus": janus, "transaction": transaction, **members}))
                    while True:
                        answer = json.loads(await socket.recv())
                        if answer.get("transaction") == transaction and answer["janus"] in (until, "error"):
                            break
                if answer["janus"] == "error":
                    raise Refused(f"Janus {janus}: {answer['error']}")
                return answer

            session = (await ask("create"))["data"]["id"]
            handle = (await ask("attach", session_id=session, plugin="janus.plugin.videoroom"))["data"]["id"]

            async def message(until="success", **body):
                answer = await ask("message", until, session_id=session, handle_id=handle, body=body)
                return answer["plugindata"]["data"]

            async def keep():
                while True:
                    await asyncio.sleep(25)
                    await ask("keepalive", "ack", session_id=session)
            keeping = asyncio.create_task(keep())
            try:
                yield message
                await ask("destroy", session_id=session)
            finally:
                keeping.cancel()


class Load:
    """Kinds of load. Each method is one round; `PERIODS` has the seconds from one round to the next."""

    PERIODS = {"sign_ins": 4, "tokens": 1, "lists": 0.5, "searches": 3, "friends": 4, "links": 4, "calls": 3, "signals": 1,
               "sockets": 1.5, "public": 2}

    def __init__(self, server, people, pace):
        self.server, self.people = server, [Device(server, f"soak{number}") for number in range(people)]
        self.periods = {kind: seconds / pace for kind, seconds in self.PERIODS.items()}
        self.done, self.failures = collections.Counter(), []
        # The callers are in groups of three who are each other's contacts; two groups are in a long call.
        threes = [tuple(self.people[first:first + 3]) for first in range(0, people - 2, 3)]
        self.talking, self.idle_threes = threes[:2], collections.deque(threes[2:])
        self.free = [person for three in threes[2:] for person in three]
        self.long_calls, self.talk = [], asyncio.Lock()

    async def begin(self):
        for person in self.people:
            await person.sign_in()
            await person.listen()
        for three in [*self.talking, *self.idle_threes]:
            for one, other in itertools.combinations(three, 2):
                await one.ask("POST", "friend-request", {"targetUserId": other.user})
                await other.ask("POST", "friend-request/accept", {"targetUserId": one.user})

    async def run(self, kinds):
        """Until cancelled."""
        async with contextlib.AsyncExitStack() as stack:
            if {"signals", "sockets"} & set(kinds):
                for three in self.talking:
                    self.long_calls.append((await stack.enter_async_context(self.call(three)), three))
            async with asyncio.TaskGroup() as group:
                for kind in kinds:
                    group.create_task(self._repeat(kind))

    async def _repeat(self, kind):
        rounds = getattr(self, kind)
        while True:
            begun = time.monotonic()
            try:
                await rounds()
                self.done[kind] += 1
            except (Refused, TimeoutError, OSError, websockets.WebSocketException) as error:
                self.failures.append(f"{kind}: {type(error).__name__} {error}")
            await asyncio.sleep(max(0.05, self.periods[kind] - (time.monotonic() - begun)))

    # Accounts

    async def sign_ins(self):
        """Another device of a user, which is signed out again in one of the three ways."""
        person = random.choice(self.free)
        device = Device(self.server, person.name)
        try:
            await device.sign_in()
            await device.listen()
            way = random.randrange(3)
            if way == 0:
                await device.ask("POST", "logout")
            elif way == 1:
                await person.ask("DELETE", f"devices/{device.device}")
            else:
                await person.ask("POST", "terminate-others")
            await asyncio.wait_for(device.reader, 10)
        finally:
            device.disconnect()
            if device.socket:
                await device.socket.close()

    async def tokens(self):
        person = random.choice(self.people)
        await person.refresh()
        await person.ask("GET", "credentials")
        await person.ask("POST", "register_device", {"videoCodecs": ["vp8", "h264"]})

    async def lists(self):
        person = random.choice(self.people)
        await person.ask("GET", random.choice((
            "user", "devices", "contacts", "contacts/blocked", "friend-request-sent", "friend-request-received",
            "calls?page=0&size=20", "calls?page=0&size=20&isMissed=true",
            f"calls?page=0&size=20&displayName=soak{random.randrange(10)}", "call/active", "user/privacy",
            "user/login-methods", "push/key", "personal-link", f"user/publicKeys?userIds={random.choice(self.people).user}")))
        if random.random() < 0.1:
            # Needs a sign-in within the last ten minutes.
            await person.ask("GET", "user/export", allows=(403,))
        if random.random() < 0.1:
            person.disconnect()

    async def public(self):
        stranger = Device(self.server, "nobody")
        await stranger.ask("GET", "app-config")
        await stranger.ask("GET", "user", allows=(401,))
        await stranger.ask("POST", "login", {"email": "no address"}, allows=(400,))
        await stranger.ask("GET", f"no-such-path-{random.randrange(100)}", allows=(404,))
        stranger.disconnect()

    # People

    async def searches(self):
        one, other = random.sample(self.people, 2)
        found = await one.ask("POST", "contacts/search", {"email": other.email})
        if found["results"]:
            await one.ask("POST", "share-token/resolve", {"token": found["results"][0]["token"]})
        await one.ask("POST", "contacts/search", {"email": f"{secrets.token_hex(4)}@example.org"})

    def _strangers(self):
        one, other = random.sample(self.people, 2)
        while self.people.index(one) // 3 == self.people.index(other) // 3:
            other = random.choice(self.people)
        return one, other

    async def friends(self):
        """A request that is withdrawn, declined, or accepted and ended."""
        one, other = self._strangers()
        await one.ask("POST", "friend-request", {"targetUserId": other.user}, allows=(409,))
        way = random.randrange(3)
        if way == 0:
            await one.ask("PATCH", "friend-request/cancel", {"targetUserId": other.user})
        elif way == 1:
            await other.ask("PATCH", "friend-request/decline", {"targetUserId": one.user})
        else:
            await other.ask("POST", "friend-request/accept", {"targetUserId": one.user}, allows=(400,))
            await one.ask("PATCH", f"contact/{other.user}/block", {"isBlocked": True})
            await one.ask("PATCH", f"contact/{other.user}/block", {"isBlocked": False})
            await one.ask("DELETE", f"contact/{other.user}")

    async def links(self):
        one, other = self._strangers()
        token = (await one.ask("POST", "share-token"))["token"]
        await other.ask("POST", "share-token/resolve", {"token": token})
        await other.ask("POST", "friend-request/by-token", {"token": token}, allows=(409,))
        await other.ask("PATCH", "friend-request/cancel", {"targetUserId": one.user})
        await one.ask("DELETE", "share-token")
        await one.ask("PUT", "personal-link", {"maxUses": 10, "lifetime": 3600, "isNew": True})
        await one.ask("POST", "reports", {"userId": other.user, "reason": "other", "note": "soak"})

    # Calls

    @contextlib.asynccontextmanager
    async def call(self, three):
        """A call of three people, which ends with the block."""
        caller, callee, third = three
        async with caller.janus() as ask:
            room = (await ask(request="create", publishers=50))["room"]
            call = await self._ring(caller, (callee, third), room)
            await caller.ask("POST", f"call/{call}/join")
            await ask("event", request="join", ptype="publisher", room=room, display=f"{caller.user}:{caller.name}")
            try:
                for person in (callee, third):
                    await person.hears("call_invitation")
                    await person.ask("POST", f"call/{call}/join")
                    await person.ask("PUT", f"call/{call}/participants", {
                        "callId": call, "userId": person.user, "status": "connected", "isMuted": False})
                async with callee.janus() as callee_ask:
                    await callee_ask("event", request="join", ptype="publisher", room=room,
                                     display=f"{callee.user}:{callee.name}")
                    yield call
            finally:
                for person in three:
                    await person.ask("POST", "call/end", {"callId": call})

    @staticmethod
    async def _ring(caller, callees, room):
        keys = await caller.ask("POST", "user/publicKeys", {"userIds": [callee.user for callee in callees]})
        started = await caller.ask("POST", "call/start", {
            "roomId": room, "calleeIds": [callee.user for callee in callees], "isVideo": True,
            "encryptedAESKeys": dict.fromkeys(keys["publicKeys"], WRAPPED_KEY),
            "e2ee": {"invite": "i" * 1500, "join": "j" * 1500}})
        return started["callRecord"]["id"]

    async def calls(self):
        """A call that is answered, declined, or cancelled."""
        three = self.idle_threes[0]
        self.idle_threes.rotate(-1)
        way = random.randrange(4)
        if way > 1:
            async with self.call(three) as call:
                await self._talk(call, three)
            return
        caller, callee, _ = three
        async with caller.janus() as ask:
            room = (await ask(request="create", publishers=50))["room"]
            call = await self._ring(caller, (callee,), room)
            await callee.hears("call_invitation")
            await (caller, callee)[way].ask("POST", "call/end", {"callId": call})
            await caller.ask("POST", "call/end", {"callId": call})
            if way == 0:
                await callee.hears("call_ended")

    async def _talk(self, call, three):
        """The messages that clients exchange when they enter a call, and two changes of a participant."""
        caller, *others = three
        for person in three:
            await person.signal(type="e2ee", callId=call, kind="join", body="j" * 2000)
            await person.signal(type="e2ee", callId=call, kind="status", body="s" * 400)
        for other in others:
            await caller.signal(
                type="key_rotation", callId=call, participantId=other.user, participantDeviceId=other.device,
                encryptedAESKey=WRAPPED_KEY, keyRotationTimestamp=int(time.time()))
            await other.signal(
                type="request_aes_key", callId=call, participantId=caller.user, participantDeviceId=caller.device)
        await caller.signal(type="e2ee", callId=call, kind="key", bodies={
            f"{other.user}_{other.device}": "k" * 200 for other in others})
        for other in others:
            await other.hears("key_rotation")
        for is_muted in (True, False):
            await others[0].ask("PUT", f"call/{call}/participants", {
                "callId": call, "userId": others[0].user, "isMuted": is_muted})
        await caller.ask("GET", f"call/{call}/participants")

    async def signals(self):
        """Signals in a call that lasts as long as the load."""
        async with self.talk:
            for call, three in self.long_calls:
                await self._talk(call, three)

    async def sockets(self):
        """A session that drops and comes back: that of a participant of a call, or of anyone else."""
        if self.long_calls and random.random() < 0.3:
            async with self.talk:
                await self._come_back(random.choice(self.long_calls)[1][2])
        else:
            # Neither the participants of the current short call, nor those of the next one.
            await self._come_back(random.choice(list(self.idle_threes)[1:-1])[2])

    @staticmethod
    async def _come_back(person):
        await person.drop(random.random() < 0.5)
        await asyncio.sleep(random.random())
        await person.listen()
        await person.ask("GET", "call/active")


class Samples:
    """The kernel's statistics of a process, in MB, every few seconds."""

    def __init__(self, pid):
        self.pid, self.rows, self.begin = pid, [], time.monotonic()

    def take(self):
        folder = Path(f"/proc/{self.pid}")
        rollup = dict(line.split()[:2] for line in (folder / "smaps_rollup").read_text().splitlines()[1:])
        status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
        ticks = (folder / "stat").read_text().rpartition(")")[2].split()
        self.rows.append({
            "minutes": (time.monotonic() - self.begin) / 60, "rss": int(rollup["Rss:"]) / 1024,
            "anonymous": int(rollup["Anonymous:"]) / 1024, "threads": int(status["Threads"]),
            "fds": len(os.listdir(folder / "fd")), "cpu": (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")})
        return self.rows[-1]

    async def take_all(self):
        while True:
            self.take()
            await asyncio.sleep(INTERVAL)

    def slope(self, figure, begin, end):
        """MB a minute: the slope of the least-squares line."""
        rows = [row for row in self.rows if begin <= row["minutes"] < end]
        if len(rows) < 3:
            return 0.0
        return statistics.linear_regression([row["minutes"] for row in rows], [row[figure] for row in rows]).slope


async def measure(server, arguments, samples, kinds):
    load = Load(server, arguments.people, arguments.pace)
    await load.begin()
    samples.begin = time.monotonic()
    print(f"{'minute':>6}{'rss':>9}{'anonymous':>11}{'threads':>9}{'fds':>6}{'cpu %':>7}{'rounds':>9}", flush=True)
    running = [asyncio.create_task(samples.take_all()), asyncio.create_task(load.run(kinds))]
    cpu, rounds = samples.take()["cpu"], 0
    for minute in range(1, arguments.minutes + arguments.rest + 1):
        if minute == arguments.minutes + 1:
            running[1].cancel()
            await asyncio.wait({running.pop()})
            print("       the load has ended", flush=True)
        failed, _ = await asyncio.wait(
            running, timeout=samples.begin + minute * 60 - time.monotonic(), return_when=asyncio.FIRST_COMPLETED)
        for task in failed:
            task.result()
        row, done = samples.take(), load.done.total()
        print(f"{minute:6}{row['rss']:9.1f}{row['anonymous']:11.1f}{row['threads']:9}{row['fds']:6}"
              f"{(row['cpu'] - cpu) / 0.6:7.1f}{done - rounds:9}", flush=True)
        cpu, rounds = row["cpu"], done
    for task in running:
        task.cancel()
    print("rounds: " + ", ".join(f"{kind} {count}" for kind, count in sorted(load.done.items())))
    if load.failures:
        print(f"{len(load.failures)} rounds failed, such as: " + "; ".join(load.failures[:3]))
    for person in load.people:
        person.disconnect()
        await person.socket.close()
    return load


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=int, default=25, help="how long the load lasts")
    parser.add_argument("--rest", type=int, default=1, help="minutes that are measured after the load")
    parser.add_argument("--people", type=int, default=24, help="15 and more: in threes, two of which are in a long call")
    parser.add_argument("--pace", type=float, default=1, help="how many times as much load")
    parser.add_argument("--limit", type=float, default=0.2, help="MB a minute that memory may grow by in the last third")
    parser.add_argument("--only", action="append", choices=sorted(Load.PERIODS), help="one kind of load; may be repeated")
    parser.add_argument("--json", type=Path, help="writes all samples to this file")
    arguments = parser.parse_args()
    # Ends the server, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="esk-") as directory, Server(directory) as server:
        samples = Samples(server.pid)
        try:
            load = asyncio.run(measure(server, arguments, samples, arguments.only or list(Load.PERIODS)))
        except Exception:
            print(server.process.log(), file=sys.stderr)
            raise
        if arguments.json:
            arguments.json.write_text(json.dumps(samples.rows))
    end = arguments.minutes
    slopes = {}
    for name, begin, until in (
            ("first third", 0, end / 3), ("second third", end / 3, end * 2 / 3), ("last third", end * 2 / 3, end),
            ("after the load", end, end + arguments.rest)):
        slopes[name] = {figure: samples.slope(figure, begin, until) for figure in ("rss", "anonymous")}
        print(f"{name:15}" + ", ".join(f"{figure} {slope:+.3f}" for figure, slope in slopes[name].items()) + " MB a minute")
    # A load that mostly fails says nothing about memory.
    is_load = len(load.failures) <= load.done.total() / 20
    return 0 if is_load and max(slopes["last third"].values()) <= arguments.limit else 1


if __name__ == "__main__":
    sys.exit(main())
