// The tables of a reference's file.

/// The file, its tables and marks.
enum ReferenceSchema {
    /// Marks the file in SQLite's header (`BkRf`).
    static let applicationID = 0x426B_5266
    static let version = 3
    /// The first with `words`.
    static let searchable = 2
    /// The first with the original script.
    static let withOriginalScript = 3

    /// A book's authors are numbers of `author`, makers names with their roles; a work stands for the authors of its
    /// editions that have none of their own. Of the words no more is kept than where they are, by ISBN.
    static let tables = """
        CREATE TABLE about (info TEXT NOT NULL);
        CREATE TABLE book (
            isbn INTEGER PRIMARY KEY, title TEXT NOT NULL, subtitle TEXT, makers TEXT, authors TEXT,
            publisher TEXT, year INTEGER, pages INTEGER, language TEXT, work INTEGER, edition INTEGER,
            cover INTEGER, original_script_title TEXT, original_script_names TEXT, other_isbns TEXT);
        CREATE TABLE work (id INTEGER PRIMARY KEY, authors TEXT NOT NULL);
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE VIRTUAL TABLE words USING fts5(
            title, makers, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
        """
}
