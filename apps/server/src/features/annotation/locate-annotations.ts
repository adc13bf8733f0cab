/** Finds the places of annotations that a person brings in a file. Writes nothing. */
import {
  type Annotation,
  type AnnotationSetItem,
  type AnnotationTarget,
  annotation,
  annotationSetItem,
  CodedError,
  LIMITS,
  type OutputOf,
  type locateAnnotations as operation,
  type ParsedInputOf,
} from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { colorOf, foreignIdOf, idOfUrn, ownTargetOf } from './annotation-set.ts';
import { createQuoteFinder, type QuoteSought } from './find-quote.ts';
import { findAnnotationsByIds } from './store.ts';

/** The text of one document of the book (`readDocumentText` of the catalogue). */
export interface DocumentOfBook {
  readonly text: string;
  chapterAt(offset: number): string;
  pointAt(offset: number): { blockId: string; offset: number } | undefined;
  charAt(point: { blockId: string; offset: number }): number;
  progressionAt(char: number): number;
}

export interface LocateDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** The version people read now; undefined when there is no such book. */
  readonly findReadVersion: (bookId: string) => Promise<string | undefined>;
  readonly readDocument: (versionId: string, href: string) => Promise<DocumentOfBook | undefined>;
}

interface OpenDocument {
  readonly document: DocumentOfBook;
  readonly find: ReturnType<typeof createQuoteFinder>;
}

const CONTEXT_CHARS = 32;

/** Addresses in files are relative to the container or to the package document, and escaped or not. */
const plainHref = (source: string): string => {
  const bare = source.replace(/[#?].*$/, '').replace(/^\.?\//, '');
  try {
    return decodeURIComponent(bare);
  } catch {
    // A stray per cent sign: taken as it stands.
    return bare;
  }
};

const soughtIn = ({ target }: AnnotationSetItem): { quote: QuoteSought | undefined; start: number | undefined } => {
  const selectors = target.selector ?? [];
  const start = selectors.find(({ type }) => type === 'TextPositionSelector')?.start;
  const quoted = selectors.find(({ type, exact }) => type === 'TextQuoteSelector' && exact !== undefined && exact.trim() !== '');
  const quote =
    quoted?.exact === undefined ? undefined : { exact: quoted.exact, prefix: quoted.prefix, suffix: quoted.suffix, near: start };
  return { quote, start };
};

/** Not inside a surrogate pair. */
const cut = (text: string, from: number, to: number): string => text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** The passage `[start, end)` of a document as a target of ours. */
const targetAt = (href: string, { document }: OpenDocument, [start, end]: readonly [number, number]): AnnotationTarget | undefined => {
  const first = document.pointAt(start);
  const last = end > start ? document.pointAt(end - 1) : first;
  if (first === undefined || last === undefined) return undefined;
  const until = end > start ? { blockId: last.blockId, offset: last.offset + 1 } : last;
  const { text } = document;
  return {
    href,
    blocks: { start: first, end: until },
    quote: {
      exact: text.slice(start, end),
      prefix: cut(text, Math.max(0, start - CONTEXT_CHARS), start),
      suffix: cut(text, end, end + CONTEXT_CHARS),
    },
    position: { start: document.charAt(first), end: document.charAt(until) },
    cfi: '',
  };
};

/** The place in a document, by its words, else by its position, else its beginning when the whole document is meant. */
const placeIn = (open: OpenDocument, item: AnnotationSetItem): readonly [number, number] | undefined => {
  const { quote, start } = soughtIn(item);
  if (quote !== undefined) return open.find(quote);
  if (start === undefined) return item.target.selector === undefined ? [0, 0] : undefined;
  const at = Math.min(start, open.document.text.length);
  return [at, at];
};

const timeOf = (text: string | undefined, now: number): number => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) || at < 0 || at > now ? now : at;
};

export const locateAnnotations = async (
  deps: LocateDependencies,
  userId: string,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> => {
  const versionId = await deps.findReadVersion(input.bookId);
  if (versionId === undefined) throw new CodedError('catalog.bookNotFound');
  const documents = new Map<string, OpenDocument | undefined>();
  const open = async (href: string): Promise<OpenDocument | undefined> => {
    if (!documents.has(href)) {
      const document = await deps.readDocument(versionId, href);
      documents.set(href, document && { document, find: createQuoteFinder(document.text) });
    }
    return documents.get(href);
  };

  const now = deps.clock.now();
  const located: Annotation[] = [];
  const refused: OutputOf<typeof operation>['refused'] = [];
  const foreign = new Map<string, string>();
  for (const [index, raw] of input.items.entries()) {
    const item = annotationSetItem.safeParse(raw);
    if (!item.success) {
      refused.push({ index, why: 'unreadable' });
      continue;
    }
    const written = ownTargetOf(item.data);
    const href = plainHref(item.data.target.source);
    const document = (await open(href)) ?? (await open(item.data.target.source));
    if (document === undefined) {
      refused.push({ index, why: 'noDocument' });
      continue;
    }
    const place = placeIn(document, item.data);
    const target = written?.versionId === versionId ? written.target : place && targetAt(href, document, place);
    if (target === undefined) {
      refused.push({ index, why: 'noPassage' });
      continue;
    }
    const body = (item.data.body?.value ?? '').slice(0, LIMITS.noteBodyChars);
    const isPassage = target.position.end > target.position.start;
    const createdAt = timeOf(item.data.created, now);
    const id = idOfUrn(item.data.id) ?? foreignIdOf(userId, item.data.id);
    foreign.set(id, foreignIdOf(userId, item.data.id));
    const mark = annotation.safeParse({
      id,
      bookId: input.bookId,
      versionId,
      kind: item.data.motivation === 'bookmarking' || !isPassage ? 'bookmark' : body === '' ? 'highlight' : 'note',
      color: colorOf(item.data.body?.color),
      body,
      tags: [...new Set((item.data.body?.tags ?? []).map((tag) => tag.trim().slice(0, 30)))].filter(Boolean).slice(0, LIMITS.noteTags),
      target,
      anchor: 'exact',
      chapterTitle: (place ? document.document.chapterAt(place[0]) : '').slice(0, 300),
      totalProgression: document.document.progressionAt(target.position.start),
      createdAt,
      updatedAt: Math.max(createdAt, timeOf(item.data.modified, now)),
    });
    if (mark.success) located.push(mark.data);
    else refused.push({ index, why: 'unreadable' });
  }

  // An id of ours is the person's own mark, or somebody else's: then it is a foreign annotation like any other.
  const candidates = [...new Set(located.flatMap(({ id }) => [id, foreign.get(id) ?? id]))];
  const known = new Set((await findAnnotationsByIds(deps.db.orm, userId, candidates)).map(({ id }) => id));
  return {
    marks: located.map((mark) => {
      if (known.has(mark.id)) return { mark, isKnown: true };
      const id = foreign.get(mark.id) ?? mark.id;
      return { mark: { ...mark, id }, isKnown: known.has(id) };
    }),
    refused,
  };
};
