/**
 * Draws `images/cover.png` of every demo book from its `artwork/cover.svg`. Run by hand after a change of a drawing, not by the build;
 * the results are committed. Needs a Chinese face of Noto Serif CJK (or a Kai face) on the machine.
 *
 *     node demo/src/make-covers.ts [folder of a book…]
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const booksFolder = path.join(import.meta.dirname, '..', 'books');
const chosen = process.argv.slice(2);
const slugs = chosen.length > 0 ? chosen : await readdir(booksFolder);

for (const slug of slugs) {
  const drawing = path.join(booksFolder, slug, 'artwork', 'cover.svg');
  if (!existsSync(drawing)) continue;
  const images = path.join(booksFolder, slug, 'images');
  await mkdir(images, { recursive: true });
  await sharp(drawing).png({ palette: true, quality: 95 }).toFile(path.join(images, 'cover.png'));
  console.log(`已绘制 ${slug}/images/cover.png`);
}
