// One JSON object a line, as programs read it (jsonlines.org), and harmless when it lands on a terminal.
import Foundation

/// A line of JSON Lines.
public enum JSONLine {
    /// Keys in alphabetical order, so that the same answer is the same line. Characters that would steer a
    /// terminal are escaped, which changes nothing for who parses it.
    public static func line(_ value: some Encodable) throws(EncodingError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            var line = String.UnicodeScalarView()
            for scalar in String(decoding: try encoder.encode(value), as: UTF8.self).unicodeScalars {
                if scalar.steersTerminal {
                    let code = String(scalar.value, radix: 16)
                    line += ("\\u" + String(repeating: "0", count: 4 - code.count) + code).unicodeScalars
                } else {
                    line.append(scalar)
                }
            }
            return String(line) + "\n"
        } catch let error as EncodingError {
            throw error
        } catch {
            throw .invalidValue(value, .init(codingPath: [], debugDescription: "\(error)"))
        }
    }
}
