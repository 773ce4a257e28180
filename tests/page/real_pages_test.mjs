// Opens the pages of every view and lesson, made by the program, in Chromium, and uses them. Ends with 77 without the
// engine of pages (scripts/page-engine), chromium or chromium-driver.
//     node tests/page/real_pages_test.mjs PROGRAM ENGINE_FOLDER [SCREENSHOT_FOLDER]
// Prints for each page its size, the time until it is live, and the median time from a slider's step to the picture.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {startBrowser} from "./browser.mjs";

const [program, engineFolder, shots] = process.argv.slice(2);
const skip = why => { console.log(`skipped: ${why}`); process.exit(77); };
if (!existsSync(`${engineFolder}/page_engine.wasm.gz`)) skip("no engine of pages: run scripts/page-engine");
const browser = await startBrowser().catch(problem => skip(`chromium or chromium-driver is not installed (${problem.message})`));
const {run, until} = browser;

const folder = mkdtempSync(join(tmpdir(), "poslab-pages-"));
const poslab = (...words) => execFileSync(program, words, {env: {...process.env, POSLAB_PAGE_ENGINE: engineFolder}});
const idle = "!engine.running && !engine.wanted && engine.settled && engine.actions.size === 0";
const shot = async name => { if (shots) await browser.screenshot(join(shots, `${name}.png`)); };

async function open(file) {
    await browser.open("about:blank");
    await browser.open(pathToFileURL(file).href);
}

async function openLive(file) {
    await open(file);
    await until("root.classList.contains('live')", "live page", 8000);
    await until(idle, "settled", 20000);
    return Math.round(await run("return performance.getEntriesByName('live')[0].startTime"));
}

// Returns the median time in milliseconds from a slider's step to the first picture of the new state.
async function stepTime(id) {
    return run(`const [id] = arguments, times = [];
        for (let n = 0; n < 9; ++n) {
            const from = performance.now(), before = engine.base;
            applyAction({type: "slider", parameter: id, fraction: 0.3 + 0.04 * n});
            while (engine.base === before || engine.actions.size) await new Promise(requestAnimationFrame);
            times.push(performance.now() - from);
        }
        times.sort((a, b) => a - b);
        return times[4];`, id);
}

// Asserts that nothing was requested from outside the folder and that the console is silent.
async function assertQuiet(name) {
    const requests = (await browser.log("performance")).map(({message}) => JSON.parse(message).message)
        .filter(({method}) => method === "Network.requestWillBeSent").map(({params}) => params.request.url)
        .filter(url => !/^(file:\/\/\/|blob:|data:|about:)/.test(url));
    assert.deepEqual(requests, [], `${name}: requests`);
    const errors = (await browser.log("browser")).filter(({level}) => level === "SEVERE" || level === "WARNING");
    assert.deepEqual(errors.map(({message}) => message), [], `${name}: console`);
}

const views = [
    // The sizes whose speed docs/pages.md states.
    ["position-matrix", ["--length", "1000000"], "w"], ["frequencies", [], "base"], ["bias-decay", ["--length", "4096"], "lambda"],
    ["memory", [], "order"], ["memory-decay", [], "order"], ["rope-2d", [], "x1"],
    ["attention", ["--length", "1024"], "base"], ["conformance", [], "base"], ["evidence", [], "rise"],
    ["extrapolation", [], "w"]];

async function useView(view, words, slider) {
    const file = join(folder, `${view}.html`);
    poslab("page", view, ...words, "-o", file);
    const live = await openLive(file);
    assert.equal(await run("return byId('static').hidden && !canvas.hidden"), true);
    assert.ok(await run("return lastAnswer.draw.commands.length") > 10);
    assert.deepEqual(await run("return Array.from(document.fonts, face => face.status)"), Array(8).fill("loaded"));
    const size = statSync(file).size / 1e6;
    assert.ok(size < (view === "extrapolation" ? 3.6 : 2.6), `${view}: ${size} MB`);
    const time = await stepTime(slider);
    await until(idle, "settled", 20000);
    await shot(view);
    console.log(`${view}: ${size.toFixed(2)} MB, live after ${live} ms, a step ${time.toFixed(1)} ms`);
    await assertQuiet(view);
}

