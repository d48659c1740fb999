// Why a document gave no text.

package enum DocumentError: Error, Hashable, Sendable {
    /// It is not what its first bytes say, or its parts are not there.
    case damaged
    /// Opens with a password or an owner's key only.
    case encrypted
    /// More than this is not unpacked.
    case tooLarge
}
