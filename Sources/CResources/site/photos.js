// Uploads of photos: chosen photos are saved on the device, listed while they wait, and sent as soon as possible.
"use strict";

{
    const noNetwork = "[[No network. Photos are sent once you are online and have this site open.]]";
    const noSession = "[[Sign in again to send the photos.]]";
    // The shortest and the longest time between attempts, in milliseconds.
    const [shortest, longest] = [2000, 300_000];
    let pause = shortest, timer, isSending = false, isWanted = false;

    const isOffline = document.querySelector("[data-offline]") !== null;
    let account = page.dataset.account;
    // The keys of photos chosen on this page. When all were sent, the browser goes to their results.
    const chosen = new Set();
    let paths = [], sent = 0;
    // What the site says of photos that were sent.
    const notes = new Set();

    const form = document.querySelector("[data-send]");
    const parts = form && Object.fromEntries(
        [...form.parentElement.querySelectorAll("[data-part]")].map(element => [element.dataset.part, element]));
    const rows = new Map();
    const count = () => [sent === 1 ? "[[One photo was sent.]]" : `[[${sent} photos were sent.]]`, ...notes].join(" ");

    const row = photo => {
        const item = parts.row.content.firstElementChild.cloneNode(true);
        const picture = item.querySelector("img"), button = item.querySelector("button");
        picture.src = URL.createObjectURL(photo.bytes);
        picture.onload = () => URL.revokeObjectURL(picture.src);
        // The browser can't show this type of picture.
        picture.onerror = () => { picture.onload(); picture.remove(); };
        item.querySelector("[dir]").textContent = photo.name;
        button.setAttribute("aria-label", `[[Remove ${photo.name}]]`);
        button.onclick = async () => {
            const isSure = confirm(
                photo.box ? "[[Remove this photo? It has not been counted.]]" : "[[Remove this photo? It has not been sent.]]");
            if (!isSure) return;
            chosen.delete(photo.key);
            await queue.remove(photo);
            const next = item.nextElementSibling ?? item.previousElementSibling ?? form;
            next.querySelector("button, input[type=file]").focus();
            await show();
            announce("[[Removed]]");
        };
        return item;
    };
    const boxLink = () => Object.assign(document.createElement("a"), {
        href: `${base}/box`, textContent: "[[Open “One after another” to count it]]" });
    const status = photo => {
        if (photo.refused) return photo.refused;
        if (!queue.isKept(photo)) return "[[Not saved on this device: keep this page open.]]";
        return new Date(photo.time).toLocaleString(page.lang, { dateStyle: "medium", timeStyle: "short" });
    };

    const isSentHere = photo => !photo.box;

    const draw = async (words = parts?.state.textContent, share = undefined) => {
        const photos = account ? await queue.waiting(account) : [];
        if (!form) return photos;
        form.hidden = !account;
        parts.nobody.hidden = Boolean(account);
        parts.waiting.hidden = !photos.length;
        parts.progress.hidden = share === undefined;
        if (share !== undefined) parts.progress.value = share;
        if (words && words !== parts.state.textContent) announce(words);
        parts.state.textContent = words;
        parts.session.hidden = words !== noSession;
        const keys = new Set(photos.map(photo => photo.key));
        for (const [key, item] of rows) if (!keys.has(key)) { item.remove(); rows.delete(key); }
        for (const photo of photos) {
            if (!rows.has(photo.key)) {
                rows.set(photo.key, row(photo));
                parts.rows.append(rows.get(photo.key));
            }
            const state = rows.get(photo.key).querySelector(".under");
            if (!photo.box) state.textContent = status(photo);
            else if (!state.children.length) state.append(boxLink());
            state.className = photo.refused ? "under wrong" : "under small";
        }
        parts.now.hidden = !photos.some(isSentHere);
        parts.sent.hidden = !sent;
        parts.count.textContent = count();
        return photos;
    };
    // Lists the waiting photos, with a status and the part that was sent (0 to 1). Calls are handled in order.
    let shown = Promise.resolve();
    const show = (...what) => shown = shown.then(() => draw(...what));

    // Returns why photos are still waiting; an empty text if none are.
    const sendAll = isAsked => queue.alone(async () => {
        if (account && !(await queue.waiting(account)).some(isSentHere)) return "";
        let session;
        try { session = await queue.session(); } catch { return noNetwork; }
        if (isOffline || !account) account = session.account ?? account;
        const tried = new Set();
        while (account) {
            const photos = await queue.waiting(account);
            const rest = photos.filter(photo => isSentHere(photo) && !tried.has(photo.key) && (isAsked || !photo.refused));
            if (!rest.length) break;
            if (session.account !== account) return noSession;
            const photo = rest.find(photo => chosen.has(photo.key)) ?? rest[0];
            const [done, all] = [tried.size, tried.size + rest.length];
            tried.add(photo.key);
            await show("[[Sending]]", done / all);
            const { path, note, refused, waits } = await queue.send(photo, session.token, share => {
                if (form) parts.progress.value = (done + share) / all;
            });
            if (waits) return waits;
            if (refused) {
                chosen.clear();
                await queue.refuse(photo, refused);
                continue;
            }
            pause = shortest;
            await queue.remove(photo);
            if (note) notes.add(note);
            if (!chosen.delete(photo.key)) { sent += 1; continue; }
            paths.push(path);
            if (!chosen.size) { location.href = paths.length === 1 ? path : `${base}/photos`; break; }
        }
        return "";
    });

    const run = async isAsked => {
        if (isSending) { isWanted = true; return; }
        isSending = true;
        clearTimeout(timer);
        const before = sent;
        const words = await sendAll(isAsked).catch(error => error.message);
        const photos = await show(words);
        if (sent > before) { announce(count()); dispatchEvent(new Event("sent")); }
        // Another page has sent them.
        if (chosen.size && !photos.some(photo => chosen.has(photo.key))) location.href = `${base}/photos`;
        if (words) { chosen.clear(); paths = []; }
        isSending = false;
        if (isWanted) { isWanted = false; run(); return; }
        if (photos.some(photo => isSentHere(photo) && !photo.refused)) {
            timer = setTimeout(run, pause);
            pause = Math.min(longest, 2 * pause);
            navigator.storage?.persist?.();
        }
    };
    const runNow = () => { pause = shortest; run(); };

    const take = async files => {
        parts.wrong.hidden = true;
        const fields = Object.fromEntries([...form.querySelectorAll("[data-kept]")].map(({ name, value }) => [name, value]));
        for (const file of files) {
            try {
                const { key } = await queue.add(file, account, fields);
                // Where many photos are taken, the browser stays on the page.
                if (!("stays" in form.dataset)) chosen.add(key);
            } catch {
                parts.wrong.textContent = `[[${file.name} can't be read. Choose it again.]]`;
                parts.wrong.hidden = false;
            }
        }
        await show("[[Saved on this device.]]");
        runNow();
    };
    if (form) {
        for (const input of form.querySelectorAll("input[type=file]")) {
            input.addEventListener("change", async () => {
                await take([...input.files]);
                input.value = "";
            });
        }
        form.addEventListener("submit", event => event.preventDefault());
        form.addEventListener("photo", event => take([event.detail]));
        parts.now.addEventListener("click", () => run(true));
    }

    addEventListener("online", runNow);
    addEventListener("pageshow", event => { if (event.persisted) runNow(); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) runNow(); });
    addEventListener("beforeunload", event => { if (queue.isHolding()) event.preventDefault(); });
    // After sign-out, another user of the device must not see this account's waiting photos, even offline.
    document.querySelector("form[action$='/sign-out']")?.addEventListener("submit", () => device.remember(undefined));

    const begin = async () => {
        if (document.querySelector("[data-gone]")) await queue.leave();
        if (account) await device.remember(account);
        if (isOffline) account = await device.person();
        await show("");
        run();
    };
    begin();
}

navigator.serviceWorker?.register(`${base}/worker.js?${page.dataset.version}`, { scope: `${base}/` }).catch(() => {});
