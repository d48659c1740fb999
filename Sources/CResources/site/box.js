// “One after another”: a box of books, each photographed or its barcode detected, and added at once. What can't be added yet
// is in `counting`.
"use strict";

{
    const section = document.querySelector("[data-box]");
    if (section) {
        const parts = Object.fromEntries([...section.querySelectorAll("[data-part]")].map(part => [part.dataset.part, part]));
        const { to, sound, buzz } = parts.settings.elements;
        const video = parts.video;

        // Feedback by sound and vibration.
        let audio;
        const signal = isGood => {
            // Browsers refuse vibration before the first tap.
            if (buzz.checked && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(isGood ? 60 : [60, 60, 60]);
            if (!sound.checked || !audio) return;
            const tone = audio.createOscillator(), volume = audio.createGain();
            tone.frequency.value = isGood ? 880 : 220;
            volume.gain.value = 0.1;
            tone.connect(volume).connect(audio.destination);
            tone.start();
            tone.stop(audio.currentTime + (isGood ? 0.08 : 0.25));
        };
        const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        for (const box of [sound, buzz]) {
            box.checked = (localStorage.getItem(`box ${box.name}`) ?? (box === buzz && isCalm ? "off" : "on")) === "on";
            box.addEventListener("change", () => localStorage.setItem(`box ${box.name}`, box.checked ? "on" : "off"));
        }

        const copies = count => count === 1 ? "[[1 copy]]" : `[[${count} copies]]`;
        const draw = line => {
            const { item, book, added } = line, last = added[added.length - 1];
            const link = item.querySelector("a");
            link.href = base + book.path;
            link.textContent = book.heading;
            item.querySelector("bdi").textContent = book.byline ?? "";
            const facts = [...book.known ? [book.hyphenated].filter(Boolean) : book.pending ? ["[[being looked up]]"] : [], last.copies ? copies(last.copies)
                : last.isNew ? `[[added to ${line.name}]]` : `[[already on ${line.name}]]`];
            item.querySelector(".facts").replaceChildren(...facts.map(text => {
                const fact = document.createElement("bdi");
                fact.textContent = text;
                return fact;
            }));
            const cover = `${base}/cover/${book.isbn}?size=small${book.known ? "&known" : ""}`;
            const picture = item.querySelector("img");
            if (picture.getAttribute("src") !== cover) picture.src = cover;
            item.querySelector("[name=again]").hidden = !last.copies;
            for (const button of item.querySelectorAll("button")) {
                const does = button.name === "again" ? "[[One more copy of]]" : "[[Undo]]";
                button.setAttribute("aria-label", `${does} ${book.heading}`);
            }
        };
        const lines = [];
        // The other lines of the same book on the same list. They show the same number of copies.
        const twins = line => lines.filter(other => other !== line && other.to === line.to && other.book.isbn === line.book.isbn);
        const recount = (line, copies) => {
            if (!copies) return;
            for (const twin of twins(line)) {
                twin.added[twin.added.length - 1].copies = copies;
                draw(twin);
            }
        };
        const count = () => {
            parts.count.textContent = lines.length === 1 ? "[[One book]]" : `[[${lines.length} books]]`;
            parts.count.hidden = !lines.length;
        };
        const add = (shot, { book, added }) => {
            const line = { item: parts.line.content.firstElementChild.cloneNode(true), book, added: [added], to: shot.to, keys: {} };
            line.name = shot.to.split("/").slice(1).join("/");
            line.item.dataset.milliseconds = Date.now() - shot.moment;
            draw(line);
            line.item.querySelector("[name=undo]").onclick = () => undo(line);
            line.item.querySelector("[name=again]").onclick = () => more(line);
            parts.lines.prepend(line.item);
            lines.unshift(line);
            recount(line, added.copies);
            count();
            announce(`${book.heading}. ${parts.count.textContent}.`);
            signal(true);
            follow(line);
        };
        const renew = async line => {
            // By its id, as its ISBN may be changed.
            const book = line.book.id ? `id:${line.book.id}` : line.book.isbn;
            const answer = await fetch(`${base}/box/${book}`).then(answer => answer.json()).catch(() => undefined);
            if (answer?.book) { line.book = answer.book; draw(line); }
            follow(line);
        };
        const follow = line => { if (line.book.pending) setTimeout(() => renew(line), 3000); };
        addEventListener("book", event => {
            for (const line of lines) if (String(line.book.id) === event.detail) renew(line);
        });

        const wrong = error => {
            parts.wrong.textContent = error.message;
            parts.wrong.hidden = false;
            signal(false);
        };
        const { post, inTurn, newKey, take, see, forget } = counting({ parts, to, add, wrong, signal });
        // The same key until a change was made: a lost response does not count twice.
        const change = async (line, path, fields) => {
            line.keys[path] ??= newKey();
            const answer = await post(path, { key: line.keys[path], to: line.to, isbn: line.book.isbn, ...fields });
            delete line.keys[path];
            return answer;
        };
        const more = line => inTurn(async () => {
            const answer = await change(line, "box");
            line.added.push(answer.added);
            draw(line);
            recount(line, answer.added.copies);
            announce(line.item.querySelector(".facts").textContent);
            signal(true);
        }).catch(wrong);
        const undo = line => inTurn(async () => {
            const last = line.added[line.added.length - 1];
            if (!last) return;
            const fields = last.book ? { book: last.book } : {};
            if (last.isNew) fields.new = "";
            if (last.wasWanted) fields.wanted = "";
            const { added: left } = await change(line, "box/undo", fields);
            line.added.pop();
            announce(`[[Undone: ${line.book.heading}]]`);
            recount(line, left.copies);
            // Undoing the last copy of a new book puts it back on the list of wanted books.
            const [keeper] = line.added.length ? [line] : twins(line);
            if (left.copies && last.isNew && last.wasWanted && keeper) {
                Object.assign(keeper.added[0], { isNew: true, wasWanted: true });
            }
            if (line.added.length) {
                line.added[line.added.length - 1].copies = left.copies;
                return draw(line);
            }
            forget(line.book.isbn);
            const next = line.item.nextElementSibling ?? line.item.previousElementSibling;
            const focus = line.item.contains(document.activeElement) && (next?.querySelector("button") ?? parts.take);
            line.item.remove();
            lines.splice(lines.indexOf(line), 1);
            count();
            if (focus) focus.focus();
        }).catch(wrong);

        const show = isOn => {
            parts.view.hidden = !isOn;
            parts.start.hidden = isOn || !lens.isThere;
        };
        const stop = () => { lens.stop(video); show(false); };
        const start = async () => {
            audio ??= new AudioContext();
            parts.wrong.hidden = true;
            try {
                show(true);
                await lens.open(video, 2048, 1536);
                parts.take.focus();
                lens.watch(video, see);
            } catch (error) {
                stop();
                parts.wrong.textContent = lens.why(error);
                parts.wrong.hidden = false;
            }
        };
        show(false);
        parts.start.addEventListener("click", start);
        parts.stop.addEventListener("click", () => { stop(); parts.start.focus(); });
        parts.take.addEventListener("click", async () => take(await lens.shoot(video, 0.9)));
        parts.files.addEventListener("change", async () => {
            audio ??= new AudioContext();
            const files = [...parts.files.files];
            parts.files.value = "";
            await Promise.all(files.map(take));
        });
        document.addEventListener("visibilitychange", () => { if (document.hidden && !parts.view.hidden) stop(); });
        to.value = localStorage.getItem("box to") ?? to.value;
        if (!to.value) to.selectedIndex = 0;
        to.addEventListener("change", () => localStorage.setItem("box to", to.value));
    }
}
