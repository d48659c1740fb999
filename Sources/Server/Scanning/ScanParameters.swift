#if Server
// What a request to read photos asks for, after the options of `bookzone scan`.
import Batch
import Books
import Foundation
import Reading

struct ScanParameters: Sendable {
    var options = ScanOptions()
    /// `nil` answers each photo by itself.
    var grouping: PhotoGrouping?
    /// Whether books are looked up.
    var looksUp = false

    /// - Throws: `wrong`, in words, for a parameter that there is not, comes twice or has no such value.
    init(_ query: Form) throws {
        var names: Set<String> = []
        for (name, value) in query.fields {
            guard names.insert(name).inserted else { throw SiteError.wrong("\(name): give it once") }
            switch name {
            case "readers": options.readers = try Self.known(Set(text: value), name, "ocr, barcode or both")
            case "strict": options.isStrict = try Self.flag(value, name)
            case "crop": options.crop = try Self.known(CropRegion(text: value), name, "x,y,width,height")
            case "rotate":
                options.rotation = try Self.known(Int(value), name, "whole degrees") % 360
            case "group":
                // Expressions of strangers could take for ever.
                grouping = try Self.known(
                    PhotoGrouping(words: value), name, "folder, name, frames, time or time:SECONDS")
            case "lookup": looksUp = try Self.flag(value, name)
            default:
                let known = "readers, strict, crop, rotate, group, lookup"
                throw SiteError.wrong("\(name.printable.prefix(40)): no such parameter; there are \(known)")
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
