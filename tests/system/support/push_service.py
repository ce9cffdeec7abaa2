"""The push service of a browser, and the browser: what Web Push needs beside the server.

Written by RFC 8030, 8291 and 8292, with the library `cryptography`, which the server doesn't use.
"""

import base64
import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from support.receiver import Receiver

KINDS = ["your-turn", "deadline-warning", "challenge", "chat-mention"]


def encoded(data):
    """In base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    """Bytes of such a text."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hkdf(salt, key, info, length):
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


class Browser:
    """Subscribes at a push service, and reads what comes."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._public = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint)
        self._auth = b"sixteen bytes..."

    def subscription(self, **fields):
        """The body of PUT /me/push."""
        keys = {"p256dh": encoded(self._public), "auth": encoded(self._auth)}
        return {"endpoint": self.endpoint, "keys": keys, "kinds": KINDS, "language": "en", **fields}

    def read(self, body):
        """The text of a message."""
        salt, size, sender = body[:16], body[20], body[21:86]
        assert size == 65 and int.from_bytes(body[16:20], "big") == 4096
        shared = self._private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        key = _hkdf(self._auth, shared, b"WebPush: info\0" + self._public + sender, 32)
        content_key = _hkdf(salt, key, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, key, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(content_key).decrypt(nonce, body[86:], None).rstrip(b"\0")
        assert text.endswith(b"\2")
        return json.loads(text[:-1])


def claims_of(headers):
    """The key and the claims of an Authorization; its signature is verified."""
    token, key = headers["Authorization"].removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    raw = decoded(signature)
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"),
                                      int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    return key, json.loads(decoded(claims))


class PushService(Receiver):
    """Keeps what it is sent, and answers as `answers` says."""

    def browser(self, name="a"):
        """A browser with an endpoint here; its path ends with the name."""
        return Browser(f"http://127.0.0.1:{self.port}/push/{name}")
