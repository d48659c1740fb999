// A name that can't be displayed is quoted for the shell.
import Books
import Foundation
import Testing

@testable import Output

struct ShownPathTests {
    @Test(arguments: [
        ("box 1/IMG_2.jpg", "box 1/IMG_2.jpg"), ("it's.jpg", "it's.jpg"), ("日本.jpg", "日本.jpg"),
        ("a\nb\t.jpg", #"$'a\nb\t.jpg'"#), ("it's\r", #"$'it\'s\r'"#), ("\u{1B}[2J", #"$'\x1B[2J'"#),
        ("a\\b\n", #"$'a\\b\n'"#), ("\u{202E}gpj", #"$'\xE2\x80\xAEgpj'"#),
        (String(path: [0x63, 0xE9, 0x61]), #"$'c\xE9a'"#),
    ]) func `is quoted where it must be`(path: String, shown: String) {
        #expect(path.shownPath == shown)
    }

    @Test(arguments: ["c\u{E9}\n'\\\u{7F}.jpg", "\u{85}\u{2028}", "-\u{1}1"])
    func `a shell has the bytes again`(
        path: String
    ) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", "printf %s \(path.shownPath)"]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        #expect(try output.fileHandleForReading.readToEnd().map(Array.init) == path.pathBytes)
    }
}
