import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ObjectNotFoundError } from '../../gateways/object-storage/object-storage.ts';
import type { StoredContent } from '../publication/versions/stored-content.ts';
import { createTextReader } from './stored-texts.ts';

const textAt = (n: number): StoredContent => ({ sha256: n.toString(16).padStart(64, '0'), part: undefined });
const TEXTS = Array.from({ length: 200 }, (_, n) => textAt(n));

/** Returns a store in which every object has `bytes` bytes, and the keys that were read. */
const aStore = (bytes: number) => {
  const read: string[] = [];
  return {
    read,
    objects: {
      get: async (key: string) => {
        read.push(key);
        return { stream: Readable.from([Buffer.alloc(bytes, 'x')]), bytes, totalBytes: bytes };
      },
    },
  };
};

test('a text is read from the store once, until others have replaced it', async () => {
  const { read, objects } = aStore(131_072);
  const readText = createTextReader(objects);
  const [first = textAt(0), ...others] = TEXTS;
  expect(await readText(first)).toEqual({ body: Buffer.alloc(131_072, 'x'), bytes: 131_072 });
  await readText(first);
  expect(read).toHaveLength(1);
  // 16 MiB hold 128 such texts.
  for (const text of others.slice(0, 127)) await readText(text);
  await readText(first);
  expect(read).toHaveLength(128);
  for (const text of others.slice(0, 128)) await readText(text);
  await readText(first);
  expect(read.length).toBeGreaterThan(129);
});

test('a larger text is read from the store each time', async () => {
  const { read, objects } = aStore(131_073);
  const readText = createTextReader(objects);
  for (let n = 0; n < 2; n += 1) {
    const { body, bytes } = await readText(textAt(0));
    expect([bytes, (await buffer(body as Readable)).length]).toEqual([131_073, 131_073]);
  }
  expect(read).toHaveLength(2);
});

test('a missing text is looked for again', async () => {
  let isThere = false;
  const readText = createTextReader({
    get: async (key) => {
      if (!isThere) throw new ObjectNotFoundError(key);
      return { stream: Readable.from([Buffer.from('text')]), bytes: 4, totalBytes: 4 };
    },
  });
  await expect(readText(textAt(0))).rejects.toThrow(ObjectNotFoundError);
  isThere = true;
  expect((await readText(textAt(0))).body).toEqual(Buffer.from('text'));
});

test('texts in one object are read, and remembered, one by one', async () => {
  const ranges: unknown[] = [];
  const readText = createTextReader({
    get: async (_key, range) => {
      ranges.push(range);
      const body = Buffer.from('甲乙').subarray(range?.start, (range?.end ?? 5) + 1);
      return { stream: Readable.from([body]), bytes: body.length, totalBytes: 6 };
    },
  });
  const partAt = (start: number): StoredContent => ({ sha256: 'a'.repeat(64), part: { start, bytes: 3 } });
  for (const start of [0, 3, 0, 3]) {
    expect(await readText(partAt(start))).toEqual({ body: Buffer.from(start === 0 ? '甲' : '乙'), bytes: 3 });
  }
  expect(ranges).toEqual([
    { start: 0, end: 2 },
    { start: 3, end: 5 },
  ]);
});
