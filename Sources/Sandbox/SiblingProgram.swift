// Programs of this package that the running one starts.
import Foundation

package enum SiblingProgram {
    /// Where a program is, beside the running one or where `scripts/install` puts it; `nil` where there is none.
    package static func path(_ name: String) -> String? {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: link ?? CommandLine.arguments[0]).deletingLastPathComponent()
        return [name, "../libexec/bookzone/\(name)"]
            .map { folder.appending(path: $0).path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
