// The live camera picture, where the browser permits it, and barcodes in it, where the browser can detect them.
"use strict";

const lens = (() => {
    const reasons = {
        NotAllowedError: "[[The camera is blocked for this site. Allow it in the browser's settings, or use “Take a photo”.]]",
        NotFoundError: "[[No camera found.]]",
        NotReadableError: "[[Another program is using the camera. Close it and try again.]]",
    };
    const isThere = Boolean(navigator.mediaDevices?.getUserMedia);
    const reader = "BarcodeDetector" in window ? new BarcodeDetector({ formats: ["ean_13"] }) : undefined;

    // Opens the camera with its full resolution, up to this width and height.
    const open = async (video, width, height) => {
        const wanted = { facingMode: "environment", width: { ideal: width }, height: { ideal: height } };
        video.srcObject = await navigator.mediaDevices.getUserMedia({ video: wanted });
        await video.play();
    };
    const stop = video => {
        for (const track of video.srcObject?.getTracks() ?? []) track.stop();
        video.srcObject = null;
    };
    const why = error => reasons[error.name] ?? "[[The camera can't be used.]]";

    // The current picture as a file.
    const shoot = (video, quality) => new Promise(resolve => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
        canvas.getContext("2d").drawImage(video, 0, 0);
        canvas.toBlob(bytes => resolve(new File([bytes], "live view.jpg", { type: bytes.type })), "image/jpeg", quality);
    });

    // Calls `found` with an ISBN each time its barcode is detected, until the camera is stopped.
    const watch = async (video, found) => {
        while (reader && video.srcObject) {
            const codes = await reader.detect(video).catch(() => []);
            const number = codes.map(code => isbn.parse(code.rawValue).isbn).find(Boolean);
            if (number && video.srcObject) found(number);
            await new Promise(resolve => setTimeout(resolve, 120));
        }
    };

    return { isThere, readsBars: isThere && Boolean(reader), open, stop, why, shoot, watch };
})();
