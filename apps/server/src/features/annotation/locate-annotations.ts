/** Finds the passages to which the annotations of an imported file refer. Writes nothing. */
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
import { quoteFinder } from './isolated-quotes.ts';
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

interface Sought {
  readonly item: AnnotationSetItem;
  readonly index: number;
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
  const located: Annotation[] = [];
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
    if (document === undefined) refused.push({ index, why: 'noDocument' });
    else if (!isOpen && !isOwn) refused.push({ index, why: 'locked' });
    else all.push({ item: item.data, index, href, document, isOpen });
  }
  const ranges = await findRanges(all.filter(({ isOpen }) => isOpen));
  for (const sought of all) {
    const { item, index, href, document } = sought;
    const written = ownTargetOf(item);
    const range = ranges.get(sought);
    const isWritten = written?.versionId === versionId;
    const target = isWritten ? written.target : range && targetAt(href, document, range);
    if (target === undefined) {
      refused.push({ index, why: 'noPassage' });
      continue;
    }
    const body = (item.body?.value ?? '').slice(0, LIMITS.noteBodyChars);
    const isPassage = target.position.end > target.position.start;
    const createdAt = timeOf(item.created, now);
    const id = idOfUrn(item.id) ?? foreignIdOf(userId, item.id);
    foreign.set(id, foreignIdOf(userId, item.id));
    const fields: Annotation = {
      id,
      bookId: input.bookId,
      versionId,
      kind: item.motivation === 'bookmarking' || !isPassage ? 'bookmark' : body === '' ? 'highlight' : 'note',
      color: colorOf(item.body?.color),
      highlightStyle: highlightStyleOf(item.body),
      body,
      tags: [...new Set((item.body?.tags ?? []).map((tag) => tag.trim().slice(0, 30)))].filter(Boolean).slice(0, LIMITS.noteTags),
      target,
      anchor: isWritten ? written.anchor : 'exact',
      chapterTitle: (range ? document.chapterAt(range[0]) : '').slice(0, 300),
      totalProgression: document.progressionAt(target.position.start),
      createdAt,
      updatedAt: Math.max(createdAt, timeOf(item.modified, now)),
    };
    const mark = annotation.safeParse(fields);
    if (mark.success) located.push(mark.data);
    else refused.push({ index, why: 'unreadable' });
  }

  refused.sort((a, b) => a.index - b.index);
  // An item with one of our ids is the user's own annotation, or another user's; the latter is treated as foreign.
  const candidates = [...new Set(located.flatMap(({ id }) => [id, foreign.get(id) ?? id]))];
  const known = new Set((await findAnnotationsByIds(deps.db.orm, userId, candidates)).map(({ id }) => id));
  return {
    annotations: located.map((annotation) => {
      if (known.has(annotation.id)) return { annotation, isKnown: true };
      const id = foreign.get(annotation.id) ?? annotation.id;
      return { annotation: { ...annotation, id }, isKnown: known.has(id) };
    }),
    refused,
  };
};
