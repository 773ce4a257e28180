// The worker of a live page: runs the engine (its loader precedes this text) and measures texts for it.
// Messages in: {engine, fonts, faces, files} once, then {number, request}. Messages out: {ready}, {failure}, or an answer.
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

// Returns the bytes of a text in Ascii85 with 'v' for '<'.
function decoded(text) {
    const size = Math.floor(text.length * 4 / 5), bytes = new DataView(new ArrayBuffer(size + 4));
    const digit = k => {
        const code = k < text.length ? text.charCodeAt(k) : 117;
        return (code === 118 ? 60 : code) - 33;
    };
    for (let i = 0; 5 * i < text.length; ++i) {
        let word = 0;
        for (let k = 5 * i; k < 5 * i + 5; ++k) word = 85 * word + digit(k);
        bytes.setUint32(4 * i, word);
    }
    return new Uint8Array(bytes.buffer, 0, size);
}

// Returns the bytes of a gzip file in Ascii85.
async function unpacked(text) {
    const bytes = decoded(text.trim());
    const {readable, writable} = new DecompressionStream("gzip");
    const writer = writable.getWriter();  // WebKit cannot read a Blob in a page from disk
    writer.write(bytes).then(() => writer.close()).catch(() => {});  // the reader reports errors, too
    return new Uint8Array(await new Response(readable).arrayBuffer());
}

// Makes the fonts of the page those of the ruler.
function addFonts(faces) {
    return Promise.allSettled(faces.map(([family, source, descriptors]) => {
        const face = new FontFace(family, source, descriptors);
        self.fonts.add(face);
        return face.load();
    }));
}

// Gives the engine the files of the language models that the page contains.
async function addFiles(module, files) {
    for (const [name, text] of Object.entries(files)) {
        const path = new TextEncoder().encode(name + "\0"), bytes = await unpacked(text);
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
            if (self.fonts) await addFonts(data.faces);
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
