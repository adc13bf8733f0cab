/** Finds the passages to which the annotations of an imported file refer. Writes nothing. */
import { Readable } from 'node:stream';
import {
  type Annotation,
  type AnnotationSetItem,
  type AnnotationTarget,
  annotation,
  annotationSetItem,
  CodedError,
  LIMITS,
} from '@shufang/contract';
import { formulasIn } from '@shufang/contract/formula-text';
import { checkText } from '../../platform/http/check-text.ts';
import type { UseCase, UseCaseOutput } from '../../platform/http/register.ts';
import type { AnnotationDependencies, DocumentOfBook } from './annotation-dependencies.ts';
import { colorOf, foreignIdOf, highlightStyleOf, idOfUrn, ownTargetOf } from './annotation-set.ts';
import type { QuoteQuery } from './find-quote.ts';
import { bookQuoteFinder, quoteFinder } from './isolated-quotes.ts';
import { findAnnotationsByIds } from './store.ts';

type TextRange = readonly [start: number, end: number];

const CONTEXT_CHARS = 32;

/** Returns the href without fragment and percent-encoding. Hrefs in files are relative to the container or to the package document. */
const plainHref = (source: string): string => {
  const withoutFragment = source.replace(/[#?].*$/, '').replace(/^\.?\//, '');
  try {
    return decodeURIComponent(withoutFragment);
  } catch {
    // The href has a percent sign without two hexadecimal digits after it, so it is used unchanged.
    return withoutFragment;
  }
};

const soughtIn = ({ target }: AnnotationSetItem): { quote: QuoteQuery | undefined; start: number | undefined } => {
  const selectors = target.selector ?? [];
  const start = selectors.find(({ type }) => type === 'TextPositionSelector')?.start;
  const quoted = selectors.find(({ type, exact }) => type === 'TextQuoteSelector' && exact !== undefined && exact.trim() !== '');
  const quote =
    quoted?.exact === undefined ? undefined : { exact: quoted.exact, prefix: quoted.prefix, suffix: quoted.suffix, near: start };
  return { quote, start };
};

/** Returns the part of the text between two offsets, without halves of surrogate pairs at its ends. */
const cut = (text: string, from: number, to: number): string => text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** Converts the range `[start, end)` of a document to the target of an annotation. */
const targetAt = (href: string, document: DocumentOfBook, [start, end]: TextRange): AnnotationTarget | undefined => {
  const first = document.pointAt(start);
  const last = end > start ? document.pointAt(end - 1) : first;
  if (first === undefined || last === undefined) return undefined;
  const until = end > start ? { blockId: last.blockId, offset: last.offset + 1 } : last;
  const { text } = document;
  const formulas = formulasIn(document.formulas, start - CONTEXT_CHARS, end + CONTEXT_CHARS, start).slice(0, LIMITS.quoteFormulas);
  return {
    href,
    blocks: { start: first, end: until },
    quote: {
      exact: text.slice(start, end),
      prefix: cut(text, Math.max(0, start - CONTEXT_CHARS), start),
      suffix: cut(text, end, end + CONTEXT_CHARS),
      ...(formulas.length === 0 ? {} : { formulas }),
    },
    position: { start: document.charAt(first), end: document.charAt(until) },
    cfi: '',
  };
};

/** An item whose document is not in the book, or whose passage is not in its document. */
interface Foreign {
  readonly item: AnnotationSetItem;
  readonly index: number;
}

interface Sought extends Foreign {
  readonly href: string;
  readonly document: DocumentOfBook;
  /** Whether the user may read the document. */
  readonly isOpen: boolean;
}

/**
 * Returns the range of each item in its document: by its quote, else by its position, else the beginning if the target is the entire
 * document.
 */
const findRanges = async (all: readonly Sought[]): Promise<Map<Sought, TextRange>> => {
  const ranges = new Map<Sought, TextRange>();
  const quoted = new Map<DocumentOfBook, { readonly sought: Sought; readonly quote: QuoteQuery }[]>();
  for (const sought of all) {
    const { item, document } = sought;
    const { quote, start } = soughtIn(item);
    if (quote !== undefined) quoted.set(document, [...(quoted.get(document) ?? []), { sought, quote }]);
    else if (start !== undefined) {
      const at = Math.min(start, document.text.length);
      ranges.set(sought, [at, at]);
    } else if (item.target.selector === undefined) ranges.set(sought, [0, 0]);
  }
  for (const [{ text }, those] of quoted) {
    const found = await quoteFinder.run({ text, quotes: those.map(({ quote }) => quote) });
    for (const [at, { sought }] of those.entries()) {
      const range = found[at];
      if (range !== undefined) ranges.set(sought, range);
    }
  }
  return ranges;
};

const isBookmark = ({ motivation }: AnnotationSetItem): boolean => motivation === 'bookmarking';

/** Where an annotation belongs, and how certain that is. */
type Located = Pick<Annotation, 'target' | 'anchor' | 'chapterTitle' | 'totalProgression'>;

/**
 * Returns where each item is by its quote, in all documents that are open to the user. An item with a text that was not found, or with
 * only a note, is an orphan at the beginning of these documents; one with neither is left out.
 */
const locateInBook = async (
  deps: AnnotationDependencies,
  versionId: string,
  hrefs: ReadonlySet<string>,
  items: readonly Foreign[],
): Promise<Map<Foreign, Located>> => {
  const anchored = new Map<Foreign, Located>();
  const quoted = items.flatMap((foreign) => {
    const { quote } = soughtIn(foreign.item);
    if (quote === undefined) return [];
    const { exact, prefix = '', suffix = '' } = quote;
    const chapterTitle = foreign.item.target.meta?.headings?.at(-1)?.txt ?? '';
    return [{ foreign, quote: { exact, prefix: prefix.slice(-CONTEXT_CHARS), suffix: suffix.slice(0, CONTEXT_CHARS), chapterTitle } }];
  });
  if (quoted.length > 0) {
    const found = await bookQuoteFinder.run(
      { quotes: quoted.map(({ quote }) => quote) },
      Readable.from(deps.readDocuments(versionId, hrefs)),
    );
    for (const [at, { foreign }] of quoted.entries()) if (found[at] !== undefined) anchored.set(foreign, found[at]);
  }
  const lost = items.filter((foreign) => !anchored.has(foreign));
  if (lost.length === 0) return anchored;
  const start = await findStart(deps, versionId, hrefs);
  if (start === undefined) return anchored;
  for (const foreign of lost) {
    const exact = soughtIn(foreign.item).quote?.exact ?? '';
    if (isBookmark(foreign.item) || (exact === '' && (foreign.item.body?.value ?? '') === '')) continue;
    const target = { ...start, quote: { exact, prefix: '', suffix: '' }, position: { start: 0, end: 0 }, cfi: '' };
    anchored.set(foreign, { target, anchor: 'orphan', chapterTitle: '', totalProgression: 0 });
  }
  return anchored;
};

/** Returns the beginning of the first document with text. */
const findStart = async (
  deps: AnnotationDependencies,
  versionId: string,
  hrefs: ReadonlySet<string>,
): Promise<Pick<AnnotationTarget, 'href' | 'blocks'> | undefined> => {
  for await (const { href, blocks } of deps.readDocuments(versionId, hrefs)) {
    const [first] = blocks;
    const point = first && { blockId: first.id, offset: 0 };
    if (point !== undefined) return { href, blocks: { start: point, end: point } };
  }
  return undefined;
};

const timeOf = (text: string | undefined, now: number): number => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) || at < 0 || at > now ? now : at;
};

