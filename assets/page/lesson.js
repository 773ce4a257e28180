// A lesson: its steps are sections of the page, and the figure is that of the current one.

const lesson = exported.lesson ?? null;  // {text, drawn, titles, steps: [{titles, state, controls}]}
// Only the sections of the language that the page is drawn in have printed figures.
const drawnSections = lesson ? [...document.querySelectorAll("#lesson > section")] : [];
const sectionsOf = new Map();  // by language
let sections = drawnSections;
const answered = new Set();  // steps whose question was answered
let step = 0, shownStep = -1;

const lessonRequest = () => lesson && {text: lesson.text, step, answered: answered.has(step)};
const laterParts = ":scope > .question, :scope > .try, :scope > .watch, :scope > .exercise, :scope > .onwards";

// Opens a step with its own state, or with another one.
function openStep(number, state = null) {
    step = number;
    exported.state = lesson.steps[step].state;
    exported.controls = lesson.steps[step].controls;
    if (step !== shownStep) showStep();
    comparing = false;
    openState(state || exported.state, Boolean(state));
}

function showStep() {
    drawnSections[shownStep]?.querySelector("figure").prepend(...byId("static").children);
    shownStep = step;
    // Until the figure is alive, the printed one is shown.
    byId("static").replaceChildren(...drawnSections[step].querySelectorAll(":scope > figure svg.wide"));
    canvas.hidden = true;
    byId("static").hidden = false;
    setText("headline", "");
    showSection();
}

// Shows the text of the step in the chosen language.
function showSection() {
    for (const each of sectionsOf.values())
        each.forEach((section, n) => { section.hidden = each !== sections || n !== step; });
    const tried = sections[step].querySelector(".try");
    if (tried) tried.after(byId("parameters"));
    else document.querySelector("aside").prepend(byId("parameters"));
    const choice = (_, n) => ({id: String(n), label: `${n + 1} / ${lesson.steps.length}  ${stepTitle(n)}`});
    fillMenu(byId("step"), lesson.steps.map(choice));
    byId("step").value = String(step);
    for (const [id, by] of [["previous", -1], ["next", 1]]) byId(id).disabled = !lesson.steps[step + by];
    setText("title", stepTitle(step));
    document.title = lesson.titles[display.language];
}

const stepTitle = (number, language = display.language) => lesson.steps[number].titles[language];

// The languages that the menu offers of those that the engine has.
const offeredLanguages = known => lesson ? known.filter(({id}) => id in lesson.titles) : known;

function chooseLanguage(language) {
    display.language = language;
    if (!lesson) return;
    sections = sectionsOf.get(language);
    showSection();
}

function goTo(number) {
    if (!lesson.steps[number]) return;
    openStep(number);
    writeAddress(exported.state);
    byId("steps").scrollIntoView({block: "nearest"});
    if (scrollY > byId("column").offsetTop) scrollTo(0, byId("column").offsetTop - figure.offsetHeight);
}

// Shows what an answer says of the current step.
function showLesson(answer) {
    if (!lesson || !answer.lesson) return;
    labelSteps();
    const section = sections[step];
    const watched = section.querySelector(".watched");
    section.querySelector(".watch")?.setAttribute("hidden", "");
    if (watched) {
        watched.hidden = false;
        watched.querySelectorAll("dd").forEach((node, n) => setText(node, answer.lesson.watched[n]));
    }
    section.querySelector(".try")?.classList.toggle("done", answer.lesson.done);
}

// The curves that the reader drew, by step: points as fractions of their panel.
const sketches = new Map();
const sketchedPanel = () => lastAnswer.panels.find(({sketch}) => sketch);

// Curves begin on axes, so a sketch may begin a little outside of its panel.
function canSketch([x, y]) {
    const panel = lesson && lastAnswer && sketchedPanel(), slack = 16;
    return panel?.drag === "sketch" && x >= panel.x - slack && y >= panel.y - slack &&
        x < panel.x + panel.width + slack && y < panel.y + panel.height + slack;
}

function beginSketch(at) {
    gesture = {kind: "sketch"};
    sketches.set(step, []);
    paint(canvas, lastAnswer, lastAnswer.ratio);  // without an earlier one
    sketchTo(at);
}

