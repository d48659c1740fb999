// What this device keeps for the person who signed in last: photos that wait to be sent, and a copy of their books. `device` is
// all that other files use.
"use strict";

const device = (() => {
    const name = `bookzone ${base}`;
    const copied = ["copy", "books"];

    const open = () => new Promise((resolve, reject) => {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => {
            request.result.createObjectStore("photos", { keyPath: "key" }).createIndex("account", "account");
            request.result.createObjectStore("device");
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });

    // What the request of `act` gives, once the transaction is complete. Opened each time: phones cut the connections of pages
    // that are not looked at.
    const within = async (store, mode, act) => {
        const database = await open();
        try {
            return await new Promise((resolve, reject) => {
                const transaction = database.transaction(store, mode, { durability: "strict" });
                const request = act(transaction.objectStore(store));
                transaction.oncomplete = () => resolve(request?.result);
                transaction.onabort = () => reject(transaction.error);
            });
        } finally {
            database.close();
        }
    };

    const get = key => within("device", "readonly", store => store.get(key)).catch(() => undefined);
    const person = () => get("account");
    const drop = store => { for (const key of copied) store.delete(key); };

    // Who signed in last on this device; `undefined` for nobody. A copy of somebody else's books does not stay.
    const remember = account => within("device", "readwrite", store => {
        const copy = store.get("copy");
        copy.onsuccess = () => { if (copy.result && copy.result.account !== account) drop(store); };
        return account ? store.put(account, "account") : store.delete("account");
    }).catch(() => {});

    // Keeps a copy, of which `copy` says whose it is: nothing if they are not who signed in last, and sign-out came first.
    const keep = (copy, books) => within("device", "readwrite", store => {
        const account = store.get("account");
        account.onsuccess = () => {
            if (account.result !== copy.account) return;
            store.put(copy, "copy");
            if (books) store.put(books, "books");
        };
    });

    return { name, within, get, person, remember, keep };
})();
