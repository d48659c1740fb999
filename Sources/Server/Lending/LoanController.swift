#if Server
// What is lent and reserved: a reader's own, and everybody's for librarians.
import Accounts
import Books
import Catalogue
import Hummingbird
import Translation

struct LoanController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("loans", use: show)
        router.post("books/:book/reserve", use: reserve)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let isOverdue = request.query.has("overdue")
        let pagination = Pagination(request)
        let (account, own, ownReservations, lent, waiting) = try await site.store(for: context) {
            store, account in
            let isLibrarian = account.role >= .librarian
            return (
                account, try store.loans(of: account.name), try store.reservations(of: account.name),
                isLibrarian
                    ? try store.loans(
                        except: account.name, dueBefore: isOverdue ? Day.today : nil, at: pagination.places)
                    : (copies: [], count: 0),
                isLibrarian ? try store.reservations(except: account.name, limit: Pagination.size) : []
            )
        }
        return site.pages.response(
            "loans", title: "Loans", context,
            [
                "own": own.map { CopyView($0, for: account).values }, "hasOwn": !own.isEmpty,
                "reserved": ownReservations.map { values(of: $0, account) },
                "isReserved": !ownReservations.isEmpty,
                "nothing": own.isEmpty && ownReservations.isEmpty,
                "isDesk": account.role >= .librarian, "isOverdue": isOverdue, "count": lent.count,
                "others": lent.copies.map { CopyView($0, for: account).values },
                "waiting": waiting.map { values(of: $0, account) },
                "isWaitedFor": !waiting.isEmpty,
                "pagination": pagination.links(
                    count: lent.count, path: "/loans?\(isOverdue ? "overdue=1&" : "")from="),
            ])
    }

    private func values(of reservation: Reservation, _ account: Account) -> Pages.Values {
        [
            "bookPath": reservation.specifier.path,
            "bookHeading": reservation.title ?? reservation.isbn?.hyphenated ?? "\(reservation.book)",
            "cover": CoverView(reservation.specifier, .small).values,
            "who": reservation.person == account.name ? "" : reservation.person,
            "isHeld": reservation.held != nil,
            "copyName": account.role >= .librarian ? reservation.held?.shownName ?? "" : "",
            "copy": reservation.held?.id.map { String($0.value) } ?? "",
        ]
    }

    /// Reserves a book for the reader, or cancels that.
    @Sendable private func reserve(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(context, as: .reader)
        let book = try BookController.reference(context)
        let isOff = form["do"] == "cancel"
        do {
            try await site.change(context, takesRoom: !isOff) { store, account in
                if isOff {
                    try store.recordingChange(.cancelReservation, by: account.name)
                        .cancelReservation(of: book, for: account.name)
                } else {
                    try store.recordingChange(.reserve, by: account.name).reserve(book, for: account.name)
                }
            }
        } catch CatalogueError.notReserved(_, .reserved) where !isOff {
            // It is as the reader wants it, perhaps by the same form.
        } catch CatalogueError.notReserved(_, .notReserved) where isOff {
        } catch let error as CatalogueError {
            throw error.ofCopy.map(SiteError.wrong) ?? error
        }
        return site.pages.redirect(to: book.path)
    }
}
#endif
