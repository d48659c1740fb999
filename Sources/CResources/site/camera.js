// The camera's live view. A photo taken there is handled like a chosen file.
"use strict";

{
    const form = document.querySelector("[data-send]");
    const view = document.querySelector("[data-camera]");
    if (form && view.showModal && lens.isThere) {
        const open = form.querySelector("button[aria-haspopup]");
        const video = view.querySelector("video"), wrong = view.querySelector(".wrong");
        const [take, close] = view.querySelectorAll("button");

        open.hidden = false;
        open.addEventListener("click", async () => {
            wrong.hidden = take.disabled = true;
            video.hidden = false;
            view.showModal();
            try {
                await lens.open(video, 4096, 3072);
                // The view may have been closed before the camera was ready.
                if (!view.open) return lens.stop(video);
                take.disabled = false;
                take.focus();
            } catch (error) {
                lens.stop(video);
                wrong.textContent = lens.why(error);
                video.hidden = true;
                wrong.hidden = false;
            }
        });
        take.addEventListener("click", async () => {
            const photo = await lens.shoot(video, 0.95);
            view.close();
            form.dispatchEvent(new CustomEvent("photo", { detail: photo }));
        });
        close.addEventListener("click", () => view.close());
        view.addEventListener("close", () => lens.stop(video));
        document.addEventListener("visibilitychange", () => { if (document.hidden) view.close(); });
    }
}
