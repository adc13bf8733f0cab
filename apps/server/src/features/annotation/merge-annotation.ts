/** How one change is joined with a mark as it stands: last writer wins field by field, and no text of a person is thrown away. */
import { type Hlc, LIMITS, nextHlc, parseHlc } from '@shufang/contract';
import { opInvalid } from '../sync/op-invalid.ts';
import type { AnnotationFields, OtherBody, StoredAnnotation } from './stored-annotation.ts';

export interface AnnotationChange {
  readonly fields: AnnotationFields;
  readonly hlc: Hlc;
  readonly sentHlc: Hlc;
  /** The stamp of the text this edit began from. */
  readonly baseHlc: Hlc | undefined;
  /** The server's time, UTC ms. */
  readonly now: number;
}

export interface MergedAnnotation {
  readonly next: StoredAnnotation;
  readonly status: 'applied' | 'merged';
  readonly changed: boolean;
}

/** Fields decided by the later stamp alone. The text is not among them; `bookId` and `createdAt` never change. */
const PLAIN_FIELDS = [
  'versionId',
  'kind',
  'color',
  'tags',
  'target',
  'anchor',
  'chapterTitle',
  'totalProgression',
  'deletedAt',
] as const satisfies readonly (keyof AnnotationFields)[];

/** Makes a mark from its first change. Throws `sync.opInvalid` when that lacks what a mark cannot be without. */
export const createFromChange = (id: string, userId: string, change: AnnotationChange): StoredAnnotation => {
  const { fields, hlc, sentHlc, now } = change;
  const { bookId, versionId, kind, target } = fields;
  if (bookId === undefined || versionId === undefined || kind === undefined || target === undefined) {
    throw opInvalid('新的标注缺少图书、版本、类型或位置');
  }
  const { ms } = parseHlc(hlc);
  const deletedAt = fields.deletedAt ?? null;
  return {
    id,
    userId,
    bookId,
    versionId,
    kind,
    color: fields.color ?? 'yellow',
    body: fields.body ?? '',
    tags: fields.tags ?? [],
    target,
    anchor: fields.anchor ?? 'exact',
    chapterTitle: fields.chapterTitle ?? '',
    totalProgression: fields.totalProgression ?? 0,
    createdAt: fields.createdAt ?? ms,
    updatedAt: ms,
    deletedAt,
    deletionReceivedAt: deletedAt === null ? null : now,
    clocks: Object.fromEntries([...PLAIN_FIELDS, 'body'].map((field) => [field, hlc])),
    bodySentHlc: sentHlc,
    otherBodies: [],
  };
};

/** Joins a later change with the mark. Throws `sync.opInvalid` for another book, or when too many texts wait for a decision. */
export const mergeAnnotation = (current: StoredAnnotation, change: AnnotationChange): MergedAnnotation => {
  const { fields, hlc, now } = change;
  if (fields.bookId !== undefined && fields.bookId !== current.bookId) throw opInvalid('标注不能移到另一本书');

  const clocks: Record<string, Hlc> = { ...current.clocks };
  const won: Partial<Record<(typeof PLAIN_FIELDS)[number], unknown>> = {};
  let lost = false;
  for (const field of PLAIN_FIELDS) {
    if (fields[field] === undefined) continue;
    const held = clocks[field] ?? '';
    if (hlc > held) {
      won[field] = fields[field];
      clocks[field] = hlc;
    } else if (hlc < held) lost = true;
  }
  const text = mergeBody(current, change);
  clocks['body'] = text.clock;

  const changed = Object.keys(won).length > 0 || text.changed;
  const merged = { ...current, ...(won as Partial<StoredAnnotation>) };
  return {
    next: {
      ...merged,
      body: text.body,
      bodySentHlc: text.sentHlc,
      otherBodies: text.otherBodies,
      clocks,
      updatedAt: Math.max(...Object.values(clocks).map((each) => parseHlc(each).ms)),
      deletionReceivedAt: merged.deletedAt === null ? null : changed ? (current.deletionReceivedAt ?? now) : current.deletionReceivedAt,
    },
    status: lost || text.conflict ? 'merged' : 'applied',
    changed,
  };
};

interface MergedBody {
  readonly body: string;
  readonly clock: Hlc;
  readonly sentHlc: Hlc | null;
  readonly otherBodies: readonly OtherBody[];
  readonly changed: boolean;
  readonly conflict: boolean;
}

/**
 * [Note: two edits of one text] An edit names the stamp of the text it began from. If that is the present text, or one kept beside
 * it, the person has seen what the edit replaces, and that text goes. Any other text the edit meets was not seen by its author: the
 * later of the two becomes the text, the other is kept in `otherBodies`. Empty texts have nothing to keep.
 */
const mergeBody = (current: StoredAnnotation, change: AnnotationChange): MergedBody => {
  const { fields, hlc, sentHlc, baseHlc } = change;
  const held = current.clocks['body'] ?? '';
  const dismissed = fields.dismissedBodies ?? [];
  const kept = current.otherBodies.filter((other) => !dismissed.some((each) => each.at === other.at && each.deviceId === other.deviceId));
  const unchanged: MergedBody = {
    body: current.body,
    clock: held,
    sentHlc: current.bodySentHlc,
    otherBodies: kept,
    changed: kept.length < current.otherBodies.length,
    conflict: false,
  };
  const { body } = fields;
  const knownBefore = sentHlc === current.bodySentHlc || kept.some((other) => other.sentHlc === sentHlc);
  if (body === undefined || knownBefore) return unchanged;

  const others = kept.filter((other) => baseHlc === undefined || (other.hlc !== baseHlc && other.sentHlc !== baseHlc));
  const own = otherBody(body, hlc, sentHlc);
  const present = { body: current.body, clock: held, sentHlc: current.bodySentHlc };
  const later = hlc > held;
  const sawPresent = baseHlc !== undefined && (baseHlc === held || baseHlc === current.bodySentHlc);
  // An edit of something seen is later than it, whatever the clocks say.
  if (sawPresent) return withOthers({ body, clock: later ? hlc : nextHlc(held, 0, own.deviceId), sentHlc }, others, false);
  if (body === current.body) return withOthers(later ? { body, clock: hlc, sentHlc } : present, others, false);
  return later
    ? withOthers(
        { body, clock: hlc, sentHlc },
        [...others, otherBody(current.body, held, current.bodySentHlc ?? held)],
        current.body !== '',
      )
    : withOthers(present, [...others, own], true);
};

const otherBody = (body: string, hlc: Hlc, sentHlc: Hlc): OtherBody => {
  const { ms, deviceId } = parseHlc(hlc);
  return { body, at: ms, deviceId, hlc, sentHlc };
};

/** The result without empty texts, repetitions and the text that has won. */
const withOthers = (
  text: { body: string; clock: Hlc; sentHlc: Hlc | null },
  others: readonly OtherBody[],
  conflict: boolean,
): MergedBody => {
  const otherBodies = others.filter(
    (other, index) => other.body !== '' && other.body !== text.body && others.findIndex((earlier) => earlier.body === other.body) === index,
  );
  if (otherBodies.length > LIMITS.noteOtherBodies) throw opInvalid('这条笔记的不同版本过多，请先选择要保留的内容');
  return { ...text, otherBodies, changed: true, conflict };
};
