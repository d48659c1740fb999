// What pages do beyond forms: cropping with a finger, checking ISBNs while they are typed, and live updates. Everything
// else works without scripts.
"use strict";

const page = document.documentElement;
const base = page.dataset.base;
page.classList.add("scripted");

const announce = words => { document.getElementById("announcement").textContent = words; };

// This page as it is now on the server; `undefined` if the request was redirected or failed.
const loadAgain = async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok && !answer.redirected) return new DOMParser().parseFromString(await answer.text(), "text/html");
};

// Replaces only what differs, and keeps the focus, opened details and typed text.
const match = (old, fresh) => {
    if (old.isEqualNode(fresh) || old === document.activeElement) return;
    if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
        return old.replaceWith(fresh);
    }
    for (const name of fresh.getAttributeNames()) {
        if (old.getAttribute(name) !== fresh.getAttribute(name)) old.setAttribute(name, fresh.getAttribute(name));
    }
    for (const name of old.getAttributeNames()) {
        if (!fresh.hasAttribute(name) && !(old.matches("details") && name === "open")) old.removeAttribute(name);
    }
    const next = [...fresh.childNodes];
    const ids = new Set(next.map(node => node.id).filter(Boolean));
    for (const child of [...old.childNodes]) if (child.id && !ids.has(child.id)) child.remove();
    next.forEach((node, place) => {
        const present = old.childNodes[place];
        if (node.id && present?.id !== node.id) {
            const known = [...old.children].find(child => child.id === node.id);
            old.insertBefore(known ?? node, present ?? null);
            if (known) match(known, node);
        } else if (!present) {
            old.append(node);
        } else if (present.id && !node.id) {
            present.before(node);
        } else {
            match(present, node);
        }
    });
    while (old.childNodes.length > next.length) old.lastChild.remove();
};

// The page of a photo that is being read is reloaded as soon as its result is there.
const waiting = document.querySelector("p[data-waiting]");
if (waiting) {
    const look = async () => {
        try {
            const answer = await fetch(`${location.pathname}/state`);
            if (!answer.ok) return location.reload();
            const { state, place } = await answer.json();
            if (state !== "waiting") return location.reload();
            if (place) waiting.textContent = `[[Waiting to be read; ${place} in the queue.]]`;
        } catch { /* The network may come back. */ }
        setTimeout(look, 250);
    };
    setTimeout(look, 150);
}

// The list of photos, or the readings of a photo, is updated without reloading the page, so that uploads from it
// continue.
const list = document.getElementById("photos") ?? document.getElementById("readings");
if (list) {
    let timer;
    const look = async () => {
        clearTimeout(timer);
        try {
            const next = (await loadAgain())?.getElementById(list.id);
            if (next) match(list, next);
        } catch { /* The network may come back. */ }
        lookSoon();
    };
    const lookSoon = () => { if ("waiting" in list.dataset) timer = setTimeout(look, 1000); };
    lookSoon();
    addEventListener("sent", look);
}

// Where the navigation scrolls, the present page is in view, also after the phone was turned.
const showPlace = () => {
    for (const link of document.querySelectorAll("header nav [aria-current]")) {
        const [inner, outer] = [link, link.parentElement].map(element => element.getBoundingClientRect());
        link.parentElement.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
    }
};
showPlace();
addEventListener("resize", showPlace);

// Checks an ISBN while it is typed.
for (const input of document.querySelectorAll("[data-isbn]")) {
    const message = document.getElementById(input.getAttribute("aria-describedby"));
    let last = 0;
    input.addEventListener("input", async () => {
        const turn = ++last;
        if (!input.value.trim()) { message.textContent = ""; return; }
        await new Promise(resolve => setTimeout(resolve, 150));
        if (turn !== last) return;
        try {
            const answer = await fetch(`${base}/isbn?q=${encodeURIComponent(input.value)}`);
            const { valid, words } = await answer.json();
            if (turn !== last) return;
            const digits = input.value.replace(/[^\dX]/gi, ""), isWhole = digits.length > (/^97[89]/.test(digits) ? 12 : 9);
            message.textContent = valid ? words : isWhole ? `[[Not an ISBN: ${words}.]]` : `[[Not an ISBN yet: ${words}.]]`;
            input.setAttribute("aria-invalid", String(!valid));
        } catch { message.textContent = ""; }
    });
}

