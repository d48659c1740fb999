#if Server
// Error pages: what happened, and what to do.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation
import HTTPTypes
import Hummingbird
import Translation

/// Turns the errors of controllers into pages.
struct ErrorPages: RouterMiddleware {
    let site: Site

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as UploadReader.Refused {
            return try answer(to: error.cause, request, context, kept: error.kept)
        } catch {
            return try answer(to: error, request, context)
        }
    }

    /// - Parameter kept: the photos that arrived although the request failed.
    private func answer(
        to error: any Error, _ request: Request, _ context: SiteContext, kept: [Upload] = []
    ) throws -> Response {
        func page(_ message: ErrorMessage) -> Response { self.page(message, context, kept: kept) }
        switch error {
        case SiteError.signInNeeded:
            // Only a GET request can be repeated after signing in.
            let back = request.method == .get ? "?to=" + (request.uri.string.queryPart) : ""
            return site.pages.redirect(to: "/sign-in\(back)")
        case let error as SiteError: return page(error.errorMessage(site.options))
        case let error as CatalogueError:
            if let message = error.errorMessage { return page(message) }
            context.logger.error("\(error.message)")
            return page(Self.broken(error))
        case let error as FolderFailure where error.isFull || error.isPassing:
            context.logger.error("\(error.description)")
            return page(error.isFull ? Self.fullDisk : SiteError.busy.errorMessage(site.options))
        case OpenIDProvider.Failure.provider(let words), OpenIDProvider.Failure.certificate(let words):
            context.logger.error("the provider can't be asked: \(words)")
            let name = site.provider?.options.name ?? ""
            return page(
                ErrorMessage(
                    .badGateway, "\(name) can't be reached",
                    site.options.takesPasswords
                        ? "Try again in a moment, or sign in with a password." : "Try again in a moment."))
        case is FairQueue<String>.Busy: return page(SiteError.busy.errorMessage(site.options))
        case let error as HTTPError:
            return page(ErrorMessage(error.status, "Bad request", "Go back and try again."))
        case let error where error.isOfClient: return page(SiteError.malformed.errorMessage(site.options))
        case is CancellationError: throw CancellationError()
        default:
            context.logger.error("\(error)")
            return page(
                ErrorMessage(
                    .internalServerError, "Something went wrong", "The error was logged. Try again."))
        }
    }

    private func page(_ message: ErrorMessage, _ context: SiteContext, kept: [Upload]) -> Response {
        let photos = kept.map { upload -> Pages.Values in
            [
                "id": upload.id,
                "name": upload.name.isEmpty ? "Photo" as Phrase : Phrase(verbatim: upload.name),
            ]
        }
        var response = site.pages.response(
            "message", title: message.title, context, status: message.status,
            ["words": message.words, "kept": photos, "hasKept": !kept.isEmpty])
        if let wait = message.wait { response.headers[.retryAfter] = String(Int(wait.rounded(.up))) }
        return response
    }

    private static var fullDisk: ErrorMessage {
        ErrorMessage(
            .init(code: 507, reasonPhrase: "Insufficient Storage"), "The disk is full",
            "Your change was not saved. Tell an administrator.")
    }

    private static func broken(_ error: CatalogueError) -> ErrorMessage {
        switch error {
        case .busy:
            ErrorMessage(
                .serviceUnavailable, "The catalogue is busy",
                "Your change was not saved. Try again.", wait: 5)
        case .full: fullDisk
        case .readOnly, .replaced:
            ErrorMessage(
                .serviceUnavailable, "The catalogue is read-only",
                "Tell an administrator.")
        default:
            ErrorMessage(.internalServerError, "The catalogue can't be read", "Tell an administrator.")
        }
    }
}

struct ErrorMessage {
    var status: HTTPResponse.Status
    var title: Phrase
    var words: Phrase
    /// Seconds until a retry makes sense.
    var wait: TimeInterval?

    init(_ status: HTTPResponse.Status, _ title: Phrase, _ words: Phrase, wait: TimeInterval? = nil) {
        self.status = status
        self.title = title
        self.words = words
        self.wait = wait
    }
}

