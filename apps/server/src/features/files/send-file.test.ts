/**
 * Tests of sending a file: completely, in ranges, by its ETag, and missing in the store. They check status, headers and bytes over HTTP
 * with a real folder.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { openFolderObjectStorage } from '../../gateways/object-storage/folder-object-storage.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { createLogger } from '../../platform/logger.ts';
import { sendFile } from './send-file.ts';

let folder: string;
let objects: ObjectStorage;
let server: FastifyInstance;
/** Keys of the objects that were read from the store. */
let fetched: string[];
const logged: string[] = [];
const sha256Of = (body: string): string => createHash('sha256').update(body).digest('hex');
const TEXT = '0123456789';
const TAG = `"${sha256Of(TEXT)}"`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-send-'));
  const stored = await openFolderObjectStorage(folder);
  objects = {
    ...stored,
    get: (key, range) => {
      fetched.push(key);
      return key === contentKey(sha256Of('unreadable')) ? Promise.reject(new Error('the disk is broken')) : stored.get(key, range);
    },
  };
  for (const body of [TEXT, ''])
    await stored.put(contentKey(sha256Of(body)), Buffer.from(body), { mediaType: 'text/plain', bytes: body.length });
  server = Fastify({ loggerInstance: createLogger('info', { write: (line) => void logged.push(line) }) as unknown as FastifyBaseLogger });
  server.route<{ Querystring: { body?: string; type?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/file',
    handler: (request, reply) => {
      const { body = TEXT, type: mediaType = 'application/pdf' } = request.query;
      const file = { sha256: sha256Of(body), sizeBytes: body.length, mediaType };
      return sendFile(objects, request, reply, file, { 'x-of-the-caller': 'yes' }, () => reply.code(404).send('gone'));
    },
  });
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (headers: Record<string, string> = {}, query = '', method: 'GET' | 'HEAD' = 'GET') => {
  fetched = [];
  const { statusCode, body, headers: given } = await server.inject({ method, url: `/file${query}`, headers });
  return { status: statusCode, body, headers: given, length: given['content-length'], range: given['content-range'] };
};

it('is sent completely, with a content security policy that forbids everything', async () => {
  const response = await ask();
  expect(response).toMatchObject({ status: 200, body: TEXT, length: '10', range: undefined });
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'accept-ranges': 'bytes',
    etag: TAG,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-of-the-caller': 'yes',
  });
});

it('has a charset for text only', async () => {
  expect((await ask({}, '?type=text/markdown')).headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect((await ask({}, '?type=application/text/x')).headers['content-type']).toBe('application/text/x');
});

it('is sent in part for a range at its beginning, middle or end', async () => {
  expect(await ask({ range: 'bytes=0-0' })).toMatchObject({ status: 206, body: '0', length: '1', range: 'bytes 0-0/10' });
  expect(await ask({ range: 'bytes=2-5' })).toMatchObject({ status: 206, body: '2345', length: '4', range: 'bytes 2-5/10' });
  expect(await ask({ range: 'bytes=-3' })).toMatchObject({ status: 206, body: '789', length: '3', range: 'bytes 7-9/10' });
  expect(await ask({ range: 'bytes=10-' })).toMatchObject({ status: 416, body: '', range: 'bytes */10' });
  expect(fetched).toEqual([]);
});

it('is sent in part only if it is unchanged since the client received its first part', async () => {
  expect(await ask({ range: 'bytes=2-5', 'if-range': TAG })).toMatchObject({ status: 206, body: '2345' });
  expect(await ask({ range: 'bytes=2-5', 'if-range': '"another"' })).toMatchObject({ status: 200, body: TEXT, range: undefined });
});

it('is not sent to a client that has it, and not read for a request of its headers only', async () => {
  expect(await ask({ 'if-none-match': TAG })).toMatchObject({ status: 304, body: '' });
  expect(await ask({ 'if-none-match': TAG, range: 'bytes=10-' })).toMatchObject({ status: 304 });
  expect(fetched).toEqual([]);
  expect(await ask({ 'if-none-match': '"another"' })).toMatchObject({ status: 200, body: TEXT });
  expect(await ask({}, '', 'HEAD')).toMatchObject({ status: 200, body: '', length: '10' });
  expect(fetched).toEqual([]);
});

it('may be empty', async () => {
  expect(await ask({}, '?body=')).toMatchObject({ status: 200, body: '', length: '0' });
  expect(fetched).toEqual([]);
});

it('gets the response of the caller when the store has lost it, and this is logged; any other failure is thrown', async () => {
  expect(await ask({}, '?body=lost')).toMatchObject({ status: 404, body: 'gone' });
  expect(logged.join('')).toContain(sha256Of('lost'));
  expect((await ask({}, '?body=lost')).headers).not.toHaveProperty('x-of-the-caller');
  expect((await ask({}, '?body=unreadable')).status).toBe(500);
});
