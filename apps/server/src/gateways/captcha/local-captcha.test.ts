import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbox } from '../outbox/outbox.ts';
import { CAPTCHA_CHARACTERS, glyphStrokes } from './captcha-glyphs.ts';
import { CAPTCHA_HEIGHT, CAPTCHA_WIDTH, drawCaptcha } from './draw-captcha.ts';
import { createLocalCaptcha } from './local-captcha.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-captcha-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the local image captcha', () => {
  it('is a PNG of the right size with four characters of the unambiguous set', async () => {
    const { answer, png } = await createLocalCaptcha().createImage();
    expect([...answer].filter((character) => CAPTCHA_CHARACTERS.includes(character))).toHaveLength(4);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: CAPTCHA_WIDTH, height: CAPTCHA_HEIGHT });
  });

  it('contains no two characters that users confuse', () => {
    for (const twins of ['0OQD', '1IL7', '2Z', '5S', '8B3', '6G', 'UV', 'MW']) {
      expect([...twins].filter((character) => CAPTCHA_CHARACTERS.includes(character)).length).toBeLessThanOrEqual(1);
    }
  });

  it('contains no text element, so that no font is needed, and is never the same twice', () => {
    const [first, second] = [drawCaptcha('AKN7', Math.random), drawCaptcha('AKN7', Math.random)];
    expect(first).not.toBe(second);
    expect(first).not.toMatch(/<text|AKN7/);
  });

  it('has every character inside the picture', () => {
    for (const character of CAPTCHA_CHARACTERS) {
      const svg = drawCaptcha(character.repeat(4), Math.random);
      const groups = svg.slice(svg.indexOf('<g '), svg.lastIndexOf('</g>'));
      const points = [...groups.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
      expect(points.length).toBeGreaterThan(8);
      expect(points.every(([x, y]) => x > 0 && x < CAPTCHA_WIDTH && y > 0 && y < CAPTCHA_HEIGHT)).toBe(true);
    }
    expect(() => glyphStrokes('0')).toThrow(RangeError);
  });

  it('is written with its answer to the outbox only if there is an outbox', async () => {
    const note = { at: 1, key: 'k', kind: 'image', answer: 'AKN7' } as const;
    await createLocalCaptcha().noteAnswer(note);
    await createLocalCaptcha(createOutbox(folder, 'captcha')).noteAnswer(note);
    expect(await readFile(path.join(folder, 'captcha.jsonl'), 'utf8')).toBe(`${JSON.stringify(note)}\n`);
  });
});
