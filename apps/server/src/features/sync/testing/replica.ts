/**
 * A simulated device that follows the sync rules: an outbox, the records last pulled, and a clock that may be wrong, all in memory. The
 * server is tested with it; the web client implements the same rules with storage on disk.
 */
import { type Annotation, type Hlc, newId, nextHlc, type SyncChange, type SyncOp } from '@shufang/contract';
import { newMarkFields, type SyncFixture } from './sync-fixture.ts';

type AnnotationChange = Extract<SyncChange, { entity: 'annotation' }>;
export type Delivery = 'delivered' | 'requestLost' | 'responseLost';

/** A text that a user wrote into a note, and the text displayed when the edit started. */
export interface Writing {
  readonly opId: string;
  readonly annotationId: string;
  readonly text: string;
  readonly over: string;
}

export class Replica {
  readonly outbox: SyncOp[] = [];
  readonly records = new Map<string, AnnotationChange>();
  readonly writings: Writing[] = [];
  readonly rejected: string[] = [];
  private since = 0;
  private last: Hlc | undefined;
  private readonly fixture: SyncFixture;
  private readonly userId: string;
  private readonly deviceId: string;
  private readonly skewMs: number;

  constructor(fixture: SyncFixture, userId: string, deviceId: string, skewMs: number) {
    this.fixture = fixture;
    this.userId = userId;
    this.deviceId = deviceId;
    this.skewMs = skewMs;
  }

  private stamp(): Hlc {
    this.last = nextHlc(this.last, this.fixture.time.now + this.skewMs, this.deviceId);
    return this.last;
  }

  private write(op: Pick<SyncOp, 'entityId' | 'kind' | 'fields'> & { baseHlc?: Hlc | undefined }): SyncOp {
    const { baseHlc, ...rest } = op;
    const made: SyncOp = { id: newId(), hlc: this.stamp(), entity: 'annotation', ...rest, ...(baseHlc === undefined ? {} : { baseHlc }) };
    this.outbox.push(made);
    return made;
  }

  /** Returns the text of a note that this device shows, and the timestamp of that text, which an edit sends as its base. */
  private textOf(annotationId: string): { text: string; hlc: Hlc | undefined } {
    const pending = this.outbox.findLast((op) => op.entityId === annotationId && op.fields['body'] !== undefined);
    if (pending !== undefined) return { text: String(pending.fields['body']), hlc: pending.hlc };
    const record = this.records.get(annotationId);
    return { text: record?.record.body ?? '', hlc: record?.clocks['body'] };
  }

  annotations(): string[] {
    return [...new Set([...this.records.keys(), ...this.outbox.map((op) => op.entityId)])].toSorted();
  }

  create(text: string): void {
    const annotationId = newId();
    const op = this.write({ entityId: annotationId, kind: 'put', fields: { ...newMarkFields(), body: text } });
    this.writings.push({ opId: op.id, annotationId, text, over: '' });
  }

  edit(annotationId: string, text: string): void {
    const shown = this.textOf(annotationId);
    const op = this.write({ entityId: annotationId, kind: 'put', fields: { body: text }, baseHlc: shown.hlc });
    this.writings.push({ opId: op.id, annotationId, text, over: shown.text });
  }

  paint(annotationId: string, color: Annotation['color']): void {
    this.write({ entityId: annotationId, kind: 'put', fields: { color } });
  }

  remove(annotationId: string): void {
    this.write({ entityId: annotationId, kind: 'del', fields: {} });
  }

  restore(annotationId: string): void {
    this.write({ entityId: annotationId, kind: 'put', fields: { deletedAt: null } });
  }

  /** Sends the first `count` operations. They stay in the outbox if the response is lost. */
  async push(count: number, delivery: Delivery): Promise<void> {
    const batch = this.outbox.slice(0, count);
    if (delivery === 'requestLost' || batch.length === 0) return;
    const { results } = await this.fixture.push(this.userId, batch, this.deviceId);
    if (delivery === 'responseLost') return;
    for (const result of results) if (result.status === 'rejected') this.rejected.push(result.id);
    this.outbox.splice(0, batch.length);
  }

  /** Pulls one page of changes and applies it. Returns whether there are more. A lost response changes nothing. */
  async pull(limit: number, delivery: Delivery): Promise<boolean> {
    if (delivery === 'requestLost') return true;
    const page = await this.fixture.pull(this.userId, this.since, limit);
    if (delivery === 'responseLost') return true;
    this.since = page.seq;
    for (const change of page.changes) {
      if (change.entity !== 'annotation') continue;
      this.records.set(change.entityId, change);
      for (const clock of Object.values(change.clocks)) if (this.last === undefined || clock > this.last) this.last = clock;
    }
    return page.more;
  }

  /** Pushes and pulls until the outbox is empty and no changes are left. */
  async settle(): Promise<void> {
    while (this.outbox.length > 0) await this.push(500, 'delivered');
    while (await this.pull(500, 'delivered'));
  }
}