async function useLesson(lesson, language) {
    const file = join(folder, `${lesson}.${language}.html`);
    poslab("lesson", lesson, "--live", "--lang", language, "-o", file);
    const live = await openLive(file);
    console.log(`lesson ${lesson} (${language}): ${(statSync(file).size / 1e6).toFixed(2)} MB, live after ${live} ms`);
    const steps = await run("return lesson.steps.length");
    for (let n = 0; n < steps; ++n) {
        const name = `${lesson} ${language} ${n + 1}`;
        assert.equal(await run("return step"), n, name);
        await until(`!canvas.hidden && ${idle}`, name, 30000);
        assert.equal(await run("return sections.filter(section => section.checkVisibility()).length"), 1, name);
        const shown = await run(`return [...document.querySelectorAll('#controls .control')].map(({dataset}) => dataset.id)`);
        for (const id of await run("return lesson.steps[step].controls ?? []"))
            assert.ok(shown.includes(id), `${name}: ${id}`);
        await answer(name);
        await until(idle, name, 30000);
        const numbers = await run("return [...sections[step].querySelectorAll('.watched dd')].map(node => node.textContent)");
        for (const number of numbers) assert.notEqual(number, "–", name);
        await shot(`${lesson}-${language}-${n + 1}`);
        if (n === 1) await readInOtherLanguage(name);
        await run("byId('next').click()");
    }
    await assertQuiet(lesson);
}

// The step, its answer and its menu are there in both languages; only the figure is computed again.
async function readInOtherLanguage(name) {
    const choose = language => run(`byId("language").value = "${language}"; byId("language").onchange({target: byId("language")})`);
    const texts = () => run(`const [section, ...more] = [...document.querySelectorAll("#lesson > section")]
        .filter(section => section.checkVisibility());
        return [more.length, section.querySelector("h2").textContent, section.className,
            section.querySelector(".question details")?.open, byId("step").selectedOptions[0].text, root.lang]`);
    const first = await texts(), other = first[5] === "zh" ? "en" : "zh";
    await choose(other);
    await until(`root.lang === "${other}" && ${idle}`, name);
    const second = await texts();
    assert.equal(second[0], 0, name);
    assert.deepEqual([second[2], second[3]], [first[2], first[3]], name);
    for (const place of [1, 4]) {
        const chinese = [first, second].map(each => /\p{Script=Han}/u.test(each[place]));
        assert.deepEqual(chinese, [other === "en", other === "zh"], `${name}: ${first[place]}, ${second[place]}`);
    }
    assert.equal(await run("return step"), 1, name);
    await choose(first[5]);
    await until(`root.lang === "${first[5]}" && ${idle}`, name);
    assert.deepEqual(await texts(), first, name);
}

// Chooses the first choice of a step's question, or opens its answer.
async function answer(name) {
    const asked = await run(`const details = sections[step].querySelector(".question details");
        if (!details) return false;
        const choice = sections[step].querySelector(".question li button");
        if (choice) choice.click(); else details.open = true;
        return true;`);
    if (asked) await until("answered.has(step)", name);
}

// Without WebAssembly a lesson is a document with all steps and their printed figures.
async function readLesson() {
    const file = join(folder, "document.html");
    poslab("lesson", "rope", "--live", "-o", file);
    const {identifier} = await browser.tools("Page.addScriptToEvaluateOnNewDocument",
        {source: "delete window.WebAssembly"});
    await open(file);
    await until("root.classList.contains('dead')");
    const heights = await run(`return sections.map(section => section.querySelector("figure svg")
        .getBoundingClientRect().height)`);
    assert.ok(heights.length > 3 && heights.every(height => height > 100), `${heights}`);
    assert.equal(await run("return figure.checkVisibility()"), false);
    await browser.tools("Page.removeScriptToEvaluateOnNewDocument", {identifier});
}

async function useSite() {
    const site = join(folder, "site");
    poslab("page", "--all", "-o", site);
    await open(join(site, "index.html"));
    const links = await run("return [...document.querySelectorAll('a')].map(link => link.href)");
    assert.ok(links.length > 18, `${links.length} links`);
    await shot("site");
    const times = [];
    for (const name of ["rope-2d.html", "lesson-rope.html", "lesson-rope.zh.html"])
        times.push(await openLive(join(site, name)));
    await run("document.querySelector('.home').click()");
    await until("location.pathname.endsWith('index.zh.html')");
    console.log(`site: live after ${times.join(", ")} ms`);
    await assertQuiet("site");
}

let failures = 0;
async function tryEach(name, use) {
    if (failures > 2) return;
    try {
        await use();
    } catch (problem) {
        failures += 1;
        console.log(`FAILED  ${name}\n    ${problem.stack.split("\n").slice(0, 5).join("\n    ")}`);
        await browser.log("browser").then(log => log.forEach(({message}) => console.log(`    ${message}`)));
        await browser.log("performance");
    }
}

for (const [view, words, slider] of views) await tryEach(view, () => useView(view, words, slider));
const lessons = poslab("lesson", "--list").toString().trim().split("\n").map(line => line.split(" ")[0]);
for (const lesson of lessons)
    for (const language of ["en", "zh"]) await tryEach(`lesson ${lesson}`, () => useLesson(lesson, language));
await tryEach("document", readLesson);
await tryEach("site", useSite);
await browser.close();
rmSync(folder, {recursive: true});
process.exit(failures > 0 ? 1 : 0);
