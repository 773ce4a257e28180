// Compares the engine of live pages in WebAssembly with the native one: node wasm_test.mjs ENGINE_FOLDER PROGRAM
// [COUNT], where PROGRAM is page_answers. Ends with 77 if the engine was not built (scripts/page-engine).
//
// Texts must be equal. Coordinates may differ by 0.01 px, readouts' numbers by 1e-4 of their size (attention
// computes in float32), and a share of 1 % of a heat map's pixels by more than one step of a colour.
import {execFileSync} from "node:child_process";
import {existsSync, readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {resolve} from "node:path";
import {performance} from "node:perf_hooks";

const [named, program, count = "10"] = process.argv.slice(2);
const folder = resolve(named);
if (!existsSync(`${folder}/page_engine.wasm`)) {
    console.log("no engine of pages: run scripts/page-engine");
    process.exit(77);
}

// The native tests' metrics: 0.6 em a character, 1 em a wide one.
const wide = code => code >= 0x2e80;
const measureText = text => [...text].reduce((sum, c) => sum + (wide(c.codePointAt(0)) ? 100 : 60), 0);

const load = createRequire(import.meta.url)(`${folder}/page_engine.js`);
const module = await load({wasmBinary: readFileSync(`${folder}/page_engine.wasm`), measureText});

// The files of the language models.
const assets = new URL("../../assets/models/", import.meta.url);
const parts = ["model.safetensors", "training.json", "held_out.txt"];
for (const name of ["english", "chinese", "recall"].flatMap(model => parts.map(part => `${model}/${part}`))) {
    if (!existsSync(new URL(name, assets))) continue;
    const path = new TextEncoder().encode(name + "\0"), bytes = readFileSync(new URL(name, assets));
    const place = module._page_request(path.length);
    module.HEAPU8.set(path, place);
    const begin = module._page_file(place, bytes.length);
    module.HEAPU8.set(bytes, begin);
}

function ask(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = module._page_request(bytes.length);
    module.HEAPU8.set(bytes, at);
    module._page_answer();
    const copy = (begin, size) => module.HEAPU8.slice(begin, begin + size);
    return {
        answer: JSON.parse(new TextDecoder().decode(copy(module._page_json(), module._page_json_size()))),
        points: new Float32Array(copy(module._page_points(), 8 * module._page_point_count()).buffer),
        pixels: copy(module._page_pixels(), module._page_pixel_bytes())
    };
}

let faults = 0;
function fault(request, message) {
    if (++faults <= 20) console.log(`${request.state}: ${message}`);
}

const number = /-?\d[\d,]*\.?\d*(?:e[-+]?\d+)?/g;
// Below 1e-6 attention has only rounding.
const tiny = /-?[\d.]+×10⁻(?:[⁶⁷⁸⁹]|[¹²³][⁰¹²³⁴⁵⁶⁷⁸⁹])/g;
const plain = text => text.replaceAll("−", "-").replaceAll(tiny, "0");

// A residual may be exactly 0 on one side.
const isRounding = text => text === "0" || /^< 10⁻¹/.test(text);

// Texts are equal but for the last digits of their numbers.
function sameText(a, b) {
    if (a === b || (isRounding(a) && isRounding(b))) return true;
    const [x, y] = [plain(a), plain(b)];
    if (x.replaceAll(number, "#") !== y.replaceAll(number, "#")) return false;
    const read = text => (text.match(number) ?? []).map(part => Number(part.replaceAll(",", "")));
    const [m, n] = [read(x), read(y)];
    return m.every((value, i) => Math.abs(value - n[i]) <= 1e-4 * Math.max(Math.abs(value), 1e-3));
}

function compare(request, where, a, b) {
    if (typeof a !== typeof b || Array.isArray(a) !== Array.isArray(b)) return fault(request, `${where}: another type`);
    if (typeof a === "number" && Math.abs(a - b) > 0.01) return fault(request, `${where}: ${a} is now ${b}`);
    if (typeof a === "string" && !sameText(a, b)) return fault(request, `${where}: "${a}" is now "${b}"`);
    if (typeof a === "boolean" && a !== b) return fault(request, `${where}: ${a} is now ${b}`);
    if (a === null || typeof a !== "object") return;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b ?? {}).length) return fault(request, `${where}: another number of parts`);
    for (const key of keys) compare(request, `${where}.${key}`, a[key], b[key]);
}

function comparePixels(request, a, b) {
    if (a.length !== b.length) return fault(request, "another number of pixels");
    let different = 0;
    for (let i = 0; i < a.length; ++i) different += Math.abs(a[i] - b[i]) > 1;
    if (different > 0.01 * a.length) fault(request, `${different} of ${a.length} colours differ`);
}

const lines = execFileSync(program, [count], {maxBuffer: 2 ** 31 - 1}).toString().trim().split("\n");
const seconds = new Map();
for (const line of lines) {
    const {request, ...native} = JSON.parse(line);
    const start = performance.now(), own = ask(request), taken = performance.now() - start;
    const view = request.state.split(" ")[0];
    seconds.set(view, [...seconds.get(view) ?? [], taken]);
    compare(request, "answer", native.answer, own.answer);
    compare(request, "points", native.points.length, own.points.length);
    for (let i = 0; i < native.points.length; ++i)
        if (Math.abs(native.points[i] - own.points[i]) > 0.01) {
            fault(request, `point ${i}: ${native.points[i]} is now ${own.points[i]}`);
            break;
        }
    comparePixels(request, Buffer.from(native.pixels, "hex"), own.pixels);
}
for (const [view, times] of seconds) {
    times.sort((a, b) => a - b);
    console.log(`${view}: ${times.length} states, median ${times[times.length >> 1].toFixed(1)} ms`);
}
console.log(`${lines.length} states, ${faults} differences`);
process.exit(faults === 0 ? 0 : 1);
