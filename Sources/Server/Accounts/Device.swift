#if Server
// What a browser says of itself, in words by which its owner knows the device.

enum Device {
    /// The browser and the system, as `Firefox, Android`; `nil` where neither is known. Nothing else of the header is kept.
    ///
    /// - Parameter userAgent: RFC 9110, section 10.1.5.
    static func words(_ userAgent: String?) -> String? {
        guard let userAgent else { return nil }
        let known = [browsers, systems].compactMap { $0.first { userAgent.contains($0.mark) }?.name }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }

    /// Browsers name those that they are to be taken for, too: theirs is the first that fits.
    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"),
        ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    private static let systems: [(mark: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]
}
#endif
