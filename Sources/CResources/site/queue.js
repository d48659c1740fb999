// Photos wait on the device until the server has them. Each is kept before it is sent, for the account that took it, with a
// key that makes sending it twice harmless. `queue` is all that other files use.
"use strict";

const queue = (() => {
    const { name, within, person, remember } = device;
    // What a browser does not keep waits while the page is open.
    const held = new Map();
    let last = 0;

    const write = photo => within("photos", "readwrite", store => store.put(photo));

    // The bytes themselves, since phones remove the files of their cameras. Throws where they can't be read.
    const add = async (file, account) => {
        last = Math.max(Date.now(), last + 1);
        const key = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
        const bytes = new Blob([await file.arrayBuffer()], { type: file.type });
        const photo = { key, account, name: file.name, time: last, bytes };
        await write(photo).catch(() => held.set(key, photo));
        return photo;
    };
    const remove = async ({ key }) => {
        held.delete(key);
        await within("photos", "readwrite", store => store.delete(key)).catch(() => {});
    };
    const refuse = async (photo, words) => {
        photo.refused = words;
        if (!held.has(photo.key)) await write(photo).catch(() => {});
    };

    // An account's, the oldest first.
    const waiting = async account => {
        const kept = await within("photos", "readonly", store => store.index("account").getAll(account)).catch(() => []);
        const others = [...held.values()].filter(photo => photo.account === account);
        return [...kept, ...others].sort((a, b) => a.time - b.time);
    };
    const isKept = photo => !held.has(photo.key);
    const isHolding = () => held.size > 0;

    // An account that was deleted leaves nothing here.
    const leave = async () => {
        for (const photo of await waiting(await person() ?? "")) await remove(photo);
        await remember(undefined);
    };

    // Who is signed in now, and with which token. Throws where there is no network, and of what is no answer of the site's,
    // such as the page of a network that wants a sign-in of its own.
    const session = async () => {
        const answer = await fetch(`${base}/session`, { cache: "no-store", signal: AbortSignal.timeout?.(20_000) });
        const { status } = answer;
        if (!answer.ok) throw new Error(`[[The server answered ${status}.]]`);
        const known = await answer.json();
        await remember(known.account);
        return known;
    };

    // Words of an answer that is a page.
    const words = text => {
        const answer = new DOMParser().parseFromString(text, "text/html");
        return [...answer.querySelectorAll("main h1, main p")].slice(0, 2).map(part => part.textContent).join(": ");
    };
    // Those that another try would not change.
    const final = new Set([400, 413, 415, 422]);
    // Milliseconds without a byte that passes.
    const timeout = 60_000;

    // Gives the photo's `path` on the server, or why it is `refused` for good, or why it waits on.
    const send = (photo, token, tell) => new Promise(resolve => {
        const body = new FormData();
        body.append("token", token);
        body.append("key", photo.key);
        body.append("photo", photo.bytes, photo.name);
        const request = new XMLHttpRequest();
        let watch;
        const wait = () => { clearTimeout(watch); watch = setTimeout(() => request.abort(), timeout); };
        request.open("POST", `${base}/photos`);
        request.setRequestHeader("Accept", "application/json");
        request.upload.onprogress = event => {
            wait();
            if (event.lengthComputable) tell(event.loaded / event.total);
        };
        request.onload = () => {
            let answer;
            // A session that is over leads to the page where one signs in, which is no receipt.
            try { answer = JSON.parse(request.responseText); } catch { answer = {}; }
            const path = request.status === 200 && answer.photos?.[0]?.path;
            if (path) return resolve({ path });
            const { status } = request;
            const why = words(request.responseText) || `[[The server answered ${status}.]]`;
            if (final.has(request.status)) return resolve({ refused: why });
            resolve({ waits: request.status === 200 || request.status === 403 ? "[[Sending was interrupted.]]" : why });
        };
        request.onerror = request.onabort = () => resolve({ waits: "[[The server can't be reached.]]" });
        request.onloadend = () => clearTimeout(watch);
        wait();
        request.send(body);
    });

    // One page at a time; should one hold on for long, such as one that the phone put to sleep, the next goes ahead.
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

    return { add, remove, refuse, waiting, isKept, isHolding, leave, session, send, words, alone };
})();
