// Prices: amounts in minor units, and their decimals by currency.
import TestSupport
import Testing

@testable import Books

struct PriceTests {
    @Test(arguments: [
        ("12.50 EUR", 1250), ("EUR 12.5", 1250), ("0 usd", 0), ("12 JPY", 12), ("1.234 KWD", 1234),
        ("7.5 KWD", 7500),
        ("1000000000 EUR", 100_000_000_000), ("12,50 EUR", 1250), ("EUR 12,5", 1250),
        ("1.250,50 EUR", 125_050), ("1,250.50 EUR", 125_050), ("1.250.000 JPY", 1_250_000),
        ("1,250,000.5 usd", 125_000_050), ("1,250.500 KWD", 1_250_500), ("0,500 KWD", 500),
        ("3,50 €", 350), ("3.50€", 350), ("€3,50", 350), ("€ 1.250,50", 125_050),
    ])
    func `an amount and a currency are a price`(text: String, units: Int) {
        #expect(Price(text)?.minorUnits == units)
    }

    @Test(arguments: [
        "", "12.50", "EUR", "12.505 EUR", "12.5 JPY", "-1 EUR", "1e3 EUR", ".5 EUR", "5. EUR",
        "٣ EUR",
        "1.250 EUR", "1,250 EUR", "1.250 JPY", "1,234 KWD", "12.50,00 EUR", "1.25.000 EUR", "1.250,000.5 EUR",
        "1.250.000 EUR 5", "1.250,505 EUR", "01.250,50 EUR", ",5 EUR", "5, EUR",
        "12.50 EURO", "12.50 EUR €", "1.250 €", "€", "12 € 50", "12 50 EUR", "99999999999999999999 EUR",
        "1000000000001 JPY",
    ])
    func `anything else is none`(text: String) { #expect(Price(text) == nil) }

    @Test(arguments: [
        ("1.250 EUR", true), ("EUR 1,250", true), ("999.999 JPY", true), ("1,234 KWD", true),
        ("1.234 KWD", false), ("1.250", false), ("1.250 EURO", false), ("0.250 EUR", false),
        ("1.2505 EUR", false), ("1.250,00 EUR", false),
    ])
    func `thousands or decimals`(text: String, isAmbiguous: Bool) {
        #expect(Price.isAmbiguous(text) == isAmbiguous)
    }

    @Test(arguments: 0..<20) func `what is written is read`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<50 {
            let currency = try #require(["EUR", "JPY", "KWD", "CLF"].randomElement(using: &random))
            let units = Int.random(in: 0...(Bool.random(using: &random) ? 2000 : Price.most), using: &random)
            let price = try #require(Price(minorUnits: units, currency: currency))
            #expect(Price(price.description) == price)
            #expect(Price(amount: price.amount, currency: currency) == price)
        }
    }
}
