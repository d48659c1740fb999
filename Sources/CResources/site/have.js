// “Do I have it?”: searches the copy on this device while the user types.
"use strict";

{
    const section = document.querySelector("[data-have]");
    if (section) {
        const parts = Object.fromEntries([...section.querySelectorAll("[data-part]")].map(part => [part.dataset.part, part]));
        const form = section.querySelector("form"), field = form.elements.q;
        const marks = { yours: "[[yours]]", wanted: "[[wanted]]", "another-edition": "[[you have another edition]]" };

        let isShown = false;
        const row = book => {
            const item = parts.row.content.firstElementChild.cloneNode(true);
            const link = item.querySelector("a"), mark = item.querySelector(".mark");
            link.href = `${base}/books/${encodeURIComponent(book.reference)}`;
            link.textContent = book.heading;
            item.querySelector("bdi").textContent = book.makers;
            mark.classList.add(book.mark);
            mark.textContent = marks[book.mark];
            return item;
        };
        const show = () => {
            const text = field.value.trim(), answer = holdings.answer(text);
            if (!answer) {
                // Without a copy, results from the server stay, and results from an earlier copy are removed.
                if (isShown) parts.answers.replaceChildren();
                isShown = false;
                return;
            }
            isShown = true;
            parts.message.textContent = answer.words ?? "";
            field.setAttribute("aria-invalid", String(Boolean(answer.words) && !answer.isbn));
            parts.answers.replaceChildren(...answer.books.map(row));
            const isAsked = text && (answer.isbn || !answer.words);
            parts.none.hidden = !isAsked || answer.books.length > 0;
            parts.search.href = `${base}/search?q=${encodeURIComponent(text)}`;
            const count = answer.books.length;
            parts.count.textContent = !isAsked ? "" : count ? `${count === 1 ? "[[One book]]" : `[[${count} books]]`}: ${[
                ...new Set(answer.books.map(book => marks[book.mark]))].join(", ")}` : "[[None of your books]]";
        };
        const showState = () => {
            const state = holdings.state();
            const [count, time] = state ? [state.count.toLocaleString(page.lang),
                new Date(state.time).toLocaleString(page.lang, { dateStyle: "medium", timeStyle: "short" })] : [];
            parts.copy.textContent = state
                ? state.count === 1 ? `[[One book is kept on this device, as of ${time}.]]`
                : `[[${count} books are kept on this device, as of ${time}.]]`
                : "[[Your books are not on this device yet. Open this page once while you are signed in and online.]]";
            parts.copy.hidden = false;
        };
        const look = async () => { await holdings.load(); showState(); show(); };
        const renew = () => holdings.update().catch(() => {}).then(look);

        field.addEventListener("input", show);
        form.addEventListener("submit", event => {
            if (!holdings.state()) return;
            event.preventDefault();
            show();
        });
        addEventListener("online", renew);
        document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
        addEventListener("pageshow", event => { if (event.persisted) renew(); });
        look().then(renew);

        if (lens.readsBars && parts.view.showModal) {
            const video = parts.view.querySelector("video"), wrong = parts.view.querySelector(".wrong");
            parts.bars.hidden = false;
            parts.bars.addEventListener("click", async () => {
                wrong.hidden = true;
                parts.view.showModal();
                try {
                    await lens.open(video, 1920, 1080);
                    if (!parts.view.open) return lens.stop(video);
                    await lens.watch(video, number => {
                        field.value = number;
                        parts.view.close();
                        field.focus();
                        show();
                    });
                } catch (error) {
                    lens.stop(video);
                    wrong.textContent = lens.why(error);
                    wrong.hidden = false;
                }
            });
            parts.view.querySelector("button").addEventListener("click", () => parts.view.close());
            parts.view.addEventListener("close", () => lens.stop(video));
            document.addEventListener("visibilitychange", () => { if (document.hidden) parts.view.close(); });
        }
    }
}
