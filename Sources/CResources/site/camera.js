// The camera's live view, where a browser lets a site have it. What is taken goes the way of every photo.
"use strict";

{
    const form = document.querySelector("[data-send]");
    const view = document.querySelector("[data-camera]");
    if (form && view.showModal && navigator.mediaDevices?.getUserMedia) {
        const open = form.querySelector("button[aria-haspopup]");
        const video = view.querySelector("video"), wrong = view.querySelector(".wrong");
        const [take, close] = view.querySelectorAll("button");
        const reasons = {
            NotAllowedError: "The camera is blocked for this site. Allow it in the browser's settings, or use “Take a photo”.",
            NotFoundError: "No camera found.",
            NotReadableError: "Another program is using the camera. Close it and try again.",
        };
        // As many pixels as there are, up to these.
        const wanted = { facingMode: "environment", width: { ideal: 4096 }, height: { ideal: 3072 } };
        let stream;
        const stop = () => {
            for (const track of stream?.getTracks() ?? []) track.stop();
            video.srcObject = stream = null;
        };

        open.hidden = false;
        open.addEventListener("click", async () => {
            wrong.hidden = take.disabled = true;
            video.hidden = false;
            view.showModal();
            try {
                stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
                // Closed before the person, or the camera, was ready.
                if (!view.open) return stop();
                video.srcObject = stream;
                await video.play();
                take.disabled = false;
                take.focus();
            } catch (error) {
                stop();
                wrong.textContent = reasons[error.name] ?? "The camera can't be used.";
                video.hidden = true;
                wrong.hidden = false;
            }
        });
        take.addEventListener("click", () => {
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
            canvas.getContext("2d").drawImage(video, 0, 0);
            canvas.toBlob(bytes => {
                view.close();
                const photo = new File([bytes], "live view.jpg", { type: bytes.type });
                form.dispatchEvent(new CustomEvent("photo", { detail: photo }));
            }, "image/jpeg", 0.95);
        });
        close.addEventListener("click", () => view.close());
        view.addEventListener("close", stop);
        document.addEventListener("visibilitychange", () => { if (document.hidden) view.close(); });
    }
}
