/** Tests with real media files, complete and broken, at an offset inside a larger file as in the conversion. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeWave } from '../testing/make-wave.ts';
import { mediaSeconds } from './media-seconds.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'shufang-media-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const demo = path.join(import.meta.dirname, '../../../../../../demo/books/python-rumen/media');
const film = readFileSync(path.join(demo, 'binary-search.mp4'));
const audio = readFileSync(path.join(demo, 'chapter-1-summary.mp3'));

const measure = (bytes: Buffer, mediaType: string): Promise<number | undefined> => {
  const file = path.join(folder, 'objects.bin');
  writeFileSync(file, Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')]));
  return mediaSeconds(file, { offset: 6, bytes: bytes.length, mediaType });
};

test('reads the duration of a video, an audio file and a WAV file', async () => {
  expect(await measure(film, 'video/mp4')).toBeCloseTo(16.5, 0);
  expect(await measure(audio, 'audio/mpeg')).toBeCloseTo(43.1, 0);
  expect(await measure(makeWave(90), 'audio/wav')).toBeCloseTo(90, 1);
});

test('reads a video whose metadata is at its end without reading the data before it', async () => {
  const boxes: { type: string; bytes: Buffer }[] = [];
  for (let at = 0; at < film.length; ) {
    const length = film.readUInt32BE(at);
    boxes.push({ type: film.toString('latin1', at + 4, at + 8), bytes: film.subarray(at, at + length) });
    at += length;
  }
  const described = boxes.filter(({ type }) => type === 'moov');
  const rest = boxes.filter(({ type }) => type !== 'moov');
  expect(described).toHaveLength(1);
  expect(await measure(Buffer.concat([...rest, ...described].map(({ bytes }) => bytes)), 'video/mp4')).toBeCloseTo(16.5, 0);
});

test('a broken file or one of another type has no duration and throws no error', async () => {
  expect(await measure(film.subarray(0, 40), 'video/mp4')).toBeUndefined();
  expect(await measure(Buffer.from('not a sound at all'), 'audio/mpeg')).toBeUndefined();
  expect(await measure(Buffer.alloc(0), 'video/webm')).toBeUndefined();
});
