// The device as a picture, to scale, drawn from the window's layout.

const LEAST_PX = 11; // no caption is written smaller
const LETTERS = 0.68; // of a caption's height
const LEAST_FACTOR = 0.55; // where the picture is smaller, such captions have no room beside one another
const WAY_RADIUS = 22;
const PLAY_RADIUS = 30; // of a stick's middle

const byId = (id) => document.getElementById(id);

export class Picture {
  constructor(device) {
    this.device = device;
    this.facts = device.facts;
    this.canvas = byId("picture");
    this.factor = 1;
  }

  suits(room) {
    return room.width >= room.height && this.scaleFor(room) >= LEAST_FACTOR;
  }

  scaleFor(room) {
    const [width, height] = this.facts.size;
    return Math.min(room.width / width, room.height / height);
  }

  leave() {
    byId("device").hidden = true;
    byId("controls").replaceChildren();
  }

  glassBox() {
    return byId("glass").getBoundingClientRect();
  }

  fit(room) {
    const [width, height] = this.facts.size;
    const factor = this.scaleFor(room);
    const sharp = window.devicePixelRatio || 1;
    this.factor = factor * sharp;
    this.leastHeight = LEAST_PX / factor;
    Object.assign(byId("device").style, { width: `${width * factor}px`, height: `${height * factor}px` });
    this.canvas.width = Math.round(width * this.factor);
    this.canvas.height = Math.round(height * this.factor);
    for (const hint of document.querySelectorAll(".hint")) hint.style.fontSize = `${this.letters(hint.dataset.height) * factor}px`;
  }

  /** The height of letters in the layout's pixels. */
  letters(height) {
    return Math.max(height * LETTERS, this.leastHeight);
  }

  // What stands on it

  place() {
    byId("device").hidden = false;
    const controls = byId("controls");
    controls.before(byId("glass"));
    this.at(byId("glass"), ...this.facts.glass);
    controls.replaceChildren();
    const { facts, device } = this;
    for (const [suit, box] of facts.fireworks) this.add(device.firework(suit), ...middle(box));
    for (const [control, [x, y, radius]] of Object.entries(this.spots())) this.add(device.control(control), x, y, 2 * radius, 2 * radius);
    for (const [suit, rank, box] of facts.cards) this.add(device.card(suit, rank), ...middle(box));
    for (const [pad, box] of Object.entries(facts.pads)) this.add(device.pad(pad), ...middle(box));
    for (const hint of device.hints()) this.write(hint);
  }

  spots() {
    const { joystick, ...spots } = this.facts.controls;
    for (const [way, [x, y]] of Object.entries(this.facts.ways)) spots[way] = [x, y, WAY_RADIUS];
    if (joystick && this.facts.press_plays) spots.play = [...joystick.slice(0, 2), Math.min(spots.play[2], PLAY_RADIUS)];
    return spots;
  }

  add(element, ...box) {
    this.at(element, ...box);
    byId("controls").append(element);
  }

  /** Place an element, by its middle, its width and its height. */
  at(element, x, y, width, height) {
    const [all, high] = this.facts.size;
    Object.assign(element.style, {
      left: `${(100 * x) / all}%`, top: `${(100 * y) / high}%`,
      width: `${(100 * width) / all}%`, height: `${(100 * height) / high}%`,
    });
  }

  write([text, height, left, top, width]) {
    const hint = Object.assign(document.createElement("p"), { className: "hint", textContent: text });
    hint.dataset.height = height;
    const [all, high] = this.facts.size;
    Object.assign(hint.style, { left: `${(100 * left) / all}%`, top: `${(100 * top) / high}%`, width: `${(100 * width) / all}%` });
    byId("controls").append(hint);
  }

  // How it looks

