// A book on one screen, to be read in a bookshop.
import Books
import Foundation
import Output
import Providers

extension BookCard {
    /// Lines without line ends. Text of books and readers is made safe for a terminal.
    ///
    /// - Parameters:
    ///   - spoilers: whether to show comments marked as spoilers.
    ///   - width: the terminal's columns, to which lines are wrapped; `nil` does not wrap.
    ///   - untitled: why there is no title, if there is none; `nil` uses the reason from the store.
    package func lines(spoilers: Bool, width: Int? = nil, untitled: String? = nil) -> [String] {
        var rows = [CardRow("Yours", text: ownership)]
        if let series = book.numberedSeries { rows.append(CardRow("Series", text: series.printable)) }
        if !book.tags.isEmpty {
            rows.append(CardRow("Tags", text: book.tags.map(\.printable).joined(separator: ", ")))
        }
        if !readings.isEmpty {
            rows.append(CardRow("Read", text: readings.map(words).joined(separator: "; ")))
        }
        if let readers { rows.append(CardRow("Readers", text: readers)) }
        if let histogram { rows.append(CardRow(pieces: histogram, separator: "   ")) }
        for comment in comments { rows += commentRows(for: comment, spoilers: spoilers) }
        if !photos.isEmpty { rows.append(CardRow("Photos", text: Self.shortened(photos))) }
        if let reason = untitled ?? reason, book.title == nil { rows.append(CardRow("Title", text: reason)) }
        if let cover = book.cover { rows.append(CardRow("Cover", text: cover.printable)) }
        if let sources { rows.append(CardRow("Sources", text: sources)) }
        if let missing { rows.append(CardRow("Missing", text: missing)) }
        let margin = max(9, (rows.map(\.label.columns).max() ?? 0) + 2)
        return [book.heading].filled(to: width, separator: " ") + originalScript(width) + imprint(width)
            + rows.flatMap { $0.lines(margin: margin, width: width) }
    }

    /// Title and makers in the original script, if they differ from those above and below.
    private func originalScript(_ width: Int?) -> [String] {
        let parts = [book.originalScriptTitle].compactMap(\.self) + book.originalScriptNames.prefix(3)
        guard !parts.isEmpty else { return [] }
        return [parts.map(\.printable).joined(separator: ", ")].filled(to: width, separator: " ")
    }

    /// Authors, publisher and year, with the ISBN at the right edge or, if there is no room, below.
    private func imprint(_ width: Int?) -> [String] {
        let parts = [book.byline, book.publisher?.printable, book.year.map(String.init)].compactMap(\.self)
        // The heading is the ISBN then.
        if parts.isEmpty, book.title == nil { return [] }
        let left = parts.joined(separator: ", ")
        let right = book.numberOrNone
        let edge = min(width ?? 68, 68)
        let line = left.padded(to: edge - right.columns - 2) + "  " + right
        if let width, line.columns > width { return [left].filled(to: width, separator: " ") + [right] }
        return [line]
    }

    package var ownership: String {
        var parts = lists.map(\.printable)
        for (what, editions) in [("another edition", otherEditions), ("same title", namesakes)] {
            for edition in editions where !edition.lists.isEmpty {
                let name = edition.book.isbn?.hyphenated ?? edition.book.heading
                parts.append("\(what) \(edition.lists.map(\.printable).joined(separator: ", ")): \(name)")
            }
        }
        let doubt = isKnownOwned ? nil : doubt
        if parts.isEmpty {
            parts.append("neither owned nor wanted\(doubt == nil ? ", and no other edition known here" : "")")
        }
        return (parts + [doubt].compactMap(\.self)).joined(separator: "; ")
    }

    /// Whether the book, another edition or a namesake is on the list `owned`.
    package var isKnownOwned: Bool {
        ([lists] + (otherEditions + namesakes).map(\.lists)).contains { $0.contains(ListName.owned) }
    }

    /// Why other editions may be owned or wanted although the card does not show it; `nil` if that is impossible.
    private var doubt: String? {
        book.title == nil ? "\(Self.unknownEditions) without its title" : doubtOfEditions
    }

    private static let unknownEditions = "other editions are unknown"

    /// The same for any book with a title: owned books without one may be editions of it.
    package var doubtOfEditions: String? {
        guard unnamed > 0 else { return nil }
        let count = unnamed < Self.mostUnnamed ? "\(unnamed)" : "\(unnamed.grouped) or more"
        return
            "\(Self.unknownEditions) while \(count) owned or wanted \(unnamed == 1 ? "book has" : "books have") no title: "
            + "see `bookzone list`"
    }

    /// `maria, 2026-10-30 to 2026-11-02`, and for another edition its number.
    package func words(_ reading: ReadingStatus) -> String {
        let days = [reading.started, reading.ended].compactMap { $0?.description }
        var words = [reading.person.printable]
        switch reading.state {
        case .reading: words = ["\(words[0]) is reading it"] + days.map { "since \($0)" }
        case .read: words += days.isEmpty ? [] : [days.joined(separator: " to ")]
        case .abandoned: words = ["\(words[0]) gave it up"] + days.suffix(1)
        }
        let other = otherEditions.first { $0.book.id == reading.book }
        let edition = other.map { " (\($0.book.isbn?.hyphenated ?? $0.book.heading))" } ?? ""
        return words.joined(separator: ", ") + edition
    }

