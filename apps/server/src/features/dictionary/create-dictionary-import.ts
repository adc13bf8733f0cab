/** Receives the files of a dictionary, stores them and queues their import. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError, LIMITS, newId } from '@shufang/contract';
import type { FastifyRequest } from 'fastify';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { readingForm } from '../../platform/http/broken-form.ts';
import type { UploadUseCase } from '../../platform/http/register-uploads.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { DICTIONARY_IMPORT_JOB, type DictionaryImportDependencies } from './dictionary-dependencies.ts';
import { insertDictionaryImport, type UploadedFile } from './dictionary-import-store.ts';
import { partOfStarDict } from './import/dictionary-file.ts';

const FILE_NAME_CHARS_MAX = 200;
/** Media type of the files, which are never sent to anybody. */
const MEDIA_TYPE = 'application/octet-stream';

interface ReceivedFile extends UploadedFile {
  readonly filePath: string;
}

/** Returns the sender's file name as it is shown; it is never used as a path. */
const shownName = (fileName: string): string =>
  fileName
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .toWellFormed()
    .slice(-FILE_NAME_CHARS_MAX) || '未命名';

/** Returns a stream that hashes what passes and throws `file.tooLarge` above `bytesMax`. */
const hashing = (bytesMax: number) => {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > bytesMax) done(new CodedError('file.tooLarge', { megabytes: LIMITS.dictionaryBytes / 1_048_576 }));
      else done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes, sha256: () => hash.digest('hex') };
};

interface ReceivedDictionary {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly ReceivedFile[];
}

const receive = async (request: FastifyRequest, folder: string): Promise<ReceivedDictionary> => {
  if (!request.isMultipart()) throw new CodedError('request.invalid', { reason: '请以表单（multipart/form-data）上传文件' });
  const fields: Record<string, unknown> = {};
  const files: ReceivedFile[] = [];
  let left: number = LIMITS.dictionaryBytes;
  // One file more than allowed, so that the use case refuses it with its own message.
  for await (const part of request.parts({ limits: { files: LIMITS.dictionaryFiles + 1 } })) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value;
      continue;
    }
    if (files.length === LIMITS.dictionaryFiles)
      throw new CodedError('request.invalid', { reason: `一次最多选 ${LIMITS.dictionaryFiles} 个文件` });
    const filePath = path.join(folder, String(files.length));
    const hashed = hashing(left);
    await pipeline(part.file, hashed.stream, createWriteStream(filePath, { flags: 'wx' }));
    const bytes = hashed.bytes();
    left -= bytes;
    if (bytes > 0 || part.filename) files.push({ name: shownName(part.filename ?? ''), filePath, bytes, sha256: hashed.sha256() });
  }
  return { fields, files };
};

/** Several files must be those of one StarDict dictionary. Throws `request.invalid`. */
const checkFiles = (files: readonly UploadedFile[]): void => {
  if (files.length === 0) throw new CodedError('file.missing');
  const empty = files.find(({ bytes }) => bytes === 0);
  if (empty !== undefined) throw new CodedError('request.invalid', { reason: `${empty.name} 是空文件` });
  const parts = files.map(({ name }) => partOfStarDict(name));
  const isStarDict = parts.some((part) => part !== undefined);
  const needed = ['.ifo', '.idx', '.dict'] as const;
  const isWhole = new Set(parts).size === parts.length && !parts.includes(undefined) && needed.every((part) => parts.includes(part));
  if ((files.length > 1 || isStarDict) && !isWhole)
    throw new CodedError('request.invalid', {
      reason: 'StarDict 词典须一起选中 .ifo、.idx 和 .dict（或 .dict.dz），可以加上 .syn；其他格式一次选一个文件',
    });
};

export const createDictionaryImport: UploadUseCase<'createDictionaryImport', DictionaryImportDependencies> = (
  dependencies,
  caller,
  request,
  parseInput,
) =>
  dependencies.withTemporaryFolder(async (folder) => {
    const { db, clock, objects, jobs, noteUnclaimedObject } = dependencies;
    const form = await readingForm(() => receive(request, folder));
    const { name, license } = parseInput(form.fields);
    checkFiles(form.files);
    const now = clock.now();
    for (const { sha256, filePath, bytes } of form.files) {
      await noteUnclaimedObject(db.orm, sha256, now);
      await objects.put(contentKey(sha256), createReadStream(filePath), { mediaType: MEDIA_TYPE, bytes });
    }
    const files = form.files.map(({ filePath: _filePath, ...file }) => file);
    const id = newId(now);
    return db.transaction(async (tx) => {
      const created = await insertDictionaryImport(tx, { id, files, name, license, createdAt: now });
      await jobs.send(DICTIONARY_IMPORT_JOB, { id }, { tx, singletonKey: id });
      const target = { kind: 'dictionary', id, name: name || (files[0]?.name ?? '') } as const;
      const after = { files: files.map((file) => file.name), license };
      await recordAuditEvent(tx, operatorOf(caller), { action: 'dictionary.import', target, after }, now);
      return created;
    });
  });
