"""A certificate for this computer's own address, which a browser is told to trust."""

import ssl
import subprocess
from base64 import b64encode
from hashlib import sha256
from pathlib import Path


def certificate(folder: Path, address: str) -> tuple[ssl.SSLContext, str]:
    """Make one. Return what a server takes, and the flag by which Chromium trusts it."""
    key = folder / "key.pem"
    chain = folder / "chain.pem"
    _openssl(
        *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
        *("-days", "2", "-subj", "/CN=companion", "-addext", f"subjectAltName=IP:{address}"),
        *("-keyout", key, "-out", chain),
    )
    public = _openssl("pkey", "-in", key, "-pubout", "-outform", "DER")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    digest = b64encode(sha256(public).digest()).decode()
    return context, f"--ignore-certificate-errors-spki-list={digest}"


def _openssl(*words: str | Path) -> bytes:
    return subprocess.run(["openssl", *words], capture_output=True, check=True).stdout
