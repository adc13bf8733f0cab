/** Tests of serving the cover images of books. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { COVER_PATH } from '@shufang/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { openFolderObjectStorage } from '../../gateways/object-storage/folder-object-storage.ts';
import { testAccess } from '../../testing/test-access.ts';
import { registerCoverRoute } from './get-cover.ts';

testAccess('getCover', 'everyone');

const COVER = 'a'.repeat(64);
const LOST = 'b'.repeat(64);
const OTHER = 'c'.repeat(64);

let folder: string;
let server: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-cover-'));
  const objects = await openFolderObjectStorage(folder);
  for (const sha256 of [COVER, OTHER]) {
    await objects.put(contentKey(sha256), Buffer.from('webp'), { mediaType: 'image/webp', bytes: 4 });
  }
  server = Fastify();
  server.setValidatorCompiler(() => (value) => ({ value }));
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));
  registerCoverRoute(server, { objects, isCover: async (bookId, sha256) => bookId === 'book' && [COVER, LOST].includes(sha256) });
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (file: string, bookId = 'book') => server.inject({ method: 'GET', url: `${COVER_PATH}/${bookId}/${file}` });

it('the cover of a book is sent with its type and may be cached for good', async () => {
  const response = await get(`${COVER}.webp`);
  expect([response.statusCode, response.body]).toEqual([200, 'webp']);
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '4',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

it.each([
  ['an image that is not the cover of the book', `${OTHER}.webp`, 'book'],
  ['the cover of another book', `${COVER}.webp`, 'other'],
  ['a cover whose file is lost', `${LOST}.webp`, 'book'],
  ['another file type', `${COVER}.png`, 'book'],
])('%s is not found', async (_case, file, bookId) => {
  expect((await get(file, bookId)).statusCode).toBe(404);
});
