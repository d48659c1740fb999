// The data on this device for the account that signed in last: photos to be sent, and a copy of the account's books.
// `device` is the interface for other files.
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

    // The result of the request made by `act`, once the transaction is complete. The database is opened each time,
    // because phones close the connections of background pages.
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

    // Sets the account that signed in last on this device; `undefined` after sign-out. A copy of another account's
    // books is deleted.
    const remember = account => within("device", "readwrite", store => {
        const copy = store.get("copy");
        copy.onsuccess = () => { if (copy.result && copy.result.account !== account) drop(store); };
        return account ? store.put(account, "account") : store.delete("account");
    }).catch(() => {});

    // Saves a copy, unless its account is no longer the one that signed in last.
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
