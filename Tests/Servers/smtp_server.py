"""A mail server for tests: three ports (plain, STARTTLS, TLS), one line of JSON on standard output for all that happens.

The recipient's name determines the result: refuse@ is refused, busy-N@ is deferred N times, hang@ is never answered,
drop@ loses the connection instead of an answer. It ends with its standard input.
"""
import asyncio
import base64
import email
import email.policy
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

put_off = {}


def tell(event, **members):
    print(json.dumps({"event": event, **members}), flush=True)


def authenticate(server, session, envelope, mechanism, data):
    good = data.login == b"ecall" and data.password == b"p\xc3\xa4ss w\xc3\xb6rd"
    tell("login", port=server.name, good=good, tls=server.name != "plain")
    return AuthResult(success=good, handled=False)


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        if name == "refuse":
            return "550 5.1.1 No such mailbox"
        if name == "hang":
            tell("hanging", port=server.name)
            await asyncio.Event().wait()
        if name.startswith("busy-") and put_off.setdefault(address, 0) < int(name[5:]):
            put_off[address] += 1
            return "451 4.3.0 Come again"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        raw = envelope.content
        message = email.message_from_bytes(raw, policy=email.policy.default)
        tell("message", port=server.name, sender=envelope.mail_from, recipients=envelope.rcpt_tos,
             subject=message["subject"], body=message.get_content(), defects=len(message.defects),
             headers={name.lower(): str(value) for name, value in message.items()},
             tls=session.ssl is not None or server.name == "tls", raw=base64.b64encode(raw).decode())
        if envelope.rcpt_tos[0].startswith("drop@"):
            server.transport.abort()
        return "250 OK"


class Server(SMTP):
    def __init__(self, name, **options):
        self.name = name
        super().__init__(Handler(), hostname="mail.example.org", enable_SMTPUTF8=False, **options)

    def connection_made(self, transport):
        tell("connected", port=self.name)
        super().connection_made(transport)

    def connection_lost(self, error):
        tell("closed", port=self.name)
        super().connection_lost(error)

    async def smtp_MAIL(self, arg):
        tell("mail", port=self.name)
        await super().smtp_MAIL(arg)

    async def smtp_AUTH(self, arg):
        tell("auth", port=self.name)
        await super().smtp_AUTH(arg)


async def main(certificate, key):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    loop = asyncio.get_running_loop()
    login = {"authenticator": authenticate, "auth_required": True}
    kinds = {
        "plain": (lambda: Server("plain"), None),
        "starttls": (lambda: Server("starttls", tls_context=context, require_starttls=True, **login), None),
        "tls": (lambda: Server("tls", auth_require_tls=False, **login), context),
    }
    ports, servers = {}, []
    for name, (make, tls) in kinds.items():
        server = await loop.create_server(make, "127.0.0.1", 0, ssl=tls)
        servers.append(server)
        ports[name] = server.sockets[0].getsockname()[1]
    tell("listening", **ports)
    await loop.run_in_executor(None, sys.stdin.read)
    sys.stdout.flush()
    import os
    os._exit(0)


asyncio.run(main(*sys.argv[1:3]))
