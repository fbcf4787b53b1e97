// The device on the page: its parts, and the fingers, mouse and keys on them. A view shows it.

import { Picture } from "./picture.js";
import { Rows } from "./rows.js";
import { take } from "./steps.js";
import { say } from "./words.js";

const SCALE = 2; // the pixels of the pictures for each of the layout's
const DARK = [11, 14, 19];
const LIT = [214, 236, 255];
const STEPS = { "]": 1, PageDown: -1, "[": -1, PageUp: 1 };
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Backspace: "undo" };
const LIE_MS = 1500;
const FIRM_PX = 8; // a finger that moves less does not drag
const CARD_EDGE = 2; // around a chosen card
const UNLIT = "rgb(20, 22, 28)";

const byId = (id) => document.getElementById(id);

async function picture(file) {
  const bytes = await take(file, "blob");
  const end = await bytes.slice(-8, -4).text(); // a browser draws half of a picture, too
  const drawn = end === "IEND" && await createImageBitmap(bytes).catch(() => null);
  if (!drawn) throw new Error(say("broken_file", { file }));
  return drawn;
}

export class Device {
  /** The files of a build: its places, what never changes, and its parts. */
  static files(build) {
    return [`devices/${build}.json`, `devices/${build}.png`, `devices/${build}-parts.png`];
  }

  /** Read what a build looks like. */
  static async read(build) {
    const [places, back_file, parts_file] = Device.files(build);
    return new Device(...await Promise.all([take(places, "json"), picture(back_file), picture(parts_file)]));
  }

  constructor(facts, back, parts) {
    this.facts = facts;
    this.back = back;
    this.parts = parts;
    this.scene = null;
    this.levels = new Map(); // each light's brightness and colour
    this.language = "";
    this.down = new Map(); // how many fingers and keys are on a control
    this.position = 0; // of the encoder
    this.chosen = null; // a card, and the pads on which one lies
    this.lying = new Map();
    this.glass = Object.assign(document.createElement("canvas"), { width: 128, height: 64 });
    this.views = [new Picture(this), new Rows(this)];
    this.view = null;
  }

  /** Let what is pressed reach the companion. */
  connect(companion) {
    this.companion = companion;
    this.pressGlass();
    this.listen();
    new ResizeObserver(() => this.fit()).observe(document.querySelector("main"));
    this.fit();
  }

  /** Show the first view that the room suffices for. */
  fit() {
    const room = document.querySelector("main").getBoundingClientRect();
    const view = this.views.find((one) => one.suits(room));
    if (view !== this.view) {
      view.place(); // it takes the glass out of the other one
      this.view?.leave();
      this.view = view;
    }
    view.fit(room);
    this.draw();
  }

  // What can be pressed

