// Opens pages made by the program in Firefox ESR and moves their sliders. Ends with 77 without the engine of pages
// (scripts/page-engine) or Firefox.
//     node tests/page/firefox_test.mjs PROGRAM ENGINE_FOLDER
import {execFileSync} from "node:child_process";
import {existsSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {startFirefox} from "./firefox.mjs";

const [program, engineFolder] = process.argv.slice(2);
const skip = why => { console.log(`skipped: ${why}`); process.exit(77); };
if (!existsSync(`${engineFolder}/page_engine.wasm.gz`)) skip("no engine of pages: run scripts/page-engine");
const browser = await startFirefox().catch(problem => skip(`Firefox does not start (${problem.message})`));
const folder = mkdtempSync(join(tmpdir(), "poslab-pages-"));
const isLive = "document.documentElement.classList.contains('live')";
const command = "document.getElementById('command').textContent";

async function use(name, slider, words) {
    const file = join(folder, `${name}.html`);
    execFileSync(program, [...words, "-o", file], {env: {...process.env, POSLAB_PAGE_ENGINE: engineFolder}});
    await browser.open(pathToFileURL(file).href);
    await browser.until(isLive, `${name}: live`, 20000);
    const live = Math.round(await browser.run("return performance.getEntriesByName('live')[0].startTime"));
    const before = await browser.run(`return ${command}`);
    await browser.run(`const range = document.querySelector("[data-id=${slider}] .range");
        range.value = range.value > 0.5 ? 0.3 : 0.7;
        range.dispatchEvent(new Event("input"));`);
    await browser.until(`${command} !== ${JSON.stringify(before)}`, `${name}: another state`);
    console.log(`${name}: live after ${live} ms`);
}

let failures = 0;
for (const [name, slider, words] of [["position-matrix", "w", ["page", "position-matrix"]],
    ["attention", "base", ["page", "attention"]], ["rope-2d", "x1", ["page", "rope-2d"]],
    ["extrapolation", "w", ["page", "extrapolation"]], ["hippo", "order", ["lesson", "hippo", "--live"]]]) {
    try {
        await use(name, slider, words);
    } catch (problem) {
        failures += 1;
        console.log(`FAILED  ${name}: ${problem.message}`);
    }
}
await browser.close();
rmSync(folder, {recursive: true});
process.exit(failures > 0 ? 1 : 0);
