"""A server that lies: what its operator does in its database, past every rule of the program."""
import sqlite3
from contextlib import closing, contextmanager


class LyingServer:
    """Of a `Stage`, whose server goes on meanwhile."""

    def __init__(self, stage):
        self.path = stage.data / "ecall.sqlite"

    def _open(self):
        return sqlite3.connect(self.path, timeout=20, isolation_level=None)

    def takes_any_identity(self, device):
        """Forgets by which key a device is known, so that it may register another one."""
        with closing(self._open()) as database:
            changed = database.execute("UPDATE devices SET identity = '' WHERE id = ?", [device]).rowcount
        assert changed == 1, f"no device {device}"

    @contextmanager
    def keeps_signed_in(self, device):
        """Whatever is done meanwhile, the device is signed in afterwards as it was."""
        queries = {
            "devices": ("SELECT * FROM devices WHERE id = ?", device),
            "token_families": ("SELECT * FROM token_families WHERE device_id = ?", device),
            "refresh_tokens": (
                "SELECT * FROM refresh_tokens WHERE family_id IN (SELECT id FROM token_families WHERE device_id = ?)", device),
        }
        with closing(self._open()) as database:
            kept = {table: database.execute(query, [value]).fetchall() for table, (query, value) in queries.items()}
        assert all(kept.values()), f"device {device} is not signed in"
        yield
        with closing(self._open()) as database:
            assert not database.execute(queries["devices"][0], [device]).fetchall(), "it was not signed out"
            database.execute("BEGIN IMMEDIATE")
            for table, rows in kept.items():
                marks = ", ".join("?" * len(rows[0]))
                database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
            database.execute("COMMIT")
