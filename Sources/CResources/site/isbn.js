// Checks ISBNs while they are typed: ten or thirteen digits, with or without hyphens.
"use strict";

const isbn = (() => {
    const last13 = digits => String((10 - [...digits].reduce((sum, digit, place) => sum + digit * (place % 2 ? 3 : 1), 0) % 10) % 10);
    const last10 = digits => "0123456789X"[(11 - [...digits].reduce((sum, digit, place) => sum + digit * (10 - place), 0) % 11) % 11];
    // 979-0 is for sheet music.
    const isBook = digits => digits.startsWith("978") || /^979[1-9]/.test(digits);

    // Parses a text: `{}` if it is not a number, `{ words }` if the number is incomplete or wrong, and `{ isbn, words
    // }` with thirteen digits for an ISBN.
    const parse = text => {
        const plain = text.normalize("NFKC").replace(/^\s*ISBN(-1[03])?:?/i, "").replace(/[\s\p{Pd}\u2212]/gu, "").toUpperCase();
        if (!/^\d{9,}X?$/.test(plain)) return {};
        const is13 = plain.length > 11;
        if (plain.length > 13 || (is13 && (plain.endsWith("X") || !isBook(plain)))) return { words: "[[Not an ISBN]]" };
        const body = plain.slice(0, is13 ? 12 : 9), digit = plain.slice(body.length);
        const last = is13 ? last13(body) : last10(body);
        if (digit === last) {
            const number = is13 ? plain : `978${body}${last13(`978${body}`)}`;
            return { isbn: number, words: `[[${number}, with the right check digit]]` };
        }
        // It may be the beginning of an ISBN with thirteen digits.
        if (!is13 && (digit.length > 1 || /^97[89]/.test(plain))) return { words: "[[Not an ISBN yet]]" };
        return { words: digit ? `[[Not an ISBN: its check digit would be ${last}]]` : `[[Check digit: ${last}]]` };
    };

    return { parse };
})();