    /// `nil` if nobody has rated it.
    package var readers: String? {
        let parts = averages.enumerated().map { place, rating in
            let count =
                rating.source.map { "\(rating.count.grouped) at \($0.printable)" } ?? "\(rating.count) here"
            return "\(rating.stars.oneDecimal)\(place == 0 ? " of 5" : "") (\(count))"
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// The mean ratings, 0 to 5 stars: that of the readers here, whose source is `nil`, before those of sources.
    package var averages: [(stars: Double, count: Int, source: String?)] {
        let own = readersRatings.map(\.stars)
        let others = ratings.map { (stars: $0.average, count: $0.count, source: Optional($0.source)) }
        if own.isEmpty { return others }
        return [(own.reduce(0, +) / Double(own.count), own.count, nil)] + others
    }

    /// The latest public rating of each reader here, which is what lists and rankings count.
    private var readersRatings: [Rating] {
        let rated = comments.filter { $0.rating != nil && !$0.isPrivate }
        return Dictionary(grouping: rated, by: \.person).values.compactMap { ratings in
            ratings.max { $0.id ?? 0 < $1.id ?? 0 }?.rating
        }
    }

    /// The ratings of readers here, rounded to whole stars, halves up; `nil` if there are none.
    private var histogram: [String]? {
        let stars = readersRatings.map { max(1, ($0.quarters + 2) / 4) }
        guard !stars.isEmpty else { return nil }
        let counts = (1...5).map { star in stars.count { $0 == star } }
        let most = counts.max() ?? 1
        return zip(1...5, counts).reversed().map { star, count in
            let bar = String(repeating: "█", count: (count * 8 + most - 1) / most)
            return [String(star), bar, String(count)].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// What is still to be fetched from a source; `nil` if nothing.
    private var missing: String? {
        let names = incomplete.map { SourceSet.name(of: $0).printable }.joined(separator: ", ")
        return incomplete.isEmpty
            ? nil
            : "work, language and ratings at \(names) are missing; ask again with `bookzone lookup --pending`"
    }

    /// Every source once, by name, with the latest of its data.
    package var latestOrigins: [Origin] {
        let latest = Dictionary(book.origins.values.map { ($0.source, $0) }) { $0.date < $1.date ? $1 : $0 }
        return latest.values.sorted { $0.source < $1.source }
    }

    private var sources: String? {
        let parts = latestOrigins.map { "\($0.source.printable), \($0.date.day)" }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Relative to the working folder; a folder is named once for consecutive photos in it.
    private static func shortened(_ photos: [String]) -> String {
        var folder: Substring?
        let here = String.workingFolder + "/"
        return photos.map { photo in
            let photo = photo.hasPrefix(here) ? String(photo.dropFirst(here.count)) : photo
            let end = photo.nameStart
            defer { folder = photo[..<end] }
            return (photo[..<end] == folder ? String(photo[end...]) : photo).shownPath
        }.joined(separator: ", ")
    }
}

extension BookCard {
    /// The width in columns of the stars before a comment, including a space; wider if there are quarters.
    private var starsColumn: Int {
        comments.contains { ($0.rating?.quarters ?? 0) % 2 == 1 } ? 5 : 4
    }

    private func commentRows(for comment: Comment, spoilers: Bool) -> [CardRow] {
        var lines = comment.text.split(whereSeparator: \.isNewline).map { String($0).printable }
        if comment.isSpoiler, !spoilers { lines = ["[spoiler: --spoilers]"] }
        var marks = comment.isPrivate ? ["[private]"] : []
        if let parent = comments.first(where: { $0.id != nil && $0.id == comment.parent }) {
            marks.append("[reply to \(parent.person.printable)]")
        }
        if let edition = otherEdition(of: comment) {
            marks.append("(\(edition.book.isbn?.hyphenated ?? edition.book.heading))")
        }
        let first = (marks + lines.prefix(1)).joined(separator: "  ")
        let lead = (comment.rating?.short ?? "-").padded(to: starsColumn) + comment.day
        let blank = String(repeating: " ", count: lead.columns)
        return [CardRow(comment.person.printable, lead: lead, text: first)]
            + lines.dropFirst().map { CardRow("", lead: blank, text: $0) }
    }
}

extension Book {
    /// Title and subtitle, safe for a terminal; the number if there is no title.
    package var heading: String {
        guard let title else { return isbn?.hyphenated ?? "untitled" }
        return ([title, subtitle].compactMap(\.self).joined(separator: ": ")).printable
    }

    /// The ISBN, or else the LCCN; `no ISBN` without either.
    var numberOrNone: String { isbn?.hyphenated ?? lccn?.description ?? "no ISBN" }

    /// `InCryptid 8`; `nil` if no series is known.
    package var numberedSeries: String? {
        series.map { [$0, seriesNumber].compactMap(\.self).joined(separator: " ") }
    }

    /// The authors, or else editors, or else other contributors, at most three names; `nil` if none is known.
    package var byline: String? {
        guard let first = makers.first else { return nil }
        var names = makers.prefix(3).map(\.name.printable).joined(separator: ", ")
        if makers.count > 3 { names += " and \(makers.count - 3) more" }
        return first.role == .editor ? "\(names) (ed.)" : names
    }
}

extension Comment {
    /// `2026-11-21`: the date that the comment was given, else the local date of writing.
    package var day: String { writtenOn?.description ?? written.day }

    /// For programs: a date, or a time in UTC.
    var writtenText: String { writtenOn?.description ?? written.formatted(.iso8601) }
}

extension Date {
    /// `2026-11-21`, in the local time zone.
    package var day: String {
        formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }
}

extension Double {
    fileprivate var oneDecimal: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
