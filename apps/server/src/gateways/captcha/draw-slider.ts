/**
 * Draws a slider puzzle: Chinese characters on a mottled background, a gap with the outline of a jigsaw piece, the piece itself, and false
 * gaps of the same size with other outlines. The gap does not contain a copy of the piece, so comparing pictures does not find it; a human
 * sees which outline fits and where the characters continue.
 */
import sharp from 'sharp';
import { between, type Point, pathOf, pointsAlong, type Random } from './glyph-strokes.ts';
import { HANZI, hanziStrokes } from './hanzi-glyphs.ts';

/**
 * Displayed width of the picture in CSS pixels (specification.md §2). The image files are twice as large, for high-resolution
 * screens.
 */
export const SLIDER_WIDTH = 320;
export const SLIDER_HEIGHT = 40;
export const SLIDER_PIECE_WIDTH = 48;
export const SLIDER_SCALE = 2;
const RAW = { width: SLIDER_WIDTH * SLIDER_SCALE, height: SLIDER_HEIGHT * SLIDER_SCALE, channels: 3 } as const;
/** Smallest x of the gap, chosen so that the gap never overlaps the initial position of the puzzle piece. */
const FIRST_X = 60;
const LAST_X = SLIDER_WIDTH - SLIDER_PIECE_WIDTH;

export interface SliderPuzzle {
  /** Distance by which the puzzle piece must be moved to the right, in whole CSS pixels. */
  readonly answer: number;
  /**
   * The picture and the piece as PNG. The piece is `SLIDER_PIECE_WIDTH` wide, as high as the picture, and transparent around its outline.
   */
  readonly picture: Buffer;
  readonly piece: Buffer;
  /** The picture without gaps, for tests only: RGB, `SLIDER_SCALE` pixels for one CSS pixel. */
  readonly whole: Buffer;
}

const GROUNDS = [
  ['#e9dfc8', '#c9b48a', '#a9764f'],
  ['#dfe6dc', '#a9bfa6', '#64836a'],
  ['#dde4ee', '#a3b6cf', '#5f7a9d'],
  ['#eedfe0', '#cfa5a8', '#99646b'],
] as const;
const INKS = ['#1f3a5f', '#5b2333', '#1d4d3a', '#4a3470', '#5a4312', '#2b2b2b'];

const pick = <T>(random: Random, from: readonly [T, ...T[]] | readonly T[]): T => {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new RangeError('nothing to pick from');
  return chosen;
};

const svg = (width: number, height: number, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SLIDER_SCALE}" height="${height * SLIDER_SCALE}" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`,
  );

const blobs = (random: Random, colors: readonly string[], count: number, from: number, to: number): string =>
  Array.from({ length: count }, () => {
    const [cx, cy] = [between(random, from, to), between(random, -4, SLIDER_HEIGHT + 4)];
    return `<ellipse cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" rx="${between(random, 3, 22).toFixed(1)}" ry="${between(random, 2, 12).toFixed(1)}" fill="${pick(random, colors)}" opacity="${between(random, 0.12, 0.4).toFixed(2)}"/>`;
  }).join('');

const threads = (random: Random, colors: readonly string[], count: number): string =>
  Array.from({ length: count }, () => {
    const points: Point[] = [0, 80, 160, 240, 320].map((x) => [x, between(random, -6, SLIDER_HEIGHT + 6)]);
    return `<path d="${pathOf(pointsAlong({ curved: true, points }))}" stroke="${pick(random, colors)}" stroke-width="${between(random, 0.6, 1.6).toFixed(1)}" opacity="0.6"/>`;
  }).join('');

const CHARACTERS = 9;

const characters = (random: Random): string =>
  Array.from({ length: CHARACTERS }, (_, index) => {
    const cell = SLIDER_WIDTH / CHARACTERS;
    const scale = between(random, 1.95, 2.35);
    const angle = between(random, -0.2, 0.2);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [centerX, centerY] = [cell * (index + 0.5) + between(random, -2, 2), SLIDER_HEIGHT / 2 + between(random, -2.5, 2.5)];
    const transform = ([x, y]: Point): Point => {
      const [left, top] = [(x - 7) * scale, (y - 7) * scale];
      return [centerX + left * cos - top * sin, centerY + left * sin + top * cos];
    };
    const paths = hanziStrokes(pick(random, HANZI)).map((stroke) => `<path d="${pathOf(pointsAlong(stroke).map(transform))}"/>`);
    return `<g stroke="${pick(random, INKS)}" stroke-width="${between(random, 2.3, 3.1).toFixed(1)}">${paths.join('')}</g>`;
  }).join('');

/** The sides of a piece: bulging outwards (1), cut in (-1) or straight (0), in the order top, right, bottom, left. */
type Sides = readonly [number, number, number, number];

const BODY = { left: 8, right: 40, top: 8, bottom: 32 };
const KNOB = 5.5;

