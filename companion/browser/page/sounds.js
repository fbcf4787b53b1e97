// What is heard: the device's sounds, and its voice where the browser speaks.

const known = new Map();
let context = null;
let playing = null;

/** Play a sound by its name; no name ends what is heard. */
export async function play(name, volume) {
  playing?.stop();
  playing = null;
  window.speechSynthesis?.cancel();
  if (!name || !window.AudioContext) return;
  context = context || new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  if (!known.has(name)) known.set(name, read(name));
  const buffer = await known.get(name);
  if (!buffer) return;
  const gain = context.createGain();
  gain.gain.value = volume;
  gain.connect(context.destination);
  playing = context.createBufferSource();
  playing.buffer = buffer;
  playing.connect(gain);
  playing.start();
}

async function read(name) {
  try {
    const answer = await fetch(`sounds/${name}.wav`);
    return await context.decodeAudioData(await answer.arrayBuffer());
  } catch {
    return null;
  }
}

/** Speak a text. */
export function speakAloud(text, language, volume) {
  if (!window.speechSynthesis) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  words.volume = volume;
  speechSynthesis.speak(words);
}
