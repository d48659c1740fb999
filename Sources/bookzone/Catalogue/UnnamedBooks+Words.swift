// What a person reads of books that have no title, and how to name them.
import Catalogue
import Formatting

extension UnnamedBooks {
    /// A line each on standard error; nothing when every book has a title.
    func note() {
        if waiting > 0 {
            Console.note(
                "\(waiting.counted("book")) \(waiting == 1 ? "waits" : "wait") to be named: "
                    + "`bookzone lookup --pending` asks")
        }
        if unknown > 0 {
            Console.note(
                "\(unknown.counted("book")) \(unknown == 1 ? "is" : "are") known to no source: "
                    + "`bookzone edit ISBN --title …` names a book")
        }
    }
}
