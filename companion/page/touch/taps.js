// Which touches count: one finger alone, down and up on the same button, within three seconds.
// Everything else is a palm, a sleeve, a slip or a finger that comes too soon after a turn, and counts nothing.

const GUARD_MS = 400; // so long after a turn no finger starts another one
const OTHERS_MS = 1200; // and after one of another hand, which a finger may be about to take too
const LONGEST_MS = 3000; // what lies there longer is a hand or a sleeve
const PALM_PX = 70; // a contact this broad is no fingertip
const SLIP_PX = 30;

export class Taps {
  /**
   * act(button, seen): does what a button says, on the table that was seen when the finger came down.
   * refuse(key): says why a touch counts nothing. mark(): names the table that is seen now.
   */
  constructor(root, act, refuse, mark) {
    this.refuse = refuse;
    this.mark = mark;
    this.seen = ""; // the mark of the table that the first finger saw
    this.fingers = new Map(); // where and when each finger came down that is down
    this.first = null; // the first one of them, or the last that was down; null for a key of the keyboard
    this.several = false; // more than one was down since none was
    this.palm = false;
    this.guardedUntil = -Infinity;
    this.afterOthers = false; // whether another hand took the last turn
    root.addEventListener("pointerdown", (event) => this.onDown(event), true);
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, (event) => this.onUp(event), true);
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-act]");
      if (!button) return;
      if (event.detail === 0) this.first = null;
      const why = this.problem(event, button);
      if (why) refuse(why);
      else act(button, event.detail === 0 ? mark() : this.seen);
    });
  }

  onDown(event) {
    if (this.fingers.size === 0) {
      this.several = false;
      this.palm = false;
      this.first = event;
      this.seen = this.mark();
    }
    this.fingers.set(event.pointerId, event);
    this.several = this.several || this.fingers.size > 1;
    this.palm = this.palm || (event.pointerType === "touch" && Math.max(event.width, event.height) > PALM_PX);
  }

  onUp(event) {
    const known = this.fingers.delete(event.pointerId);
    if (known && this.fingers.size === 0 && this.several) this.refuse("one_at_a_time"); // a browser makes no click of it
  }

  /** Why a click counts nothing, as a key of the words; "" if it counts. */
  problem(event, button) {
    if (event.detail === 0) return ""; // the keyboard, or a screen reader
    const { first } = this;
    const far = first ? Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) : 0;
    const long = first ? event.timeStamp - first.timeStamp : 0;
    if (this.several || this.palm || far > SLIP_PX || long > LONGEST_MS) return "one_at_a_time";
    const { act, turn } = button.dataset;
    const undoes = act === "undo" && this.afterOthers && this.seen === this.mark();
    const guarded = turn !== undefined || undoes;
    return guarded && event.timeStamp < this.guardedUntil ? "too_soon" : "";
  }

  /** A turn counts from now on: the next finger may be the same one, once more, or mean the turn that another hand took. */
  guard(byOthers) {
    this.afterOthers = byOthers;
    this.guardedUntil = performance.now() + (byOthers ? OTHERS_MS : GUARD_MS);
  }
}
