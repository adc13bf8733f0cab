/**
 * Draws and records the media of `demo/books/python-rumen`: cover and plot from `artwork/*.svg`, a video of a binary search, and the
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
/** Duration of the animation at the start of a slide in which its pointers move to their new positions. */
const SLIDE_SECONDS = 0.6;
const NUMBERS = [3, 7, 12, 18, 25, 31, 42, 56, 63, 77, 90];
const TARGET = 42;

interface Slide {
  readonly seconds: number;
  /** Text in the picture; the captions of the video contain the same text. */
  readonly caption: string;
  readonly low: number;
  readonly high: number;
  readonly mid?: number;
  readonly found?: boolean;
}

const slides: readonly Slide[] = [
  { seconds: 2.5, caption: '在 11 个从小到大的数中查找 42。', low: 0, high: 10 },
  { seconds: 2.5, caption: '先看正中间：31 比 42 小。', low: 0, high: 10, mid: 5 },
  { seconds: 2, caption: '丢掉左半边，low 移到 6。', low: 6, high: 10 },
  { seconds: 2.5, caption: '再看中间：63 比 42 大。', low: 6, high: 10, mid: 8 },
  { seconds: 2, caption: '丢掉右半边，high 移到 7。', low: 6, high: 7 },
  { seconds: 2.5, caption: '再看中间：正是 42，下标是 6。', low: 6, high: 7, mid: 6, found: true },
  { seconds: 2.5, caption: '只比较 3 次，就找到了目标。', low: 6, high: 7, mid: 6, found: true },
];

const centerOf = (index: number): number => 45 + index * 55;
const easeOut = (part: number): number => 1 - (1 - Math.min(1, part)) ** 3;
const between = (from: number, to: number, part: number): number => from + (to - from) * part;

const pointer = (x: number, y: number, label: string, color: string): string =>
  `<path d="M${x} ${y} l8 14 h-16 z" fill="${color}"/><text x="${x}" y="${y + 32}" font-size="17" text-anchor="middle" fill="${color}" font-family="DejaVu Sans Mono,monospace">${label}</text>`;

/** Returns the picture, as SVG, of the transition from slide `before` to `slide`; `part`: progress of the transition, 0 to 1. */
const drawFrame = (before: Slide, slide: Slide, part: number): string => {
  const cells = NUMBERS.map((number, index) => {
    const was = index >= before.low && index <= before.high ? 1 : 0.28;
    const is = index >= slide.low && index <= slide.high ? 1 : 0.28;
    const isMid = index === slide.mid;
    const fill = isMid ? (slide.found === true ? '#2f8a63' : '#d2622a') : '#2c5c9c';
    return `<g opacity="${between(was, is, part).toFixed(3)}"><rect x="${centerOf(index) - 25}" y="140" width="50" height="54" rx="6" fill="${fill}"/><text x="${centerOf(index)}" y="175" font-size="22" text-anchor="middle" fill="#fff" font-family="DejaVu Sans Mono,monospace">${number}</text><text x="${centerOf(index)}" y="128" font-size="14" text-anchor="middle" fill="#9fb3d1">${index}</text></g>`;
  }).join('');
  const low = between(centerOf(before.low), centerOf(slide.low), part) - 7;
  const high = between(centerOf(before.high), centerOf(slide.high), part) + 7;
  const mid = slide.mid === undefined ? '' : pointer(centerOf(slide.mid), 252, 'mid', slide.found === true ? '#6fd0a6' : '#f2955c');
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
  for (const [index, slide] of slides.entries()) {
    const before = slides[Math.max(0, index - 1)] ?? slide;
    for (let frame = 0; frame < slide.seconds * FRAMES_PER_SECOND; frame++) {
      const picture = drawFrame(before, slide, easeOut(frame / FRAMES_PER_SECOND / SLIDE_SECONDS));
      await sharp(Buffer.from(picture))
        .png()
        .toFile(path.join(workFolder, `${String(frameCount).padStart(4, '0')}.png`));
      frameCount++;
    }
    cues += `\n${index + 1}\n${timeOf(startSeconds)} --> ${timeOf(startSeconds + slide.seconds)}\n${slide.caption}\n`;
    startSeconds += slide.seconds;
  }
  await writeFile(path.join(media, 'binary-search.vtt'), cues);
  const encoding = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '24', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
  const source = ['-framerate', String(FRAMES_PER_SECOND), '-i', path.join(workFolder, '%04d.png')];
  const reproducible = ['-map_metadata', '-1', '-fflags', '+bitexact'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...encoding, ...reproducible, path.join(media, 'binary-search.mp4')]);
  const last = slides.at(-1);
  if (last !== undefined) {
    const poster = sharp(Buffer.from(drawFrame(last, last, 1)));
    await poster.png({ palette: true }).toFile(path.join(media, 'binary-search-poster.png'));
  }
};

/** Records the transcript in chapter 1 as speech, so that the audio and the text are the same. */
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
