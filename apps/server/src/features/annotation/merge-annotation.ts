/** Merges one change into an annotation: last writer wins for each field, and no text of a user is lost. */
import { type Hlc, nextHlc, parseHlc } from '@shufang/contract';
import { opInvalid } from '../sync/op-invalid.ts';
import { ANNOTATION_LIMITS } from './limits.ts';
import type { AnnotationFields, OtherBody, StoredAnnotation } from './stored-annotation.ts';

export interface AnnotationChange {
  readonly fields: AnnotationFields;
  readonly hlc: Hlc;
  readonly sentHlc: Hlc;
  /** Timestamp of the text on which this edit is based. */
  readonly baseHlc: Hlc | undefined;
  /** Time of the server, UTC ms. */
  readonly now: number;
}

export interface MergedAnnotation {
  readonly next: StoredAnnotation;
  readonly status: 'applied' | 'merged';
  readonly changed: boolean;
}

/** Fields of which the value with the later timestamp wins. The text is merged separately; `bookId` and `createdAt` never change. */
type PlainField = Exclude<keyof AnnotationFields, 'bookId' | 'body' | 'createdAt' | 'dismissedBodies'>;
/** The names as keys, so that the compiler reports a missing one. */
const plainFields: Readonly<Record<PlainField, true>> = {
  versionId: true,
  kind: true,
  color: true,
  highlightStyle: true,
  tags: true,
  target: true,
  anchor: true,
  chapterTitle: true,
  totalProgression: true,
  deletedAt: true,
};
const PLAIN_FIELDS = Object.keys(plainFields) as PlainField[];

/** Creates an annotation from its first change. Throws `sync.opInvalid` if a required field is missing. */
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
    highlightStyle: fields.highlightStyle ?? 'solid',
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

/** Merges a later change. Throws `sync.opInvalid` for another book, or if too many conflicting texts are stored. */
export const mergeAnnotation = (current: StoredAnnotation, change: AnnotationChange): MergedAnnotation => {
  const { fields, hlc, now } = change;
  if (fields.bookId !== undefined && fields.bookId !== current.bookId) throw opInvalid('标注不能移到另一本书');

  const clocks: Record<string, Hlc> = { ...current.clocks };
  const won: Partial<Record<PlainField, unknown>> = {};
  let lost = false;
  for (const field of PLAIN_FIELDS) {
    if (fields[field] === undefined) continue;
    const currentClock = clocks[field] ?? '';
    if (hlc > currentClock) {
      won[field] = fields[field];
      clocks[field] = hlc;
    } else if (hlc < currentClock) lost = true;
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
 * [Note: two edits of one text] An edit names the timestamp of the text on which it is based. If it is that of the current text or of one
 * in `otherBodies`, the author of the edit has seen that text, and the edit replaces it. A current text that the author has not seen is not
 * lost: the later of the two texts becomes the current one, the other is stored in `otherBodies`. Empty texts are not stored.
 */
const mergeBody = (current: StoredAnnotation, change: AnnotationChange): MergedBody => {
  const { fields, hlc, sentHlc, baseHlc } = change;
  const currentClock = current.clocks['body'] ?? '';
  const dismissed = fields.dismissedBodies ?? [];
  const remaining = current.otherBodies.filter(
    (other) => !dismissed.some((each) => each.at === other.at && each.deviceId === other.deviceId),
  );
  const unchanged: MergedBody = {
    body: current.body,
    clock: currentClock,
    sentHlc: current.bodySentHlc,
    otherBodies: remaining,
    changed: remaining.length < current.otherBodies.length,
    conflict: false,
  };
  const { body } = fields;
  const knownBefore = sentHlc === current.bodySentHlc || remaining.some((other) => other.sentHlc === sentHlc);
  if (body === undefined || knownBefore) return unchanged;

  const others = remaining.filter((other) => baseHlc === undefined || (other.hlc !== baseHlc && other.sentHlc !== baseHlc));
  const own = otherBody(body, hlc, sentHlc);
  const present = { body: current.body, clock: currentClock, sentHlc: current.bodySentHlc };
  const later = hlc > currentClock;
  const sawPresent = baseHlc !== undefined && (baseHlc === currentClock || baseHlc === current.bodySentHlc);
  // An edit of a text gets a later timestamp than that text, even if the device's clock is behind.
  if (sawPresent) return withOthers({ body, clock: later ? hlc : nextHlc(currentClock, 0, own.deviceId), sentHlc }, others, false);
  if (body === current.body) return withOthers(later ? { body, clock: hlc, sentHlc } : present, others, false);
  return later
    ? withOthers(
        { body, clock: hlc, sentHlc },
        [...others, otherBody(current.body, currentClock, current.bodySentHlc ?? currentClock)],
        current.body !== '',
      )
    : withOthers(present, [...others, own], true);
};

const otherBody = (body: string, hlc: Hlc, sentHlc: Hlc): OtherBody => {
  const { ms, deviceId } = parseHlc(hlc);
  return { body, at: ms, deviceId, hlc, sentHlc };
};

/** Returns the merged text and the other texts, of which empty ones, duplicates and those equal to the merged text are left out. */
const withOthers = (
  text: { body: string; clock: Hlc; sentHlc: Hlc | null },
  others: readonly OtherBody[],
  conflict: boolean,
): MergedBody => {
  const otherBodies = others.filter(
    (other, index) => other.body !== '' && other.body !== text.body && others.findIndex((earlier) => earlier.body === other.body) === index,
  );
  if (otherBodies.length > ANNOTATION_LIMITS.noteOtherBodies) throw opInvalid('这条笔记的不同版本过多，请先选择要保留的内容');
  return { ...text, otherBodies, changed: true, conflict };
};
