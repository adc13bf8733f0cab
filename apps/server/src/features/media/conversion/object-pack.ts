/** Where the conversion process puts what the book will serve: one growing file, each content once, found by its sha256. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { ImportRefusal } from '../import-refusal.ts';

export interface PackedObject {
  readonly sha256: string;
  readonly bytes: number;
  readonly offset: number;
  readonly mediaType: string;
}

/** Bytes gathered before they are written; fewer, larger writes. */
const BUFFER_BYTES = 1_048_576;

export class ObjectPack {
  private readonly file: number;
  private readonly bytesMax: number;
  private readonly objects = new Map<string, PackedObject>();
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private size = 0;

  constructor(path: string, bytesMax: number) {
    this.file = openSync(path, 'wx');
    this.bytesMax = bytesMax;
  }

  add(bytes: Uint8Array, mediaType: string): PackedObject {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const known = this.objects.get(sha256);
    if (known) return known;
    const offset = this.size;
    this.write(bytes);
    return this.remember({ sha256, bytes: bytes.length, offset, mediaType });
  }

  /** For contents that come in pieces; a content that was there already leaves its bytes behind unused. */
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

  /** Writes what waits; every object returned so far is then in the file. */
  flush(): void {
    if (this.waitingBytes === 0) return;
    const bytes = Buffer.concat(this.waiting, this.waitingBytes);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.file, bytes, done, bytes.length - done);
    this.waiting = [];
    this.waitingBytes = 0;
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
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= BUFFER_BYTES) this.flush();
  }
}
