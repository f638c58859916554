"""The OpenAPI document that the server serves of its API."""
import json
import re
import urllib.error
import urllib.request

import pytest
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from websockets.sync.client import connect

pytestmark = pytest.mark.pages


def document(stage):
    with urllib.request.urlopen(f"{stage.origin}/openapi.json", timeout=10) as answer:
        assert answer.headers["content-type"].startswith("application/json")
        return json.load(answer)


def test_the_document_is_valid_openapi(stage):
    api = document(stage)
    assert api["openapi"].startswith("3.1")
    assert [str(error.message) for error in OpenAPIV31SpecValidator(api).iter_errors()] == []
    # The validator finds what is wrong.
    del api["info"]["title"]
    assert list(OpenAPIV31SpecValidator(api).iter_errors())


#: The generator of P-256: a device without a key is not rung.
KEY = "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q=="


class Walker:
    """A client that knows only the document: its examples, limits and links."""

    def __init__(self, stage, api, email):
        self.stage, self.api, self.email, self.token = stage, api, email, None
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in api["paths"].items() for method, operation in methods.items()
        }

    def ask(self, name, identifier=None, **members):
        """Sends the example of an operation with some fields replaced; returns what a link may refer to."""
        method, path, operation = self.operations[name]
        body = None
        if "requestBody" in operation:
            content = operation["requestBody"]["content"]["application/json"]
            body = {**content["example"], **members}
            self.check(content["schema"], body)
        request = urllib.request.Request(
            self.stage.origin + path.replace("{id}", str(identifier)), method=method,
            data=None if body is None else json.dumps(body).encode(), headers={"Content-Type": "application/json"})
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                result = json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()}") from None
        self.check(operation["responses"]["200"]["content"]["application/json"]["schema"], result)
        return {"name": name, "request.body": body, "response.body": result}

    def follow(self, exchange, target, **members):
        """Follows a link of the answer with the request that it describes."""
        _, _, operation = self.operations[exchange["name"]]
        link = next(link for link in operation["responses"]["200"]["links"].values() if link["operationId"] == target)
        identifier = self.value(link.get("parameters", {}).get("path.id"), exchange)
        body = self.value(link.get("requestBody", {}), exchange)
        return self.ask(target, identifier, **{**body, **members})

    def value(self, expression, exchange):
        """Evaluates an OpenAPI runtime expression, or a value that contains some."""
        if isinstance(expression, dict):
            return {name: self.value(member, exchange) for name, member in expression.items()}
        if isinstance(expression, list):
            return [self.value(member, exchange) for member in expression]
        found = re.fullmatch(r"\$(request\.body|response\.body)#(/.*)", expression) if isinstance(expression, str) else None
        if not found:
            return expression
        value = exchange[found[1]]
        for part in found[2].split("/")[1:]:
            value = value[int(part)] if isinstance(value, list) else value[part]
        return value

    def check(self, schema, value):
        errors = OAS31Validator({**schema, "components": self.api["components"]}).iter_errors(value)
        assert [error.message for error in errors] == []

    def sign_in(self):
        asked = self.ask("login", email=self.email)
        signed_in = self.follow(asked, "verifyLogin", code=self.stage.code(self.email), deviceName="walker", publicKey=KEY)
        self.token = signed_in["response.body"]["accessToken"]
        return signed_in

    def socket(self, path, subprotocol):
        return connect(
            self.stage.origin.replace("http", "ws", 1) + path, subprotocols=[subprotocol],
            additional_headers={"Authorization": f"Bearer {self.token}"})


def test_examples_and_links_lead_from_sign_in_into_a_call(stage):
    api = document(stage)
    ana, bob = (Walker(stage, api, f"walker-{name}@example.net") for name in ("ana", "bob"))
    signed_in = ana.sign_in()
    bobs = bob.sign_in()

    token = ana.follow(signed_in, "createShareToken")
    bob.follow(token, "resolveShareToken")
    bob.follow(token, "sendFriendRequestByToken")
    ana.follow(ana.ask("receivedFriendRequests"), "acceptFriendRequest")
    contacts = ana.follow(signed_in, "contacts")
    keys = ana.follow(contacts, "publicKeys")["response.body"]["publicKeys"]
    assert list(keys.values()) == [KEY]

    device = bobs["response.body"]["deviceId"]
    passcode = bob.follow(bobs, "credentials")["response.body"]["rabbitmqToken"]
    with bob.socket("/ws/", "v12.stomp") as signals, ana.socket("/janus", "janus-protocol") as media:
        signals.send(f"CONNECT\naccept-version:1.2\nhost:a\nlogin:device-{device}\npasscode:{passcode}\n\n\0")
        assert signals.recv(timeout=10).startswith("CONNECTED")
        signals.send(f"SUBSCRIBE\nid:s\nreceipt:r\ndestination:/exchange/ecall.signal.out/{device}\n\n\0")
        assert signals.recv(timeout=10).startswith("RECEIPT")
        call = ana.follow(
            contacts, "startCall", roomId=room(media), encryptedAESKeys={name: "d3JhcHBlZA==" for name in keys})
        bob.follow(call, "joinCall")
        assert len(bob.follow(call, "participants")["response.body"]["participants"]) == 2
        assert ana.follow(call, "endCall")["response.body"]["success"]


def room(media):
    """Creates a room in Janus, as the page does."""
    def ask(**message):
        media.send(json.dumps({"transaction": "t", **message}))
        while True:
            answer = json.loads(media.recv(timeout=10))
            if answer.get("janus") != "ack" and answer.get("transaction") == "t":
                return answer

    session = ask(janus="create")["data"]["id"]
    handle = ask(janus="attach", session_id=session, plugin="janus.plugin.videoroom")["data"]["id"]
    made = ask(janus="message", session_id=session, handle_id=handle, body={"request": "create", "publishers": 6})
    return made["plugindata"]["data"]["room"]


def test_the_documented_limits_are_those_of_the_server(stage):
    api = document(stage)
    walker = Walker(stage, api, "walker-limits@example.net")
    walker.sign_in()
    _, path, operation = walker.operations["callHistory"]
    for parameter in operation["parameters"]:
        schema = parameter["schema"]
        if schema["type"] != "integer":
            continue
        for value, status in [(schema["minimum"], 200), (schema["maximum"], 200), (schema["maximum"] + 1, 400), (schema["minimum"] - 1, 400)]:
            request = urllib.request.Request(
                f"{stage.origin}{path}?{parameter['name']}={value}", headers={"Authorization": f"Bearer {walker.token}"})
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    assert answer.status == status, parameter
            except urllib.error.HTTPError as error:
                assert error.code == status, (parameter, value)
