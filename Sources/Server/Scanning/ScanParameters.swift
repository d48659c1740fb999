#if Server
// The query parameters of a request to read photos. They have the names of the options of `bookzone scan`.
import Batch
import Books
import Foundation
import Reading

struct ScanParameters: Sendable {
    var options = ScanOptions()
    /// `nil` for a record of each photo.
    var grouping: PhotoGrouping?
    /// Whether books are looked up.
    var looksUp = false

    static let names = ["readers", "strict", "crop", "rotate", "group", "lookup"]

    /// - Throws: `wrong`, with a message, for a parameter that is unknown, repeated or has an invalid value.
    init(_ query: Form) throws {
        var names: Set<String> = []
        for (name, value) in query.fields {
            guard names.insert(name).inserted else { throw SiteError.wrong("\(name): give it once") }
            switch name {
            case "readers":
                options.readers = try Self.known(
                    Set(text: value), name, "ocr, barcode, label, title, or several of them")
            case "strict": options.isStrict = try Self.flag(value, name)
            case "crop": options.crop = try Self.known(CropRegion(text: value), name, "x,y,width,height")
            case "rotate":
                options.rotation = try Self.known(Int(value), name, "whole degrees") % 360
            case "group":
                // Regular expressions are not accepted, because a client's expression could run for ever.
                grouping = try Self.known(
                    PhotoGrouping(words: value), name, "folder, name, frames, time or time:SECONDS")
            case "lookup": looksUp = try Self.flag(value, name)
            default: throw SiteError.unknownParameter(name, among: Self.names)
            }
        }
    }

    private static func known<Value>(_ value: Value?, _ name: String, _ words: String) throws -> Value {
        guard let value else { throw SiteError.wrong("\(name) takes \(words)") }
        return value
    }

    private static func flag(_ text: String, _ name: String) throws -> Bool {
        try known(["true": true, "false": false][text], name, "true or false")
    }
}
#endif
