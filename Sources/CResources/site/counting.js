// What “One after another” has not counted yet: photos, and barcodes that were detected without one. A photo stays on the
// device until it is counted or removed. Whatever can't be counted is listed to be checked, with the reason.
"use strict";

// `add` is called with what was counted, `wrong` with an error to show, and `signal` with whether the news is good.
const counting = ({ parts, to, add, wrong, signal }) => {
    const { account } = page.dataset;
    // The time in milliseconds during which another sight of the same book is not counted.
    const pause = 5000;
    // The shortest and the longest time in milliseconds before the page tries again.
    const [shortest, longest] = [2000, 60_000];
    // When each ISBN was last seen, including those whose request is under way; also after the page is opened again.
    const seen = new Map(JSON.parse(sessionStorage.getItem("box seen") ?? "[]"));
    const keepSeen = () => sessionStorage.setItem("box seen", JSON.stringify([...seen].slice(-50)));
    const sight = (number, moment) => {
        seen.set(number, Math.max(moment, seen.get(number) ?? 0));
        keepSeen();
    };
    const forget = number => { seen.delete(number); keepSeen(); };
    const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

    const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
    // Why something was not done: `waits` for a retry that needs nobody, and `isSignedOut` if one has to sign in first.
    const refusal = ({ waits, refused, session }, status) => {
        const isSignedOut = Boolean(session) && session.account !== account;
        const error = new Error(isSignedOut ? "[[Sign in again.]]" : waits ?? refused);
        return Object.assign(error, { waits: Boolean(waits), isSignedOut, status });
    };
    // After one has signed in again on another page, this page goes on with the new form token.
    const isRenewed = ({ session }) => {
        if (!session || session.account !== account || session.token === page.dataset.token) return false;
        page.dataset.token = session.token;
        return true;
    };
    // Makes a change. If the response is lost, it is repeated with the same idempotency key.
    const post = async (path, fields) => {
        for (let tries = 0; ; tries += 1) {
            const { token } = page.dataset;
            let answer, text;
            try {
                answer = await fetch(`${base}/${path}`, {
                    method: "POST", body: new URLSearchParams({ token, ...fields }),
                    headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(60_000) });
                if (answer.ok && !answer.redirected) return await answer.json();
                text = await answer.text();
            } catch {
                if (tries >= 3) throw refusal({ waits: "[[The server can't be reached.]]" });
                await sleep(1000 * 2 ** tries);
                continue;
            }
            const verdict = await queue.verdict(answer.ok ? 200 : answer.status, text, token);
            if (!isRenewed(verdict)) throw refusal(verdict, answer.status);
        }
    };

    // One change at a time, so that each knows the result of those before it.
    let turn = Promise.resolve();
    const inTurn = act => {
        const done = turn.then(act);
        turn = done.catch(() => {});
        return done;
    };

    // What is not counted yet: photos, and barcodes that were detected without one. Each has a `state`:
    // - "sending": the photo has to be sent, or is being sent;
    // - "sent": it has to be counted; a barcode begins so;
    // - "check": it is listed with the reason. If it `waits`, the page itself tries again;
    // - "done": it was counted or removed.
    // All attempts have the same idempotency key. `chosen` is the ISBN that somebody chose or typed.
    const shots = [];
    const isOpen = shot => shot.state === "sending" || shot.state === "sent";
    // Those that failed come last, so that one does not hold up the others.
    const due = () => shots.filter(isOpen).sort((a, b) => a.tries - b.tries || a.moment - b.moment);
    const isSafe = shot => shot.photo && queue.isKept(shot.photo);

    // How many files are being saved on the device.
    let adding = 0;
    const showState = () => {
        const count = adding + shots.filter(isOpen).length, isReading = isRunning || adding > 0;
        const open = count.toLocaleString(page.lang);
        const words = [isReading && "[[Reading…]]"];
        if (count === 1 && !isReading) words.push("[[One photo waits to be counted.]]");
        if (count > 1) words.push(`[[${open} photos wait to be counted.]]`);
        parts.reading.hidden = !count;
        parts.reading.textContent = words.filter(Boolean).join(" ");
        parts.session.hidden = !shots.some(shot => shot.isSignedOut);
    };

    // Removes what was counted, or is not wanted, from the page and the device.
    const finish = async shot => {
        shot.state = "done";
        shots.splice(shots.indexOf(shot), 1);
        await shot.sending?.catch(() => {});
        if (shot.photo) await queue.remove(shot.photo);
        if (shot.picture) URL.revokeObjectURL(shot.picture);
        if (!shot.item) return;
        const next = shot.item.nextElementSibling ?? shot.item.previousElementSibling;
        const hadFocus = shot.item.contains(document.activeElement);
        shot.item.remove();
        parts.doubts.hidden = !parts.waiting.children.length;
        if (hadFocus) (next?.querySelector("input") ?? parts.take).focus();
    };
    const choose = (shot, number) => {
        shot.chosen = number;
        tryAgain([shot]);
    };
    const remove = shot => inTurn(async () => {
        if (shot.state === "done") return;
        const body = new URLSearchParams({ token: page.dataset.token });
        // If that fails, the site removes it after a while.
        const { sent } = shot.photo ?? {};
        if (sent) await fetch(`${base}/photos/${sent}/remove`, { method: "POST", body, redirect: "manual" }).catch(() => {});
        await finish(shot);
        showState();
    });
    const newItem = shot => {
        const item = parts.doubt.content.firstElementChild.cloneNode(true), form = item.querySelector("form");
        if (shot.picture) item.querySelector("img").src = shot.picture;
        else item.querySelector("img").remove();
        form.addEventListener("submit", event => { event.preventDefault(); choose(shot, form.elements.isbn.value); });
        item.querySelector("a").onclick = () => { shot.isAdding = true; };
        item.querySelector("[name=again]").onclick = () => tryAgain([shot]);
        item.querySelector("[name=remove]").onclick = () => remove(shot);
        parts.waiting.append(item);
        return item;
    };
    // Lists it to be checked. What one types meanwhile stays.
    const check = (shot, why, canTryAgain) => {
        shot.state = "check";
        shot.item ??= newItem(shot);
        const form = shot.item.querySelector("form"), reason = shot.item.querySelector("span");
        const words = shot.number ? `${shot.number}: ${why}` : why;
        shot.item.querySelector("[name=again]").hidden = !canTryAgain;
        const link = shot.item.querySelector("a");
        link.hidden = !shot.adds;
        if (shot.adds) link.href = base + shot.adds;
        for (const button of form.querySelectorAll("[type=button]")) button.remove();
        for (const { isbn, hyphenated } of shot.candidates ?? []) {
            const button = document.createElement("button");
            [button.type, button.textContent] = ["button", hyphenated];
            button.onclick = () => choose(shot, isbn);
            form.querySelector("label").before(button);
        }
        parts.doubts.hidden = false;
        if (reason.textContent === words) return;
        reason.textContent = words;
        announce(`[[To check: ${words}]]`);
        signal(false);
    };
    const fail = (shot, error) => {
        shot.tries += 1;
        Object.assign(shot, { waits: error.waits, isSignedOut: error.isSignedOut });
        if (!error.waits && shot.chosen) {
            // The number is wrong; why the photo has to be checked stays the same.
            delete shot.chosen;
            shot.state = "check";
            return wrong(error);
        }
        const later = isSafe(shot)
            ? "[[The photo is saved on this device and counted later.]]" : "[[Not saved on this device: keep this page open.]]";
        check(shot, error.waits ? `${error.message} ${later}` : error.message, true);
    };

    const upload = async shot => {
        for (;;) {
            const answer = await queue.send(shot.photo, page.dataset.token, () => {});
            if (answer.path) {
                shot.photo.sent = answer.path.split("/").pop();
                if (shot.state === "sending") shot.state = "sent";
                return queue.save(shot.photo);
            }
            if (!isRenewed(answer)) throw refusal(answer);
        }
    };
    // Sends a photo, unless it was or is being sent.
    const send = async shot => {
        if (!shot.photo || shot.photo.sent) return;
        shot.sending ??= upload(shot).finally(() => { delete shot.sending; });
        await shot.sending;
    };
    const ask = shot => {
        const fields = { key: shot.key, to: shot.to }, number = shot.chosen ?? shot.number;
        const recent = [...seen].filter(([, time]) => Math.abs(shot.moment - time) < pause).map(([isbn]) => isbn);
        if (shot.photo?.sent) fields.photo = shot.photo.sent;
        return post("box", { ...fields, ...number ? { isbn: number } : { recent: recent.join(",") } });
    };
    const settle = async shot => {
        if (!shot.chosen) await send(shot);
        const answer = await ask(shot);
        if (answer.state === "waiting") return settle(shot);
        shot.waits = shot.isSignedOut = false;
        if (answer.state === "doubtful") {
            [shot.candidates, shot.adds] = [answer.candidates, answer.add];
            return check(shot, answer.reason ?? "[[No ISBN found]]", Boolean(answer.add));
        }
        await finish(shot);
        sight(answer.book.isbn, shot.moment);
        if (answer.state === "added") return add(shot, answer);
        announce(`[[Already counted: ${answer.book.heading}. Press “+1” for another copy.]]`);
        parts.message.textContent = `[[Already counted: ${answer.book.heading}]]`;
    };
    // The site removes a photo once it was counted, which it answers when it is asked again, or after a while: then the
    // photo is sent again.
    const settleAgain = async shot => {
        for (let tries = 1; ; tries += 1) {
            try {
                return await settle(shot);
            } catch (error) {
                if (error.status !== 404 || !shot.photo?.sent || tries === 3) throw error;
                if (tries === 2) delete shot.photo.sent;
            }
        }
    };

    // Counts one after another. Once one was counted, a few are sent ahead, but no more: an account may have a limited
    // number of photos on the site.
    const most = 3;
    let isRunning = false, timer, delay = shortest;
    const run = async () => {
        if (isRunning) return;
        isRunning = true;
        clearTimeout(timer);
        let ahead = 0;
        for (let shot; (shot = due()[0]);) {
            showState();
            for (const next of due().slice(1, 1 + ahead)) send(next).catch(() => {});
            try {
                await inTurn(() => shot.state === "done" ? undefined : settleAgain(shot));
                [ahead, delay] = [most, shortest];
            } catch (error) {
                fail(shot, error);
                if (error.waits) break;
            }
        }
        isRunning = false;
        showState();
        wakeLater();
    };
    const wakeLater = () => {
        if (!shots.some(shot => shot.waits)) return;
        clearTimeout(timer);
        timer = setTimeout(wake, delay);
        delay = Math.min(longest, 2 * delay);
    };
    const tryAgain = some => {
        for (const shot of some) {
            // Whether one has signed in is known once it was tried.
            shot.isSignedOut = false;
            shot.state = shot.photo && !shot.photo.sent ? "sending" : "sent";
        }
        run();
    };
    const wake = async () => {
        // Nothing is sent before one has signed in again.
        if (shots.some(shot => shot.isSignedOut)) {
            const session = await queue.session().catch(() => undefined);
            if (session?.account !== account) return wakeLater();
            isRenewed({ session });
        }
        tryAgain(shots.filter(shot => shot.waits && shot.state === "check"));
    };

    const begin = () => {
        parts.wrong.hidden = true;
        parts.message.textContent = "";
    };
    // Takes on a photo that the device keeps.
    const hold = async photo => {
        if (!await queue.claim(photo)) return;
        const picture = URL.createObjectURL(photo.bytes);
        shots.push({ photo, picture, key: photo.key, ...photo.box, state: photo.sent ? "sent" : "sending", tries: 0 });
        run();
    };
    const take = async file => {
        begin();
        adding += 1;
        showState();
        try {
            await hold(await queue.add(file, account, {}, { to: to.value, moment: Date.now() }));
        } catch {
            wrong(new Error(`[[${file.name} can't be read. Choose it again.]]`));
        } finally {
            adding -= 1;
            showState();
        }
    };

    // Handles an ISBN from the browser's barcode detector, without a photo.
    const see = number => {
        const before = seen.get(number);
        sight(number, Date.now());
        if (Date.now() - before < pause || shots.some(shot => shot.number === number)) return;
        begin();
        shots.push({ number, key: newKey(), to: to.value, moment: Date.now(), state: "sent", tries: 0 });
        run();
    };

    addEventListener("online", () => { delay = shortest; wake(); });
    document.addEventListener("visibilitychange", () => {
        if (document.hidden) return;
        wake();
        // A book that was added on another page is counted.
        const added = shots.filter(shot => shot.isAdding && shot.state === "check");
        for (const shot of added) shot.isAdding = false;
        if (added.length) tryAgain(added);
    });
    // Photos that can't be saved are those of the queue.
    addEventListener("beforeunload", event => { if (shots.some(shot => shot.number)) event.preventDefault(); });
    // What an earlier page did not count.
    queue.waiting(account).then(photos => photos.filter(photo => photo.box).forEach(hold));

    return { post, inTurn, newKey, take, see, forget };
};
