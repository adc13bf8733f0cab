/**
 * The form in which a file of a book lies on the disk: AES-256-GCM in chunks, so that a part of a long video can be decrypted alone. A changed,
 * shortened or exchanged file does not decrypt.
 *
 * Layout: the length of the header (4 bytes), the header as JSON, then the encrypted chunks, each with its tag. The nonce of a chunk is the
 * random beginning in the header and the chunk's number; the header and the name of the file are authenticated with every chunk.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';

const CHUNK_BYTES = 262_144;
const TAG_BYTES = 16;
const PREFIX_BYTES = 8;
const HEADER_BYTES_MAX = 16_384;

const headerSchema = z.object({
  /** Size of the content in bytes. */
  bytes: z.number().int().min(0),
  /** Beginning of the nonces in hexadecimal. */
  prefix: z.string().regex(/^[0-9a-f]{16}$/),
  /** Headers of the server's response that are sent with the file. */
  headers: z.record(z.string(), z.string()),
});
type Header = z.output<typeof headerSchema>;

const nonceOf = (prefix: Buffer, chunk: number): Buffer => {
  const nonce = Buffer.alloc(PREFIX_BYTES + 4);
  prefix.copy(nonce);
  nonce.writeUInt32BE(chunk, PREFIX_BYTES);
  return nonce;
};

const chunksOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / CHUNK_BYTES));
const authenticated = (header: Buffer, href: string): Buffer => Buffer.concat([header, Buffer.from(`\n${href}`)]);

/** Returns the encrypted file. */
export const sealFile = (key: Buffer, href: string, content: Buffer, headers: Readonly<Record<string, string>>): Buffer => {
  const prefix = randomBytes(PREFIX_BYTES);
  const header = Buffer.from(JSON.stringify({ bytes: content.length, prefix: prefix.toString('hex'), headers } satisfies Header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  const parts = [length, header];
  for (let chunk = 0; chunk < chunksOf(content.length); chunk += 1) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, chunk)).setAAD(authenticated(header, href));
    const part = content.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES);
    parts.push(cipher.update(part), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(parts);
};

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
};

export interface OpenedFile {
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Returns the decrypted bytes `start` to `end`, both included, piece by piece. Throws when a chunk was damaged or encrypted under another
   * key or name.
   */
  read(start: number, end: number): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Where an encrypted file is: `start` is its position in `file`. */
export interface SealedLocation {
  readonly file: string;
  readonly start: number;
}

/** Opens an encrypted file. Throws if it does not exist or has no valid header. */
export const openSealedFile = async ({ file: path, start: first }: SealedLocation, key: Buffer, href: string): Promise<OpenedFile> => {
  const file = await open(path, 'r');
  try {
    const length = (await readAt(file, first, 4)).readUInt32BE(0);
    if (length > HEADER_BYTES_MAX) throw new Error(`${href} is damaged`);
    const header = await readAt(file, first + 4, length);
    const { bytes, prefix, headers } = headerSchema.parse(JSON.parse(header.toString()));
    const aad = authenticated(header, href);
    const nonces = Buffer.from(prefix, 'hex');
    return {
      bytes,
      headers,
      async *read(start, end) {
        for (let chunk = Math.floor(start / CHUNK_BYTES); chunk < chunksOf(bytes) && chunk * CHUNK_BYTES <= Math.max(end, 0); chunk += 1) {
          const size = Math.min(CHUNK_BYTES, bytes - chunk * CHUNK_BYTES);
          const sealed = await readAt(file, first + 4 + length + chunk * (CHUNK_BYTES + TAG_BYTES), size + TAG_BYTES);
          const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(nonces, chunk), { authTagLength: TAG_BYTES }).setAAD(aad);
          decipher.setAuthTag(sealed.subarray(size));
          const content = Buffer.concat([decipher.update(sealed.subarray(0, size)), decipher.final()]);
          const at = chunk * CHUNK_BYTES;
          yield new Uint8Array(content.subarray(Math.max(0, start - at), Math.max(0, end - at + 1)));
        }
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
};

/** Returns the whole content of an encrypted file and its headers. Throws as `openSealedFile` and its `read`. */
export const readSealedFile = async (
  location: SealedLocation,
  key: Buffer,
  href: string,
): Promise<{ content: Buffer; headers: Readonly<Record<string, string>> }> => {
  const file = await openSealedFile(location, key, href);
  try {
    const parts: Uint8Array[] = [];
    for await (const part of file.read(0, file.bytes - 1)) parts.push(part);
    return { content: Buffer.concat(parts), headers: file.headers };
  } finally {
    await file.close();
  }
};

/** Returns the SHA-256 of a content in hexadecimal. */
export const hashOf = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');