  /** The labels on the glass are buttons; what else stands there is touched. */
  pressGlass() {
    const glass = byId("glass");
    glass.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const box = this.view.glassBox();
      const x = Math.floor(((event.clientX - box.left) * 128) / box.width);
      const y = Math.floor(((event.clientY - box.top) * 64) / box.height);
      const label = this.companion.labelAt(x, y);
      if (label) this.hold(glass, event, label);
      else this.companion.touch(x, y);
    });
  }

  /** The name of a control in the language of the device, else of the page. */
  name(control) {
    return this.names()[control] || say(control);
  }

  names() { return this.inLanguage(this.facts.names); }

  captions() { return this.inLanguage(this.facts.captions); }

  hints() { return this.inLanguage(this.facts.hints); }

  lightsName(group) { return this.inLanguage(this.facts.light_names)[group]; }

  inLanguage(texts) { return texts[this.language] || texts.en; }

  /** A button for a control, that is pressed or turned as that is. */
  control(control) {
    const button = this.button(control, this.name(control));
    if (control === "encoder") this.turnBy(button);
    else this.pressBy(button, control);
    return button;
  }

  card(suit, rank) {
    const button = this.button(`${suit}${rank}`, `${this.name(suit)} ${rank}`);
    button.className = "card";
    button.addEventListener("click", (event) => this.choose(suit, rank, event.detail === 0));
    button.addEventListener("pointerdown", (event) => this.carry(button, event, suit, rank));
    return button;
  }

  pad(pad) {
    const button = this.button(`pad-${pad}`, this.name(`pad_${pad}`));
    button.className = "pad";
    button.dataset.pad = pad;
    button.addEventListener("click", () => this.lay(pad));
    return button;
  }

  /** The lights of a firework, which are touched to choose it. */
  firework(suit) {
    const lights = document.createElement("div");
    lights.dataset.firework = suit;
    lights.addEventListener("pointerdown", () => this.companion.touchLights(suit));
    return lights;
  }

  button(name, label) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.control = name;
    button.setAttribute("aria-label", label);
    return button;
  }

  // Cards

  /** Choose a card for the next pad, or put it back. */
  choose(suit, rank) {
    this.chosen = this.chosen?.join("") === `${suit}${rank}` ? null : [suit, rank];
    this.draw();
  }

  /** Drag a card along with a finger, and lay it on the pad where that ends. */
  carry(button, event, suit, rank) {
    const finger = event.pointerId;
    const begun = [event.clientX, event.clientY];
    const picture = byId("carried");
    const move = (at) => {
      if (at.pointerId !== finger) return;
      if (picture.hidden && Math.hypot(at.clientX - begun[0], at.clientY - begun[1]) < FIRM_PX) return;
      if (picture.hidden) this.paintPart(picture, `${suit}${rank}`, button.clientWidth, button.clientHeight);
      picture.hidden = false;
      Object.assign(picture.style, { left: `${at.clientX}px`, top: `${at.clientY}px` });
    };
    const ended = (end) => {
      if (end.pointerId !== finger) return;
      for (const [name, listener] of listeners) removeEventListener(name, listener);
      const carried = !picture.hidden;
      picture.hidden = true;
      if (!carried || end.type === "pointercancel") return;
      this.chosen = [suit, rank];
      const pad = document.elementsFromPoint(end.clientX, end.clientY).find((one) => one.dataset.pad);
      if (pad) this.lay(pad.dataset.pad);
      this.draw();
    };
    const listeners = [["pointermove", move], ["pointerup", ended], ["pointercancel", ended]];
    for (const [name, listener] of listeners) addEventListener(name, listener);
  }

  lay(pad) {
    if (!this.chosen) return;
    const card = this.chosen;
    this.chosen = null;
    this.lying.set(pad, card.join(""));
    setTimeout(() => { this.lying.delete(pad); this.draw(); }, LIE_MS);
    this.companion.lay(card[0], card[1], pad);
    this.draw();
  }

  // Presses

  press(control, at = performance.now()) {
    const fingers = this.down.get(control) || 0;
    this.down.set(control, fingers + 1);
    if (fingers) return;
    this.companion.move(control, true, at);
    this.draw();
  }

  release(control, at = performance.now(), cancelled = false) {
    const fingers = this.down.get(control) || 0;
    if (!fingers) return;
    this.down.set(control, fingers - 1);
    if (fingers > 1) return;
    this.companion.move(control, false, at, cancelled);
    this.draw();
  }

  /** Hold a control down while a finger is on an element; dragged off, the press has no effect. */
  hold(element, event, control) {
    const finger = event.pointerId;
    this.press(control, event.timeStamp);
    const ended = (end) => {
      if (end.pointerId !== finger) return;
      removeEventListener("pointerup", ended);
      removeEventListener("pointercancel", ended);
      const box = element.getBoundingClientRect();
      const away = end.clientX < box.left || end.clientX > box.right || end.clientY < box.top || end.clientY > box.bottom;
      this.release(control, end.timeStamp, end.type === "pointercancel" || away);
    };
    addEventListener("pointerup", ended);
    addEventListener("pointercancel", ended);
  }

  pressBy(button, control) {
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.hold(button, event, control);
    });
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) this.press(control, event.timeStamp);
    });
    button.addEventListener("keyup", (event) => {
      if (event.key === " " || event.key === "Enter") this.release(control, event.timeStamp);
    });
    button.addEventListener("blur", () => this.release(control));
  }

  turnBy(button) {
    button.addEventListener("click", (event) => {
      const box = button.getBoundingClientRect();
      this.turn(event.clientX < box.left + box.width / 2 && event.detail ? -1 : 1);
    });
  }

  turn(steps) {
    this.position += steps;
    this.companion.rotate(steps, performance.now());
    this.draw();
  }

  listen() {
    const letters = Object.fromEntries(Object.entries(this.facts.keys).map(([control, key]) => [key.toLowerCase(), control]));
    const control = (event) => {
      const typed = letters[event.key.toLowerCase()] || ARROWS[event.key];
      const has = typed in this.facts.controls || typed in this.facts.ways;
      return has && !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.closest("select, input, #menu") ? typed : null;
    };
    addEventListener("keydown", (event) => {
      const pressed = control(event);
      if (pressed) event.preventDefault();
      if (pressed && !event.repeat) this.press(pressed, event.timeStamp);
      else if (STEPS[event.key] && this.facts.encoder) this.turn(STEPS[event.key]);
    });
    addEventListener("keyup", (event) => {
      const released = control(event);
      if (released) this.release(released, event.timeStamp);
    });
    document.querySelector("main").addEventListener("wheel", (event) => {
      if (!this.facts.encoder || !event.target.closest("#device, [data-control='encoder']")) return;
      event.preventDefault();
      this.turn(event.deltaY > 0 ? 1 : -1);
    }, { passive: false });
    addEventListener("blur", () => this.letGo());
    document.addEventListener("visibilitychange", () => document.hidden && this.letGo());
  }

  /** Release everything, without effect: the page no longer hears what comes up. */
  letGo() {
    for (const [control, fingers] of this.down) {
      if (fingers) this.companion.move(control, false, performance.now(), true);
    }
    this.down.clear();
    this.draw();
  }

  // What it shows

  show(scene) {
    const language = scene.language || this.language;
    if (scene.glass !== this.scene?.glass || scene.brightness !== this.scene.brightness) this.paintGlass(scene);
    this.scene = scene;
    this.levels = new Map(scene.lights.map(([name, level, colour]) => [name, { level, colour }]));
    if (language !== this.language) {
      this.language = language;
      this.view?.place();
      if (this.view) this.fit();
    }
    this.draw();
  }

  /** Draw what there is now into the next picture of the browser. */
  draw() {
    this.drawing ||= requestAnimationFrame(() => this.paint());
  }

  paint() {
    cancelAnimationFrame(this.drawing);
    this.drawing = 0;
    if (!this.scene) return;
    this.view.paint();
    byId("glass").setAttribute("aria-label", this.scene.texts.join(" "));
  }

  paintGlass({ glass, brightness }) {
    const shine = 0.35 + 0.65 * brightness;
    const lit = LIT.map((part, at) => part * shine + DARK[at] * (1 - shine));
    const brush = this.glass.getContext("2d");
    const image = brush.createImageData(128, 64);
    const pixels = new Uint32Array(image.data.buffer);
    const [on, off] = [lit, DARK].map(([red, green, blue]) => new Uint32Array(Uint8ClampedArray.of(red, green, blue, 255).buffer)[0]);
    for (let byte = 0; byte < 1024; byte++) {
      const eight = parseInt(glass.slice(2 * byte, 2 * byte + 2), 16);
      for (let bit = 0; bit < 8; bit++) pixels[8 * byte + bit] = (eight >> (7 - bit)) & 1 ? on : off;
    }
    brush.putImageData(image, 0, 0);
  }

  isDown(control) {
    return Boolean(this.down.get(control));
  }

  /** The name of a control's picture as it is now, if it has one. */
  partOf(control) {
    const name = `${control}-${this.isDown(control) ? "down" : "up"}`;
    return name in this.facts.sprites ? name : "";
  }

  stickPart() {
    return this.facts.press_plays && this.isDown("play") ? "stick-down" : "stick-up";
  }

  cardPart(suit, rank) {
    return `${suit}${rank}${this.chosen?.join("") === `${suit}${rank}` ? "-chosen" : ""}`;
  }

  /** The colour of a colour pixel as it is now. */
  pixelColour(name) {
    const { level, colour } = this.levels.get(name) || { level: 0 };
    if (!level) return UNLIT;
    return `rgb(${bright(colour).map((part) => Math.round(part * (0.25 + 0.75 * level)))})`;
  }

  /** The colour of the edge of a colour pixel. */
  pixelEdge(name) {
    const { colour } = this.levels.get(name) || { colour: [0, 0, 0] };
    return `rgb(${bright(colour).map((part) => Math.round(part * 0.3 + 20))})`;
  }

  /** The picture of an LED as it is now. */
  ledPart(name) {
    return `${this.facts.lights[name][2]}-${this.levels.get(name)?.level ? "lit" : "dark"}`;
  }

  /** How large a part is, in the layout's pixels: a card is not square as the others are. */
  sizeOf(name) {
    if (!name) return [1, 1];
    const [, , side] = this.facts.sprites[name];
    const card = this.facts.cards.find(([suit, rank]) => name.startsWith(`${suit}${rank}`));
    return card ? card[2].slice(2).map((length) => length + 2 * CARD_EDGE) : [side, side];
  }

  /** Draw a part around a point. */
  drawPart(brush, name, x, y) {
    const [left, top, side] = this.facts.sprites[name];
    brush.drawImage(this.parts, SCALE * left, SCALE * top, SCALE * side, SCALE * side, x - side / 2, y - side / 2, side, side);
  }

  /** Draw a part on a canvas of its own, as much of its middle as this. */
  paintPart(canvas, name, width, height) {
    canvas.width = SCALE * width;
    canvas.height = SCALE * height;
    const brush = canvas.getContext("2d");
    brush.setTransform(SCALE, 0, 0, SCALE, 0, 0);
    if (name) this.drawPart(brush, name, width / 2, height / 2);
  }
}

function bright(colour) {
  return colour.map((part) => Math.round(part * 0.8 + 255 * 0.2));
}