// Crops a photo with a finger or a mouse, or with sliders for the edges.
const photo = document.querySelector("[data-crop]");
const crop = document.getElementById("crop");
if (photo && crop) {
    const svg = photo.querySelector("svg");
    const { width, height } = svg.viewBox.baseVal;
    const frames = ["under", ""].map(name => {
        const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        rect.setAttribute("class", name);
        svg.append(rect);
        return rect;
    });
    const edges = Object.fromEntries([...crop.querySelectorAll("[data-edge]")].map(input => [input.dataset.edge, input]));
    const box = () => {
        const [left, right] = [+edges.left.value, +edges.right.value].sort((a, b) => a - b);
        const [top, bottom] = [+edges.top.value, +edges.bottom.value].sort((a, b) => a - b);
        return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
    };
    const draw = () => {
        const part = box();
        const x = Math.round(part.left / 100 * width), y = Math.round(part.top / 100 * height);
        const wide = Math.max(1, Math.min(width - x, Math.round(part.width / 100 * width)));
        const high = Math.max(1, Math.min(height - y, Math.round(part.height / 100 * height)));
        for (const frame of frames) {
            for (const [name, value] of [["x", x], ["y", y], ["width", wide], ["height", high]]) frame.setAttribute(name, value);
        }
        crop.elements.part.value = `${x},${y},${wide},${high}`;
    };
    for (const edge of Object.values(edges)) edge.addEventListener("input", draw);
    const place = event => {
        const bounds = svg.getBoundingClientRect();
        const part = (value, start, size) => Math.max(0, Math.min(100, (value - start) / size * 100));
        return { x: part(event.clientX, bounds.left, bounds.width), y: part(event.clientY, bounds.top, bounds.height) };
    };
    let start;
    photo.addEventListener("pointerdown", event => {
        if (!photo.classList.contains("cropping") || event.button) return;
        photo.setPointerCapture(event.pointerId);
        start = place(event);
        event.preventDefault();
    });
    photo.addEventListener("pointermove", event => {
        if (!start) return;
        const now = place(event);
        [edges.left.value, edges.right.value, edges.top.value, edges.bottom.value] = [start.x, now.x, start.y, now.y];
        draw();
    });
    for (const end of ["pointerup", "pointercancel"]) photo.addEventListener(end, () => { start = undefined; });
    const toggle = isOpen => {
        crop.hidden = !isOpen;
        photo.classList.toggle("cropping", isOpen);
        for (const frame of frames) frame.toggleAttribute("hidden", !isOpen);
        if (isOpen) draw();
    };
    const open = document.createElement("button");
    open.type = "button";
    open.className = "cropper";
    open.textContent = "[[Crop and read again]]";
    open.setAttribute("aria-expanded", "false");
    open.setAttribute("aria-controls", "crop");
    photo.after(open);
    open.addEventListener("click", () => {
        toggle(crop.hidden);
        open.setAttribute("aria-expanded", String(!crop.hidden));
    });
    toggle(false);
}

