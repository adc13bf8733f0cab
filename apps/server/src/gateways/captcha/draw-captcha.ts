/**
 * Draws a captcha as SVG: each character is rotated, sheared and moved off the line, the whole is distorted by waves, and lines cross it.
 */
import { glyphStrokes } from './captcha-glyphs.ts';
import { between, type GlyphStroke, type Point, pathOf, pointsAlong, type Random } from './glyph-strokes.ts';

/** Size of the image, twice the displayed size, for high-resolution screens. */
export const CAPTCHA_WIDTH = 240;
export const CAPTCHA_HEIGHT = 88;

const INKS = ['#1f3a5f', '#5b2333', '#1d4d3a', '#4a3470', '#5a4312'];

const makeWave = (random: Random): ((point: Point) => Point) => {
  const [amplitudeX, amplitudeY] = [between(random, 2, 4), between(random, 3, 6)];
  const [lengthX, lengthY] = [between(random, 56, 84), between(random, 70, 110)];
  const [phaseX, phaseY] = [between(random, 0, 6.28), between(random, 0, 6.28)];
  return ([x, y]) => [x + amplitudeX * Math.sin(y / (lengthX / 6.28) + phaseX), y + amplitudeY * Math.sin(x / (lengthY / 6.28) + phaseY)];
};

const transformCharacter = (random: Random, index: number, count: number): ((point: Point) => Point) => {
  const cell = (CAPTCHA_WIDTH - 32) / count;
  const scale = between(random, 3, 3.5);
  const angle = between(random, -0.32, 0.32);
  const shear = between(random, -0.2, 0.2);
  const [centerX, centerY] = [16 + cell * (index + 0.5) + between(random, -5, 5), CAPTCHA_HEIGHT / 2 + between(random, -7, 7)];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y]) => {
    const [left, top] = [(x - 5 + shear * (y - 7)) * scale, (y - 7) * scale];
    return [centerX + left * cos - top * sin, centerY + left * sin + top * cos];
  };
};

const threads = (random: Random, bend: (point: Point) => Point): string =>
  Array.from({ length: 4 }, (_, i) => {
    const ends: GlyphStroke = {
      curved: true,
      points: [
        [0, between(random, 8, CAPTCHA_HEIGHT - 8)],
        [between(random, 60, 180), between(random, -20, CAPTCHA_HEIGHT + 20)],
        [CAPTCHA_WIDTH, between(random, 8, CAPTCHA_HEIGHT - 8)],
      ],
    };
    return `<path d="${pathOf(pointsAlong(ends).map(bend))}" stroke="${INKS[i % INKS.length]}" stroke-width="${between(random, 1.5, 2.6).toFixed(1)}" opacity="0.55"/>`;
  }).join('');

const specks = (random: Random): string =>
  Array.from({ length: 46 }, () => {
    const [x, y] = [between(random, 0, CAPTCHA_WIDTH), between(random, 0, CAPTCHA_HEIGHT)];
    return `<path d="${pathOf([
      [x, y],
      [x + between(random, -5, 5), y + between(random, -5, 5)],
    ])}" stroke="#8a94a3" stroke-width="${between(random, 1, 2.4).toFixed(1)}"/>`;
  }).join('');

/** Returns an SVG that shows `text`, whose characters must be in `CAPTCHA_CHARACTERS`. */
export const drawCaptcha = (text: string, random: Random): string => {
  const bend = makeWave(random);
  const characters = [...text];
  const drawn = characters.map((character, index) => {
    const transform = transformCharacter(random, index, characters.length);
    const ink = INKS[Math.floor(random() * INKS.length)];
    const paths = glyphStrokes(character).map((stroke) => `<path d="${pathOf(pointsAlong(stroke).map(transform).map(bend))}"/>`);
    return `<g stroke="${ink}" stroke-width="${between(random, 5, 6.6).toFixed(1)}">${paths.join('')}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CAPTCHA_WIDTH}" height="${CAPTCHA_HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="100%" height="100%" fill="#f4f1ea"/>${specks(random)}${drawn.join('')}${threads(random, bend)}</svg>`;
};
