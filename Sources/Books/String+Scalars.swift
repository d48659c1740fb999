// Texts of Unicode scalars, in which positions are counted.

extension String {
    package init(scalars: some Sequence<Unicode.Scalar>) { self.init(UnicodeScalarView(scalars)) }
}
