/** Receives a form with one file, which is written to a temporary folder while it arrives. The first bytes decide its size limit. */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '@shufang/contract';
import type { FastifyRequest } from 'fastify';
import { readingForm } from '../../platform/http/broken-form.ts';
import { HEAD_BYTES } from './upload-kinds.ts';

export interface ReceivedForm {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly filePath: string;
  /** The sender's file name; only displayed, never used as a path. */
  readonly fileName: string;
  readonly bytes: number;
}

/** Returns a stream that throws `file.tooLarge`. `maxBytes` is called once, with the first bytes, and may throw an error of its own. */
const limiting = (maxBytes: (head: Buffer) => number): { stream: Transform; bytes: () => number } => {
  let head = Buffer.alloc(0);
  let limit: number | undefined;
  let bytes = 0;
  const check = (isWhole: boolean): void => {
    if (limit === undefined && (isWhole || head.length >= HEAD_BYTES)) limit = maxBytes(head);
    if (limit !== undefined && bytes > limit) throw new CodedError('file.tooLarge', { megabytes: limit / 1_048_576 });
  };
  const guarded = (work: () => void, done: (error?: Error | null, chunk?: Buffer) => void, chunk?: Buffer): void => {
    try {
      work();
      done(null, chunk);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      guarded(() => check(false), done, chunk);
    },
    flush(done) {
      guarded(() => check(true), done);
    },
  });
  return { stream, bytes: () => bytes };
};

/** Receives a form. Its fields may precede or follow the file. Throws `file.missing`, `file.tooLarge`, `request.invalid`. */
export const receiveForm = (request: FastifyRequest, folder: string, maxBytes: (head: Buffer) => number): Promise<ReceivedForm> =>
  readingForm(() => receive(request, folder, maxBytes));

const receive = async (request: FastifyRequest, folder: string, maxBytes: (head: Buffer) => number): Promise<ReceivedForm> => {
  if (!request.isMultipart()) throw new CodedError('request.invalid', { reason: '请以表单（multipart/form-data）上传文件' });
  const fields: Record<string, unknown> = {};
  let received: Omit<ReceivedForm, 'fields'> | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.value !== '') fields[part.fieldname] = part.value;
      continue;
    }
    const filePath = path.join(folder, 'received');
    const counted = limiting(maxBytes);
    await pipeline(part.file, counted.stream, createWriteStream(filePath, { flags: 'wx' }));
    if (part.file.truncated) throw new CodedError('request.tooLarge');
    received = { filePath, fileName: part.filename ?? '', bytes: counted.bytes() };
  }
  if (received === undefined || (received.bytes === 0 && received.fileName === '')) throw new CodedError('file.missing');
  return { fields, ...received };
};
