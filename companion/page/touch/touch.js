// The touch table: what lies on the table as large as the screen; each part of it is the button that changes it.
// A tap becomes a whole command, and the companion says what came of it: no rule is computed here.

import { alike, h, redraw } from "./dom.js";
import { recall, remember } from "./memory.js";
import { startClock } from "./clock.js";
import { chooseColours, colourChoices } from "./colours.js";
import { endMoment, happened, show as showMoment } from "./moments.js";
import { laid, Rocket } from "./rocket.js";
import { fitLabels, shorten } from "./shorten.js";
import { markOwn } from "./players.js";
import { say, speak, spoken } from "./words.js";
import { Past } from "./past.js";
import { head, line } from "./head.js";
import { key, more, turnKeys, undo } from "./keys.js";
import { firstStart, leading, Setup } from "./setup.js";
import { EDGES, edgesFor, handsAt, valueRows } from "./rows.js";
import { SHEETS } from "./sheets.js";
import { speakAloud } from "./sounds.js";
import { Taps } from "./taps.js";

const NAMING_MS = 8000; // a discard that nobody names is one without a name
const NOTICE_MS = 4000;
const SHAKES_MS = [120, 80, 120]; // who holds this phone is to act
const FINGER_PX = 32; // so far above it a finger hides nothing
/** What a turn was where no colours are entered. */
const SUITLESS = {
  fits: { do: "play" },
  completes: { do: "play", completed: true },
  black: { do: "play", completed: true, by: "K" },
};

const ownActs = ({ end, players }) => !end && players.some((one) => one.own && one.acts);

/** What is said, in the language of now: it may be chosen while it is said. */
const inWords = (said) => (Array.isArray(said) ? say(...said) : said);

