// Photos that wait on the device to be sent. Each is saved before it is sent, with its account and an idempotency key.
// `queue` is the interface for other files.
"use strict";

const queue = (() => {
    const { name, within, person, remember } = device;
    // Photos that the browser can't save wait as long as the page is open.
    const held = new Map();
    let last = 0;

    const write = photo => within("photos", "readwrite", store => store.put(photo));

    // Saves the bytes rather than the file, because phones delete files from the camera. Throws if the file can't be
    // read. What is sent along with it is in `fields`. A photo with `box` is sent and counted by the page “One after
    // another” only.
    const add = async (file, account, fields = {}, box = undefined) => {
        last = Math.max(Date.now(), last + 1);
        const key = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
        const bytes = new Blob([await file.arrayBuffer()], { type: file.type });
        const photo = { key, account, name: file.name, time: last, bytes, fields, box };
        await write(photo).catch(() => held.set(key, photo));
        return photo;
    };
    const remove = async ({ key }) => {
        held.delete(key);
        await within("photos", "readwrite", store => store.delete(key)).catch(() => {});
    };
    // Saves what was changed of a photo.
    const save = async photo => { if (!held.has(photo.key)) await write(photo).catch(() => {}); };
    const refuse = (photo, words) => {
        photo.refused = words;
        return save(photo);
    };
    // Whether this page alone handles a photo from now on, until the page is closed.
    const claim = photo => new Promise(resolve => {
        if (!navigator.locks) return resolve(true);
        navigator.locks.request(`${name} ${photo.key}`, { ifAvailable: true }, lock => {
            resolve(lock !== null);
            return lock && new Promise(() => {});
        });
    });

    // The photos of an account, the oldest first.
    const waiting = async account => {
        const kept = await within("photos", "readonly", store => store.index("account").getAll(account)).catch(() => []);
        const others = [...held.values()].filter(photo => photo.account === account);
        return [...kept, ...others].sort((a, b) => a.time - b.time);
    };
    const isKept = photo => !held.has(photo.key);
    const isHolding = () => held.size > 0;

    // Removes everything of an account that was deleted.
    const leave = async () => {
        for (const photo of await waiting(await person() ?? "")) await remove(photo);
        await remember(undefined);
    };

    // The account that is signed in, and its form token. Throws without a network, or if the response is not from the
    // site, such as the sign-in page of a public network.
    const session = async () => {
        const answer = await fetch(`${base}/session`, { cache: "no-store", signal: AbortSignal.timeout?.(20_000) });
        const { status } = answer;
        if (!answer.ok) throw new Error(`[[The server answered ${status}.]]`);
        const known = await answer.json();
        await remember(known.account);
        return known;
    };

    // The message on an error page.
    const words = text => {
        const answer = new DOMParser().parseFromString(text, "text/html");
        return [...answer.querySelectorAll("main h1, main p")].slice(0, 2).map(part => part.textContent).join(": ");
    };
    // Of the status codes that refuse a request, those for which a retry may help: after signing in, at the site's own
    // address, or later.
    const passing = new Set([401, 408, 421, 425, 429]);
    // The time in milliseconds without progress after which a request is aborted.
    const timeout = 60_000;

    // Why a request was not accepted: it `waits` for a retry, or was `refused`. The `session` tells who is signed in now, if
    // that may be the reason.
    const verdict = async (status, text, token) => {
        const why = words(text) || `[[The server answered ${status}.]]`;
        // Without a session, a request is redirected to the sign-in page. A form token of a session that has ended
        // meanwhile is answered like a role that is missing.
        if (status === 200 || status === 403) {
            const now = await session().catch(() => undefined);
            if (status === 200 || now?.token !== token) return { waits: "[[Sending was interrupted.]]", session: now };
        }
        return status >= 400 && status < 500 && !passing.has(status) ? { refused: why } : { waits: why };
    };

    // Sends a photo: the result has its `path` on the server and perhaps a `note`, or why it was `refused`, or why it `waits` for a retry.
    const send = (photo, token, onProgress) => new Promise(resolve => {
        const body = new FormData();
        body.append("token", token);
        body.append("key", photo.key);
        for (const [name, value] of Object.entries(photo.fields ?? {})) body.append(name, value);
        body.append("photo", photo.bytes, photo.name);
        const request = new XMLHttpRequest();
        let watch;
        const wait = () => { clearTimeout(watch); watch = setTimeout(() => request.abort(), timeout); };
        request.open("POST", `${base}/photos`);
        request.setRequestHeader("Accept", "application/json");
        request.upload.onprogress = event => {
            wait();
            if (event.lengthComputable) onProgress(event.loaded / event.total);
        };
        request.onload = async () => {
            let answer;
            // The sign-in page is not JSON.
            try { answer = JSON.parse(request.responseText); } catch { answer = {}; }
            const [photo] = request.status === 200 && answer.photos || [];
            if (photo?.path) return resolve(photo);
            resolve(await verdict(request.status, request.responseText, token));
        };
        request.onerror = request.onabort = () => resolve({ waits: "[[The server can't be reached.]]" });
        request.onloadend = () => clearTimeout(watch);
        wait();
        request.send(body);
    });

    // Only one page sends at a time. If it holds the lock for too long, perhaps because it is suspended, the next page
    // goes ahead.
    const alone = async work => {
        if (!navigator.locks) return work();
        let begun = false;
        const begin = () => { begun = true; return work(); };
        try {
            return await navigator.locks.request(name, { signal: AbortSignal.timeout?.(timeout) }, begin);
        } catch (error) {
            if (begun) throw error;
            return work();
        }
    };

    return { add, remove, save, refuse, claim, waiting, isKept, isHolding, leave, session, verdict, send, alone };
})();
