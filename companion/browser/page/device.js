// The device on the page, drawn from the window's layout, and the fingers, mouse and keys on it.

import { say } from "./words.js";

const SCALE = 2; // the pixels of the pictures for each of the layout's
const DARK = [11, 14, 19];
const LIT = [214, 236, 255];
const STEPS = { "]": 1, PageDown: -1, "[": -1, PageUp: 1 };
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Backspace: "undo" };
const LIE_MS = 1500;

const byId = (id) => document.getElementById(id);

function picture(source) {
  return new Promise((done, fail) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => fail(new Error(`${source} is missing`));
    image.src = source;
  });
}

export class Device {
  /** The files of a build: its places, what never changes, and its parts. */
  static files(build) {
    return [`devices/${build}.json`, `devices/${build}.png`, `devices/${build}-parts.png`];
  }

  /** Read what a build looks like. */
  static async read(build) {
    const [places, back_file, parts_file] = Device.files(build);
    const [answer, back, parts] = await Promise.all([fetch(places), picture(back_file), picture(parts_file)]);
    return new Device(await answer.json(), back, parts);
  }

  constructor(facts, back, parts) {
    this.facts = facts;
    this.back = back;
    this.parts = parts;
    this.scene = null;
    this.language = "";
    this.down = new Map(); // how many fingers and keys are on a control
    this.latched = new Set();
    this.position = 0; // of the encoder
    this.chosen = null; // a card, and the pads on which one lies
    this.lying = new Map();
    this.glass = document.createElement("canvas");
    this.glass.width = 128;
    this.glass.height = 64;
    this.canvas = byId("picture");
    this.near = byId("near"); // the display, as broad as an upright screen
    this.upright = false;
    this.region = [0, 0, ...facts.size]; // what is seen of the layout
    new ResizeObserver(() => this.fit()).observe(document.querySelector("main"));
  }

  /** Let what is pressed reach the companion. */
  connect(companion) {
    this.companion = companion;
    this.placeGlass();
    this.placeControls();
    this.listen();
    byId("device").hidden = false;
    this.fit();
  }

  // How large it is

  fit() {
    const room = document.querySelector("main").getBoundingClientRect();
    const upright = room.height > room.width;
    if (upright !== this.upright) this.turnScreen(upright);
    const glass = upright ? Math.min(room.width, room.height * 0.8) : 0;
    const [, , width, height] = this.region;
    const factor = Math.min(room.width / width, (room.height - glass / 2) / height);
    const device = byId("device");
    device.style.width = `${width * factor}px`;
    device.style.height = `${height * factor}px`;
    const sharp = window.devicePixelRatio || 1;
    this.factor = factor * sharp;
    this.canvas.width = Math.round(width * this.factor);
    this.canvas.height = Math.round(height * this.factor);
    const whole = Math.max(1, Math.floor((glass * sharp) / 128));
    this.near.width = 128 * whole;
    this.near.height = 64 * whole;
    this.near.style.width = `${(128 * whole) / sharp}px`;
    this.draw();
  }

  /** On an upright screen the display stands above the device, as broad as the screen. */
  turnScreen(upright) {
    this.upright = upright;
    this.region = upright ? this.facts.body : [0, 0, ...this.facts.size];
    const glass = byId("glass");
    if (upright) document.querySelector("main").prepend(glass);
    else byId("controls").before(glass);
    document.body.classList.toggle("upright", upright);
    if (!this.companion) return;
    this.placeGlass();
    this.placeControls();
  }

  // What stands on it

  place(element, x, y, width, height) {
    const [left, top, all, high] = this.region;
    Object.assign(element.style, {
      left: `${(100 * (x - left)) / all}%`, top: `${(100 * (y - top)) / high}%`,
      width: `${(100 * width) / all}%`, height: `${(100 * height) / high}%`,
    });
  }

