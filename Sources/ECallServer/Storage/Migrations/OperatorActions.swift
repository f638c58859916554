import ServerFoundation

extension Migration {
    /// The audit log. Triggers keep its entries from being changed, deleted, replaced or inserted in between, so that neither
    /// a defect nor a statement of this program can. Whoever can write the file can also drop the triggers.
    static let operatorActions = Migration(
        name: "028 operator actions",
        statements: [
            """
            CREATE TABLE operator_actions (
                number BIGINT NOT NULL PRIMARY KEY, acted_at BIGINT NOT NULL, operator BIGINT NOT NULL, name TEXT NOT NULL,
                login TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL)
            """,
            """
            CREATE TRIGGER operator_actions_unchanged BEFORE UPDATE ON operator_actions
            BEGIN SELECT RAISE(ABORT, 'operator_actions: entries are never changed'); END
            """,
            """
            CREATE TRIGGER operator_actions_kept BEFORE DELETE ON operator_actions
            WHEN OLD.number > (SELECT max(number) FROM operator_actions) - 10000
            BEGIN SELECT RAISE(ABORT, 'operator_actions: entries are only displaced'); END
            """,
            // Also against INSERT OR REPLACE, which deletes without the other trigger.
            """
            CREATE TRIGGER operator_actions_appended BEFORE INSERT ON operator_actions
            WHEN NEW.number <> coalesce((SELECT max(number) FROM operator_actions), 0) + 1
            BEGIN SELECT RAISE(ABORT, 'operator_actions: entries are appended'); END
            """,
            """
            CREATE TRIGGER operator_actions_bounded AFTER INSERT ON operator_actions
            BEGIN DELETE FROM operator_actions WHERE number <= NEW.number - 10000; END
            """,
        ])
}
