// A small client of chromedriver: one browser, driven by HTTP, without packages.
import {spawn} from "node:child_process";
import {createServer} from "node:net";

const freePort = () => new Promise(resolve => {
    const server = createServer().listen(0, "127.0.0.1", () => {
        const {port} = server.address();
        server.close(() => resolve(port));
    });
});

export const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/// Returns a function that waits until a script is something true, and returns that.
export const waiter = run => async (script, what, limit = 8000) => {
    for (const end = Date.now() + limit; Date.now() < end; await sleep(30)) {
        const value = await run(`return ${script}`);
        if (value) return value;
    }
    throw Error(`not in time: ${what ?? script}`);
};

/// Starts chromedriver and a headless browser.
export async function startBrowser({width = 1280, height = 800} = {}) {
    const port = await freePort(), base = `http://127.0.0.1:${port}`;
    const driver = spawn("chromedriver", [`--port=${port}`], {stdio: "ignore"});
    let missing = null;
    driver.on("error", problem => { missing = problem; });
    const call = async (method, path, body) => {
        const reply = await fetch(base + path, {method, body: body && JSON.stringify(body)});
        const {value} = await reply.json();
        if (!reply.ok) throw Error(`${path}: ${value.message}`);
        return value;
    };
    for (let n = 0; ; ++n) {
        try { await call("GET", "/status"); break; } catch (problem) { if (n > 100) throw problem; }
        if (missing) throw missing;
        await sleep(100);
    }
    const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", `--window-size=${width},${height}`];
    const {sessionId} = await call("POST", "/session", {capabilities: {alwaysMatch: {browserName: "chrome",
        "goog:chromeOptions": {args}, "goog:loggingPrefs": {browser: "ALL", performance: "ALL"}}}});
    const path = `/session/${sessionId}`;
    const browser = {
        /// Sends a command of the DevTools protocol.
        tools: (cmd, params = {}) => call("POST", `${path}/goog/cdp/execute`, {cmd, params}),
        open: url => call("POST", `${path}/url`, {url}),
        /// Runs the body of a function in the page; it may be async.
        run: (script, ...args) => call("POST", `${path}/execute/sync`, {script, args}),
        log: type => call("POST", `${path}/se/log`, {type}),
        async screenshot(file) {
            const {data} = await browser.tools("Page.captureScreenshot", {format: "png"});
            const {writeFileSync} = await import("node:fs");
            writeFileSync(file, Buffer.from(data, "base64"));
        },
        size: (width, height, ratio = 1, mobile = false) => browser.tools("Emulation.setDeviceMetricsOverride",
            {width, height, deviceScaleFactor: ratio, mobile}),
        media: features => browser.tools("Emulation.setEmulatedMedia",
            {features: Object.entries(features).map(([name, value]) => ({name, value}))}),
        mouse: (type, [x, y], more = {}) => browser.tools("Input.dispatchMouseEvent", {type, x, y, ...more}),
        async drag(path) {
            await browser.mouse("mousePressed", path[0], {button: "left", buttons: 1, clickCount: 1});
            for (const point of path) await browser.mouse("mouseMoved", point, {button: "left", buttons: 1});
            await browser.mouse("mouseReleased", path.at(-1), {button: "left", clickCount: 1});
        },
        async click(point, count = 1) {
            for (let n = 1; n <= count; ++n) {
                await browser.mouse("mousePressed", point, {button: "left", buttons: 1, clickCount: n});
                await browser.mouse("mouseReleased", point, {button: "left", clickCount: n});
            }
        },
        async key(key, more = {}) {
            await browser.tools("Input.dispatchKeyEvent", {type: "keyDown", key, ...more});
            await browser.tools("Input.dispatchKeyEvent", {type: "keyUp", key, ...more});
        },
        type: text => browser.tools("Input.insertText", {text}),
        until: waiter(script => browser.run(script)),
        async close() {
            await call("DELETE", path).catch(() => {});
            driver.kill();
        }
    };
    return browser;
}
