// Fills the template of a live page, as `poslab page` does, with the mock engine.
import {readFileSync} from "node:fs";
import {gzipSync} from "node:zlib";

const here = new URL(".", import.meta.url), assets = new URL("../../assets/page/", here);
const read = name => readFileSync(new URL(name, assets), "utf8");
const mock = readFileSync(new URL("mock_engine.js", here), "utf8");
const script = read("scripts").trim().split("\n").map(read).join("\n");

// Ascii85 with 'v' for '<', as `poslab page` writes it.
function ascii85(bytes) {
    let text = "";
    for (let i = 0; i < bytes.length; i += 4) {
        const part = bytes.subarray(i, i + 4);
        let word = 0;
        for (let k = 0; k < 4; ++k) word = 256 * word + (part[k] ?? 0);
        const digits = Array.from({length: 5}, (_, k) => Math.floor(word / 85 ** (4 - k)) % 85 + 33);
        text += String.fromCharCode(...digits.slice(0, part.length + 1)).replaceAll("<", "v");
    }
    return text;
}

export const policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; " +
    "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'";

const escaped = text => text.replace(/[&<>"]/g, c => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[c]);

/// Returns the exported figure as SVG of each theme, drawn by the page's own script without a browser.
async function staticFigure(state, language, width, height) {
    const engine = await new Function(`${mock}; return PosLabEngine;`)()(
        {wasmBinary: emptyModule, measureText: text => 55 * text.length});
    const {svgOf, svgWriters, element} = new Function("document", "getComputedStyle",
        `${read("figure.js")}; return {svgOf, svgWriters, element};`)(
        {getElementById: () => ({textContent: "{}"})}, () => ({getPropertyValue: () => "none"}));
    svgWriters.picture = (answer, [, x, y, size, , offset, cells]) => Array.from({length: cells * cells}, (_, n) => {
        const [r, g, b, a] = new Uint8Array(answer.pixels, offset + 4 * n, 4), cell = size / cells;
        return a ? element("rect", {x: x + n % cells * cell, y: y + Math.floor(n / cells) * cell, width: cell,
            height: cell, fill: `rgb(${r} ${g} ${b})`}) : "";
    }).join("");
    return ["light", "dark"].map(theme => {
        const bytes = new TextEncoder().encode(JSON.stringify({state, actions: [], controls: null, width, height,
            pixel_ratio: 1, theme, language, pointer: null, coarse: true}));
        engine.HEAPU8.set(bytes, engine._page_request(bytes.length));
        engine._page_answer();
        const copy = (begin, size) => engine.HEAPU8.slice(begin, begin + size);
        const answer = {...JSON.parse(new TextDecoder().decode(copy(engine._page_json(), engine._page_json_size()))),
            points: new Float32Array(copy(engine._page_points(), 8 * engine._page_point_count()).buffer),
            pixels: copy(engine._page_pixels(), engine._page_pixel_bytes()).buffer};
        return svgOf(answer, 1).replace("<svg", `<svg class="on-${theme}" role="img"`)
            .replaceAll(/clip\d+/g, id => `${theme}-${id}`);
    }).join("");
}

const emptyModule = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/// Returns the text of a page.
export async function buildPage({state = "position-matrix --scheme leaky", language = null, width = 900, height = 640,
    title = "Position matrix", description = "41.4 % of cells are beyond the trained range: distances from 12"} = {}) {
    const values = {
        LANG: language ?? "en", TITLE: escaped(title), DESCRIPTION: escaped(description), STYLE: read("page.css"),
        CSP: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
        STATIC: await staticFigure(state, language ?? "en", width, height),
        NO_ENGINE: "This browser has no WebAssembly, so the figure does not move.",
        STATE: JSON.stringify({state, controls: null, language, width, height}).replaceAll("<", "\\u003c"),
        SCRIPT: script, WORKER: read("worker.js"), LOADER: mock, ENGINE: ascii85(gzipSync(emptyModule))};
    return read("page.html").replaceAll(/<!--([A-Z_]+)-->/g, (whole, name) => values[name] ?? "");
}
