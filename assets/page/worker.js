// The worker of a live page: runs the engine (its loader precedes this text) and measures texts for it.
// Messages in: {engine, fonts, files} once, then {number, request}. Messages out: {ready}, {failure}, or an answer.
(() => {
"use strict";

const ruler = new OffscreenCanvas(1, 1).getContext("2d");
ruler.textRendering = "geometricPrecision";  // widths proportional to the size
const widths = new Map();
let fonts = [];  // CSS fonts at 100 px, by the engine's number
let engine = null;

// Returns the width of a text at 100 px.
function measureText(text, font) {
    const key = font + text;
    let width = widths.get(key);
    if (width === undefined) {
        ruler.font = fonts[font];
        width = ruler.measureText(text).width;
        // Numbers under the pointer are new texts all the time.
        if (widths.size > 20000) widths.clear();
        widths.set(key, width);
    }
    return width;
}

// Returns the bytes of the base64 text of a gzip file.
async function unpacked(base64) {
    const bytes = Uint8Array.from(atob(base64.trim()), character => character.charCodeAt(0));
    const {readable, writable} = new DecompressionStream("gzip");
    const writer = writable.getWriter();  // WebKit cannot read a Blob in a page from disk
    writer.write(bytes).then(() => writer.close()).catch(() => {});  // the reader reports errors, too
    return new Uint8Array(await new Response(readable).arrayBuffer());
}

// Gives the engine the files of the language models that the page contains.
async function addFiles(module, files) {
    for (const [name, base64] of Object.entries(files)) {
        const path = new TextEncoder().encode(name + "\0"), bytes = await unpacked(base64);
        const place = module._page_request(path.length);  // memory for the name
        module.HEAPU8.set(path, place);
        const begin = module._page_file(place, bytes.length);
        module.HEAPU8.set(bytes, begin);
    }
}

// Returns the engine's answer: JSON text, and copies of its points and pixels that can be transferred.
function answer(module, request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const pointer = module._page_request(bytes.length);
    module.HEAPU8.set(bytes, pointer);
    module._page_answer();
    const copy = (begin, size) => module.HEAPU8.slice(begin, begin + size);
    const json = new TextDecoder().decode(copy(module._page_json(), module._page_json_size()));
    const points = copy(module._page_points(), 8 * module._page_point_count()).buffer;
    const pixels = copy(module._page_pixels(), module._page_pixel_bytes()).buffer;
    return {json, points, pixels};
}

self.onmessage = async ({data}) => {
    try {
        if (data.engine !== undefined) {
            fonts = data.fonts;
            engine = await PosLabEngine({wasmBinary: await unpacked(data.engine), measureText});
            await addFiles(engine, data.files);
            self.postMessage({ready: true});
        } else {
            const result = answer(engine, data.request);
            self.postMessage({number: data.number, ...result}, [result.points, result.pixels]);
        }
    } catch (problem) {
        self.postMessage({failure: String(problem?.message ?? problem)});
    }
};
})();
