"""The server's Web Push, as a push service and browsers get it that are not ours."""
import tempfile
import time
from pathlib import Path

import pytest

from bench.push_service import PushService, SubscribedBrowser, claims
from bench.stage import Stage
from test_openapi import Walker, document

pytestmark = pytest.mark.pages


@pytest.fixture(scope="module")
def service():
    with tempfile.TemporaryDirectory(prefix="ecall-push-") as directory:
        service = PushService(Path(directory))
        yield service
        service.close()


@pytest.fixture(scope="module")
def stage(service):
    with tempfile.TemporaryDirectory(prefix="ecall-web-", ignore_cleanup_errors=True) as directory:
        stage = Stage(directory, settings=service.settings)
        yield stage
        stage.stop()


def test_a_message_is_opened_by_another_decoder_and_its_token_by_another_verifier(stage, service):
    api = document(stage)
    ana, bob = (Walker(stage, api, f"push-{name}@example.net") for name in ("ana", "bob"))
    signed_in = ana.sign_in()
    bob.sign_in()
    key = bob.ask("webPushKey")["response.body"]["publicKey"]
    browsers = [SubscribedBrowser(service, "/s/first"), SubscribedBrowser(service, "/s/second")]
    ana.ask("setWebPushSubscription", **browsers[0].subscription)
    bob.ask("setWebPushSubscription", **browsers[1].subscription)

    token = ana.follow(signed_in, "createShareToken")
    bob.follow(token, "sendFriendRequestByToken")
    (_, headers, asked), = service.sent_to(browsers[0], 1)
    assert browsers[0].open(asked) == {"kind": "friend_request"}
    assert headers["Content-Encoding"] == "aes128gcm" and headers["Urgency"] == "normal" and headers["Topic"] is None
    assert headers["TTL"] == "86400"
    said = claims(headers["Authorization"], key)
    assert said["aud"] == service.origin and said["sub"] == "mailto:calls@example.org"
    assert 0 < said["exp"] - time.time() <= 86_400

    ana.follow(ana.ask("receivedFriendRequests"), "acceptFriendRequest")
    (_, _, accepted), = service.sent_to(browsers[1], 1)
    assert browsers[1].open(accepted) == {"kind": "friend_accepted"}
    assert len(asked) == len(accepted) == 3025

    # A browser that has unsubscribed hears nothing more.
    bob.ask("removeWebPushSubscription")
    assert "/s/first" not in stage.server.log() and "/s/second" not in stage.server.log()