// Moves the corners of a cover with a finger, a mouse or the arrow keys; their numbers are in the form.
const cut = document.querySelector("[data-corners]");
if (cut) {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const places = [...crop.querySelectorAll("fieldset")].map(corner => {
        const fields = [...corner.querySelectorAll("input")];
        const handle = document.createElement("button");
        handle.type = "button";
        handle.className = "handle";
        handle.setAttribute("aria-label", corner.querySelector("legend").textContent);
        handle.setAttribute("aria-describedby", "moving");
        cut.append(handle);
        const place = () => fields.map(field => Math.max(0, Math.min(100, +field.value)));
        const move = values => {
            fields.forEach((field, side) => { field.value = Math.round(Math.max(0, Math.min(100, values[side])) * 10) / 10; });
            draw();
        };
        handle.addEventListener("keydown", event => {
            const way = arrows[event.key];
            if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
            event.preventDefault();
            move(place().map((value, side) => value + way[side] * (event.shiftKey ? 5 : 0.5)));
        });
        handle.addEventListener("pointerdown", event => { if (!event.button) handle.setPointerCapture(event.pointerId); });
        handle.addEventListener("pointermove", event => {
            if (!handle.hasPointerCapture(event.pointerId)) return;
            const box = cut.getBoundingClientRect();
            move([(event.clientX - box.left) / box.width * 100, (event.clientY - box.top) / box.height * 100]);
        });
        for (const field of fields) field.addEventListener("input", () => draw());
        return { handle, place };
    });
    const draw = () => {
        for (const { handle, place } of places) [handle.style.left, handle.style.top] = place().map(value => `${value}%`);
        const points = places.map(({ place }) => place().join()).join(" ");
        for (const outline of cut.querySelectorAll("polygon")) outline.setAttribute("points", points);
    };
    draw();
}

// Asks for confirmation before changes that can't be undone.
for (const form of document.querySelectorAll("[data-sure]")) {
    form.addEventListener("submit", event => { if (!confirm(form.dataset.sure)) event.preventDefault(); });
}

// A second click on a form that is being sent sends nothing. Without a response it may be sent again after a while, and
// at once on a page that the Back button shows again.
{
    const pause = 10_000;
    let sent = new WeakMap();
    addEventListener("submit", event => {
        const form = event.target;
        if (event.defaultPrevented || form.method !== "post") return;
        if (event.timeStamp - sent.get(form) < pause) event.preventDefault();
        else sent.set(form, event.timeStamp);
    });
    addEventListener("pageshow", () => { sent = new WeakMap(); });
}

// Live updates: the parts of the page that show a book are loaded again when it changes.
const live = [...document.querySelectorAll("[data-live]")].filter(part => part.id);
if (live.length && page.dataset.event !== undefined) {
    let loading = false, again = false;
    // Which book a page is of: an ISBN, and so the address, may become another book's.
    const book = of => of.getElementById("card")?.dataset.live.split(" ")[0];
    const renew = async () => {
        if (loading) { again = true; return; }
        loading = true;
        try {
            const fresh = await loadAgain();
            if (fresh && book(fresh) === book(document)) {
                for (const part of document.querySelectorAll("[data-live]")) {
                    const next = part.id && fresh.getElementById(part.id);
                    if (!next) continue;
                    const known = new Set([...part.querySelectorAll("article[id]")].map(article => article.id));
                    match(part, next);
                    const added = [...part.querySelectorAll("article[id]")].filter(article => !known.has(article.id));
                    for (const article of added) article.classList.add("new");
                    const writer = added[0]?.querySelector("b").textContent;
                    if (added.length === 1) announce(`[[New comment by ${writer}]]`);
                    if (added.length > 1) announce(`[[${added.length} new comments]]`);
                }
            }
        } catch { /* The next event, or the next connection, brings it. */ }
        // Many changes in a short time cause one or two loads, rather than one each.
        if (again) await new Promise(resolve => setTimeout(resolve, 1000));
        loading = false;
        if (again) { again = false; renew(); }
    };
    const listen = () => {
        const events = new EventSource(`${base}/live?after=${page.dataset.event}`);
        events.addEventListener("book", event => {
            page.dataset.event = event.lastEventId;
            dispatchEvent(new CustomEvent("book", { detail: event.data }));
            const isShown = [...document.querySelectorAll("[data-live]")].some(
                part => part.dataset.live === "*" || part.dataset.live.split(" ").includes(event.data));
            if (isShown) renew();
        });
        // Browsers stop reconnecting after some responses, such as errors of a proxy.
        events.onerror = () => {
            if (events.readyState !== EventSource.CLOSED) return;
            setTimeout(listen, 3000);
        };
        addEventListener("pagehide", () => events.close(), { once: true });
    };
    listen();
    addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
}
