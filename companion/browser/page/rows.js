// The device on a small or an upright screen: its parts in rows, as large as fingers and eyes need them.

const MAIN = ["clue", "discard", "play"];
const SUIT = /^[A-Z]$/;
const SIGNS = { up: "▲", down: "▼", left: "◀", right: "▶", encoder: "↺ ↻" };

const byId = (id) => document.getElementById(id);

export class Rows {
  constructor(device) {
    this.device = device;
    this.facts = device.facts;
    this.large = byId("large");
    this.painters = []; // each draws a part anew if that has changed
  }

  suits() {
    return true;
  }

  leave() {
    byId("rows").hidden = true;
    byId("rows").replaceChildren();
  }

  glassBox() {
    return this.large.getBoundingClientRect();
  }

  /** The display as broad as there is room, each of its pixels as whole ones of the screen. */
  fit(room) {
    const sharp = window.devicePixelRatio || 1;
    const upright = room.height > room.width;
    const broad = upright ? Math.min(room.width, room.height * 0.8) : Math.min(room.width / 2, room.height * 1.4);
    const whole = Math.max(1, Math.floor((broad * sharp) / 128));
    this.large.width = 128 * whole;
    this.large.height = 64 * whole;
    this.large.style.width = `${(128 * whole) / sharp}px`;
  }

  paint() {
    const brush = this.large.getContext("2d");
    brush.imageSmoothingEnabled = false;
    brush.drawImage(this.device.glass, 0, 0, this.large.width, this.large.height);
    for (const paint of this.painters) paint();
  }

  // What stands in them

  place() {
    this.painters = [];
    const glass = byId("glass");
    glass.removeAttribute("style");
    const inputs = row("inputs", this.mainRow(), ...this.keyRows(), this.padRow(), this.cardRow());
    const lights = row("lights", ...this.lightRows());
    const hints = row("hints", ...this.device.hints().map(([text]) => Object.assign(document.createElement("p"), { textContent: text })));
    byId("rows").replaceChildren(glass, inputs, lights, hints);
    byId("rows").hidden = false;
  }

  mainRow() {
    return row("main-row", ...MAIN.filter((control) => this.device.partOf(control) && !this.isStick(control)).map((control) => this.key(control)));
  }

  /** The colour keys, and what else there is. */
  keyRows() {
    const others = Object.keys(this.facts.controls).filter((control) => !MAIN.includes(control) && control !== "joystick");
    const stick = this.facts.controls.joystick ? [this.stick()] : [];
    const [suits, more] = [true, false].map((one) => others.filter((control) => SUIT.test(control) === one).map((control) => this.key(control)));
    return [row("key-row", ...suits), row("key-row", ...stick, ...more)];
  }

  /** True for the button that is the middle of the stick. */
  isStick(control) {
    return control === "play" && this.facts.press_plays;
  }

  key(control) {
    const button = this.device.control(control);
    if (SIGNS[control]) button.append(SIGNS[control]);
    else this.part(button, () => this.device.partOf(control));
    const key = row("key", button, this.caption(this.device.name(control)));
    key.classList.add(`key-${control}`);
    for (const name of Object.keys(this.facts.lights)) if (name.startsWith(`press.${control}.`)) key.append(this.light(name));
    return key;
  }

  stick() {
    const ways = Object.keys(this.facts.ways).map((way) => {
      const button = this.device.control(way);
      button.append(SIGNS[way]);
      return row(`way way-${way}`, button);
    });
    const stick = row("stick", ...ways);
    if (!this.facts.press_plays) return stick;
    const middle = row("way way-play", this.device.control("play"));
    this.part(middle.firstChild, () => this.device.stickPart());
    stick.append(middle);
    return row("key", stick, this.caption(this.device.name("play")));
  }

  padRow() {
    return row("pad-row", ...Object.keys(this.facts.pads).map((pad) => {
      const button = this.device.pad(pad);
      button.append(this.caption(this.device.name(`pad_${pad}`)));
      this.part(button, () => this.device.lying.get(pad) || "");
      return button;
    }));
  }

  cardRow() {
    return row("card-row", ...this.facts.cards.map(([suit, rank]) => {
      const button = this.device.card(suit, rank);
      this.part(button, () => this.device.cardPart(suit, rank));
      return button;
    }));
  }

  lightRows() {
    const groups = new Map();
    for (const name of [...Object.keys(this.facts.lights), ...Object.keys(this.facts.pixels)]) {
      const [group, part] = name.split(".");
      if (group === "press") continue;
      if (!groups.has(group)) groups.set(group, new Map());
      const parts = groups.get(group);
      parts.set(part, [...(parts.get(part) || []), name]);
    }
    return [...groups].map(([group, parts]) => row(`light-row light-row-${group}`,
      this.caption(this.device.lightsName(group)), ...[...parts].map(([part, names]) => this.lightsOf(group, part, names))));
  }

  lightsOf(group, part, names) {
    const lights = group === "firework" ? this.device.firework(part) : document.createElement("div");
    lights.className = "lights-of";
    if (group === "firework") this.part(lights, () => `suit-${part}`);
    names.forEach((name, number) => {
      const light = this.light(name);
      lights.append(group === "seat" ? row("seat", light, this.caption(String(number + 1))) : light);
    });
    return lights;
  }

  light(name) {
    if (name in this.facts.lights) return this.part(row("led"), () => this.device.ledPart(name));
    const pixel = row("pixel");
    this.painters.push(() => Object.assign(pixel.style, { background: this.device.pixelColour(name), borderColor: this.device.pixelEdge(name) }));
    return pixel;
  }

  caption(text) {
    const caption = Object.assign(document.createElement("span"), { className: "caption", textContent: text });
    caption.setAttribute("aria-hidden", "true");
    return caption;
  }

  /** Put a part's picture into an element; `name` tells which one it has now. */
  part(element, name) {
    const canvas = document.createElement("canvas");
    let shown = null;
    this.painters.push(() => {
      const now = name();
      if (now === shown) return;
      shown = now;
      const [width, height] = this.device.sizeOf(now);
      this.device.paintPart(canvas, now, width, height);
    });
    element.append(canvas);
    return element;
  }
}

function row(name, ...children) {
  const element = Object.assign(document.createElement("div"), { className: name });
  element.append(...children);
  return element;
}
