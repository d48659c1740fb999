// Which changes only a librarian may have made, and may revert.

extension RecordedTable {
    /// In SQL, of a row of `change`: whether it changed what belongs to everybody or to another person. Readers add books
    /// as mere numbers, also by an import; one that was added with data is a librarian's as long as it has that.
    static let changesOfLibrarians = """
        action IN ('merge', 'remove') OR EXISTS (
            SELECT 1 FROM change_row AS made WHERE made.change = change.id AND (
                made.kind IN (\(names(where: \.isForEverybody)))
                OR made.kind = 'book' AND (made.before NOT NULL OR EXISTS (
                    SELECT 1 FROM origin WHERE origin.book = made.book AND (
                        change.action = 'add' AND origin.kind = 'edited'
                        OR change.action = 'import' AND origin.kind = 'imported' AND origin.source = change.detail)))
                OR change.action = 'remove_comment' AND made.kind = 'comment' AND made.after IS NULL
                    AND json_extract(made.before, '$.author') <> change.person
                OR made.kind = 'reservation'
                    AND json_extract(coalesce(made.after, made.before), '$.person') <> change.person
                OR made.kind = 'upload' AND EXISTS (
                    SELECT 1 FROM upload JOIN account ON account.id = upload.account
                    WHERE upload.id = json_extract(made.after, '$.id') AND account.name <> change.person)
                OR made.kind = 'decision' AND json_extract(made.after, '$.inventory') NOT NULL))
        """
}
