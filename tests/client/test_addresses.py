from __future__ import annotations

import socket

from sagahall.client.addresses import answers


def test_something_answers_where_one_of_the_replicas_does() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert answers(f"127.0.0.1:{port}")
        assert answers(f"ipv4:127.0.0.1:1,127.0.0.1:{port}")
        assert answers(f"dns:///localhost:{port}")
    assert not answers(f"ipv4:127.0.0.1:1,127.0.0.1:{port}")
    assert not answers("nonsense")
