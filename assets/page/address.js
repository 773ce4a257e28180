// The link of a state, exported files, and messages.

const encoded = state => encodeURIComponent(state).replaceAll("%20", "+");
const decoded = text => decodeURIComponent(text.replaceAll("+", " "));
const viewOf = state => state.trim().split(/\s/)[0];

// The fragment is the state; in a lesson "step-3", with a changed state "step-3:STATE".
function linkOf(state) {
    const changed = state === exported.state ? "" : encoded(state);
    const fragment = lesson ? `step-${step + 1}${changed && ":"}${changed}` : changed;
    return location.href.split("#")[0] + (fragment && "#") + fragment;
}

// Returns the state in a fragment: null without one, "" if it is broken or of another view.
function stateIn(fragment) {
    if (!fragment) return null;
    try {
        const state = decoded(fragment);
        return viewOf(state) === viewOf(exported.state) ? state : "";
    } catch {
        return "";
    }
}

let foreign = false;  // the link's state cannot be shown: the next answer says so

function openAddress() {
    const fragment = location.hash.slice(1);
    if (lesson) return openAddressOfStep(fragment);
    const state = stateIn(fragment);
    foreign = state === "";
    openState(state || exported.state, Boolean(state));
}

function openAddressOfStep(fragment) {
    const [, number, changed] = /^step-(\d+)(?::(.*))?$/.exec(fragment) ?? [null, "1", fragment];
    const known = lesson.steps[number - 1] !== undefined;
    exported.state = lesson.steps[known ? number - 1 : 0].state;
    const state = known ? stateIn(changed) : "";
    foreign = state === "";
    openStep(known ? number - 1 : 0, state);
}

function refuseLink() {
    foreign = true;
    openState(exported.state);
}

let writing = 0;
// Writes the state to the address, after a pause: browsers limit how often it may change.
function writeAddress(state) {
    clearTimeout(writing);
    writing = setTimeout(() => {
        try { history.replaceState(null, "", linkOf(state)); } catch { /* the link can still be copied */ }
    }, 400);
}

async function copyText(text) {
    try { return await navigator.clipboard.writeText(text); } catch { /* not allowed: the old way */ }
    const area = document.body.appendChild(document.createElement("textarea"));
    area.value = text;
    area.select();
    document.execCommand("copy");
    area.remove();
}

async function copyLink() {
    await copyText(linkOf(engine.base));
    toast(words.link_copied);
}

let toasting = 0;
function toast(text = "") {
    byId("toast").textContent = text;
    byId("toast").classList.add("shown");
    clearTimeout(toasting);
    toasting = setTimeout(() => byId("toast").classList.remove("shown"), text.length > 60 ? 8000 : 4000);
}

// Shows an error at the field that caused it, else as a message.
function showError(sent, error) {
    const typed = sent.actions.findLast(action => action.type === "value");
    const control = typed && controls.get(typed.parameter);
    if (control) control.complain(error);
    else toast(error);
}

function download(blob, kind) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${viewOf(exported.state)}.${kind}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function savePng() {
    const answer = await snapshot();
    const picture = document.createElement("canvas");
    paint(picture, answer, answer.ratio);
    picture.toBlob(blob => download(blob, "png"), "image/png");
}

async function saveSvg() {
    const answer = await snapshot();
    download(new Blob([svgOf(answer, answer.ratio)], {type: "image/svg+xml"}), "svg");
}
