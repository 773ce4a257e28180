// A small client of Firefox's Marionette protocol, with a part of browser.mjs's functions, without packages.
import {spawn} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {connect} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {sleep, waiter} from "./browser.mjs";

/// Starts Firefox ESR without a window. Its console is not read.
export async function startFirefox({width = 1280, height = 800} = {}) {
    const profile = mkdtempSync(join(tmpdir(), "poslab-firefox-"));
    writeFileSync(join(profile, "user.js"), 'user_pref("marionette.port", 0);\n');
    const process = spawn("firefox-esr", ["--headless", "--marionette", "--no-remote", "--profile", profile,
        `--width=${width}`, `--height=${height}`], {stdio: "ignore", env: {...globalThis.process.env, HOME: profile}});
    let missing = null;
    process.on("error", problem => { missing = problem; });
    const port = await portIn(join(profile, "MarionetteActivePort"), () => missing);
    const call = await client(port);
    await call("WebDriver:NewSession", {});
    const browser = {
        open: url => call("WebDriver:Navigate", {url}),
        /// Runs the body of a function in the page; it may be async.
        run: async (script, ...args) => (await call("WebDriver:ExecuteScript",
            {script: `return (async function () {${script}}).apply(null, arguments)`, args})).value,
        log: async () => [],
        async screenshot(file) {
            const {value} = await call("WebDriver:TakeScreenshot", {full: false});
            writeFileSync(file, Buffer.from(value, "base64"));
        },
        until: waiter(script => browser.run(script)),
        async close() {
            await call("Marionette:Quit", {}).catch(() => {});
            process.kill();
            await sleep(500);
            rmSync(profile, {recursive: true, force: true});
        }
    };
    return browser;
}

// Firefox writes the port that it chose into its profile.
async function portIn(file, problem) {
    for (let n = 0; n < 300; ++n) {
        if (problem()) throw problem();
        try { return Number(readFileSync(file, "utf8")); } catch { await sleep(100); }
    }
    throw Error("Firefox does not start");
}

// Returns a function that sends a command and returns its answer. Messages are LENGTH:JSON.
async function client(port) {
    const socket = connect(port, "127.0.0.1"), waiting = new Map();
    let received = Buffer.alloc(0), number = 0;
    const opened = new Promise((resolve, reject) => {
        waiting.set(0, {resolve, reject});  // the server speaks first
        socket.on("error", reject);
    });
    const take = message => {
        const [, id, error, result] = Array.isArray(message) ? message : [1, 0, null, message];
        const {resolve, reject} = waiting.get(id);
        waiting.delete(id);
        if (error) reject(Error(`${error.error}: ${error.message}`));
        else resolve(result);
    };
    socket.on("data", data => {
        received = Buffer.concat([received, data]);
        for (;;) {
            const colon = received.indexOf(":"), length = Number(received.subarray(0, colon));
            if (colon < 0 || received.length < colon + 1 + length) return;
            take(JSON.parse(received.subarray(colon + 1, colon + 1 + length)));
            received = received.subarray(colon + 1 + length);
        }
    });
    await opened;
    return (command, params) => new Promise((resolve, reject) => {
        const text = JSON.stringify([0, ++number, command, params]);
        waiting.set(number, {resolve, reject});
        socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}
