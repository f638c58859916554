"""A server that lies: changes by its operator in the database, past every rule of the program."""
import sqlite3
from contextlib import closing, contextmanager


class LyingServer:
    """Changes the database of a `Stage`, whose server goes on meanwhile."""

    def __init__(self, stage):
        self.path = stage.data / "ecall.sqlite"

    def _open(self):
        return sqlite3.connect(self.path, timeout=20, isolation_level=None)

    def takes_any_identity(self, device):
        """Forgets the key by which a device is known, so that the device can register another one."""
        with closing(self._open()) as database:
            changed = database.execute("UPDATE devices SET identity = '' WHERE id = ?", [device]).rowcount
        assert changed == 1, f"no device {device}"

    @contextmanager
    def keeps_signed_in(self, device):
        """Restores a device's sign-in afterwards, whatever is done meanwhile."""
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