extension SiteError {
    func errorMessage(_ options: SiteOptions) -> ErrorMessage {
        switch self {
        case .signInNeeded: ErrorMessage(.unauthorized, "Sign in first", "")
        case .forbidden:
            ErrorMessage(.forbidden, "Not allowed", "Your account does not have the required role.")
        case .usedLink:
            ErrorMessage(
                .forbidden, "This link is no longer valid",
                "It was already used or has expired. Ask for a new one, or sign in if you have an account.")
        case .removedLink:
            ErrorMessage(
                .forbidden, "This link is no longer valid",
                "It was taken back, or never existed. Ask for a new one, or sign in if you have an account.")
        case .notFound: ErrorMessage(.notFound, "Page not found", "It may have been removed.")
        case .wrong(let words): ErrorMessage(.unprocessableContent, "Please go back and correct this", words)
        case .forged:
            ErrorMessage(
                .forbidden, "This form has expired",
                "Go back, reload the page and send the form again. Cookies must be enabled.")
        case .tooLarge(let limit):
            ErrorMessage(
                .contentTooLarge, "Too large", "At most \(Phrase(limit: limit)) are accepted.")
        case .tooManyPhotos(let limit):
            ErrorMessage(
                .tooManyRequests, "Too many photos at once",
                "You can have at most \(limit) at a time. Confirm or remove some, or wait an hour.",
                wait: 600)
        case .tooOften(let wait):
            ErrorMessage(
                .tooManyRequests, "Too many attempts",
                Phrase(
                    Int(wait.rounded(.up)), "Wait {1} second, then try again.",
                    "Wait {1} seconds, then try again."),
                wait: wait)
        case .providerFailed(let words): ErrorMessage(.forbidden, "Sign-in failed", words)
        case .busy: ErrorMessage(.serviceUnavailable, "The site is busy", "Try again in a moment.", wait: 5)
        case .encoded:
            ErrorMessage(
                .unsupportedMediaType, "Bad request",
                "It is compressed by a Content-Encoding, which is not read here. Send it as it is.")
        case .malformed: ErrorMessage(.badRequest, "Bad request", "Go back and try again.")
        case .misdirected:
            ErrorMessage(.misdirectedRequest, "Wrong address", "This site is at \(options.address("/")).")
        }
    }
}

extension CatalogueError {
    /// The message for an invalid request; `nil` if the store failed.
    fileprivate var errorMessage: ErrorMessage? {
        func wrong(_ words: Phrase) -> ErrorMessage {
            ErrorMessage(.unprocessableContent, "Please go back and correct this", words)
        }
        return switch self {
        case .unknownBook, .unknownComment, .unknownList:
            ErrorMessage(.notFound, "Not in the catalogue", "It may have been removed since.")
        case .someoneElses: ErrorMessage(.forbidden, "Not yours", "Only its author can change it.")
        case .listName:
            wrong("A list's name needs a letter or a digit, and can't be the name of a reading state.")
        case .overlongListName(let limit): wrong("A list's name has at most \(limit) bytes.")
        case .reusedKey: ErrorMessage(.unprocessableContent, "Bad request", "Go back and try again.")
        case .inventory(.settled): wrong("This inventory has ended.")
        case .correctedPhoto:
            wrong("The books of this photo were corrected in an inventory, and stay as they are.")
        case .emptyComment: wrong("A comment needs a text or a rating.")
        case .overlongComment(let limit): wrong("A comment has at most \(Phrase(limit: limit)).")
        case .tooSlow:
            ErrorMessage(.serviceUnavailable, "The search takes too long", "Use fewer or longer words.")
        case .wouldLose:
            ErrorMessage(
                .conflict, "Readers keep this book",
                "It has copies, comments, reading dates or a place on somebody's list. Merge it with another book instead."
            )
        case .notAllowed(.remove, _):
            ErrorMessage(.conflict, "A copy is lent", "It has to come back first.")
        case .describedCopies:
            ErrorMessage(
                .conflict, "Some copies have a label, a price or other details",
                "They can't be counted away.")
        default: ofForm.map(wrong)
        }
    }
}
#endif
