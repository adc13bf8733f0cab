/** Multipart forms with files, and small files of every type, for tests of user files. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Envelope, UserFile } from '@shufang/contract';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { APP_HOST, type TestServer, type TestUser } from './test-server.ts';

export type Field = readonly [name: string, value: string | { name: string; bytes: Uint8Array }];

/** Sends the fields of a form in their order over a real connection; the server must be listening. */
export const sendForm = async <T = UserFile>(
  shop: TestServer,
  url: string,
  as: TestUser | undefined,
  fields: readonly Field[],
): Promise<Envelope<T>> => {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([Uint8Array.from(value.bytes)]), value.name);
  }
  const encoded = new Response(form);
  const { port } = shop.server.server.address() as AddressInfo;
  const headers = { host: APP_HOST, ...as?.headers, 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = Buffer.from(await encoded.arrayBuffer());
  const sending = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: url,
    agent: false,
    headers: { ...headers, 'content-length': body.length },
  });
  const responded = once(sending, 'response');
  sending.end(body);
  const [response] = (await responded) as [IncomingMessage];
  const envelope = (await json(response)) as Envelope<T>;
  // The server may reject the request before the whole body was sent, so sending is stopped.
  sending.destroy();
  return envelope;
};

export const uploadAs = (shop: TestServer, as: TestUser | undefined, name: string, bytes: Uint8Array): Promise<Envelope<UserFile>> =>
  sendForm(shop, '/api/file/userFile/upload', as, [['file', { name, bytes }]]);

export const uploadPictureAs = (
  shop: TestServer,
  as: TestUser | undefined,
  bytes: Uint8Array,
  purpose: 'avatar' | 'image' = 'avatar',
): Promise<Envelope<UserFile>> =>
  sendForm(shop, '/api/file/userFile/uploadImage', as, [
    ['purpose', purpose],
    ['file', { name: 'IMG_0001.JPG', bytes }],
  ]);

/** Returns the payload of a response. Throws an error with the code of a rejected call. */
export const granted = <T>(response: Envelope<T>): T => {
  if (response.payload === null || response.payload === undefined) throw new Error(`${response.code}: ${response.message}`);
  return response.payload;
};

/**
 * Returns a picture that is half red and half blue, rotated by its EXIF orientation, with GPS coordinates and a comment in its metadata.
 */
export const aPhotograph = (size = { width: 60, height: 40 }): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: '#00f' } })
    .composite([{ input: { create: { width: size.width / 2, height: size.height, channels: 3, background: '#f00' } }, left: 0, top: 0 }])
    .withExif({ IFD0: { ImageDescription: 'SECRET-PLACE', Copyright: 'SECRET-PERSON' }, IFD3: { GPSLatitude: '39/1 54/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OFFICE_PARTS = {
  word: ['word/document.xml', 'wordprocessingml.document'],
  xl: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  ppt: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const;
/** Returns an archive with the ZIP entries that make it a Word document, a spreadsheet or a presentation. */
export const anOfficeFile = (kind: keyof typeof OFFICE_PARTS, extra: Record<string, Uint8Array> = {}, type?: string): Uint8Array => {
  const [main, name] = OFFICE_PARTS[kind];
  const declared = type ?? `${OFFICE}${name}.main+xml`;
  return zipSync({
    '[Content_Types].xml': strToU8(`<Types><Override PartName="/${main}" ContentType="${declared}"/></Types>`),
    [main]: strToU8('<root/>'),
    ...extra,
  });
};

export const aPdf = (size = 100): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(Math.max(0, size - 15), 0x20), Buffer.from('%%EOF\n')]);
