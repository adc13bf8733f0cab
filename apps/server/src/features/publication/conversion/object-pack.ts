/** Output file of the conversion process for served contents: one growing file, each content stored once, identified by its sha256. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ImportRefusal } from '../import-refusal.ts';

export interface PackedObject {
  /** Hash of the stored bytes. */
  readonly sha256: string;
  /** Number of stored bytes. */
  readonly bytes: number;
  readonly offset: number;
  readonly mediaType: string;
  /** Compression of the stored bytes; absent if the content is stored as it is. */
  readonly encoding?: 'gzip';
  /** Size of the content without compression in bytes. */
  readonly contentBytes: number;
}

/** Texts up to this size are stored uncompressed: they fit in one network packet anyway. */
const UNCOMPRESSED_TEXT_BYTES = 1_400;

/** Number of bytes that are buffered before a write, so that writes are fewer and larger. */
const BUFFER_BYTES = 1_048_576;

export class ObjectPack {
  private readonly file: number;
  private readonly contentBytesMax: number;
  private readonly objects = new Map<string, PackedObject>();
  private buffered: Uint8Array[] = [];
  private bufferedBytes = 0;
  private size = 0;
  private contentSize = 0;

  /** `contentBytesMax`: limit of the sum of all contents without compression. */
  constructor(path: string, contentBytesMax: number) {
    this.file = openSync(path, 'wx');
    this.contentBytesMax = contentBytesMax;
  }

  /** Adds a text that is stored and served compressed, so that the server need not compress it for each request. */
  addText(text: string, mediaType: string): PackedObject {
    const content = Buffer.from(text);
    if (content.length <= UNCOMPRESSED_TEXT_BYTES) return this.add(content, mediaType);
    return this.addStored(gzipSync(content), { mediaType, contentBytes: content.length, encoding: 'gzip' });
  }

  add(bytes: Uint8Array, mediaType: string): PackedObject {
    return this.addStored(bytes, { mediaType, contentBytes: bytes.length });
  }

  /** Adds a content that arrives in pieces; if it is a duplicate, its bytes stay in the file unused. */
  addPieces(feed: (onPiece: (piece: Uint8Array) => void) => void, mediaType: string): PackedObject {
    const hash = createHash('sha256');
    const offset = this.size;
    feed((piece) => {
      hash.update(piece);
      this.write(piece, piece.length);
    });
    const sha256 = hash.digest('hex');
    const bytes = this.size - offset;
    return this.objects.get(sha256) ?? this.remember({ sha256, bytes, offset, mediaType, contentBytes: bytes });
  }

  /** Writes the buffer; every object returned so far is then in the file. */
  flush(): void {
    if (this.bufferedBytes === 0) return;
    const bytes = Buffer.concat(this.buffered, this.bufferedBytes);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.file, bytes, done, bytes.length - done);
    this.buffered = [];
    this.bufferedBytes = 0;
  }

  close(): readonly PackedObject[] {
    this.flush();
    closeSync(this.file);
    return [...this.objects.values()];
  }

  private addStored(bytes: Uint8Array, facts: Pick<PackedObject, 'mediaType' | 'contentBytes' | 'encoding'>): PackedObject {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const existing = this.objects.get(sha256);
    if (existing) return existing;
    const offset = this.size;
    this.write(bytes, facts.contentBytes);
    return this.remember({ sha256, bytes: bytes.length, offset, ...facts });
  }

  private remember(object: PackedObject): PackedObject {
    this.objects.set(object.sha256, object);
    return object;
  }

  private write(bytes: Uint8Array, contentBytes: number): void {
    this.size += bytes.length;
    this.contentSize += contentBytes;
    if (this.contentSize > this.contentBytesMax) throw new ImportRefusal('archive.tooLarge', '书的内容过大，超过导入上限');
    this.buffered.push(bytes);
    this.bufferedBytes += bytes.length;
    if (this.bufferedBytes >= BUFFER_BYTES) this.flush();
  }
}
