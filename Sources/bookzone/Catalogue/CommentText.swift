// The text of a comment from the command line, standard input, or an editor.
import ArgumentParser
import Books
import Catalogue
import Foundation

enum CommentText {
    /// - Parameters:
    ///   - given: the text, `-` for standard input, `nil` for the editor.
    ///   - text: the initial text in the editor.
    ///   - isOptional: whether no text is needed if there is no editor.
    static func entered(_ given: String?, from text: String = "", isOptional: Bool) throws -> String {
        if given == "-" { return try input() }
        if let given { return given }
        guard let editor = editor() else {
            if isOptional { return text }
            throw Refusal("no text; give one, use - for standard input, or set EDITOR")
        }
        return try edit(text, with: editor)
    }

    /// All of standard input, but not much more than the maximum length of a comment.
    private static func input() throws -> String {
        var text = ""
        var input = StandardInput()
        while let piece = try input.nextText() {
            text += piece
            if text.utf8.count > Comment.limit { throw CatalogueError.overlongComment(limit: Comment.limit) }
        }
        return text
    }

    /// The editor's command and arguments; `nil` if none is set and there is no terminal.
    private static func editor() -> [String]? {
        let environment = ProcessInfo.processInfo.environment
        for name in ["VISUAL", "EDITOR"] {
            let words = (environment[name] ?? "").split(separator: " ").map(String.init)
            if !words.isEmpty { return words }
        }
        return isatty(STDIN_FILENO) == 1 ? ["vi"] : nil
    }

    private static func edit(_ text: String, with editor: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bookzone-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "comment.txt")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data((text.isEmpty ? "" : text + "\n").utf8).write(to: file)
            let status = try run(editor + [file.path])
            guard status == 0 else {
                throw Refusal("\(editor[0]): ended with code \(status); nothing was changed")
            }
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
        } catch let error as POSIXError {
            let cause = String(cString: strerror(error.code.rawValue))
            throw Refusal("\(editor[0]): can't be started (\(cause)); set EDITOR, or give the text")
        }
    }

    /// In the foreground of the same terminal; Foundation's `Process` would start it in the background.
    private static func run(_ words: [String]) throws -> Int32 {
        let arguments = words.map { strdup($0) } + [nil]
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in arguments + environment { free(word) } }
        var process = pid_t()
        let failure = posix_spawnp(&process, words[0], nil, nil, arguments, environment)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
