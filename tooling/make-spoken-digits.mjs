// Makes the clips of the audio captcha: single Mandarin digits spoken by espeak-ng (Debian: apt-get install espeak-ng), trimmed, normalized
// and stored as WAV. Run by hand to change the sound of a clip; the clips are committed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './runtime.mjs';

// Digits with their spoken text in pinyin: Debian's espeak-ng has no dictionary of characters and would read English names of them. The
// digits 1 and 9 are left out, because their yī and jiǔ are easily taken for qī and liù.
const DIGITS = { 0: 'ling2', 2: 'er4', 3: 'san1', 4: 'si4', 5: 'wu3', 6: 'liu4', 7: 'qi1', 8: 'ba1' };
const RATE = 11_025;
const PEAK = 26_000;
const QUIET = 400;
const MARGIN = RATE * 0.02;

const folder = path.join(root, 'apps/server/src/gateways/captcha/spoken-digits');

/**
 * Returns the samples of a spoken text. espeak-ng writes 22,050 samples a second, twice as many as the clips have, so every two samples are
 * combined into one, after a simple low-pass filter.
 */
const speak = (text) => {
  const wav = execFileSync('espeak-ng', ['-v', 'cmn-latn-pinyin', '-s', '125', '-p', '55', '-a', '160', '--stdout', text], {
    maxBuffer: 8 * 1_048_576,
  });
  const sound = wav.subarray(44);
  const samples = Array.from({ length: Math.floor(sound.length / 2) }, (_, i) => sound.readInt16LE(i * 2));
  const at = (i) => samples[i] ?? 0;
  return Array.from({ length: Math.floor(samples.length / 2) }, (_, i) => 0.25 * at(2 * i - 1) + 0.5 * at(2 * i) + 0.25 * at(2 * i + 1));
};

const trim = (samples) => {
  const loud = samples.flatMap((sample, i) => (Math.abs(sample) > QUIET ? [i] : []));
  return samples.slice(Math.max(0, loud[0] - MARGIN), loud.at(-1) + MARGIN);
};

const toWav = (samples) => {
  const scale = PEAK / samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  const wav = Buffer.alloc(44 + samples.length * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, i) => void wav.writeInt16LE(Math.round(sample * scale), 44 + i * 2));
  return wav;
};

mkdirSync(folder, { recursive: true });
for (const [digit, text] of Object.entries(DIGITS)) writeFileSync(path.join(folder, `${digit}.wav`), toWav(trim(speak(text))));