export class TouchTable {
  /** stage: the element. companion: takes requests. files: saves and restores backups, and takes games elsewhere; null for none. */
  constructor(stage, companion, files) {
    this.stage = stage;
    this.companion = companion;
    this.files = files;
    this.notes = new Map(); // what this browser cannot do: the key and the facts of each sentence
    this.problem = null; // the key and the facts of why the games are not saved now
    this.scene = null;
    this.sheet = null; // what is open over the sky, and what was chosen in it
    this.pressed = null; // the button that was pressed last
    this.opener = null; // the one that opened the sheet: it has the focus again once that is closed
    this.start = null; // the next game, while it is set up
    this.picked = null; // the seat and the places of a clue, or of the card that leaves a hand
    this.turned = ""; // the bonus tile from the table whose free clue is told
    this.entry = null; // the earlier turn that is told: its number, what it was, and the scene then
    this.repairing = null; // a repair that does not fit as a whole
    this.notice = null;
    this.unnamed = ""; // the discard that is left without a name
    this.rockets = new Map();
    this.timers = {};
    const both = (name, tag, facts) => ["", " far"].map((side) =>
      h(tag, { class: `${name}${side}`, "aria-hidden": side ? "true" : null, ...facts }));
    this.parts = {
      head: both("head", "header"),
      news: both("news", "button", { type: "button", "data-act": "news" }),
      keys: both("keys", "nav"),
    };
    this.hands = EDGES.map((edge) => h("div", { class: `hands ${edge}` }));
    this.sky = h("div", { class: "sky", role: "main" });
    this.values = h("div", { class: "values" });
    this.middle = h("div", { class: "middle" }, this.hands.slice(1), this.sky, this.values, this.hands[0]);
    this.over = h("section", { class: "sheet", hidden: true });
    this.frame = h("div", { class: "frame" }, ...Object.values(this.parts).flat(), this.middle, this.over);
    this.past = new Past(async (path) => companion.read(path), files, async (body) => companion.ask(body));
    stage.append(this.frame);
    document.body.append(this.past.element);
    this.seen = ""; // the mark of the table that the last tap is meant for
    this.asked = ""; // the mark on which a step was asked for here: the one after it is of this hand
    this.taps = new Taps(stage, (button, seen) => this.act(button, seen), (why) => this.refuseTap(this.why(why)),
      () => this.scene?.mark || "");
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      if (location.hash) location.hash = "";
      else this.close();
    });
    addEventListener("resize", () => this.draw());
  }

  // What the companion says

  /** Take a scene of the companion. */
  take(scene) {
    if (scene.language !== spoken.language) speak(scene.language);
    const before = this.scene?.table;
    const marked = this.scene?.mark;
    this.scene = scene;
    const { table } = scene;
    if (scene.past !== undefined) startClock(scene.past); // where the companion is in this browser
    if (before && table.game !== before.game) this.start = null;
    if (before && table.game === before.game && table.turn !== before.turn) this.taps.guard(this.asked !== marked);
    if (marked !== scene.mark) {
      this.forgetPicks();
      if (before && scene.guest && this.asked !== marked) this.unnamed = scene.mark; // who discarded names the card
    }
    const moment = happened(before, table);
    this.draw();
    // Browsers shake nothing for a page that nobody has touched yet.
    if (before && ownActs(table) && !ownActs(before) && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKES_MS);
    if (moment) showMoment(moment, this.frame);
    const notice = JSON.stringify(table.notice);
    if (table.notice && notice !== this.heard && !this.notice?.stays) {
      this.tell(table.notice.text, table.notice.refusal, Boolean(scene.offers.redo));
    }
    this.heard = notice;
    document.getElementById("said").textContent = table.status === "none" ? "" : table.sentence;
  }

  /** Say a sentence in the line for a while, by its text or by its key and facts. */
  tell(said, refusal = false, redo = false, at = null) {
    clearTimeout(this.timers.notice);
    this.notice = { said, refusal, redo, at };
    document.getElementById("noticed").textContent = inWords(said);
    this.timers.notice = setTimeout(() => {
      this.notice = null;
      this.draw();
    }, NOTICE_MS);
    this.draw();
  }

  /** Say why a tap counts nothing, where the finger was. Where everything is read from both sides, it stands between them. */
  refuseTap(said) {
    const { first } = this.taps;
    const at = first && this.stage.dataset.sides !== "both" ? [first.clientX, first.clientY] : null;
    this.tell(said, true, false, at);
  }

  /** Why a tap counts nothing: after a turn of another hand that turn is what the finger reads. */
  why(key) {
    const { notice } = this.scene.table;
    return key === "too_soon" && this.taps.afterOthers && notice ? notice.text : say(key);
  }

  /** Ask the companion; what it refuses is said. Return the answer, null while it is on its way. */
  async ask(body) {
    if (body.seen) this.asked = body.seen;
    const answer = await this.companion.ask(body);
    if (answer && !answer.ok) this.refuse(answer);
    return answer;
  }

  /** Say why the companion refused. If the game went on, what is open is about another table, and closes. */
  refuse(answer) {
    this.refuseTap(answer.error);
    if (answer.key !== "went_on") return;
    this.asked = "";
    this.taps.guard(true);
    this.entry = null;
    this.forgetPicks();
    this.close();
  }

  // What a tap says

  /** seen: the mark of the table that the finger saw; what is open may be about an earlier one. */
  act(button, seen) {
    this.seen = this.sheet?.seen || this.entry?.seen || seen;
    this.pressed = button;
    if (button.getAttribute("aria-disabled") === "true") {
      this.refuseTap(button.dataset.why);
      return;
    }
    if (button.closest(".frame > .head, .frame > .news, .frame > .keys")) {
      this.over.classList.toggle("from-far", Boolean(button.closest(".far")));
    }
    const { act, ...data } = button.dataset;
    if (!this.start?.[`on_${act}`]) {
      this[`on_${act}`](data);
      return;
    }
    this.start[`on_${act}`](data);
    this.draw();
  }

  on_clue() {
    if (this.picked && !this.cluedTo) this.refuseTap(say("own_clue"));
    else this.turn({ do: "clue" });
  }

  on_discard() { this.turn({ do: "discard", ...this.leaving }); }
  on_misfire() { this.turn({ do: "misfire", ...this.leaving }); }

  /** The place of the card that leaves the hand of the player who acts, if it was tapped. */
  get leaving() { return this.picked && !this.cluedTo ? { place: this.picked.places[0] } : {}; }

  /** What was tapped in the hand of another player. */
  get cluedTo() { return this.picked && this.picked.seat !== this.acts ? this.picked : null; }

  /** A card of the player who acts leaves the hand; cards of another hand are touched by a clue; a name is a clue of no card. */
  on_pick({ seat: ofSeat, place: ofPlace }) {
    const [seat, place] = [Number(ofSeat), Number(ofPlace)];
    const acts = this.acts === seat;
    const before = this.picked?.seat === seat ? this.picked.places : null;
    let places = place ? [place] : [];
    if (before && place && !acts) places = before.includes(place) ? before.filter((one) => one !== place) : [...before, place];
    const again = before && (place ? !places.length || (acts && before[0] === place) : !before.length);
    this.picked = again || (acts && !place) ? null : { seat, places };
    this.draw();
  }

  on_free({ tile }) {
    this.forgetPicks(tile);
    this.draw();
  }

  forgetPicks(turned = "") {
    this.picked = null;
    this.turned = turned;
  }

  on_value({ value }) {
    const { seat, places } = this.picked;
    const named = JSON.parse(value);
    const clue = { to: seat, [typeof named === "number" ? "rank" : "suit"]: named, places };
    const free = { do: "bonus", tile: this.freeClue, ...clue };
    if (!this.freeClue) this.turn({ do: "clue", ...clue });
    else if (this.entry) this.turn(this.entry.action, free);
    else this.turn(free);
  }

  on_mix({ seat }) {
    this.close();
    this.ask({ do: "action", action: { do: "mix", hand: Number(seat) }, seen: this.seen });
  }

  on_play({ suit }) {
    if (this.shown.offers.tile) this.on_answer({ purpose: "tile", path: JSON.stringify([suit]) });
    else this.turn({ do: "play", suit, ...this.leaving });
  }

  /** A whole turn: it counts now, or it is what an earlier turn was. */
  async turn(action, bonus) {
    this.sheet = null;
    this.forgetPicks();
    if (!this.entry) {
      await this.ask({ do: "action", action, seen: this.seen });
      this.draw();
      return;
    }
    const { number, as, seen } = this.entry;
    const then = bonus ? null : await this.ask({ get: "offers", turn: number, as, action });
    if (then?.offers?.tile && (this.freeClueIn(then) || this.tilePaths(then).some(([one]) => one !== "done"))) {
      this.entry = { ...this.entry, action, then };
      this.draw();
      return;
    }
    this.entry = null;
    this.repair({ turn: number, as, action, ...(bonus ? { bonus } : {}), seen });
  }

  async repair(what) {
    this.asked = what.seen;
    const answer = await this.companion.ask({ do: "repair", ...what });
    this.repairing = answer && !answer.ok ? what : null;
    if (this.repairing && /^leaving_/.test(answer.key || "")) this.sheet = { name: "misfit", text: answer.error };
    else if (this.repairing) this.refuse(answer);
    this.draw();
  }

  on_cut() {
    this.sheet = null;
    this.repair({ ...this.repairing, cut: true });
  }

  async on_repair({ as, number }) {
    this.sheet = null;
    const { seen } = this;
    const turn = Number(number);
    if (as === "remove") await this.repair({ turn, as, seen });
    else {
      const then = await this.ask({ get: "offers", turn, as });
      if (then?.ok) this.entry = { number: turn, as, then, seen };
      this.forgetPicks();
    }
    this.draw();
  }

  on_outcome({ path }) {
    const chosen = JSON.parse(path);
    const { outcome } = this.shown.offers.answers;
    const further = outcome.filter((one) => one.length > chosen.length && one[0] === chosen[0]);
    if (further.length) this.on_open({ to: JSON.stringify({ name: "black", paths: further }) });
    else if (this.entry) this.turn(chosen[1] === "K" ? SUITLESS.black : SUITLESS[chosen[0]]);
    else this.on_answer({ purpose: "outcome", path });
  }

  async on_answer({ purpose, path }) {
    this.sheet = null;
    this.forgetPicks();
    const chosen = JSON.parse(path);
    if (purpose === "tile" && this.entry) {
      const at = this.tilePaths(this.shown).findIndex((one) => JSON.stringify(one) === path);
      this.turn(this.entry.action, this.shown.offers.tile.bonuses[at]);
      return;
    }
    if (purpose === "outcome" && this.entry) this.on_outcome({ path });
    else await this.ask({ do: "answer", purpose, path: chosen, seen: this.seen });
    this.draw();
  }

  async on_undo() {
    this.sheet = null;
    this.forgetPicks();
    if (this.entry) this.entry = null;
    else await this.ask({ do: "undo", seen: this.seen });
    this.draw();
  }

  on_redo() {
    this.close();
    this.ask({ do: "redo", seen: this.seen });
  }

  on_news() {
    if (this.notice?.redo) this.on_redo();
    else this.on_turns();
  }

  on_more() { this.toggle("more"); }
  on_close() { this.close(); }

  on_hear() {
    const { table } = this.shown;
    speakAloud(`${table.sentence} ${table.outlook.join(". ")}`, table.language, 1)
      .catch((error) => this.tell(say("no_voice", { why: error.message }), true));
  }

  on_look() { this.toggle("look"); }

  on_leave() {
    this.start = null;
    this.draw();
  }

  on_next() {
    this.start = new Setup(this.scene.draft);
    this.close();
  }

  on_prefer({ key: name, value }) { this.ask({ do: "prefer", key: name, value }); }

  on_concede({ reason }) {
    this.close();
    this.ask({ do: "action", action: { do: "concede", reason }, seen: this.seen });
  }

  on_save() { this.files.save().catch((error) => this.tell(error.message, true)); }

  on_restore() {
    this.files.restore().then((text) => this.tell(text), (error) => this.tell(error.message, true));
  }

  on_watch() { this.companion.leave(); }

  async on_phone() {
    const answer = await this.ask({ do: "invite" });
    if (answer?.ok) this.open({ name: "phone", links: answer.links });
  }

  async on_withdraw() {
    const answer = await this.ask({ do: "withdraw" });
    this.close();
    if (answer?.ok) this.tell(["phone_withdrawn"]);
  }

  on_past({ view }) {
    this.close();
    location.hash = view;
  }

  on_remove({ name }) {
    this.ask({ do: "remove", name });
  }

  on_open({ to }) {
    const scrolled = this.over.querySelector(".sheet-body")?.scrollTop || 0;
    this.open(JSON.parse(to));
    const body = this.over.querySelector(".sheet-body");
    if (body) body.scrollTop = scrolled;
  }

  async on_turns() {
    const { seen } = this;
    const answer = await this.ask({ get: "turns" });
    if (answer?.ok && answer.turns) this.open({ name: "turns", turns: answer.turns.reverse(), chosen: null, seen });
  }

  async on_counters({ staged = "[]" }) {
    const { seen } = this;
    const set = JSON.parse(staged);
    const answer = await this.ask({ get: "counters", counters: set });
    if (answer?.ok) this.open({ name: "counters", counters: answer.counters, staged: set, seen });
  }

  async on_correct({ staged }) {
    const answer = await this.ask({ do: "correct", counters: JSON.parse(staged), seen: this.seen });
    if (!answer || answer.ok) this.close();
  }

  on_own({ key: name, value }) {
    remember(name, value);
    this.draw();
  }

  on_colours({ key: name, value }) {
    chooseColours(name, value);
    this.draw();
  }

  async on_begin() {
    const answer = await this.ask({ do: "new", ...this.start.request, seen: this.seen });
    if (answer?.ok) this.start = null;
    if (answer?.unshown?.length) {
      this.tell(say("setup_unshown", { names: answer.unshown.join(", ") }), true);
      this.notice.stays = true; // that the game began is seen anyway
    }
    this.draw();
  }

  open(sheet) {
    endMoment();
    if (!this.sheet) this.opener = this.pressed;
    this.sheet = sheet;
    this.draw();
    if (this.over.hidden || this.over.contains(document.activeElement)) return;
    this.over.querySelector("h2")?.focus({ preventScroll: true });
  }

  toggle(name) {
    if (this.sheet?.name === name) this.close();
    else this.open({ name });
  }

  close() {
    if (!this.sheet && this.question?.name === "naming") this.unnamed = this.discard;
    this.sheet = null;
    this.repairing = null;
    this.draw();
  }

  // What is seen

  /** The scene that is shown: now, or just before the turn that is told. */
  get shown() { return this.entry ? this.entry.then : this.scene; }
  get acts() { return this.shown.table.players.find((one) => one.acts)?.seat; }
  get discard() { return this.scene.mark; }
  tilePaths(scene) { return scene.offers.answers.tile; }

  get freeClue() { return this.freeClueIn(this.shown); }

  /** The bonus tile whose free clue is told by touch, "" for none. */
  freeClueIn({ offers: { tile, clues } }) {
    const turned = tile?.tile || this.turned;
    return tile && clues && ["colour", "value"].includes(turned) ? turned : "";
  }

  /** Whether the answers of a bonus tile are fireworks: they are tapped where they stand. */
  picks(scene) {
    const paths = scene.offers?.tile ? this.tilePaths(scene).filter(([one]) => one !== "none") : [];
    const isFirework = (path) => path.length === 1 && scene.table.fireworks.some((one) => one.suit === path[0]);
    return paths.length > 0 && paths.every(isFirework);
  }

  draw() {
    const { scene } = this;
    if (!scene) return;
    markOwn(this.shown.table.players);
    if (!this.start && scene.table.status === "none" && scene.language) this.start = new Setup(scene.draft);
    const starting = Boolean(this.start) || scene.table.status === "none";
    const own = { sides: recall("sides") || "one", place: recall("place"), colours: colourChoices(), notes: [...this.notes].map((note) => say(...note)), saves: Boolean(this.files), backups: Boolean(this.files?.save), elsewhere: this.files?.elsewhere };
    const game = scene.table.end ? "end" : "table";
    const entered = this.entry ? "entry" : game;
    this.stage.dataset.mode = starting ? "start" : entered;
    this.stage.dataset.sides = starting ? "one" : own.sides; // who sets the table sits at one side of it
    this.stage.dataset.status = scene.table.status;
    this.stage.classList.toggle("turned", own.sides === "turn" && !starting && scene.opposite);
    if (starting) this.drawStart();
    else this.drawTable();
    this.drawSheet(starting, own);
    this.fit();
  }

  drawStart() {
    this.rockets.clear();
    for (const part of [...this.hands, this.values]) redraw(part, "none", () => []);
    const { scene, start } = this;
    const leave = () => leading(say("back"), { "data-act": "leave" });
    const menu = () => leading(say("settings"), { "data-act": "open", "data-to": JSON.stringify({ name: "menu" }) });
    redraw(this.sky, ["start", scene.language, scene.known, start?.facts], () =>
      [start ? start.draw(scene.known, !scene.guest, scene.table.status === "none" ? null : leave(), menu()) : firstStart(spoken.languages)]);
    for (const part of [...this.parts.head, ...this.parts.keys]) redraw(part, "none", () => []);
    this.drawLine(scene.table, this.notice);
  }

  drawTable() {
    const { table, offers } = this.shown;
    const { entry } = this;
    const who = table.players.find((one) => one.acts)?.called || "";
    const asked = entry ? say(entry.as === "insert" ? "what_before" : "what_was", { turn: entry.number, who }) : "";
    for (const part of this.parts.head) {
      redraw(part, [table, asked], () => head(table, asked));
      part.classList.toggle("night", Boolean(table.end));
    }
    const picks = this.picks(this.shown);
    if (table.detail === "tokens") this.drawCount(table, offers);
    else this.drawSky(table, offers, picks);
    const tile = say(`tile_${this.freeClue || offers.tile?.tile || "replay"}`);
    const asks = this.turned ? tile : `${tile}: ${offers.tile?.question}`;
    const question = picks || this.freeClue ? asks : this.askedThere;
    this.drawLine(table, this.notice || (question && { said: question, refusal: false }));
    const skip = picks && this.tilePaths(this.shown).some(([one]) => one === "none");
    for (const part of this.parts.keys) redraw(part, [table, offers, skip, Boolean(entry), this.turned], () => this.keys(table, offers, skip));
    const rows = Boolean(offers.clues) && (!offers.tile || Boolean(this.freeClue));
    const edges = recall("sides") === "both" ? edgesFor(this.middle, table) : 1;
    EDGES.forEach((edge, at) => {
      redraw(this.hands[at], [table, this.picked, edges, rows], () => (rows ? handsAt(table, this.picked, edge, edges) : []));
    });
    const { cluedTo, freeClue } = this;
    redraw(this.values, [table, offers, cluedTo, freeClue], () => (cluedTo ? valueRows(table, offers, cluedTo, freeClue) : []));
    this.values.classList.toggle("from-far", this.hands[EDGES.indexOf("far")].querySelector(".acts") !== null);
  }

  drawLine(table, now) {
    const told = now || (this.problem ? { said: this.problem, refusal: true } : null);
    const notice = told && { ...told, text: inWords(told.said) };
    for (const part of this.parts.news) {
      const facts = [table.turns, table.last_round, table.language, table.status, notice];
      redraw(part, facts, () => (table.status === "none" && !notice ? [] : line(table, notice)));
      part.classList.toggle("noticed", Boolean(notice) && !notice.at);
    }
  }

  keys(table, offers, skip) {
    if (table.end) {
      const next = key("next", say("menu_new_game"), { sign: "begin", kind: "gold" });
      return [next, key("look", say("the_game")), undo(offers), more()];
    }
    const [clue, ...others] = turnKeys(table, offers.refused);
    const answer = (path) => ({ "data-purpose": "tile", "data-path": JSON.stringify(path) });
    let first = skip ? key("answer", say("tile_none"), { sign: "close", kind: "gold", data: answer(["none"]) }) : clue;
    const untold = this.tilePaths(this.shown)?.find(([one]) => one === (this.turned || "done"));
    if (this.freeClue) first = key("answer", say("item_done"), { sign: "done", kind: "gold", data: answer(untold) });
    if (this.entry) return [first, ...others, key("undo", say("as_it_was"), { sign: "close", kind: "undo wide" })];
    return [first, ...others, undo(offers), more()];
  }

  drawSky(table, offers, picks) {
    const suits = table.fireworks.map((one) => one.suit);
    if (this.sky.drawnFrom !== "rockets" || [...this.rockets.keys()].join() !== suits.join()) {
      const taps = (suit) => ({ type: "button", "data-act": "play", "data-suit": suit, "data-turn": "" });
      this.rockets = new Map(suits.map((suit) => [suit, new Rocket(suit, taps(suit))]));
      this.sky.replaceChildren(...[...this.rockets.values()].map((rocket) => rocket.element));
      this.sky.drawnFrom = "rockets";
    }
    this.sky.dataset.suits = String(table.fireworks.length);
    this.sky.style.setProperty("--count", String(table.fireworks.length));
    const wanted = new Set(picks ? this.tilePaths(this.shown).map(([one]) => one) : []);
    this.sky.classList.toggle("picking", picks);
    for (const one of table.fireworks) {
      const asked = wanted.has(one.suit);
      const off = picks ? !asked && say("not_offered") : offers.refused[one.suit];
      this.rockets.get(one.suit).show(one, { off: off || "", asked });
    }
  }

  /** Where no colours are entered: how many cards fitted, and what the last one did. */
  drawCount(table, offers) {
    this.rockets.clear();
    const open = new Set(offers.answers.outcome.map(([one]) => one));
    const outcome = (name, sign) => {
      const off = open.has(name) ? "" : offers.refused.play || say("none_fits");
      const data = { "data-path": JSON.stringify([name]) };
      return key("outcome", say(`outcome_${name}`), { sign, kind: name, turn: true, off, data });
    };
    const facts = ["count", table.unplaced, table.language, offers.answers.outcome];
    redraw(this.sky, facts, () => h("div", { class: "count" },
      h("p", { class: "laid night suit-Y" }, laid(table.unplaced, say("cards_laid"))),
      h("div", { class: "pair" }, outcome("fits", "play"), outcome("completes", "star"))));
  }

  /** The question that the game itself asks: a bonus tile, or the name of the last discard. */
  get question() {
    const { offers } = this.shown;
    if (offers.tile && !this.freeClue && !this.picks(this.shown)) return { name: "tile" };
    if (this.entry || !offers.answers.name?.length || this.unnamed === this.discard) return null;
    return { name: "naming" };
  }

  /** What is asked at the buttons of the device and nowhere here: a turn that is taken here closes it. */
  get askedThere() {
    const { choice } = this.scene.table;
    return choice && !this.entry && !this.question ? ["asked_there", { question: choice.question }] : null;
  }

  drawSheet(starting, own) {
    const open = this.sheet || (starting ? null : this.question);
    if (open?.name === "naming" && this.asking !== this.discard) {
      const { discard } = this;
      this.asking = discard;
      clearTimeout(this.timers.naming);
      this.timers.naming = setTimeout(() => {
        this.unnamed = discard;
        this.draw();
      }, NAMING_MS);
    }
    const hadFocus = this.over.contains(document.activeElement);
    this.over.hidden = !open;
    if (!open) {
      this.over.drawnFrom = "";
      if (hadFocus && this.opener) alike(this.frame, this.opener)?.focus({ preventScroll: true });
      return;
    }
    this.over.dataset.sheet = open.name;
    const facts = [open, this.shown.table, this.shown.offers, this.scene.preferences, own];
    redraw(this.over, facts, () => SHEETS[open.name](this.shown, open, own));
    this.over.setAttribute("aria-label", this.over.querySelector("h2")?.textContent || "");
  }

  fit() {
    for (const part of [this.sky, this.values, this.over]) shorten(part);
    fitLabels(this.frame);
    this.placeRefusal();
  }

  /** Put a refusal above the finger, within the sky: it hides neither a key nor who acts. */
  placeRefusal() {
    const said = this.frame.querySelector(".said.here");
    if (!said) return;
    const [x, y] = this.notice.at;
    const sky = this.middle.getBoundingClientRect();
    const { width, height } = said.getBoundingClientRect();
    const within = (at, from, to) => Math.max(from, Math.min(at, to));
    const left = within(x - width / 2, sky.left, sky.right - width);
    const top = within(y - height - FINGER_PX, sky.top, sky.bottom - height);
    const isTurned = this.stage.classList.contains("turned");
    said.style.left = `${isTurned ? innerWidth - left - width : left}px`;
    said.style.top = `${isTurned ? innerHeight - top - height : top}px`;
  }
}
