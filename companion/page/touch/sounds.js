// What is heard: the device's sounds, and its voice where the browser speaks.

import { come, take } from "./steps.js";

const known = new Map();
let context = null;
let playing = null;

/** Play a sound by its name; no name ends what is heard. Fails where the browser plays none. */
export async function play(name, volume) {
  playing?.stop();
  playing = null;
  window.speechSynthesis?.cancel();
  if (!name) return;
  context = context || new AudioContext();
  // A browser starts no sound before a page was tapped once.
  if (context.state === "suspended") context.resume().catch(() => {});
  if (!known.has(name)) {
    const decoded = take(`sounds/${name}.wav`, "arrayBuffer").then((bytes) => context.decodeAudioData(bytes));
    known.set(name, await come(decoded));
  }
  const buffer = known.get(name);
  const gain = context.createGain();
  gain.gain.value = volume;
  gain.connect(context.destination);
  playing = context.createBufferSource();
  playing.buffer = buffer;
  playing.connect(gain);
  playing.start();
}

/** Speak a text. Fails where the browser has no voice. */
export async function speakAloud(text, language, volume) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  words.volume = volume;
  await new Promise((done, fail) => {
    words.onend = done;
    words.onerror = ({ error }) => (/^(interrupted|canceled)$/.test(error) ? done() : fail(new Error(error)));
    speechSynthesis.speak(words);
  });
}
