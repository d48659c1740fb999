// Folders whose names may contain any bytes.
import Foundation

extension String {
    /// Creates the folder and its parents. Returns the system's error code, 0 if the folder exists now.
    package func makeFolder() -> Int32 {
        let bytes = pathBytes
        for end in bytes.indices.dropFirst() where bytes[end] == UInt8(ascii: "/") {
            let code = Self.makeFolder(bytes[..<end])
            if code != 0 { return code }
        }
        return Self.makeFolder(bytes[...])
    }

    private static func makeFolder(_ path: ArraySlice<UInt8>) -> Int32 {
        let path = String(path: path).systemPath
        guard mkdir(path, 0o777) != 0 else { return 0 }
        let code = errno
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return 0 }
        return code == EEXIST ? ENOTDIR : code
    }

    /// The path of the working folder; empty if it is unknown. Foundation's is of UTF-8 only.
    package static var workingFolder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(path: UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }

    /// An absolute path without symbolic links, as far as it is there.
    package var resolvedPath: URL {
        var place = URL(filePath: self).standardizedFileURL
        var rest: [String] = []
        while place.path != "/", access(place.path, F_OK) != 0 {
            rest.insert(place.lastPathComponent, at: 0)
            place.deleteLastPathComponent()
        }
        return rest.reduce(place.resolvingSymlinksInPath()) { $0.appending(path: $1) }
    }

    /// Whether the path is that of a folder, or leads into it, also through links. What does not exist is in its parent.
    package func isInside(_ folder: String) -> Bool {
        resolvedPath.pathComponents.starts(with: folder.resolvedPath.pathComponents)
    }

    /// The names in the folder, without `.` and `..`; `nil` if it can't be read.
    package var folderEntries: [String]? {
        guard let stream = opendir(systemPath) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [UInt8(ascii: ".")], name != Array("..".utf8) { names.append(String(path: name)) }
        }
        return names
    }
}
