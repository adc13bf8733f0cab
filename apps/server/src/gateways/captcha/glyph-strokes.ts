/** Pen strokes of captcha characters, so that no font of the machine is needed. */

/** A stroke: points joined by straight lines, or by curves (the start, then control points and ends alternately). */
export interface GlyphStroke {
  readonly curved: boolean;
  readonly points: readonly Point[];
}

export type Point = readonly [x: number, y: number];
/** Returns a random number from 0 up to, but not including, 1. */
export type Random = () => number;

export const line = (...points: Point[]): GlyphStroke => ({ curved: false, points });
export const curve = (...points: Point[]): GlyphStroke => ({ curved: true, points });

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

const STEPS = 12;

const mix = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** Returns points along a stroke. Straight lines get points too, so that distortion also bends them. */
export const pointsAlong = ({ curved, points }: GlyphStroke): Point[] => {
  const out: Point[] = [];
  const stride = curved ? 2 : 1;
  for (let i = 0; i + stride < points.length; i += stride) {
    const [from, middle, to] = [points[i], points[i + 1], points[i + stride]];
    if (from === undefined || middle === undefined || to === undefined) break;
    for (let step = 0; step <= STEPS; step++) {
      const t = step / STEPS;
      out.push(curved ? mix(mix(from, middle, t), mix(middle, to, t), t) : mix(from, to, t));
    }
  }
  return out;
};

/** Returns the `d` attribute of an SVG path through these points. */
export const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
