/** Converts the colors of a publisher for night paper: the hue stays, text becomes light and grounds become dark. Pure. */

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Color of text without a color of its own, and of pictures that are drawn with it. */
export const nightInk = '#d3cdc1';

/** OKLab of a color, by https://www.w3.org/TR/css-color-4/#color-conversion-code. */
type Lab = readonly [lightness: number, a: number, b: number];

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const encoded = (share: number): number => {
  const inside = Math.min(1, Math.max(0, share));
  return Math.round(255 * (inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055));
};

const toLab = (color: Rgb): Lab => {
  const [r, g, b] = color.map(linear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

const toRgb = ([lightness, a, b]: Lab): Rgb => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
};

/** Returns the color with another lightness, its chroma limited so that it is displayable and does not glare. */
const atLightness = (color: Rgb, convert: (lightness: number) => number, chromaMax: number): Rgb => {
  const [lightness, a, b] = toLab(color);
  const share = Math.min(1, chromaMax / Math.max(1e-6, Math.hypot(a, b)));
  return toRgb([convert(lightness), a * share, b * share]);
};

/** The darker the text, the lighter it becomes: 0.82 to 0.86. */
export const nightText = (color: Rgb): Rgb => atLightness(color, (lightness) => 0.86 - 0.04 * lightness, 0.09);
/** The lighter the ground, the closer it is to the paper: 0.24 to 0.36. */
export const nightGround = (color: Rgb): Rgb => atLightness(color, (lightness) => 0.36 - 0.12 * lightness, 0.05);
export const nightBorder = (color: Rgb): Rgb => atLightness(color, (lightness) => 0.62 - 0.2 * lightness, 0.08);

/** Returns the color that a computed color has on white; undefined if it is transparent, or not in sRGB. */
export const onWhite = (computed: string): Rgb | undefined => {
  const [r, g, b, alpha = 1] =
    /^rgba?\(([^)]*)\)$/
      .exec(computed)?.[1]
      ?.split(/[\s,/]+/)
      .map(Number) ?? [];
  if (r === undefined || g === undefined || b === undefined || alpha === 0) return undefined;
  const mixed = (channel: number): number => channel * alpha + 255 * (1 - alpha);
  return [mixed(r), mixed(g), mixed(b)];
};

export const cssColor = (color: Rgb): string => `rgb(${color.map(Math.round).join(' ')})`;