function sketchTo([x, y]) {
    const panel = sketchedPanel(), between = fraction => Math.min(1, Math.max(0, fraction));
    if (!panel) return;
    sketches.get(step).push([between((x - panel.x) / panel.width), between((y - panel.y) / panel.height)]);
    paintSketch();
}

function paintSketch() {
    const panel = lesson && sketchedPanel(), points = sketches.get(step);
    if (!panel || !points) return;
    const context = canvas.getContext("2d");
    context.save();
    context.resetTransform();
    context.scale(lastAnswer.ratio, lastAnswer.ratio);
    context.strokeStyle = getComputedStyle(root).getPropertyValue("--accent");
    context.lineWidth = 2;
    context.setLineDash([6, 4]);
    context.beginPath();
    for (const [x, y] of points) context.lineTo(panel.x + x * panel.width, panel.y + y * panel.height);
    context.stroke();
    context.restore();
}

// A single mark has no number; those that give an answer away are listed after it.
function countMarks(section) {
    const list = section.querySelector("figcaption ol");
    const marks = [...list?.children ?? []].filter(mark => getComputedStyle(mark).display !== "none");
    list?.classList.toggle("single", marks.length === 1);
}

// Makes the choices of a question buttons. The answer opens with the first one.
function askQuestion(section, number) {
    const question = section.querySelector(".question"), details = question?.querySelector("details");
    if (!details) return;
    details.addEventListener("toggle", () => {
        if (!details.open || answered.has(number)) return;
        answered.add(number);
        for (const each of sectionsOf.values()) showAnswer(each[number]);
        recompute();
    });
    const list = question.querySelector("ol[data-right]");
    for (const [n, choice] of [...list?.children ?? []].entries()) {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...choice.childNodes);
        choice.append(button);
        button.onclick = () => {
            for (const each of sectionsOf.values())
                showChoice(each[number].querySelectorAll(".question ol > li")[n], n);
            details.open = true;
        };
    }
}

function showAnswer(section) {
    section.classList.add("answered");
    section.querySelector(".question details").open = true;
    countMarks(section);
}

function showChoice(choice, number) {
    choice.className = number === Number(choice.parentElement.dataset.right) ? "right" : "wrong";
    choice.querySelector("button").setAttribute("aria-pressed", "true");
}

function addStepEnd(section, number, language) {
    if (!lesson.steps[number + 1]) return;
    const button = createElement("button", "", "onwards");
    button.type = "button";
    button.append(createElement("span", stepTitle(number + 1, language)), "\u00a0→");
    button.onclick = () => goTo(number + 1);
    section.append(button);
}

function beginLesson() {
    if (!lesson) return;
    root.classList.add("lesson");
    byId("step").onchange = event => goTo(Number(event.target.value));
    byId("previous").onclick = () => goTo(step - 1);
    byId("next").onclick = () => goTo(step + 1);
    byId("steps").hidden = false;
    byId("language").hidden = Object.keys(lesson.titles).length < 2;
    labelSteps();
    sectionsOf.set(lesson.drawn, drawnSections);
    for (const template of document.querySelectorAll("#lesson > template")) addTexts(template);
    for (const [language, each] of sectionsOf) each.forEach((section, n) => prepareSection(section, n, language));
    chooseFirstLanguage();
}

const labelSteps = () => ["previous", "next", "step"].forEach(id => setLabel(byId(id), words[id]));

// Adds the sections of another language.
function addTexts(template) {
    const added = [...template.content.children];
    for (const section of added) {
        section.removeAttribute("id");
        section.hidden = true;
    }
    sectionsOf.set(template.lang, added);
    template.replaceWith(...added);
}

function prepareSection(section, number, language) {
    section.lang = language;
    askQuestion(section, number);
    addStepEnd(section, number, language);
    // The labels of marks follow the text.
    section.insertBefore(section.querySelector("figure"), section.querySelector(laterParts));
}

function chooseFirstLanguage() {
    if (!sectionsOf.has(display.language)) display.language = lesson.drawn;
    sections = sectionsOf.get(display.language);
}

// Without an engine the lesson is a document.
function endLesson() {
    if (!lesson) return;
    drawnSections[shownStep]?.querySelector("figure").prepend(...byId("static").children);
    for (const each of sectionsOf.values())
        for (const section of each) section.hidden = each !== drawnSections;
    root.classList.remove("lesson");
    byId("steps").hidden = true;
}
