// “One after another”: counting a box of books, each photographed and added at once. Doubtful photos are listed for
// later.
"use strict";

{
    const section = document.querySelector("[data-box]");
    if (section) {
        const parts = Object.fromEntries([...section.querySelectorAll("[data-part]")].map(part => [part.dataset.part, part]));
        const { to, sound, buzz } = parts.settings.elements;
        const video = parts.video;
        // The time in milliseconds during which another sight of the same book is not counted.
        const pause = 5000;
        // When each ISBN was last seen, including those whose request is under way.
        const seen = new Map();
        const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

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

        // Makes a change. If the response is lost, it is repeated with the same idempotency key.
        const post = async (path, fields) => {
            for (let tries = 0; ; tries += 1) {
                try {
                    const answer = await fetch(`${base}/${path}`, {
                        method: "POST", body: new URLSearchParams({ token: page.dataset.token, ...fields }),
                        headers: { Accept: "application/json" } });
                    if (answer.redirected) throw new Error("[[Sign in again.]]");
                    if (!answer.ok) throw new Error(queue.words(await answer.text()) || `[[The server answered ${answer.status}.]]`);
                    return await answer.json();
                } catch (error) {
                    if (!(error instanceof TypeError) || tries === 3) throw error;
                    await new Promise(resolve => setTimeout(resolve, 1000 * 2 ** tries));
                }
            }
        };

        const copies = count => count === 1 ? "[[1 copy]]" : `[[${count} copies]]`;
        const draw = line => {
            const { item, book, added } = line, last = added[added.length - 1];
            const link = item.querySelector("a");
            link.href = base + book.path;
            link.textContent = book.heading;
            item.querySelector("bdi").textContent = book.byline ?? "";
            const facts = [...book.known ? [book.hyphenated] : book.pending ? ["[[being looked up]]"] : [], last.copies ? copies(last.copies)
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
            const line = { item: parts.line.content.firstElementChild.cloneNode(true), book, added: [added], to: shot.to };
            line.name = shot.to.split("/").slice(1).join("/");
            line.item.dataset.milliseconds = Math.round(performance.now() - shot.moment);
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
            if (line.book.known) return;
            const answer = await fetch(`${base}/box/${line.book.isbn}`).then(answer => answer.json()).catch(() => undefined);
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
        // One change at a time, so that each knows the result of those before it.
        let turn = Promise.resolve();
        const inTurn = act => turn = turn.then(act).catch(wrong);

        const more = line => inTurn(async () => {
            const answer = await post("box", { key: newKey(), to: line.to, isbn: line.book.isbn });
            line.added.push(answer.added);
            draw(line);
            recount(line, answer.added.copies);
            announce(line.item.querySelector(".facts").textContent);
            signal(true);
        });
        const undo = line => inTurn(async () => {
            const last = line.added[line.added.length - 1];
            if (!last) return;
            const fields = { key: newKey(), to: line.to, isbn: line.book.isbn };
            if (last.isNew) fields.new = "";
            if (last.wasWanted) fields.wanted = "";
            const { added: left } = await post("box/undo", fields);
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
            seen.delete(line.book.isbn);
            const next = line.item.nextElementSibling ?? line.item.previousElementSibling;
            const focus = line.item.contains(document.activeElement) && (next?.querySelector("button") ?? parts.take);
            line.item.remove();
            lines.splice(lines.indexOf(line), 1);
            count();
            if (focus) focus.focus();
        });

        // Adds a photo to the list to check.
        const doubt = (shot, words, candidates = []) => {
            const item = parts.doubt.content.firstElementChild.cloneNode(true);
            const key = newKey();
            const picture = item.querySelector("img"), form = item.querySelector("form");
            picture.src = shot.picture;
            item.querySelector("span").textContent = words;
            for (const { isbn, hyphenated } of candidates) {
                const button = document.createElement("button");
                [button.type, button.textContent] = ["button", hyphenated];
                button.onclick = () => choose(isbn);
                form.querySelector("label").before(button);
            }
            const leave = async () => {
                // Nor is it sent later.
                if (shot.kept) await queue.remove(shot.kept);
                URL.revokeObjectURL(shot.picture);
                const next = item.nextElementSibling ?? item.previousElementSibling;
                item.remove();
                parts.doubts.hidden = !parts.waiting.children.length;
                (next?.querySelector("input") ?? parts.take).focus();
            };
            const choose = number => inTurn(async () => {
                // By a second click, which does not count again.
                if (!item.isConnected) return;
                const answer = await post("box", { key, to: shot.to, isbn: number, ...shot.photo && { photo: shot.photo } });
                add({ ...shot, moment: performance.now() }, answer);
                await leave();
            });
            form.addEventListener("submit", event => { event.preventDefault(); choose(form.elements.isbn.value); });
            item.querySelector("[name=remove]").onclick = () => inTurn(async () => {
                if (shot.photo) {
                    const body = new URLSearchParams({ token: page.dataset.token });
                    await fetch(`${base}/photos/${shot.photo}/remove`, { method: "POST", body, redirect: "manual" });
                }
                await leave();
            });
            parts.waiting.append(item);
            parts.doubts.hidden = false;
            announce(`[[To check: ${words}]]`);
            signal(false);
        };

        const settle = async (shot, fields) => {
            const recent = [...seen].filter(([, time]) => shot.moment - time < pause).map(([number]) => number);
            const answer = await post("box", { key: shot.key, to: shot.to, recent: recent.join(","), ...fields });
            if (answer.state === "waiting") return settle(shot, fields);
            if (answer.state === "doubtful") return doubt(shot, answer.reason ?? "[[No ISBN found]]", answer.candidates);
            URL.revokeObjectURL(shot.picture);
            seen.set(answer.book.isbn, Math.max(shot.moment, seen.get(answer.book.isbn) ?? 0));
            if (answer.state === "added") return add(shot, answer);
            announce(`[[Already counted: ${answer.book.heading}. Press “+1” for another copy.]]`);
            parts.message.textContent = `[[Already counted: ${answer.book.heading}]]`;
        };
        const begin = () => {
            parts.wrong.hidden = true;
            parts.message.textContent = "";
            return { key: newKey(), to: to.value, moment: performance.now() };
        };
        let underWay = 0;
        const take = async file => {
            const shot = begin();
            shot.picture = URL.createObjectURL(file);
            underWay += 1;
            parts.reading.hidden = false;
            // The photo is uploaded at once, but handled after those before it.
            const sent = (async () => {
                const kept = await queue.add(file, page.dataset.account);
                const answer = await queue.send(kept, page.dataset.token, () => {});
                if (answer.path) await queue.remove(kept);
                else shot.kept = kept;
                if (answer.refused) await queue.refuse(kept, answer.refused);
                return answer;
            })();
            await inTurn(async () => {
                const { path, refused, waits } = await sent;
                if (!path) return doubt(shot, refused ?? `${waits} [[The photo is saved on this device and sent later.]]`);
                shot.photo = path.split("/").pop();
                await settle(shot, { photo: shot.photo });
            });
            underWay -= 1;
            parts.reading.hidden = underWay === 0;
        };

        // Handles an ISBN from the browser's barcode detector, without a photo.
        const see = number => {
            const before = seen.get(number);
            seen.set(number, performance.now());
            if (before !== undefined && performance.now() - before < pause) return;
            const shot = begin();
            inTurn(async () => {
                try {
                    add(shot, await post("box", { key: shot.key, to: shot.to, isbn: number }));
                } catch (error) {
                    seen.delete(number);
                    throw error;
                }
            });
        };

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
