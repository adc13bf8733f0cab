import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { exportedText } from '../../platform/personal-data.ts';
import { writeZip } from './write-zip.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'zip-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file of one large entry is written completely, in chunks between which the event loop is free', async () => {
  const text = Array.from({ length: 200_000 }, (_, line) => `第${line}段，山川异域`).join('\n');
  const small = exportedText('小.json', '', '{}');
  let turns = 0;
  let isWritten = false;
  const count = (): void => {
    turns += 1;
    if (!isWritten) setImmediate(count);
  };
  setImmediate(count);
  const filePath = path.join(folder, 'a.zip');
  await writeZip(filePath, [exportedText('大.json', '', text), small], Date.UTC(2026, 0, 1), async () => undefined);
  isWritten = true;
  // The event loop must turn at least once for each 64 KiB. Without yielding, the whole file would be written in one turn.
  expect(turns).toBeGreaterThan(Buffer.byteLength(text) / 65_536);
  const files = unzipSync(readFileSync(filePath));
  expect(strFromU8(files['大.json'] ?? new Uint8Array())).toBe(text);
  expect(strFromU8(files['小.json'] ?? new Uint8Array())).toBe('{}');
});
