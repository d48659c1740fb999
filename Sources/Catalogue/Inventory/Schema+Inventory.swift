// The schema step for taking stock.

extension Schema {
    /// What an inventory expects stays as it was at its beginning. A book is its ISBN; `book` is set for one without. A
    /// photo is its content, so that the same one counts once.
    static let inventories = """
        CREATE TABLE inventory (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, scope TEXT NOT NULL,
            begun INTEGER NOT NULL, ended INTEGER);
        CREATE TABLE inventory_copy (
            id INTEGER PRIMARY KEY, inventory INTEGER NOT NULL REFERENCES inventory ON DELETE CASCADE,
            copy INTEGER REFERENCES copy ON DELETE CASCADE, isbn INTEGER,
            book INTEGER REFERENCES book ON DELETE CASCADE, place TEXT);
        CREATE INDEX inventory_copy_inventory ON inventory_copy (inventory);
        CREATE INDEX inventory_copy_copy ON inventory_copy (copy);
        CREATE INDEX inventory_copy_book ON inventory_copy (book);
        CREATE TABLE inventory_photo (
            id INTEGER PRIMARY KEY, inventory INTEGER NOT NULL REFERENCES inventory ON DELETE CASCADE,
            sha256 TEXT NOT NULL, page INTEGER NOT NULL, name TEXT NOT NULL, place TEXT,
            UNIQUE (inventory, sha256, page));
        CREATE TABLE inventory_sighting (
            photo INTEGER NOT NULL REFERENCES inventory_photo ON DELETE CASCADE, position INTEGER NOT NULL,
            isbn INTEGER, book INTEGER REFERENCES book ON DELETE CASCADE, sure INTEGER NOT NULL, box TEXT NOT NULL,
            PRIMARY KEY (photo, position)) WITHOUT ROWID;
        CREATE INDEX inventory_sighting_book ON inventory_sighting (book);
        """

    /// A photo that shows a copy's label shows that copy. Photos that are sent to a site may be an inventory's.
    static let labelSightings = """
        ALTER TABLE upload ADD COLUMN inventory INTEGER REFERENCES inventory ON DELETE SET NULL;
        ALTER TABLE upload ADD COLUMN place TEXT;
        CREATE INDEX upload_inventory ON upload (inventory) WHERE inventory NOT NULL;
        ALTER TABLE inventory_sighting ADD COLUMN copy INTEGER REFERENCES copy ON DELETE SET NULL;
        CREATE INDEX inventory_sighting_copy ON inventory_sighting (copy) WHERE copy NOT NULL;
        """

    /// Whether a copy was moved before or after a photo was recorded; NULL where that is unknown. In milliseconds since
    /// 1970, since both may happen within one second. A sighting has a label if no copy had that.
    static let inventoryTimes = """
        ALTER TABLE copy ADD COLUMN moved INTEGER;
        ALTER TABLE inventory_photo ADD COLUMN recorded INTEGER;
        ALTER TABLE inventory_sighting ADD COLUMN label TEXT;
        """

    /// All books that a photo shows, where somebody has said that of each one: a JSON array of objects with `isbn`,
    /// `position` and `box`, as in a sighting.
    static let correctedPhotos = """
        ALTER TABLE decision ADD COLUMN books TEXT;
        CREATE INDEX decision_books ON decision (sha256, page) WHERE books NOT NULL;
        """

    /// What refers to a copy or book that is removed stays, so that it counts again when the removal is undone.
    static let keptSightings = """
        CREATE TABLE kept_copy (
            id INTEGER PRIMARY KEY, inventory INTEGER NOT NULL REFERENCES inventory ON DELETE CASCADE,
            copy INTEGER, isbn INTEGER, book INTEGER, place TEXT);
        INSERT INTO kept_copy (id, inventory, copy, isbn, book, place)
            SELECT id, inventory, copy, isbn, book, place FROM inventory_copy;
        DROP TABLE inventory_copy;
        ALTER TABLE kept_copy RENAME TO inventory_copy;
        CREATE INDEX inventory_copy_inventory ON inventory_copy (inventory);
        CREATE TABLE kept_sighting (
            photo INTEGER NOT NULL REFERENCES inventory_photo ON DELETE CASCADE, position INTEGER NOT NULL,
            isbn INTEGER, book INTEGER, sure INTEGER NOT NULL, box TEXT NOT NULL, copy INTEGER, label TEXT,
            label_photo TEXT,
            PRIMARY KEY (photo, position)) WITHOUT ROWID;
        INSERT INTO kept_sighting (photo, position, isbn, book, sure, box, copy, label, label_photo)
            SELECT photo, position, isbn, book, sure, box, copy, label, label_photo FROM inventory_sighting;
        DROP TABLE inventory_sighting;
        ALTER TABLE kept_sighting RENAME TO inventory_sighting;
        """

    /// The photo that shows a sighting's label, if that is another one of the same book: a `LabelPhoto` in JSON.
    static let labelPhotos = "ALTER TABLE inventory_sighting ADD COLUMN label_photo TEXT;"

    /// The file that a photo was read from, which a better photo may replace; NULL if that is unknown. Copies that the
    /// end of an inventory marked as lost are still among those that it expects. Labels of Codabar were stored as they were
    /// written, see `BookCopy.label(_:)`; of two that are the same now, the first keeps it, and the other one stays as it is.
    static let photoFiles = """
        ALTER TABLE inventory_photo ADD COLUMN file TEXT;
        CREATE INDEX inventory_photo_file ON inventory_photo (inventory, file) WHERE file NOT NULL;
        ALTER TABLE inventory_copy ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
        \(["copy", "inventory_sighting"].map(upperCaseOfCodabar).joined())
        """

    private static func upperCaseOfCodabar(in table: String) -> String {
        """
        UPDATE OR IGNORE \(table) SET label = upper(label) WHERE label GLOB '[A-Da-d]*[0-9]*[A-Da-d]'
            AND substr(label, 2, length(label) - 2) NOT GLOB '*[^0-9$:/.+-]*' AND label <> upper(label);

        """
    }
}
