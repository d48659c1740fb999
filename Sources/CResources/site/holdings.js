// A copy of the books that an account owns and wants: incremental updates, and offline search. `holdings` is the
// interface for other files.
"use strict";

const holdings = (() => {
    // The age in milliseconds at which any page updates the copy.
    const updateInterval = 600_000;
    // The most books found by a title.
    const most = 20;
    const isOffline = document.querySelector("[data-offline]") !== null;
    // A book is an array: id; owned (1), wanted (2) or both (3); ISBN; heading; contributors; folded words; ISBNs of
    // other editions.
    const [ID, MARK, ISBN, HEADING, MAKERS, WORDS, EDITIONS] = [0, 1, 2, 3, 4, 5, 6];
    let known;

    const index = (copy, books) => {
        const own = new Map(), editions = new Map();
        for (const book of books) {
            if (book[ISBN]) own.set(String(book[ISBN]), book);
            for (const number of book[EDITIONS]) editions.set(String(number), [...editions.get(String(number)) ?? [], book]);
        }
        const { marks, spellings, articles } = copy.folding;
        const keys = books.map(book => ` ${book[WORDS]}`);
        return { copy, books, keys, own, editions, marks: new RegExp(`[${marks}]`, "g"), spellings, articles: new Set(articles) };
    };
    // Loads the copy of the account that is signed in or, offline, was signed in last. A copy of another account is
    // ignored.
    const load = async () => {
        const account = isOffline ? await device.person() : page.dataset.account;
        const [copy, books] = [await device.get("copy"), await device.get("books")];
        known = copy && books && copy.account === account ? index(copy, books) : undefined;
        return known;
    };

    const sync = async () => {
        const account = page.dataset.account;
        // The account is signed out, or this is an error page: only the server knows.
        if (!account) return queue.session();
        await device.remember(account);
        const copy = await device.get("copy");
        const since = copy ? `?since=${encodeURIComponent(copy.token)}` : "";
        const answer = await fetch(`${base}/holdings${since}`, { cache: "no-store" });
        // The session has ended, perhaps from another device.
        if (answer.status === 401) { known = undefined; return device.remember(undefined); }
        if (!answer.ok) throw new Error(`[[The server answered ${answer.status}.]]`);
        const fresh = await answer.json();
        if (fresh.account !== account) return;
        const kept = { account, token: fresh.token, time: Date.now(), folding: fresh.folding ?? copy?.folding };
        const isChanged = fresh.whole || fresh.books.length || fresh.gone.length;
        await device.keep(kept, isChanged ? changed(fresh, await device.get("books")) : undefined);
    };
    const changed = (fresh, books) => {
        if (fresh.whole) return fresh.books;
        const gone = new Set([...fresh.gone, ...fresh.books.map(book => book[ID])]);
        return [...(books ?? []).filter(book => !gone.has(book[ID])), ...fresh.books].sort((a, b) => a[ID] - b[ID]);
    };
    // Only one page updates at a time, so that none overwrites newer data.
    const update = () => navigator.locks ? navigator.locks.request(`${device.name} books`, sync) : sync();

    // Folds text as the server does, by the rules that it sent.
    const fold = text => {
        const plain = text.normalize("NFKD").replace(known.marks, "").normalize("NFC");
        const letters = [...plain].map(letter => known.spellings[letter]
            ?? (/[\p{Ideographic}\u3040-\u30ff]/u.test(letter) ? ` ${letter} ` : letter));
        const words = letters.map(letter => letter.toLowerCase()).join("").match(/[\p{Alphabetic}\p{N}\p{M}]+/gu) ?? [];
        return words.length > 1 && known.articles.has(words[0]) ? words.slice(1) : words;
    };
    const shown = (book, mark) => ({
        reference: book[ISBN] ? String(book[ISBN]) : `id:${book[ID]}`, heading: book[HEADING], makers: book[MAKERS],
        mark: mark ?? (book[MARK] & 1 ? "yours" : "wanted"),
    });

    // Searches for a typed ISBN or title: `{ words, isbn, books }`, each book with its mark; `undefined` without a
    // copy.
    const answer = text => {
        if (!known) return undefined;
        const number = isbn.parse(text);
        if (number.isbn) return { ...number, books: byNumber(number.isbn) };
        const words = fold(text).map(word => ` ${word}`);
        if (!words.length) return { ...number, books: [] };
        const found = [];
        for (let place = 0; place < known.keys.length && found.length < most; place += 1) {
            if (words.every(word => known.keys[place].includes(word))) found.push(shown(known.books[place]));
        }
        return { ...number, books: found };
    };
    const byNumber = number => {
        const own = known.own.get(number);
        return own ? [shown(own)] : (known.editions.get(number) ?? []).map(book => shown(book, "another-edition"));
    };
    const state = () => known && { count: known.books.length, time: known.copy.time };

    const refresh = async () => {
        const copy = await device.get("copy");
        if (!copy && !page.dataset.account) return;
        if (!copy || copy.account !== page.dataset.account || Date.now() - copy.time > updateInterval) await update();
    };
    if (!document.querySelector("[data-have]")) refresh().catch(() => {});

    return { load, update, answer, state, fold };
})();
