// `bookzone comment`: readers' comments on a book.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Foundation
import Output

struct Comments: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Adds, shows and changes comments on books.",
        subcommands: [CommentAdd.self, CommentList.self, CommentEdit.self, CommentRemove.self])
}

struct CommentAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a comment, a rating or both.",
        discussion: """
            Without a text, $VISUAL or $EDITOR opens. If the text stays empty, only the rating is saved.

            EXAMPLES
              bookzone comment add 0439023483 "Read it in one night." --rating 5
              bookzone comment add 0439023483 - --spoiler < review.txt
            """)

    @OptionGroup var argument: BookArgument
    @Argument(help: "The comment, or - for standard input.") var text: String?
    @Option(help: ArgumentHelp("0 to 5 stars, in halves or quarters.", valueName: "stars")) var rating:
        Rating?
    @Option(help: ArgumentHelp("ISO 639 code of the text's language.", valueName: "code")) var language:
        String?
    @Option(help: ArgumentHelp("Reply to this comment on the book, by its number.", valueName: "number"))
    var replyTo: Int64?
    @Flag(help: "Mark the comment as a spoiler.") var spoiler = false
    @Flag(name: .customLong("private"), help: "Show the comment to nobody else.") var isPrivate = false
    @OptionGroup var catalogue: CatalogueOptions

    func run() throws {
        let reference = try argument.reference()
        let (store, currentUser) = try catalogue.open()
        let comment = Comment(
            person: currentUser, rating: rating,
            text: try CommentText.entered(text, isOptional: rating != nil),
            language: language?.tidied, isSpoiler: spoiler, isPrivate: isPrivate, parent: replyTo)
        let number = try store.catalogueRecording(.comment, nil, by: currentUser).add(comment, to: reference)
        try store.nameByReferences([reference])
        try SavedChange.print("\(number)\n")
    }
}

struct CommentList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows the comments on a book and on its other editions.",
        discussion: Exit.help([.success: "there are some", .incomplete: "there are none"]))

    @OptionGroup var argument: BookArgument
    @OptionGroup var listing: CommentListing

    func run() throws {
        let (store, currentUser) = try listing.catalogue.openExisting()
        let id = try argument.id(in: store)
        try listing.show(store.comments(on: id, for: currentUser), of: id)
    }
}

struct CommentEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes one of your comments.",
        discussion: "Without a text or an option, $VISUAL or $EDITOR opens with the current text.")

    @Argument(help: "The comment's number, as `comment list` shows it.") var number: Int64
    @Argument(help: "The new text, or - for standard input.") var text: String?
    @Option(help: ArgumentHelp("0 to 5 stars in halves or quarters, or none.", valueName: "stars"))
    var rating: NewRating?
    @Option(help: ArgumentHelp("ISO 639 code of the text's language.", valueName: "code")) var language:
        String?
    @Flag(inversion: .prefixedNo, help: "Mark the comment as a spoiler.") var spoiler: Bool?
    @Flag(inversion: .prefixedNo, help: "Show the comment to nobody else.") var `private`: Bool?
    @OptionGroup var catalogue: CatalogueOptions

    func run() throws {
        let (store, currentUser) = try catalogue.openExisting()
        guard var comment = try store.comment(number, for: currentUser) else {
            throw CatalogueError.unknownComment(number)
        }
        guard comment.person == (try store.currentUser(currentUser)) else {
            throw CatalogueError.someoneElses(comment: number)
        }
        let isOnlyText = rating == nil && language == nil && spoiler == nil && `private` == nil
        if text != nil || isOnlyText {
            comment.text = try CommentText.entered(
                text, from: comment.text, isOptional: comment.rating != nil)
        }
        if let rating { comment.rating = rating.rating }
        if let language { comment.language = language.tidied }
        comment.isSpoiler = spoiler ?? comment.isSpoiler
        comment.isPrivate = `private` ?? comment.isPrivate
        try store.catalogueRecording(.editComment, nil, by: currentUser).edit(comment)
    }
}

struct CommentRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes one of your comments.")

    @Argument(help: "The comment's number, as `comment list` shows it.") var number: Int64
    @OptionGroup var catalogue: CatalogueOptions

    func run() throws {
        let (store, currentUser) = try catalogue.openExisting()
        try store.catalogueRecording(.removeComment, nil, by: currentUser).removeComment(
            number, by: currentUser)
    }
}

extension Rating: ExpressibleByArgument {
    public init?(argument: String) {
        guard let stars = Double(argument) else { return nil }
        self.init(stars)
    }
}

/// A rating, or `none` to remove it.
struct NewRating: ExpressibleByArgument {
    var rating: Rating?

    init?(argument: String) {
        if argument == "none" { return }
        guard let rating = Rating(argument: argument) else { return nil }
        self.rating = rating
    }
}

struct CommentListing: ParsableArguments {
    @Flag(help: "Show spoilers.") var spoilers = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var catalogue: CatalogueOptions

    /// Prints comments; exits with `Exit.incomplete` if there are none.
    ///
    /// - Parameter book: `nil` names the book of each comment.
    func show(_ comments: [Comment], of book: BookID? = nil) throws {
        try output.print(
            comments.map { CommentRow($0, showsSpoilers: spoilers, of: book) }, orSay: "no comments")
    }
}