/** Returns the SVG path of one side of a piece, from corner to corner, with a half circle in the middle. */
const side = ([x1, y1]: Point, [x2, y2]: Point, way: number): string => {
  if (way === 0) return `L${x2} ${y2}`;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [((x2 - x1) / length) * KNOB, ((y2 - y1) / length) * KNOB];
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  return `L${mx - dx} ${my - dy}A${KNOB} ${KNOB} 0 0 ${way > 0 ? 1 : 0} ${mx + dx} ${my + dy}L${x2} ${y2}`;
};

const outlineOf = ([top, right, bottom, left]: Sides): string => {
  const [a, b, c, d]: Point[] = [
    [BODY.left, BODY.top],
    [BODY.right, BODY.top],
    [BODY.right, BODY.bottom],
    [BODY.left, BODY.bottom],
  ];
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new RangeError('four corners');
  return `M${a[0]} ${a[1]}${side(a, b, top)}${side(b, c, right)}${side(c, d, bottom)}${side(d, a, left)}Z`;
};

const pickSides = (random: Random): Sides => {
  const way = (): number => (random() < 0.5 ? 1 : -1);
  return [way(), way(), way(), way()];
};

/** Returns the sides of a false gap: at least two differ from `sides`, so that a human sees the difference at once. */
const otherSides = (random: Random, sides: Sides): Sides => {
  const first = Math.floor(random() * 4);
  const second = (first + 1 + Math.floor(random() * 3)) % 4;
  const [top, right, bottom, left] = sides.map((way, index) => (index === first || index === second ? -way : way));
  return [top ?? 0, right ?? 0, bottom ?? 0, left ?? 0];
};

/** Chooses the positions of the gap and the false gaps, which do not overlap. */
const positionGaps = (random: Random): { answer: number; others: number[] } => {
  const answer = FIRST_X + Math.floor(random() * (LAST_X - FIRST_X + 1));
  const free = Array.from({ length: LAST_X - FIRST_X + 1 }, (_, i) => FIRST_X + i);
  const others: number[] = [];
  for (let wanted = 2; wanted > 0; wanted--) {
    const candidates = free.filter((x) => [answer, ...others].every((taken) => Math.abs(taken - x) >= SLIDER_PIECE_WIDTH));
    if (candidates.length > 0) others.push(pick(random, candidates));
  }
  return { answer, others };
};

const gap = (random: Random, id: number, x: number, sides: Sides, colors: readonly string[], ink: string): string => {
  const outline = outlineOf(sides);
  return `<g transform="translate(${x} 0)"><clipPath id="gap${id}"><path d="${outline}"/></clipPath><g clip-path="url(#gap${id})"><rect width="48" height="40" fill="${ink}"/>${blobs(random, colors, 14, 0, SLIDER_PIECE_WIDTH)}</g><path d="${outline}" stroke="#ffffff" stroke-opacity="0.7" stroke-width="1.1"/></g>`;
};

export const drawSlider = async (random: Random): Promise<SliderPuzzle> => {
  const colors = pick(random, GROUNDS);
  const whole = await sharp(
    svg(
      SLIDER_WIDTH,
      SLIDER_HEIGHT,
      `<rect width="100%" height="100%" fill="${colors[0]}"/>${blobs(random, colors, 60, 0, SLIDER_WIDTH)}${threads(random, INKS, 3)}${characters(random)}${threads(random, colors, 3)}`,
    ),
  )
    .removeAlpha()
    .raw()
    .toBuffer();
  const { answer, others } = positionGaps(random);
  const sides = pickSides(random);
  const ink = pick(random, INKS);
  const gaps = [[answer, sides] as const, ...others.map((x) => [x, otherSides(random, sides)] as const)]
    .map(([x, its], id) => gap(random, id, x, its, colors, ink))
    .join('');
  const outline = outlineOf(sides);
  const cut = await sharp(whole, { raw: RAW })
    .extract({ left: answer * SLIDER_SCALE, top: 0, width: SLIDER_PIECE_WIDTH * SLIDER_SCALE, height: SLIDER_HEIGHT * SLIDER_SCALE })
    .ensureAlpha()
    .composite([{ input: svg(SLIDER_PIECE_WIDTH, SLIDER_HEIGHT, `<path d="${outline}" fill="#000"/>`), blend: 'dest-in' }])
    .raw()
    .toBuffer();
  const rim = `<path d="${outline}" stroke="#fff" stroke-width="2.2"/><path d="${outline}" stroke="#2b2b2b" stroke-width="0.9"/>`;
  const [picture, piece] = await Promise.all([
    sharp(whole, { raw: RAW })
      .composite([{ input: svg(SLIDER_WIDTH, SLIDER_HEIGHT, gaps) }])
      .png({ palette: true, colors: 128, effort: 1 })
      .toBuffer(),
    sharp(cut, { raw: { width: SLIDER_PIECE_WIDTH * SLIDER_SCALE, height: SLIDER_HEIGHT * SLIDER_SCALE, channels: 4 } })
      .composite([{ input: svg(SLIDER_PIECE_WIDTH, SLIDER_HEIGHT, rim) }])
      .png()
      .toBuffer(),
  ]);
  return { answer, picture, piece, whole };
};
