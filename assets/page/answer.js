// Shows an answer: picture, texts, readout and formula.

function show(answer) {
    lastAnswer = answer;
    paint(canvas, answer, answer.ratio);
    paintSketch();
    canvas.style.width = `${answer.draw.width * answer.scale}px`;
    canvas.style.height = `${answer.draw.height * answer.scale}px`;
    canvas.setAttribute("aria-label", [answer.title, answer.headline].filter(Boolean).join(". "));
    root.lang = display.language;
    if (!lesson) document.title = answer.title;
    if (!lesson) setText("title", answer.title);
    setText("headline", answer.headline || (lesson ? answer.title : ""));
    setText("command", `poslab ${answer.state}`);
    showWords(answer);
    showControls(answer);
    showReadout(answer.readout);
    showLesson(answer);
    showCursor();
    if (foreign) setText("notice", words.foreign_link);
    if (foreign) byId("notice").hidden = false;
    foreign = false;
    if (!canvas.hidden) return;
    canvas.hidden = false;
    byId("static").hidden = true;
    root.classList.add("live");
    performance.mark("live");
}

// Sets a text only if it differs: screen readers and selections notice.
function setText(target, text) {
    const node = typeof target === "string" ? byId(target) : target;
    if (node.textContent !== (text ?? "")) node.textContent = text ?? "";
}

function setLabel(node, text) {
    node.title = text;
    node.setAttribute("aria-label", text);
}

let comparing = false;

function showWords(answer) {
    comparing = answer.comparing ?? comparing;
    for (const node of document.querySelectorAll("[data-word]")) setText(node, words[node.dataset.word]);
    for (const button of document.querySelectorAll("[data-does]")) setLabel(button, words[button.dataset.does]);
    const compare = document.querySelector("[data-does=compare]");
    compare.setAttribute("aria-pressed", comparing);
    setLabel(compare, comparing ? words.stop_comparing : words.compare);
    byId("tools").setAttribute("aria-label", words.figure);
    const menu = byId("language");
    setLabel(menu, words.language);
    fillMenu(menu, offeredLanguages(answer.languages).map(({id, name}) => ({id, label: name})));
    menu.value = display.language;
}

function fillMenu(menu, choices) {
    const signature = JSON.stringify(choices.map(({id, label}) => [id, label]));
    if (menu.dataset.signature === signature) return;
    menu.dataset.signature = signature;
    menu.replaceChildren(...choices.map(({id, label}) => new Option(label, id)));
}

// Returns a new element of a class with a text.
function createElement(name, text, className = "") {
    const node = document.createElement(name);
    node.textContent = text ?? "";
    if (className) node.className = className;
    return node;
}

function showReadout(readout) {
    setText("where", readout.where);
    byId("heads").replaceChildren(...readout.heads.map(({label, value, unit}) => {
        const group = createElement("div"), number = createElement("dd", value);
        if (unit) number.append(createElement("span", unit, "unit"));
        group.append(createElement("dt", label), number);
        return group;
    }));
    byId("rows").replaceChildren(...readout.rows.map(rowOf));
    setText("note", readout.notes);
    byId("warnings").replaceChildren(...(readout.warnings ?? []).map(text => createElement("p", text)));
    const formula = mathOf(readout.formula ?? "");
    byId("math").replaceChildren(...(formula ? [formula] : []));
    byId("formula").hidden = !formula;
    byId("readout").hidden = readout.heads.length + readout.rows.length === 0;
    byId("notes").hidden = !readout.notes && !readout.warnings?.length;
}

function rowOf({label, value, unit, swatch}) {
    const row = createElement("div"), number = createElement("dd");
    if (swatch) {
        const color = createElement("span", "", "swatch");
        color.style.background = swatch;
        number.append(color);
    }
    number.append(value);
    row.append(createElement("dt", label), number);
    if (unit) row.append(createElement("span", unit, "unit"));
    // A value in words takes the whole line.
    else if (!/\d/.test(value)) row.className = "plain";
    return row;
}

const mathSpace = "http://www.w3.org/1998/Math/MathML";
const mathElements = new Set(["math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub",
    "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle", "mpadded"]);
const mathAttributes = new Set(["display", "displaystyle", "scriptlevel", "class", "form", "stretchy", "lspace",
    "rspace", "mathvariant", "width", "height", "depth", "accent", "columnalign", "largeop", "movablelimits"]);

// Returns the MathML of a text, built again from allowed elements and attributes only; null without any.
function mathOf(text) {
    const parsed = new DOMParser().parseFromString(text, "text/html").querySelector("math");
    return parsed && copyOfMath(parsed);
}

function copyOfMath(node) {
    if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
    if (node.namespaceURI !== mathSpace || !mathElements.has(node.localName)) return document.createTextNode("");
    const copy = document.createElementNS(mathSpace, node.localName);
    for (const {name, value} of node.attributes)
        if (mathAttributes.has(name) && /^[\w .-]*$/.test(value)) copy.setAttribute(name, value);
    const side = /^text-align:\s*(left|right|center)$/.exec(node.getAttribute("style") ?? "");
    if (side) copy.style.textAlign = side[1];
    copy.append(...[...node.childNodes].map(copyOfMath));
    return copy;
}
