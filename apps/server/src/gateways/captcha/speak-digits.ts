/** Speaks digits in Mandarin over background voices, as a WAV file. The clips are made by `tooling/make-spoken-digits.mjs`. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { between, type Random } from './glyph-strokes.ts';

/** The digits that are spoken: without 1 and 9, which are easily confused with 7 and 6. */
export const SPOKEN_DIGITS: readonly string[] = ['0', '2', '3', '4', '5', '6', '7', '8'];
/** Number of samples per second in the clips and in the result. */
export const SPEECH_RATE = 11_025;

const WAV_HEADER = 44;

const readClip = async (digit: string): Promise<Float32Array> => {
  const wav = await readFile(path.join(import.meta.dirname, 'spoken-digits', `${digit}.wav`));
  return Float32Array.from({ length: (wav.length - WAV_HEADER) / 2 }, (_, i) => wav.readInt16LE(WAV_HEADER + i * 2) / 32_768);
};

let clips: Promise<ReadonlyMap<string, Float32Array>> | undefined;

/** Returns the clips by digit, as samples from -1 to 1. The files are read only once. */
export const spokenClips = (): Promise<ReadonlyMap<string, Float32Array>> => {
  clips ??= Promise.all(SPOKEN_DIGITS.map(async (digit) => [digit, await readClip(digit)] as const)).then((read) => new Map(read));
  return clips;
};

/** Returns the clip at another speed. The pitch changes with it: faster and higher, or slower and lower. */
const atSpeed = (clip: Float32Array, speed: number): Float32Array =>
  Float32Array.from({ length: Math.floor(clip.length / speed) }, (_, i) => {
    const at = i * speed;
    const before = Math.floor(at);
    const [a, b] = [clip[before] ?? 0, clip[before + 1] ?? 0];
    return a + (b - a) * (at - before);
  });

const seconds = (duration: number): number => Math.round(duration * SPEECH_RATE);

const addAt = (sound: Float32Array, clip: Float32Array, start: number, gain: number): void => {
  for (let i = 0; i < clip.length && start + i < sound.length; i++) sound[start + i] = (sound[start + i] ?? 0) + (clip[i] ?? 0) * gain;
};

const HISS = 0.035;
const MURMUR = 0.09;

/** Mixes in digits spoken backwards at low volume, so that pauses are not silent and loudness alone does not show where a digit begins. */
const addMurmur = (sound: Float32Array, all: readonly Float32Array[], random: Random): void => {
  for (let start = 0; start < sound.length; start += seconds(between(random, 0.12, 0.3))) {
    const clip = all[Math.floor(random() * all.length)];
    if (clip !== undefined) addAt(sound, clip.toReversed(), start, MURMUR * between(random, 0.4, 1));
  }
};

const toWav = (sound: Float32Array): Buffer => {
  const wav = Buffer.alloc(WAV_HEADER + sound.length);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  // The format is PCM with one channel and one byte per sample.
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SPEECH_RATE, 24);
  wav.writeUInt32LE(SPEECH_RATE, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(sound.length, 40);
  sound.forEach((sample, i) => void wav.writeUInt8(Math.min(255, Math.max(0, Math.round(128 + sample * 120))), WAV_HEADER + i));
  return wav;
};

/**
 * Returns a WAV file that speaks `digits`, which must be in `SPOKEN_DIGITS`, in about one second for each. Samples of 8 bits are
 * sufficient, because background voices cover their noise.
 */
export const speakDigits = async (digits: string, random: Random): Promise<Buffer> => {
  const known = await spokenClips();
  const spoken = [...digits].map((digit) => {
    const clip = known.get(digit);
    if (clip === undefined) throw new RangeError(`no clip for ${digit}`);
    return {
      clip: atSpeed(clip, between(random, 0.92, 1.08)),
      gain: between(random, 0.75, 0.95),
      pause: seconds(between(random, 0.35, 0.8)),
    };
  });
  const lead = seconds(between(random, 0.5, 0.9));
  const length = spoken.reduce((sum, { clip, pause }) => sum + clip.length + pause, lead);
  const sound = Float32Array.from({ length }, () => HISS * (2 * random() - 1));
  addMurmur(sound, [...known.values()], random);
  let start = lead;
  for (const { clip, gain, pause } of spoken) {
    addAt(sound, clip, start, gain);
    start += clip.length + pause;
  }
  return toWav(sound);
};
