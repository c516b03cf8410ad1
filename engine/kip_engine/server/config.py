"""neo4j.conf of the managed server: loopback only, authentication on, nothing phones home."""

from __future__ import annotations

import os

import psutil

from .ports import LOOPBACK, Ports

FIRST_HEAP = "256m"
LEAST_HEAP, MOST_HEAP = 512, 2048
DEFAULT_PAGE_CACHE = "128m"


def heap_arguments() -> list[str]:
    """Java's arguments for a heap of KIP_NEO4J_HEAP (in Java's notation), or one that grows when it must.

    It grows to an eighth of the machine's memory, at least 512 MB and at most 2 GB.  The serial collector
    keeps the server 200 MB smaller and starts it sooner.
    """
    if heap := os.environ.get("KIP_NEO4J_HEAP"):
        return [f"-Xms{heap}", f"-Xmx{heap}"]
    most = min(MOST_HEAP, max(LEAST_HEAP, psutil.virtual_memory().total // 2**23))
    return [f"-Xms{FIRST_HEAP}", f"-Xmx{most}m", "-XX:+UseSerialGC"]


def page_cache_size() -> str:
    """The page cache, in Neo4j's notation: KIP_NEO4J_PAGECACHE or 128m."""
    return os.environ.get("KIP_NEO4J_PAGECACHE") or DEFAULT_PAGE_CACHE


def _content_security_policy(ports: Ports) -> str:
    """Lets Neo4j Browser load and connect to nothing but its own server.

    Without it the Community edition's page loads scripts of third parties even where telemetry is off.
    """
    bolt = f"{LOOPBACK}:{ports.bolt}"
    return "; ".join(
        [
            "default-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self' data:",
            f"connect-src 'self' ws://{bolt} http://{bolt}",
            "base-uri 'none'",
            "object-src 'none'",
            "frame-ancestors 'none'",
        ]
    )


def neo4j_conf(ports: Ports) -> str:
    """The text of neo4j.conf for a server that listens on `ports`."""
    settings = {
        "server.default_listen_address": LOOPBACK,
        "server.default_advertised_address": LOOPBACK,
        "server.bolt.listen_address": f"{LOOPBACK}:{ports.bolt}",
        "server.bolt.advertised_address": f"{LOOPBACK}:{ports.bolt}",
        "server.http.listen_address": f"{LOOPBACK}:{ports.http}",
        "server.http.advertised_address": f"{LOOPBACK}:{ports.http}",
        "server.https.enabled": "false",
        "dbms.security.auth_enabled": "true",
        "dbms.security.allow_csv_import_from_file_urls": "false",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
        "dbms.security.http_static_content_security_policy_header": _content_security_policy(ports),
        # Bolt would idle 10 s at every stop, after its databases have long been closed.
        "internal.server.bolt.thread_pool_shutdown_wait_time": "100ms",
        # A sign of life every 5 s also while a query runs; after two missed ones clients take another
        # connection.  By default they wait for 120 s when, right after a RESET, the reply to BEGIN is lost.
        "server.bolt.connection_keep_alive": "5s",
        "server.bolt.connection_keep_alive_for_requests": "ALL",
        "server.bolt.connection_keep_alive_probes": "2",
        "server.memory.pagecache.size": page_cache_size(),
        # 256 MB per database would be reserved for nothing on a laptop.
        "db.tx_log.preallocate": "false",
        "db.tx_log.rotation.retention_policy": "1 days 256M",
    }
    lines = [f"{name}={value}" for name, value in settings.items()]
    return "\n".join(["# Written at every start of the managed server: changes here are lost.", *lines, ""])
