/**
 * The form in which a file of a book lies on the device: AES-256-GCM in chunks, so that a part of a long video can be decrypted alone. A
 * changed, shortened or exchanged file does not decrypt. Pure except for WebCrypto; runs in the store page and in the service worker.
 *
 * Layout: 8 random bytes, then the encrypted chunks, each with its tag. The nonce of a chunk is the random bytes and the chunk's number; name
 * and size of the file are authenticated with every chunk.
 */

const CHUNK_BYTES = 262_144;
const TAG_BYTES = 16;
const PREFIX_BYTES = 8;

/** A file as it is described where it is used. */
export interface SealedFile {
  readonly href: string;
  /** Size of the content in bytes. */
  readonly bytes: number;
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** Imports the key of a lease. Throws when it is no AES-256 key. */
export const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64Url(key), 'AES-GCM', false, ['encrypt', 'decrypt']);

const parametersOf = (prefix: Uint8Array, chunk: number, { href, bytes }: SealedFile): AesGcmParams => {
  const iv = new Uint8Array(PREFIX_BYTES + 4);
  iv.set(prefix);
  new DataView(iv.buffer).setUint32(PREFIX_BYTES, chunk);
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${bytes} ${href}`) };
};

const damaged = ({ href }: SealedFile): Error => new Error(`${href} is damaged`);

const chunksOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / CHUNK_BYTES));

/** Encrypts a whole file. */
export const sealFile = async (key: CryptoKey, href: string, content: ArrayBuffer): Promise<Blob> => {
  const file = { href, bytes: content.byteLength };
  const prefix = crypto.getRandomValues(new Uint8Array(PREFIX_BYTES));
  const parts: BlobPart[] = [prefix];
  for (let chunk = 0; chunk < chunksOf(file.bytes); chunk += 1) {
    const part = new Uint8Array(content, chunk * CHUNK_BYTES, Math.min(CHUNK_BYTES, file.bytes - chunk * CHUNK_BYTES));
    parts.push(await crypto.subtle.encrypt(parametersOf(prefix, chunk, file), key, part));
  }
  return new Blob(parts);
};

/**
 * Decrypts the bytes `start` to `end` of a file, both included. Reads only the chunks that contain them. Throws when a chunk was damaged, or
 * encrypted under another key, name or size.
 */
export const openFile = async (
  key: CryptoKey,
  file: SealedFile,
  sealed: Blob,
  start = 0,
  end = file.bytes - 1,
): Promise<Uint8Array<ArrayBuffer>> => {
  if (sealed.size !== PREFIX_BYTES + file.bytes + chunksOf(file.bytes) * TAG_BYTES) throw damaged(file);
  const prefix = new Uint8Array(await sealed.slice(0, PREFIX_BYTES).arrayBuffer());
  const opened = new Uint8Array(Math.max(0, end - start + 1));
  const last = Math.max(0, Math.floor(end / CHUNK_BYTES));
  for (let chunk = Math.floor(start / CHUNK_BYTES); chunk <= last; chunk += 1) {
    const from = PREFIX_BYTES + chunk * (CHUNK_BYTES + TAG_BYTES);
    const sealedChunk = await sealed.slice(from, from + CHUNK_BYTES + TAG_BYTES).arrayBuffer();
    const decrypted = await crypto.subtle.decrypt(parametersOf(prefix, chunk, file), key, sealedChunk).catch(() => undefined);
    if (decrypted === undefined) throw damaged(file);
    const content = new Uint8Array(decrypted);
    const first = chunk * CHUNK_BYTES;
    const part = content.subarray(Math.max(0, start - first), Math.max(0, end - first + 1));
    opened.set(part, Math.max(0, first - start));
  }
  return opened;
};

/** Returns the SHA-256 of a content in hexadecimal. */
export const hashOf = async (content: ArrayBuffer): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', content)), (byte) => byte.toString(16).padStart(2, '0')).join('');
