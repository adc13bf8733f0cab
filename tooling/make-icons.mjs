// Renders the icons of the installed web client from `apps/web/public/favicon.svg`. Run by hand after a change of the drawing; the results
// are committed: `node tooling/make-icons.mjs`.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './runtime.mjs';

// The image library is resolved from the server, because it is a dependency of the server only.
const sharp = createRequire(path.join(root, 'apps/server/package.json'))('sharp');

const drawing = readFileSync(path.join(root, 'apps/web/public/favicon.svg'), 'utf8');
const inside = drawing.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
const SEAL = '#9d2f24';
const folder = path.join(root, 'apps/web/public/icons');

/**
 * Draws an icon. `share`: size of the drawing as a fraction of the edge. The icon mask of an operating system may cut off a fifth on each
 * side.
 */
const draw = (name, size, { share = 1, background }) => {
  const [offset, scale] = [(64 * (1 - share)) / 2, share];
  const ground = background === undefined ? '' : `<rect width="64" height="64" fill="${background}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}">${ground}<g transform="translate(${offset} ${offset}) scale(${scale})">${inside}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 95, compressionLevel: 9 }).toFile(path.join(folder, name));
};

mkdirSync(folder, { recursive: true });
await draw('icon-192.png', 192, {});
await draw('icon-512.png', 512, {});
await draw('maskable-512.png', 512, { share: 0.78, background: SEAL });
await draw('apple-touch-icon.png', 180, { share: 0.88, background: SEAL });
