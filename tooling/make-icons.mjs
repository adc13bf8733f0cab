// Renders the icons of the installed web client and of the desktop client from `apps/web/public/favicon.svg`. Run by hand after a change of the drawing; the results
// are committed: `node tooling/make-icons.mjs`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { icnsOf, icoOf } from './icon-files.mjs';
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

// Icons of the desktop client: pictures for Linux, and the containers that Windows and macOS need, in which the pictures stay PNG files.
const desktopFolder = path.join(root, 'apps/desktop/icons');
mkdirSync(desktopFolder, { recursive: true });
const pictureOf = (size) =>
  sharp(Buffer.from(drawing.replace('<svg ', `<svg width="${size}" height="${size}" `)))
    .png({ palette: true, quality: 95, compressionLevel: 9 })
    .toBuffer();
const pictures = new Map();
for (const size of [16, 32, 48, 64, 128, 256, 512, 1024]) pictures.set(size, await pictureOf(size));
for (const [size, picture] of pictures) if (size <= 512) writeFileSync(path.join(desktopFolder, `${size}x${size}.png`), picture);
writeFileSync(path.join(desktopFolder, 'icon.ico'), icoOf([...pictures].filter(([size]) => size <= 256)));
writeFileSync(path.join(desktopFolder, 'icon.icns'), icnsOf(pictures));
