// How commands that list comments show them.
import ArgumentParser
import Books
import Formatting

struct CommentListing: ParsableArguments {
    @Flag(help: "Show spoilers.") var spoilers = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var storeOptions: StoreOptions

    /// Ends with `Exit.incomplete` when there are none.
    ///
    /// - Parameter book: `nil` names the book of each.
    func show(_ comments: [Comment], of book: BookID? = nil) throws {
        try output.print(comments.map { CommentRow($0, showsSpoilers: spoilers, of: book) })
        if comments.isEmpty {
            Console.noteOnTerminal("no comments")
            throw Exit.incomplete
        }
    }
}
