#if Server
// What a reader is told when a page can't be shown: what happened, and what to do.
import Books
import Catalogue
import Foundation
import HTTPTypes
import Hummingbird

/// Makes a page of what a controller throws.
struct ErrorPages: RouterMiddleware {
    let site: Site

    func handle(
        _ request: Request, context: SiteContext,
        next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch SiteError.signInNeeded {
            // A form that is sent now would be lost; a page is come back to.
            let back = request.method == .get ? "?to=" + (request.uri.string.queryPart) : ""
            return site.pages.redirect(to: "/sign-in\(back)")
        } catch let error as SiteError {
            return page(error.told(site.options), context)
        } catch let error as CatalogueError {
            if let told = error.told { return page(told, context) }
            context.logger.error("\(error)")
            return page(Self.broken(error), context)
        } catch OpenIDProvider.Failure.provider(let words) {
            context.logger.error("the provider can't be asked: \(words)")
            let name = site.provider?.options.name ?? ""
            return page(
                Told(
                    .badGateway, "\(name) can't be asked now",
                    site.options.takesPasswords
                        ? "Try again in a moment, or sign in with a password." : "Try again in a moment."),
                context)
        } catch is PasswordHasher.Busy {
            return page(SiteError.busy.told(site.options), context)
        } catch let error as HTTPError {
            return page(Told(error.status, "That is not understood", "Go back and try again."), context)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            context.logger.error("\(error)")
            return page(
                Told(
                    .internalServerError, "Something went wrong here",
                    "It is noted in the site's log. Try again."),
                context)
        }
    }

    private func page(_ told: Told, _ context: SiteContext) -> Response {
        var response = site.pages.response(
            "message", title: told.title, context, status: told.status, ["words": told.words])
        if let wait = told.wait { response.headers[.retryAfter] = String(Int(wait.rounded(.up))) }
        return response
    }

    private static func broken(_ error: CatalogueError) -> Told {
        switch error {
        case .busy:
            Told(
                .serviceUnavailable, "The catalogue is busy",
                "Nothing was lost, nothing was kept. Try again.")
        case .full:
            Told(
                .init(code: 507, reasonPhrase: "Insufficient Storage"), "The disk is full",
                "Nothing was kept. Tell who looks after this site.")
        case .readOnly:
            Told(
                .serviceUnavailable, "The catalogue can't be changed now",
                "Tell who looks after this site.")
        default:
            Told(.internalServerError, "The catalogue can't be read", "Tell who looks after this site.")
        }
    }
}

/// What a person is told.
struct Told {
    var status: HTTPResponse.Status
    var title: String
    var words: String
    /// Seconds until it may be tried again.
    var wait: TimeInterval?

    init(_ status: HTTPResponse.Status, _ title: String, _ words: String, wait: TimeInterval? = nil) {
        self.status = status
        self.title = title
        self.words = words
        self.wait = wait
    }
}

extension SiteError {
    fileprivate func told(_ options: SiteOptions) -> Told {
        switch self {
        case .signInNeeded: Told(.unauthorized, "Sign in first", "")
        case .forbidden: Told(.forbidden, "This is for others to do", "Your account has no right to it.")
        case .usedLink:
            Told(
                .forbidden, "This link opens nothing any more",
                "It was used, or is too old. Ask who sent it for another; who has an account signs in.")
        case .notFound: Told(.notFound, "There is no such page", "It may have been removed.")
        case .wrong(let words): Told(.unprocessableContent, "Please go back and correct", words)
        case .forged:
            Told(
                .forbidden, "This form is too old, or of another site",
                "Go back, load the page anew, and send it again. Cookies must be allowed.")
        case .tooLarge(let limit):
            Told(
                .contentTooLarge, "That is too large",
                "At most \(limit >> 20 > 0 ? "\(limit >> 20) MB" : "\(limit >> 10) kB") are taken.")
        case .tooManyPhotos(let limit):
            Told(
                .tooManyRequests, "Too many photos at once",
                "At most \(limit) are held for you at a time. Confirm or remove some, or wait an hour.",
                wait: 600)
        case .tooOften(let wait):
            Told(
                .tooManyRequests, "Too many attempts",
                "Wait \(Int(wait.rounded(.up))) seconds, then try again.", wait: wait)
        case .providerFailed(let words): Told(.forbidden, "That did not sign you in", words)
        case .busy: Told(.serviceUnavailable, "Too many at once", "Try again in a moment.", wait: 5)
        case .malformed: Told(.badRequest, "That is not understood", "Go back and try again.")
        case .misdirected:
            Told(.misdirectedRequest, "This site has another name", "It is at \(options.address("/")).")
        }
    }
}

extension CatalogueError {
    /// What is wrong with what was asked; `nil` where something is wrong with the store.
    fileprivate var told: Told? {
        func wrong(_ words: String) -> Told {
            Told(.unprocessableContent, "Please go back and correct", words)
        }
        return switch self {
        case .unknownBook, .unknownComment, .unknownList:
            Told(.notFound, "That is not in the catalogue", "It may have been removed since.")
        case .someoneElses: Told(.forbidden, "This is somebody else's", "Only who wrote it changes it.")
        case .listName:
            wrong("A list's name needs a letter or a digit, and is not that of a reading state.")
        case .emptyComment: wrong("A comment needs some words, or stars.")
        case .overlongComment(let limit): wrong("A comment has at most \(limit >> 10) kB.")
        case .tooSlow:
            Told(.serviceUnavailable, "That takes too long", "Search for fewer or longer words.")
        case .takenISBN(let isbn): wrong("Another book has the ISBN \(isbn.hyphenated).")
        case .nothingToAdd: wrong("A book needs an ISBN or a title.")
        default: nil
        }
    }
}
#endif
