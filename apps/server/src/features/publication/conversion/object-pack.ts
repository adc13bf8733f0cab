/**
 * Output files of the conversion process for served contents: small ones in one file, which is stored as one object, large ones in another,
 * each stored as an object of its own. Equal contents are written once.
 */
import { createHash, hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ImportRefusal } from '../import-refusal.ts';
import { type ConvertedResource, LARGE_FILE, type PackedObject, SMALL_FILE } from './conversion-model.ts';

/** A content in one of the files. */
export interface PackedContent {
  readonly file: typeof SMALL_FILE | typeof LARGE_FILE;
  /** Hash of the stored bytes. */
  readonly sha256: string;
  /** Number of stored bytes. */
  readonly bytes: number;
  /** Offset in the file. */
  readonly offset: number;
  readonly mediaType: string;
  /** Compression of the stored bytes; absent if the content is stored as it is. */
  readonly encoding?: 'gzip';
  /** Size of the content without compression in bytes. */
  readonly contentBytes: number;
}

/** Texts up to this size are stored uncompressed: they fit in one network packet anyway. */
const UNCOMPRESSED_TEXT_BYTES = 1_400;
/**
 * Maximum size of a content in the file of small ones. Storing an object waits for the disk, or for a request to the object store: thousands
 * of chapters in one object are stored in the time of one. Large contents are worth an object of their own, which versions of a book share.
 */
const SMALL_BYTES_MAX = 131_072;

/** Number of bytes that are buffered before a write, so that writes are fewer and larger. */
const BUFFER_BYTES = 1_048_576;

/** A growing file with a write buffer. */
class GrowingFile {
  private readonly file: number;
  private buffered: Uint8Array[] = [];
  private bufferedBytes = 0;
  size = 0;

  constructor(filePath: string) {
    this.file = openSync(filePath, 'wx');
  }

  write(bytes: Uint8Array): void {
    this.size += bytes.length;
    this.buffered.push(bytes);
    this.bufferedBytes += bytes.length;
    if (this.bufferedBytes >= BUFFER_BYTES) this.flush();
  }

  flush(): void {
    if (this.bufferedBytes === 0) return;
    const bytes = Buffer.concat(this.buffered, this.bufferedBytes);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.file, bytes, done, bytes.length - done);
    this.buffered = [];
    this.bufferedBytes = 0;
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }
}

export class ObjectPack {
  private readonly small: GrowingFile;
  private readonly large: GrowingFile;
  private readonly smallHash = createHash('sha256');
  private smallSha256 = '';
  private readonly contentBytesMax: number;
  private readonly contents = new Map<string, PackedContent>();
  private contentSize = 0;

  /** `contentBytesMax`: limit of the sum of all contents without compression. */
  constructor(folder: string, contentBytesMax: number) {
    this.small = new GrowingFile(path.join(folder, SMALL_FILE));
    this.large = new GrowingFile(path.join(folder, LARGE_FILE));
    this.contentBytesMax = contentBytesMax;
  }

  /** Adds a text that is stored and served compressed, so that the server need not compress it for each request. */
  addText(text: string, mediaType: string): PackedContent {
    const content = Buffer.from(text);
    if (content.length <= UNCOMPRESSED_TEXT_BYTES) return this.add(content, mediaType);
    return this.addStored(gzipSync(content), { mediaType, contentBytes: content.length, encoding: 'gzip' });
  }

  add(bytes: Uint8Array, mediaType: string): PackedContent {
    return this.addStored(bytes, { mediaType, contentBytes: bytes.length });
  }

  /** Adds a content that must be an object of its own, whatever its size. */
  addObject(bytes: Uint8Array, mediaType: string): PackedContent {
    return this.addStored(bytes, { mediaType, contentBytes: bytes.length }, LARGE_FILE);
  }

  /** Adds a large content that arrives in pieces; if it is a duplicate, its bytes stay in the file unused. */
  addPieces(feed: (onPiece: (piece: Uint8Array) => void) => void, mediaType: string): PackedContent {
    const pieces = createHash('sha256');
    const offset = this.large.size;
    feed((piece) => {
      pieces.update(piece);
      this.count(piece.length);
      this.large.write(piece);
    });
    const sha256 = pieces.digest('hex');
    const bytes = this.large.size - offset;
    return (
      this.contents.get(`${LARGE_FILE} ${sha256}`) ??
      this.remember({ file: LARGE_FILE, sha256, bytes, offset, mediaType, contentBytes: bytes })
    );
  }

  /** Writes the buffers; every content returned so far is then in its file. */
  flush(): void {
    this.small.flush();
    this.large.flush();
  }

  /** Closes the files; `storedAs` and `objectsOf` can be called from then on. */
  close(): void {
    this.small.close();
    this.large.close();
    this.smallSha256 = this.smallHash.digest('hex');
  }

  /** Returns the object that contains the stored bytes, and where. */
  storedAs({ file, sha256, offset, bytes }: PackedContent): Pick<ConvertedResource, 'sha256' | 'part'> {
    return file === LARGE_FILE ? { sha256 } : { sha256: this.smallSha256, part: { start: offset, bytes } };
  }

  /** Returns the objects of these contents. */
  objectsOf(contents: Iterable<PackedContent>): PackedObject[] {
    const objects = new Map<string, PackedObject>();
    for (const { file, sha256, offset, bytes, mediaType } of contents) {
      if (file === LARGE_FILE) objects.set(sha256, { file, sha256, offset, bytes, mediaType });
      else if (!objects.has(this.smallSha256))
        objects.set(this.smallSha256, {
          file,
          sha256: this.smallSha256,
          offset: 0,
          bytes: this.small.size,
          mediaType: 'application/octet-stream',
        });
    }
    return [...objects.values()];
  }

  private addStored(
    bytes: Uint8Array,
    facts: Pick<PackedContent, 'mediaType' | 'contentBytes' | 'encoding'>,
    // An empty content cannot be a part of an object, because no range of bytes describes it.
    file: PackedContent['file'] = bytes.length > 0 && bytes.length <= SMALL_BYTES_MAX ? SMALL_FILE : LARGE_FILE,
  ): PackedContent {
    const sha256 = hash('sha256', bytes, 'hex');
    const existing = this.contents.get(`${file} ${sha256}`);
    if (existing) return existing;
    this.count(facts.contentBytes);
    const target = file === SMALL_FILE ? this.small : this.large;
    const offset = target.size;
    if (file === SMALL_FILE) this.smallHash.update(bytes);
    target.write(bytes);
    return this.remember({ file, sha256, bytes: bytes.length, offset, ...facts });
  }

  private remember(content: PackedContent): PackedContent {
    this.contents.set(`${content.file} ${content.sha256}`, content);
    return content;
  }

  private count(contentBytes: number): void {
    this.contentSize += contentBytes;
    if (this.contentSize > this.contentBytesMax) throw new ImportRefusal('archive.tooLarge', '书的内容过大，超过导入上限');
  }
}
