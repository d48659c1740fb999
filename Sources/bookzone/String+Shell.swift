// A word of a command that is to be typed: what a shell would take apart or change is quoted.

extension String {
    var shellWord: String {
        if !isEmpty, utf8.allSatisfy({ Self.plain.contains($0) || $0 >= 0x80 }) { return self }
        return "'" + replacing("'", with: #"'\''"#) + "'"
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,+=@%".utf8)
}
