// Small photos and links in a test's own folder.
import Foundation
import TestSupport

extension TemporaryFolder {
    /// The path inside this folder.
    func callAsFunction(_ name: String) -> String { file(name).path }

    @discardableResult
    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try write(Data(bytes), to: name).path
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
    }
}
