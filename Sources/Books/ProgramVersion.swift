// Which BookZone this is, for whoever asks a program of it, and for the servers that they ask.

package enum ProgramVersion {
    package static let current = "0.1.0"
}
