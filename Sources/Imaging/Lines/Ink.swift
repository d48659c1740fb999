// Imprints are printed dark on light, and jackets often the other way round.

/// Whether letters are darker or lighter than their ground.
package enum Ink: Sendable { case dark, light }
