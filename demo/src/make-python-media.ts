/**
 * Draws and records what `demo/books/python-rumen` shows and plays: cover and plot from `artwork/*.svg`, the film of a binary search, the
 * spoken summary of chapter 1. Run by hand after a change of these sources, not by the build; the results are committed.
 * Needs `ffmpeg` and `espeak-ng` on the machine (Debian: `apt-get install ffmpeg espeak-ng`) and a Chinese face of Noto Sans CJK.
 *
 *     node demo/src/make-python-media.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

const book = path.join(import.meta.dirname, '..', 'books', 'python-rumen');
const media = path.join(book, 'media');

const FRAMES_PER_SECOND = 12;
/** A pointer slides to its new place in the first part of a scene. */
const SLIDE_SECONDS = 0.6;
const NUMBERS = [3, 7, 12, 18, 25, 31, 42, 56, 63, 77, 90];
const TARGET = 42;

interface Scene {
  readonly seconds: number;
  /** Shown in the picture and, word for word, in the captions. */
  readonly caption: string;
  readonly low: number;
  readonly high: number;
  readonly mid?: number;
  readonly found?: boolean;
}

const scenes: readonly Scene[] = [
  { seconds: 2.5, caption: '在 11 个从小到大的数中查找 42。', low: 0, high: 10 },
  { seconds: 2.5, caption: '先看正中间：31 比 42 小。', low: 0, high: 10, mid: 5 },
  { seconds: 2, caption: '丢掉左半边，low 移到 6。', low: 6, high: 10 },
  { seconds: 2.5, caption: '再看中间：63 比 42 大。', low: 6, high: 10, mid: 8 },
  { seconds: 2, caption: '丢掉右半边，high 移到 7。', low: 6, high: 7 },
  { seconds: 2.5, caption: '再看中间：正是 42，下标是 6。', low: 6, high: 7, mid: 6, found: true },
  { seconds: 2.5, caption: '只比较 3 次，就找到了目标。', low: 6, high: 7, mid: 6, found: true },
];

const centreOf = (index: number): number => 45 + index * 55;
const easeOut = (part: number): number => 1 - (1 - Math.min(1, part)) ** 3;
const between = (from: number, to: number, part: number): number => from + (to - from) * part;

const pointer = (x: number, y: number, label: string, colour: string): string =>
  `<path d="M${x} ${y} l8 14 h-16 z" fill="${colour}"/><text x="${x}" y="${y + 32}" font-size="17" text-anchor="middle" fill="${colour}" font-family="DejaVu Sans Mono,monospace">${label}</text>`;

/** The picture `part` (0 to 1) of the way from `before` to `scene`. */
const drawFrame = (before: Scene, scene: Scene, part: number): string => {
  const cells = NUMBERS.map((number, index) => {
    const was = index >= before.low && index <= before.high ? 1 : 0.28;
    const is = index >= scene.low && index <= scene.high ? 1 : 0.28;
    const isMid = index === scene.mid;
    const fill = isMid ? (scene.found === true ? '#2f8a63' : '#d2622a') : '#2c5c9c';
    return `<g opacity="${between(was, is, part).toFixed(3)}"><rect x="${centreOf(index) - 25}" y="140" width="50" height="54" rx="6" fill="${fill}"/><text x="${centreOf(index)}" y="175" font-size="22" text-anchor="middle" fill="#fff" font-family="DejaVu Sans Mono,monospace">${number}</text><text x="${centreOf(index)}" y="128" font-size="14" text-anchor="middle" fill="#9fb3d1">${index}</text></g>`;
  }).join('');
  const low = between(centreOf(before.low), centreOf(scene.low), part) - 7;
  const high = between(centreOf(before.high), centreOf(scene.high), part) + 7;
  const mid = scene.mid === undefined ? '' : pointer(centreOf(scene.mid), 252, 'mid', scene.found === true ? '#6fd0a6' : '#f2955c');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" font-family="Noto Sans CJK SC,sans-serif"><rect width="640" height="360" fill="#10284d"/><text x="40" y="56" font-size="26" font-weight="700" fill="#fff">二分查找</text><text x="600" y="56" font-size="20" text-anchor="end" fill="#f2b880">目标：${TARGET}</text><g transform="translate(0 -34)">${cells}${pointer(low, 204, 'low', '#8fb7e8')}${pointer(high, 204, 'high', '#8fb7e8')}${mid}</g></svg>`;
};

const timeOf = (seconds: number): string => {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
  return `${minutes}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;
};

const makeFilm = async (workFolder: string): Promise<void> => {
  let frameCount = 0;
  let cues = 'WEBVTT\n';
  let startSeconds = 0;
  for (const [index, scene] of scenes.entries()) {
    const before = scenes[Math.max(0, index - 1)] ?? scene;
    for (let frame = 0; frame < scene.seconds * FRAMES_PER_SECOND; frame++) {
      const picture = drawFrame(before, scene, easeOut(frame / FRAMES_PER_SECOND / SLIDE_SECONDS));
      await sharp(Buffer.from(picture))
        .png()
        .toFile(path.join(workFolder, `${String(frameCount).padStart(4, '0')}.png`));
      frameCount++;
    }
    cues += `\n${index + 1}\n${timeOf(startSeconds)} --> ${timeOf(startSeconds + scene.seconds)}\n${scene.caption}\n`;
    startSeconds += scene.seconds;
  }
  await writeFile(path.join(media, 'binary-search.vtt'), cues);
  const encoding = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '24', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
  const source = ['-framerate', String(FRAMES_PER_SECOND), '-i', path.join(workFolder, '%04d.png')];
  const reproducible = ['-map_metadata', '-1', '-fflags', '+bitexact'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...encoding, ...reproducible, path.join(media, 'binary-search.mp4')]);
  const last = scenes.at(-1);
  if (last !== undefined) {
    const poster = sharp(Buffer.from(drawFrame(last, last, 1)));
    await poster.png({ palette: true }).toFile(path.join(media, 'binary-search-poster.png'));
  }
};

/** Reads the transcript that stands in chapter 1 aloud, so that voice and text are the same. */
const recordSummary = async (workFolder: string): Promise<void> => {
  const chapter = await readFile(path.join(book, 'text', 'ch01.xhtml'), 'utf8');
  const transcript = /<details class="transcript">.*?<p>(.*?)<\/p>/s.exec(chapter)?.[1];
  if (transcript === undefined) throw new Error('text/ch01.xhtml: the transcript is missing');
  const wave = path.join(workFolder, 'summary.wav');
  execFileSync('espeak-ng', ['-v', 'cmn', '-s', '145', '-p', '45', '-g', '2', '-w', wave, transcript]);
  const encoding = ['-ac', '1', '-ar', '22050', '-b:a', '24k', '-map_metadata', '-1', '-fflags', '+bitexact'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wave, ...encoding, path.join(media, 'chapter-1-summary.mp3')]);
};

await mkdir(media, { recursive: true });
for (const name of ['cover', 'growth'])
  await sharp(path.join(book, 'artwork', `${name}.svg`))
    .png({ palette: true, quality: 95 })
    .toFile(path.join(book, 'images', `${name}.png`));
const workFolder = await mkdtemp(path.join(tmpdir(), 'python-media-'));
try {
  await makeFilm(workFolder);
  await recordSummary(workFolder);
} finally {
  await rm(workFolder, { recursive: true });
}
