// One JSON object a line, as programs read it (jsonlines.org), and harmless when it lands on a terminal. Foundation's
// encoder takes three times as long, and lists of books are long.

/// A line of JSON Lines.
package enum JSONLine {
    /// Keys in alphabetical order, so that the same answer is the same line. Characters that would steer a terminal
    /// are escaped, which changes nothing for whoever parses it.
    ///
    /// - Throws: `EncodingError` for a number that JSON has no form for.
    package static func line(_ value: some Encodable) throws -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        try JSONPart.of(value).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return String(decoding: bytes, as: UTF8.self)
    }
}
