#if Server
// Cover pictures. A cover is drawn for books that have none.
import Books
import Catalogue
import Formatting
import Foundation
import HTTPTypes
import Hummingbird
import Reading

struct CoverController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("cover/:book", use: show)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let reference = try BookController.reference(context)
        let size = try CoverPicture.Size(of: request)
        let known = try await site.store { store in try store.shownCover(of: reference, size) }
        if let picture = known.picture { return picture.response(to: request) }
        // A photo's ISBN is shown before its book is in the catalogue.
        if known.book != nil { await site.covers?.add(reference) }
        var shown = known.book
        if shown == nil, let isbn = reference.isbn {
            shown = await site.lookupScheduler.previewed(isbn) ?? Book(isbn: isbn)
        }
        guard let book = shown else { throw SiteError.notFound }
        return ShownCover(drawn: book, size).response(to: request)
    }
}

extension Store {
    /// A book and its cover picture; `nil` for what is missing. Damaged pictures count as missing.
    func shownCover(
        of book: BookSpecifier, _ size: CoverPicture.Size
    ) throws -> (book: Book?, picture: ShownCover?) {
        let picture = try? coverPicture(of: book, size)
        return (try self.book(book), picture.map { ShownCover($0.cover, $0.jpeg, size) })
    }
}

extension CoverPicture.Size {
    /// The height on a page, in pixels.
    var height: Int { self == .small ? 96 : 300 }

    /// - Throws: `malformed` for an unknown size.
    init(of request: Request) throws(SiteError) {
        guard let size = request.query.text("size").map(Self.init(rawValue:)) ?? .small else {
            throw .malformed
        }
        self = size
    }
}

/// The picture in a response.
struct ShownCover: Sendable {
    private let type: String
    private let bytes: ByteBuffer
    private let tag: String

    init(drawn book: Book, _ size: CoverPicture.Size) {
        let svg = DrawnCover(book).svg(height: size.height)
        (type, bytes, tag) = ("image/svg+xml", ByteBuffer(string: svg), Secret.hash(of: svg))
    }

    init(_ cover: BookCover, _ jpeg: Data, _ size: CoverPicture.Size) {
        (type, bytes, tag) = ("image/jpeg", ByteBuffer(bytes: jpeg), "\(size.rawValue)-\(cover.sha256)")
    }

    /// Another picture, such as a photo.
    init(jpeg: Data) {
        (type, bytes, tag) = ("image/jpeg", ByteBuffer(bytes: jpeg), PhotoScanner.sha256(jpeg) ?? "")
    }

    /// Browsers may cache the picture, but must revalidate it, so that a changed cover appears at once and nobody sees
    /// it after signing out.
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

/// The values of a book for `cover.mustache`.
struct CoverView {
    let values: Pages.Values

    /// - Parameters:
    ///   - words: the alternative text, where the book's title is not beside the picture.
    ///   - link: the secret by which a guest sees a list with the book.
    init(_ reference: BookSpecifier?, _ size: CoverPicture.Size, words: String = "", link: Secret? = nil) {
        values =
            reference.map {
                let name = $0.description.queryPart
                let path = link.map { "/guest/cover?link=\($0.text)&book=\(name)&" } ?? "/cover/\(name)?"
                return [
                    "address": "\(path)size=\(size.rawValue)", "words": words,
                    "size": size.rawValue, "height": size.height, "width": size.height * 2 / 3,
                ]
            }
            // The address is set even if it is empty: a missing one would be looked up in the enclosing context.
            ?? ["address": ""]
    }
}

extension String {
    fileprivate func trimmed(_ prefix: String) -> Substring {
        hasPrefix(prefix) ? dropFirst(prefix.count) : self[...]
    }
}
#endif
