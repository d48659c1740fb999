// Checks ISBNs while they are typed, in the forms that the server accepts: `ISBN.init(given:)`.
"use strict";

const isbn = (() => {
    const last13 = digits => String((10 - [...digits].reduce((sum, digit, place) => sum + digit * (place % 2 ? 3 : 1), 0) % 10) % 10);
    const last10 = digits => "0123456789X"[(11 - [...digits].reduce((sum, digit, place) => sum + digit * (10 - place), 0) % 11) % 11];
    // 979-0 is for sheet music.
    const isBook = digits => digits.startsWith("978") || /^979[1-9]/.test(digits);

    // The words of notes in brackets, such as `pbk`; the server puts them in.
    const notes = new Set("NOTES".split(" "));
    const isNote = text => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}-]+/gu) ?? [])
        .every(word => notes.has(word) || /^\d{1,3}$/.test(word));
    // The value of a digit: in each script, ten follow one another.
    const value = digit => {
        const code = digit.codePointAt();
        let zero = code;
        while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
        return (code - zero) % 10;
    };
    const fold = text => text
        .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufe0e\ufe0f]/g, "")
        .replace(/[\uff01-\uff5e]/g, letter => String.fromCodePoint(letter.codePointAt() - 0xfee0))
        .replace(/\p{Nd}/gu, value).replace(/[ХΧⅩхχⅹ]/g, "X")
        .replace(/[\p{Dash}\u2043\u02d7\u2500\u2501\u30fc\uff70\u00af]/gu, "-").replace(/\u0085/g, " ");

    // `ISBN`, `eISBN`, `urn:isbn:`, `SBN` or `EAN`, and how long the number is.
    const label = /^\s*(?:(?:urn:)?(?:[ep]-?)?(I?SBN)s?\.?(?:\s?[-_(]?1[03]\)?(?![\d-])|-?13-?(?=97[89])|-?10-?(?=\d{9}[\dX]$))?|(EAN)(?:-?13)?(?!\d))\s?:?/i;
    // A text without its label, what stands beside it, and the separators; `undefined` if it has too few digits, and
    // other text if these are not one number.
    const bare = text => {
        const plain = fold(text).toUpperCase();
        if (!/^(?:[^\p{N}]*\p{N}){9}/u.test(plain)) return undefined;
        const strict = plain.replace(/[\s-]/g, "");
        if (/^\d{9,}X?$/.test(strict)) return strict;
        const [found, isSBN, isEAN] = plain.match(label) ?? [""];
        const [, note, brackets] = plain.match(/^(.*?[^\s([])\s*[([]([^()[\]]*)[)\]][^\p{L}\p{N}]*$/su) ?? [];
        const body = (note && isNote(brackets) ? note : plain).slice(found.length)
            .replace(/^[^\p{L}\p{N}$+]+|[^\p{L}\p{N}]+$/gu, "");
        const digits = body.replace(/[\s-]/g, "").replace(/(\d)[.·](?=\d)/g, "$1");
        // What is not an ISBN-13 needs a label, or the form of an ISBN-10.
        const is10 = isSBN || !isEAN && /^(?:\d{9}|\d+([ -])\d+\1\d+\1|\d{9}-)[\dX]$/.test(body);
        return digits.length === 13 || is10 && (digits.length > 9 || isSBN === "SBN") ? digits : "";
    };

    // Parses a text: `{}` if it is not a number, `{ words }` if the number is incomplete or wrong, and `{ isbn, words
    // }` with thirteen digits for an ISBN.
    const parse = text => {
        const plain = bare(text);
        if (plain === undefined) return {};
        const is13 = plain.length > 11;
        if (!/^\d{9,13}X?$/.test(plain) || (is13 && (plain.endsWith("X") || !isBook(plain)))) return { words: "[[Not an ISBN]]" };
        // The nine digits of an SBN are those of an ISBN-10 without its leading zero.
        const sbn = plain.length === 9 && last10(`0${plain.slice(0, 8)}`) === plain[8];
        const whole = sbn ? `0${plain}` : plain;
        const body = whole.slice(0, is13 ? 12 : 9), digit = whole.slice(body.length);
        const last = is13 ? last13(body) : last10(body);
        if (digit === last) {
            const number = is13 ? whole : `978${body}${last13(`978${body}`)}`;
            return { isbn: number, words: `[[${number}, with the right check digit]]` };
        }
        // It may be the beginning of an ISBN with thirteen digits.
        if (!is13 && (digit.length > 1 || /^97[89]/.test(plain))) return { words: "[[Not an ISBN yet]]" };
        return { words: digit ? `[[Not an ISBN: its check digit would be ${last}]]` : `[[Check digit: ${last}]]` };
    };

    return { parse };
})();