/** Returns whether an item keeps the limits of a request of its own. */
const hasValidText = (item: unknown): boolean => {
  try {
    checkText(item);
    return true;
  } catch (error) {
    if (error instanceof CodedError) return false;
    throw error;
  }
};

/** Returns the located annotations and the items without a location. Throws `catalog.bookNotFound`. */
export const locateAnnotations: UseCase<'locateAnnotations', AnnotationDependencies> = async (deps, caller, input) => {
  const { userId } = caller.reader;
  const versionId = await deps.findReadVersion(input.bookId);
  if (versionId === undefined) throw new CodedError('catalog.bookNotFound');
  const openHrefs = await deps.openHrefs(caller, input.bookId);
  const documents = new Map<string, DocumentOfBook | undefined>();
  const open = async (href: string): Promise<DocumentOfBook | undefined> => {
    if (!documents.has(href)) documents.set(href, await deps.readDocument(versionId, href));
    return documents.get(href);
  };

  const now = deps.clock.now();
  const located: { readonly index: number; readonly annotation: Annotation }[] = [];
  const elsewhere: Foreign[] = [];
  const refused: UseCaseOutput<'locateAnnotations'>['refused'] = [];
  const foreign = new Map<string, string>();
  const all: Sought[] = [];
  for (const [index, raw] of input.items.entries()) {
    const item = annotationSetItem.safeParse(raw);
    if (!hasValidText(raw) || !item.success) {
      refused.push({ index, why: 'unreadable' });
      continue;
    }
    const href = plainHref(item.data.target.source);
    const document = (await open(href)) ?? (await open(item.data.target.source));
    // The response contains the text around each located annotation. In a locked document this would disclose locked text, unless we
    // exported the annotation: then its file contains its text already.
    const isOpen = openHrefs.has((await open(href)) === undefined ? item.data.target.source : href);
    const isOwn = ownTargetOf(item.data)?.versionId === versionId;
    if (document === undefined) elsewhere.push({ item: item.data, index });
    else if (!isOpen && !isOwn) refused.push({ index, why: 'locked' });
    else all.push({ item: item.data, index, href, document, isOpen });
  }
  const ranges = await findRanges(all.filter(({ isOpen }) => isOpen));
  const anchored: [Foreign, Located][] = [];
  for (const sought of all) {
    const { item, href, document } = sought;
    const written = ownTargetOf(item);
    const range = ranges.get(sought);
    const isWritten = written?.versionId === versionId;
    const target = isWritten ? written.target : range && targetAt(href, document, range);
    if (target === undefined) {
      elsewhere.push(sought);
      continue;
    }
    const chapterTitle = (range ? document.chapterAt(range[0]) : '').slice(0, 300);
    const totalProgression = document.progressionAt(target.position.start);
    anchored.push([sought, { target, anchor: isWritten ? written.anchor : 'exact', chapterTitle, totalProgression }]);
  }
  const inBook = elsewhere.length === 0 ? new Map<Foreign, Located>() : await locateInBook(deps, versionId, openHrefs, elsewhere);
  for (const foreign of elsewhere) {
    const found = inBook.get(foreign);
    if (found === undefined) refused.push({ index: foreign.index, why: 'document' in foreign ? 'noPassage' : 'noDocument' });
    else anchored.push([foreign, found]);
  }
  for (const [{ item, index }, found] of anchored.toSorted(([a], [b]) => a.index - b.index)) {
    const body = (item.body?.value ?? '').slice(0, LIMITS.noteBodyChars);
    const isPassage = found.anchor === 'orphan' || found.target.position.end > found.target.position.start;
    const createdAt = timeOf(item.created, now);
    const id = idOfUrn(item.id) ?? foreignIdOf(userId, item.id);
    foreign.set(id, foreignIdOf(userId, item.id));
    const fields: Annotation = {
      id,
      bookId: input.bookId,
      versionId,
      kind: isBookmark(item) || !isPassage ? 'bookmark' : body === '' ? 'highlight' : 'note',
      color: colorOf(item.body?.color),
      highlightStyle: highlightStyleOf(item.body),
      body,
      tags: [...new Set((item.body?.tags ?? []).map((tag) => tag.trim().slice(0, 30)))].filter(Boolean).slice(0, LIMITS.noteTags),
      ...found,
      createdAt,
      updatedAt: Math.max(createdAt, timeOf(item.modified, now)),
    };
    const mark = annotation.safeParse(fields);
    if (mark.success) located.push({ index, annotation: mark.data });
    else refused.push({ index, why: 'unreadable' });
  }

  refused.sort((a, b) => a.index - b.index);
  // An item with one of our ids is the user's own annotation, or another user's; the latter is treated as foreign.
  const candidates = [...new Set(located.flatMap(({ annotation: { id } }) => [id, foreign.get(id) ?? id]))];
  const known = new Set((await findAnnotationsByIds(deps.db.orm, userId, candidates)).map(({ id }) => id));
  return {
    annotations: located.map(({ index, annotation }) => {
      if (known.has(annotation.id)) return { index, annotation, isKnown: true };
      const id = foreign.get(annotation.id) ?? annotation.id;
      return { index, annotation: { ...annotation, id }, isKnown: known.has(id) };
    }),
    refused,
  };
};
