/**
 * A device as the sync rules want it, in memory: an outbox, what the server last said, and a clock that may be wrong. It is the
 * model the server is tested against; the web client keeps the same rules on disk.
 */
import { type Annotation, type Hlc, newId, nextHlc, type SyncChange, type SyncOp } from '@shufang/contract';
import { newMarkFields, type SyncScene } from './sync-scene.ts';

type MarkChange = Extract<SyncChange, { entity: 'annotation' }>;
export type Weather = 'fine' | 'requestLost' | 'answerLost';

/** A text somebody wrote into a note, and the one they saw when they began. */
export interface Writing {
  readonly opId: string;
  readonly markId: string;
  readonly text: string;
  readonly over: string;
}

export class Replica {
  readonly outbox: SyncOp[] = [];
  readonly records = new Map<string, MarkChange>();
  readonly writings: Writing[] = [];
  readonly rejected: string[] = [];
  private since = 0;
  private last: Hlc | undefined;
  private readonly scene: SyncScene;
  private readonly userId: string;
  private readonly deviceId: string;
  private readonly skewMs: number;

  constructor(scene: SyncScene, userId: string, deviceId: string, skewMs: number) {
    this.scene = scene;
    this.userId = userId;
    this.deviceId = deviceId;
    this.skewMs = skewMs;
  }

  private stamp(): Hlc {
    this.last = nextHlc(this.last, this.scene.time.now + this.skewMs, this.deviceId);
    return this.last;
  }

  private write(op: Pick<SyncOp, 'entityId' | 'kind' | 'fields'> & { baseHlc?: Hlc | undefined }): SyncOp {
    const { baseHlc, ...rest } = op;
    const made: SyncOp = { id: newId(), hlc: this.stamp(), entity: 'annotation', ...rest, ...(baseHlc === undefined ? {} : { baseHlc }) };
    this.outbox.push(made);
    return made;
  }

  /** Text of a note as this device shows it, and the stamp an edit of it names. */
  private textOf(markId: string): { text: string; hlc: Hlc | undefined } {
    const pending = this.outbox.findLast((op) => op.entityId === markId && op.fields['body'] !== undefined);
    if (pending !== undefined) return { text: String(pending.fields['body']), hlc: pending.hlc };
    const record = this.records.get(markId);
    return { text: record?.record.body ?? '', hlc: record?.clocks['body'] };
  }

  marks(): string[] {
    return [...new Set([...this.records.keys(), ...this.outbox.map((op) => op.entityId)])].toSorted();
  }

  create(text: string): void {
    const markId = newId();
    const op = this.write({ entityId: markId, kind: 'put', fields: { ...newMarkFields(), body: text } });
    this.writings.push({ opId: op.id, markId, text, over: '' });
  }

  edit(markId: string, text: string): void {
    const seen = this.textOf(markId);
    const op = this.write({ entityId: markId, kind: 'put', fields: { body: text }, baseHlc: seen.hlc });
    this.writings.push({ opId: op.id, markId, text, over: seen.text });
  }

  paint(markId: string, color: Annotation['color']): void {
    this.write({ entityId: markId, kind: 'put', fields: { color } });
  }

  remove(markId: string): void {
    this.write({ entityId: markId, kind: 'del', fields: {} });
  }

  restore(markId: string): void {
    this.write({ entityId: markId, kind: 'put', fields: { deletedAt: null } });
  }

  /** Sends the first `count` ops. An answer that does not arrive leaves them in the outbox. */
  async push(count: number, weather: Weather): Promise<void> {
    const batch = this.outbox.slice(0, count);
    if (weather === 'requestLost' || batch.length === 0) return;
    const { results } = await this.scene.push(this.userId, batch, this.deviceId);
    if (weather === 'answerLost') return;
    for (const result of results) if (result.status === 'rejected') this.rejected.push(result.id);
    this.outbox.splice(0, batch.length);
  }

  /** Takes in one page. An answer that does not arrive changes nothing. */
  async pull(limit: number, weather: Weather): Promise<boolean> {
    if (weather === 'requestLost') return true;
    const page = await this.scene.pull(this.userId, this.since, limit);
    if (weather === 'answerLost') return true;
    this.since = page.seq;
    for (const change of page.changes) {
      if (change.entity !== 'annotation') continue;
      this.records.set(change.entityId, change);
      for (const clock of Object.values(change.clocks)) if (this.last === undefined || clock > this.last) this.last = clock;
    }
    return page.more;
  }

  /** Until nothing is left to send or to hear. */
  async settle(): Promise<void> {
    while (this.outbox.length > 0) await this.push(500, 'fine');
    while (await this.pull(500, 'fine'));
  }
}
