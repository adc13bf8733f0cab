import { describe, expect, it } from 'vitest';
import { SPEECH_RATE, SPOKEN_DIGITS, speakDigits, spokenClips } from './speak-digits.ts';

const HEADER = 44;
const samplesOf = (wav: Buffer): Float32Array => Float32Array.from(wav.subarray(HEADER), (value) => (value - 128) / 120);

/** Returns the loud parts of the sound as [start, end] in samples; pauses shorter than 0.2 s belong to a part. */
const loudParts = (samples: Float32Array): [number, number][] => {
  const parts: [number, number][] = [];
  samples.forEach((sample, i) => {
    if (Math.abs(sample) < 0.2) return;
    const last = parts.at(-1);
    if (last && i - last[1] < SPEECH_RATE * 0.2) last[1] = i;
    else parts.push([i, i]);
  });
  return parts;
};

/**
 * Returns the similarity of two sounds: 1 for the same, about 0 for different ones. Tries many shifts, because a part begins where the
 * sound becomes loud. Plain loops, because it computes hundreds of millions of products.
 */
const likeness = (sound: Float32Array, clip: Float32Array): number => {
  let best = 0;
  for (let shift = 0; shift < SPEECH_RATE * 0.2; shift += 2) {
    const both = Math.min(sound.length, clip.length - shift);
    let sum = 0;
    for (let i = 0; i < both; i++) sum += (sound[i] as number) * (clip[i + shift] as number);
    best = Math.max(best, Math.abs(sum));
  }
  return best / (Math.hypot(...sound) * Math.hypot(...clip));
};

describe('spoken digits', () => {
  it('are a WAV file that a browser plays', async () => {
    const wav = await speakDigits('320746', Math.random);
    expect(wav.subarray(0, 4).toString()).toBe('RIFF');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    expect(wav.subarray(8, 16).toString()).toBe('WAVEfmt ');
    expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, 1, SPEECH_RATE, 8]);
    expect(wav.readUInt32LE(40)).toBe(wav.length - HEADER);
    expect(wav.length / SPEECH_RATE).toBeGreaterThan(4);
    expect(wav.length / SPEECH_RATE).toBeLessThan(10);
  });

  it('contain each digit once, in the right order', async () => {
    const digits = '72058364';
    // The constant 0.5 is the median of the random numbers: it causes no noise and no change of speed.
    const samples = samplesOf(await speakDigits(digits, () => 0.5));
    const clips = await spokenClips();
    const parts = loudParts(samples);
    expect(parts).toHaveLength(digits.length);
    const recognized = parts.map(([start, end]) => {
      const sound = samples.slice(start, end);
      const scores = SPOKEN_DIGITS.map((digit) => ({ digit, score: likeness(sound, clips.get(digit) ?? new Float32Array()) }));
      return scores.reduce((best, next) => (next.score > best.score ? next : best)).digit;
    });
    expect(recognized.join('')).toBe(digits);
  });

  it('are never the same sound twice', async () => {
    const [first, second] = [await speakDigits('320746', Math.random), await speakDigits('320746', Math.random)];
    expect(first.equals(second)).toBe(false);
  });

  it('refuse a digit that has no clip', async () => {
    await expect(speakDigits('31', Math.random)).rejects.toThrow(RangeError);
  });
});