  paint() {
    const brush = this.canvas.getContext("2d");
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.drawImage(this.backdrop(), 0, 0);
    brush.setTransform(this.factor, 0, 0, this.factor, 0, 0);
    brush.imageSmoothingEnabled = true;
    this.paintControls(brush);
    this.paintLights(brush);
    this.paintCards(brush);
    this.copyGlass(brush, this.facts.glass);
    if (this.facts.small) this.copyGlass(brush, this.facts.small);
  }

  /** What never changes, drawn once for a size and a language. */
  backdrop() {
    const { width, height } = this.canvas;
    const drawn = [width, height, this.device.language].join();
    if (this.drawn === drawn) return this.behind;
    this.drawn = drawn;
    this.behind = Object.assign(document.createElement("canvas"), { width, height });
    const brush = this.behind.getContext("2d");
    brush.setTransform(this.factor, 0, 0, this.factor, 0, 0);
    brush.drawImage(this.device.back, 0, 0, ...this.facts.size);
    this.paintCaptions(brush);
    return this.behind;
  }

  paintCaptions(brush) {
    brush.textBaseline = "middle";
    for (const [text, height, x, y, colour, left] of this.device.captions()) {
      brush.font = `${this.letters(height)}px system-ui, "Noto Sans", sans-serif`;
      brush.fillStyle = `rgb(${colour})`;
      brush.textAlign = left ? "left" : "center";
      brush.fillText(text, x, y);
    }
  }

  paintControls(brush) {
    const { facts, device } = this;
    for (const [control, [x, y]] of Object.entries(facts.controls)) {
      const part = device.partOf(control);
      if (part) device.drawPart(brush, part, x, y);
    }
    if (facts.controls.joystick) {
      const lean = (way) => (device.isDown(way) ? 9 : 0);
      const [x, y] = facts.controls.joystick;
      device.drawPart(brush, device.stickPart(), x + lean("right") - lean("left"), y + lean("down") - lean("up"));
    }
    if (facts.controls.encoder) {
      const [x, y, radius] = facts.controls.encoder;
      const angle = (device.position / 20 - 0.25) * 2 * Math.PI;
      device.drawPart(brush, "knob", x + (radius - 22) * Math.cos(angle), y + (radius - 22) * Math.sin(angle));
    }
  }

  paintLights(brush) {
    const { lights, pixels, pixel } = this.facts;
    for (const [name, [x, y]] of Object.entries(lights)) this.device.drawPart(brush, this.device.ledPart(name), x, y);
    for (const [name, [x, y]] of Object.entries(pixels)) {
      paintSquare(brush, this.device.pixelEdge(name), x, y, pixel, 3);
      paintSquare(brush, this.device.pixelColour(name), x, y, pixel - 2, 2.5);
    }
  }

  paintCards(brush) {
    for (const [suit, rank, box] of this.facts.cards) this.device.drawPart(brush, this.device.cardPart(suit, rank), ...middle(box).slice(0, 2));
    for (const [pad, card] of this.device.lying) {
      const [x, y] = middle(this.facts.pads[pad]);
      this.device.drawPart(brush, card, x, y + 10);
    }
  }

  /** Copy the display into a rectangle of the layout, each of its pixels as whole ones of the screen where there are two or more. */
  copyGlass(brush, [left, top, width, height]) {
    const whole = Math.floor((width * this.factor) / 128);
    const wide = whole >= 2 ? (whole * 128) / this.factor : width;
    const snap = (at) => Math.round(at * this.factor) / this.factor;
    brush.imageSmoothingEnabled = whole < 2;
    brush.imageSmoothingQuality = "high";
    brush.drawImage(this.device.glass, snap(left + (width - wide) / 2), snap(top + (height - wide / 2) / 2), wide, wide / 2);
  }
}

function paintSquare(brush, colour, x, y, side, corner) {
  brush.beginPath();
  brush.roundRect(x - side / 2, y - side / 2, side, side, corner);
  brush.fillStyle = colour;
  brush.fill();
}

/** The middle of a rectangle, and how large it is. */
function middle([left, top, width, height]) {
  return [left + width / 2, top + height / 2, width, height];
}
