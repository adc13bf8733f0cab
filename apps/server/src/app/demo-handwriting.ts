/** Photos of handwriting for the demo class: strokes on ruled paper, drawn here. */
import sharp from 'sharp';

const WIDTH = 900;
const HEIGHT = 1200;
const LINE = 80;

/** Returns strokes that look like a line of handwriting; `seed` makes each line another one. */
const strokesOf = (seed: number, y: number): string => {
  const groups = 4 + (seed % 4);
  return Array.from({ length: groups }, (_, group) => {
    const x = 90 + group * 150 + ((seed * 13 + group * 29) % 30);
    const points = Array.from({ length: 7 }, (_point, step) => {
      const rise = ((seed * 31 + group * 17 + step * 23) % 34) - 17;
      return `${x + step * 15},${y - 18 + rise}`;
    });
    return `<polyline points="${points.join(' ')}" fill="none" stroke="#1f3a6e" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`;
  }).join('');
};

/** Returns a page of handwriting as a JPEG. */
export const drawHandwriting = async (seed: number): Promise<{ bytes: Buffer; pixels: { width: number; height: number } }> => {
  const rules = Array.from({ length: 13 }, (_, line) => `<path d="M40 ${140 + line * LINE}H860" stroke="#c8d4e3" stroke-width="2"/>`);
  const lines = Array.from({ length: 5 + (seed % 5) }, (_, line) => strokesOf(seed * 7 + line * 3, 140 + line * LINE));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f7f4ea"/>${rules.join('')}${lines.join('')}</svg>`;
  return { bytes: await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer(), pixels: { width: WIDTH, height: HEIGHT } };
};