  placeGlass() {
    const glass = byId("glass");
    if (this.upright) glass.removeAttribute("style");
    else this.place(glass, ...this.facts.glass);
    glass.onpointerdown = (event) => {
      event.preventDefault();
      const box = (this.upright ? this.near : glass).getBoundingClientRect();
      const x = Math.floor(((event.clientX - box.left) * 128) / box.width);
      const y = Math.floor(((event.clientY - box.top) * 64) / box.height);
      this.touchGlass(glass, event, x, y);
    };
  }

  /** Press the label at a point for as long as the finger stays, or tap what can be chosen there. */
  touchGlass(glass, event, x, y) {
    const [label, item] = this.companion.buttonsAt(x, y);
    if (item) {
      const buttons = item.split("+");
      for (const button of buttons) this.press(button);
      setTimeout(() => buttons.forEach((button) => this.release(button)), 80);
    } else if (label) {
      this.hold(glass, event, label);
    }
  }

  button(name, label) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.control = name;
    button.setAttribute("aria-label", label);
    byId("controls").append(button);
    return button;
  }

  placeControls() {
    byId("controls").replaceChildren();
    const names = this.names();
    const spots = { ...this.facts.controls };
    delete spots.joystick;
    for (const [way, [x, y]] of Object.entries(this.facts.ways)) spots[way] = [x, y, 22];
    if (spots.play && this.facts.press_plays) spots.play[2] = Math.min(spots.play[2], 30);
    for (const [control, [x, y, radius]] of Object.entries(spots)) {
      const button = this.button(control, names[control] || control);
      this.place(button, x, y, 2 * radius, 2 * radius);
      if (control === "encoder") this.turnBy(button);
      else this.pressBy(button, control);
    }
    for (const [control, [x, y, radius]] of Object.entries(this.facts.latches)) {
      const button = this.button(`latch-${control}`, say("latch", { name: names[control] || control }));
      button.setAttribute("aria-pressed", "false");
      this.place(button, x, y, 2 * radius, 2 * radius);
      button.addEventListener("click", () => this.latch(control));
    }
    this.placeCards();
  }

  placeCards() {
    for (const [suit, rank, [left, top, width, height]] of this.facts.cards) {
      const button = this.button(`${suit}${rank}`, `${suit}${rank}`);
      button.className = "card";
      this.place(button, left + width / 2, top + height / 2, width, height);
      button.addEventListener("click", () => {
        this.chosen = this.chosen?.join("") === `${suit}${rank}` ? null : [suit, rank];
        this.draw();
      });
    }
    for (const [pad, [left, top, width, height]] of Object.entries(this.facts.pads)) {
      const button = this.button(`pad-${pad}`, this.names()[`pad_${pad}`] || pad);
      button.className = "pad";
      this.place(button, left + width / 2, top + height / 2, width, height);
      button.addEventListener("click", () => this.lay(pad));
    }
  }

  names() {
    return this.facts.names[this.language] || this.facts.names.en;
  }

  lay(pad) {
    if (!this.chosen) return;
    const card = this.chosen;
    this.chosen = null;
    this.lying.set(pad, card);
    setTimeout(() => { this.lying.delete(pad); this.draw(); }, LIE_MS);
    this.companion.lay(card[0], card[1], pad);
    this.draw();
  }

  // Presses

  press(control, at = performance.now()) {
    const fingers = this.down.get(control) || 0;
    this.down.set(control, fingers + 1);
    if (fingers) return;
    for (const other of this.latched) if (other !== control) this.companion.move(other, true, at);
    this.companion.move(control, true, at);
  }

  release(control, at = performance.now(), cancelled = false) {
    const fingers = this.down.get(control) || 0;
    if (!fingers) return;
    this.down.set(control, fingers - 1);
    if (fingers > 1) return;
    this.companion.move(control, false, at, cancelled);
    for (const other of this.latched) if (other !== control) this.companion.move(other, false, at, cancelled);
    this.freeLatches();
  }

  latch(control) {
    if (this.latched.has(control)) this.latched.delete(control);
    else this.latched.add(control);
    this.tellLatches();
    this.draw();
  }

  freeLatches() {
    if (!this.latched.size) return;
    this.latched.clear();
    this.tellLatches();
  }

  tellLatches() {
    for (const control of Object.keys(this.facts.latches)) {
      document.querySelector(`[data-control="latch-${control}"]`).setAttribute("aria-pressed", String(this.latched.has(control)));
    }
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
      if (event.button === 2) this.latch(control);
      else this.hold(button, event, control);
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
    byId("device").addEventListener("wheel", (event) => {
      event.preventDefault();
      this.turn(event.deltaY > 0 ? 1 : -1);
    }, { passive: false });
  }

  turn(steps) {
    this.position += steps;
    this.companion.rotate(steps, performance.now());
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
    addEventListener("blur", () => this.letGo());
    document.addEventListener("visibilitychange", () => document.hidden && this.letGo());
  }

  /** Release everything, without effect: the page no longer hears what comes up. */
  letGo() {
    for (const [control, fingers] of this.down) {
      if (fingers) this.companion.move(control, false, performance.now(), true);
    }
    this.down.clear();
  }

  // Its picture

  show(scene) {
    this.scene = scene;
    const language = scene.language || this.language;
    byId("glass").setAttribute("aria-label", scene.texts.join(" "));
    if (language !== this.language) {
      this.language = language;
      if (this.companion) this.placeControls();
    }
    this.draw();
  }

  draw() {
    const brush = this.canvas.getContext("2d");
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.drawImage(this.backdrop(), 0, 0);
    this.scale(brush);
    brush.imageSmoothingEnabled = true;
    this.drawControls(brush);
    if (this.scene) this.drawLights(brush);
    this.drawCards(brush);
    if (this.scene) this.drawGlass(brush);
  }

  scale(brush) {
    const [left, top] = this.region;
    brush.setTransform(this.factor, 0, 0, this.factor, -left * this.factor, -top * this.factor);
  }

  /** What never changes, drawn once for a size, a region and a language. */
  backdrop() {
    const { width, height } = this.canvas;
    const drawn = [width, height, this.region, this.language].join();
    if (this.drawn === drawn) return this.behind;
    this.drawn = drawn;
    this.behind = Object.assign(document.createElement("canvas"), { width, height });
    const brush = this.behind.getContext("2d");
    this.scale(brush);
    brush.drawImage(this.back, 0, 0, ...this.facts.size);
    this.drawCaptions(brush);
    return this.behind;
  }

  sprite(brush, name, x, y) {
    const [left, top, side] = this.facts.sprites[name];
    brush.drawImage(this.parts, SCALE * left, SCALE * top, SCALE * side, SCALE * side, x - side / 2, y - side / 2, side, side);
  }

  drawCaptions(brush) {
    const captions = this.facts.captions[this.language] || this.facts.captions.en;
    brush.textBaseline = "middle";
    for (const [text, height, x, y, colour, left] of captions) {
      brush.font = `${height * 0.68}px system-ui, "Noto Sans", sans-serif`;
      brush.fillStyle = `rgb(${colour})`;
      brush.textAlign = left ? "left" : "center";
      brush.fillText(text, x, y);
    }
  }

  isDown(control) {
    return Boolean(this.down.get(control)) || this.latched.has(control);
  }

  drawControls(brush) {
    const { controls, latches, sprites } = this.facts;
    for (const [control, [x, y]] of Object.entries(controls)) {
      const name = `${control}-${this.isDown(control) ? "down" : "up"}`;
      if (sprites[name]) this.sprite(brush, name, x, y);
    }
    for (const [control, [x, y]] of Object.entries(latches)) {
      this.sprite(brush, this.latched.has(control) ? "latch-closed" : "latch-open", x, y);
    }
    if (controls.joystick) {
      const lean = (way) => (this.isDown(way) ? 9 : 0);
      const [x, y] = controls.joystick;
      const down = this.facts.press_plays && this.isDown("play");
      this.sprite(brush, down ? "stick-down" : "stick-up", x + lean("right") - lean("left"), y + lean("down") - lean("up"));
    }
    if (controls.encoder) {
      const [x, y, radius] = controls.encoder;
      const angle = (this.position / 20 - 0.25) * 2 * Math.PI;
      this.sprite(brush, "knob", x + (radius - 22) * Math.cos(angle), y + (radius - 22) * Math.sin(angle));
    }
  }

  drawLights(brush) {
    const { lights, pixels, pixel } = this.facts;
    for (const [name, level, colour] of this.scene.lights) {
      if (lights[name]) {
        const [x, y, kind] = lights[name];
        this.sprite(brush, `${kind}-${level ? "lit" : "dark"}`, x, y);
      } else if (pixels[name]) {
        const [x, y] = pixels[name];
        this.drawPixel(brush, x - pixel / 2, y - pixel / 2, pixel, level, colour);
      }
    }
  }

  drawPixel(brush, x, y, side, level, colour) {
    const bright = colour.map((part) => Math.round(part * 0.8 + 255 * 0.2));
    brush.beginPath();
    brush.roundRect(x, y, side, side, 3);
    brush.fillStyle = `rgb(${bright.map((part) => Math.round(part * 0.3 + 20))})`;
    brush.fill();
    brush.beginPath();
    brush.roundRect(x + 1, y + 1, side - 2, side - 2, 2.5);
    brush.fillStyle = level ? `rgb(${bright.map((part) => Math.round(part * (0.25 + 0.75 * level)))})` : "rgb(20, 22, 28)";
    brush.fill();
  }

  drawCards(brush) {
    for (const [suit, rank, [left, top, width, height]] of this.facts.cards) {
      const chosen = this.chosen?.join("") === `${suit}${rank}` ? "-chosen" : "";
      this.sprite(brush, `${suit}${rank}${chosen}`, left + width / 2, top + height / 2);
    }
    for (const [pad, card] of this.lying) {
      const [left, top, width, height] = this.facts.pads[pad];
      this.sprite(brush, card.join(""), left + width / 2, top + height / 2 + 10);
    }
  }

  drawGlass(brush) {
    const { glass, brightness } = this.scene;
    const shine = 0.35 + 0.65 * brightness;
    const lit = LIT.map((part, at) => part * shine + DARK[at] * (1 - shine));
    const brushOfGlass = this.glass.getContext("2d");
    const image = brushOfGlass.createImageData(128, 64);
    const pixels = new Uint32Array(image.data.buffer);
    const [on, off] = [lit, DARK].map(([red, green, blue]) => new Uint32Array(Uint8ClampedArray.of(red, green, blue, 255).buffer)[0]);
    for (let byte = 0; byte < 1024; byte++) {
      const eight = parseInt(glass.slice(2 * byte, 2 * byte + 2), 16);
      for (let bit = 0; bit < 8; bit++) pixels[8 * byte + bit] = (eight >> (7 - bit)) & 1 ? on : off;
    }
    brushOfGlass.putImageData(image, 0, 0);
    this.copyGlass(brush, this.facts.small || this.facts.glass);
    if (this.facts.small && !this.upright) this.copyGlass(brush, this.facts.glass);
    const near = this.near.getContext("2d");
    near.imageSmoothingEnabled = false;
    near.drawImage(this.glass, 0, 0, this.near.width, this.near.height);
  }

  /** Copy the display into a rectangle of the layout, each of its pixels as whole ones of the screen where there are two or more. */
  copyGlass(brush, [left, top, width, height]) {
    const whole = Math.floor((width * this.factor) / 128);
    const wide = whole >= 2 ? (whole * 128) / this.factor : width;
    const snap = (at) => Math.round(at * this.factor) / this.factor;
    brush.imageSmoothingEnabled = whole < 2;
    brush.imageSmoothingQuality = "high";
    brush.drawImage(this.glass, snap(left + (width - wide) / 2), snap(top + (height - wide / 2) / 2), wide, wide / 2);
  }
}
