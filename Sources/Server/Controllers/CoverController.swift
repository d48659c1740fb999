#if Server
// Covers of books: a picture always, drawn where there is none.
import Books
import Catalogue
import Formatting
import HTTPTypes
import Hummingbird

struct CoverController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("cover/:book", use: show)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let reference = try BookController.reference(context)
        let size = request.query.text("size").map(CoverSize.init(rawValue:)) ?? .small
        guard let size else { throw SiteError.malformed }
        let book = try await site.store { store in try store.book(reference) }
        // A photo's ISBN is shown before its book is in the catalogue.
        var shown = book
        if shown == nil, let isbn = reference.isbn {
            shown = await site.lookupScheduler.previewed(isbn) ?? Book(isbn: isbn)
        }
        guard let book = shown else { throw SiteError.notFound }
        return CoverPicture(drawn: book, size).response(to: request)
    }
}

/// How large a cover is wanted.
enum CoverSize: String, Sendable {
    case small, large

    /// Pixels that it takes on a page.
    var height: Int { self == .small ? 96 : 300 }
}

/// A picture as it is sent.
struct CoverPicture {
    private let type: String
    private let bytes: ByteBuffer
    private let tag: String

    init(drawn book: Book, _ size: CoverSize) {
        let svg = DrawnCover(book).svg(height: size.height)
        (type, bytes, tag) = ("image/svg+xml", ByteBuffer(string: svg), Secret.hash(of: svg))
    }

    /// Browsers keep it, and ask whether it is still so: only for who is signed in, and shown as soon as it changes.
    func response(to request: Request) -> Response {
        let tag = "\"\(tag.prefix(32))\""
        var response = Response(status: .ok, headers: [.eTag: tag, .cacheControl: "private, no-cache"])
        let known = request.headers[values: .ifNoneMatch].joined(separator: ",").split(separator: ",")
        if known.contains(where: { $0.trimmingCharacters(in: .whitespaces).trimmed("W/") == tag }) {
            response.status = .notModified
        } else {
            response.headers[.contentType] = type
            response.body = ResponseBody(byteBuffer: bytes)
        }
        return response
    }
}

/// What `cover.mustache` shows of a book.
struct CoverView {
    let values: Pages.Values

    /// - Parameter words: what the picture is called where the book's title does not stand beside it.
    init(_ reference: BookSpecifier?, _ size: CoverSize, words: String = "") {
        values =
            reference.map {
                [
                    "address": "/cover/\($0.description.queryPart)?size=\(size.rawValue)", "words": words,
                    "size": size.rawValue, "height": size.height, "width": size.height * 2 / 3,
                ]
            }
            // Without the empty address, one of an enclosing context would stand in.
            ?? ["address": ""]
    }
}

extension String {
    fileprivate func trimmed(_ prefix: String) -> Substring {
        hasPrefix(prefix) ? dropFirst(prefix.count) : self[...]
    }
}
#endif
