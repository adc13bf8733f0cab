/** Output file of the conversion process for served contents: one growing file, each content stored once, identified by its sha256. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { ImportRefusal } from '../import-refusal.ts';

export interface PackedObject {
  readonly sha256: string;
  readonly bytes: number;
  readonly offset: number;
  readonly mediaType: string;
}

/** Number of bytes that are buffered before a write, so that writes are fewer and larger. */
const BUFFER_BYTES = 1_048_576;

export class ObjectPack {
  private readonly file: number;
  private readonly bytesMax: number;
  private readonly objects = new Map<string, PackedObject>();
  private buffered: Uint8Array[] = [];
  private bufferedBytes = 0;
  private size = 0;

  constructor(path: string, bytesMax: number) {
    this.file = openSync(path, 'wx');
    this.bytesMax = bytesMax;
  }

  add(bytes: Uint8Array, mediaType: string): PackedObject {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const existing = this.objects.get(sha256);
    if (existing) return existing;
    const offset = this.size;
    this.write(bytes);
    return this.remember({ sha256, bytes: bytes.length, offset, mediaType });
  }

  /** Adds a content that arrives in pieces; if it is a duplicate, its bytes stay in the file unused. */
  addPieces(feed: (onPiece: (piece: Uint8Array) => void) => void, mediaType: string): PackedObject {
    const hash = createHash('sha256');
    const offset = this.size;
    feed((piece) => {
      hash.update(piece);
      this.write(piece);
    });
    const sha256 = hash.digest('hex');
    return this.objects.get(sha256) ?? this.remember({ sha256, bytes: this.size - offset, offset, mediaType });
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

  private remember(object: PackedObject): PackedObject {
    this.objects.set(object.sha256, object);
    return object;
  }

  private write(bytes: Uint8Array): void {
    this.size += bytes.length;
    if (this.size > this.bytesMax) throw new ImportRefusal('archive.tooLarge', '书的内容过大，超过导入上限');
    this.buffered.push(bytes);
    this.bufferedBytes += bytes.length;
    if (this.bufferedBytes >= BUFFER_BYTES) this.flush();
  }
}
