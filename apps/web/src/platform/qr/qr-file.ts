/** A QR code as a file for printing, rendered in the page without any external service. */
import { encode } from 'uqr';

/** Width of the white margin in modules (dots of the code); scanners require four. */
const QUIET_ZONE = 4;
/** Pixels per module in the PNG: an edge of about 700 pixels, sharp when printed at 3 cm and 600 dpi. */
const MODULE_PIXELS = 20;

/** Returns the dark modules of the code of a text, and the number of modules of an edge with its margin. */
export const modulesOf = (text: string): { size: number; dark: readonly (readonly [x: number, y: number])[] } => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { size, dark: data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y] as const] : []))) };
};

/** Returns the QR code as SVG, one unit per module, in black and white. */
export const qrSvg = (text: string): Blob => {
  const { size, dark } = modulesOf(text);
  const path = dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`;
  return new Blob([svg], { type: 'image/svg+xml' });
};

export const qrPng = (text: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const { size, dark } = modulesOf(text);
    const canvas = document.createElement('canvas');
    canvas.width = size * MODULE_PIXELS;
    canvas.height = size * MODULE_PIXELS;
    const context = canvas.getContext('2d');
    if (context === null) return reject(new Error('no canvas to draw on'));
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#000';
    for (const [x, y] of dark) context.fillRect(x * MODULE_PIXELS, y * MODULE_PIXELS, MODULE_PIXELS, MODULE_PIXELS);
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the canvas gave no picture')) : resolve(blob)), 'image/png');
  });
