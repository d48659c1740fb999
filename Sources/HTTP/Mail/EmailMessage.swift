// An e-mail message (RFC 5322, RFC 2045).
import Foundation

/// An e-mail address: ASCII, without characters that could end a header.
public struct MailAddress: Hashable, Sendable {
    public let text: String

    /// `nil` if it is not a valid address.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = text.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"\"(),:;<>[\\]".utf8.contains($0) }
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), parts[1].contains("."), isPlain,
            text.utf8.count <= 254, !text.hasPrefix("-"),
            parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else { return nil }
        self.text = text
    }
}

/// A plain text message to one person.
public struct EmailMessage: Hashable, Sendable {
    public var to: MailAddress
    /// One line.
    public var subject: String
    public var text: String

    public init(to: MailAddress, subject: String, text: String) {
        self.to = to
        self.subject = subject
        self.text = text
    }

    /// Header and body, with CR LF line ends.
    func bytes(from sender: MailAddress, date: Date) -> Data {
        let domain = sender.text.split(separator: "@").last ?? "localhost"
        let body = Data(text.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        let head = [
            "From: \(sender.text)", "To: \(to.text)",
            "Subject: \(Self.encoded(subject))", "Date: \(Self.day(date))",
            "Message-ID: <\(UUID().uuidString.lowercased())@\(domain)>", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            // Prevents automatic replies (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        return Data((head + ["", body, ""]).joined(separator: "\r\n").utf8)
    }

    /// As it is, or in encoded words of at most 75 characters (RFC 2047).
    private static func encoded(_ subject: String) -> String {
        let line = subject.filter { !$0.isNewline }
        guard !line.allSatisfy(\.isASCII) else { return line }
        var words: [String] = []
        for character in line {
            // 45 bytes are 60 characters of Base64.
            if let last = words.last, last.utf8.count + character.utf8.count <= 45 {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
        }
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    private static func day(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return formatter.string(from: date)
    }
}
