/**
 * The sentences of a segment as they are read aloud. Each has its range in the segment's text ([Note: block text]). The base of ruby text
 * is read once, a formula by its reading, a picture by its alternative text; footnote marks, page numbers of a printed edition and hidden
 * text are not read.
 */
import { isBacklink, isNoteLink } from '../input/follow-link.ts';
import type { TextIndex } from '../locator/text-index.ts';
import { readFormula, readPicture } from './chinese-reading.ts';

/** A sentence at `[start, end)` of the segment's text. */
export interface Sentence {
  /** What is said. */
  text: string;
  start: number;
  end: number;
  /** The picture that the sentence describes; a picture has no text of its own. */
  picture: Element | undefined;
  /** Whether it belongs to a footnote or is a page number, which are skipped unless the reader wants them. */
  isAside: boolean;
}

/** A part of the spoken text, and the range of the segment's text that is replaced by it. */
interface Part {
  /** Offset in what is said. */
  at: number;
  said: string;
  start: number;
  end: number;
  /** Whether the part cannot be divided: its offsets do not correspond to those of its range, as in the spoken form of a formula. */
  isWhole: boolean;
  picture: Element | undefined;
}

/** Maximum number of characters of a sentence; a longer one is divided between clauses. A device's voice may stop after 15 seconds. */
const SENTENCE_CHARS_MAX = 200;
/** Alternative texts up to this length stand for a rare character in a sentence. */
const CHARACTER_ALT_MAX = 2;

let segmenter: Intl.Segmenter | undefined;
/** Created on first use: Firefox before 125 has none. */
const getSegmenter = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter('zh', { granularity: 'sentence' }));

const unspoken = 'rt, rp, rtc, script, style, template, audio, video, iframe, object, embed, input, select, textarea, button, canvas';
const pageBreak = '[role~="doc-pagebreak"], [data-epub-type~="pagebreak"], [aria-hidden="true"]';
/** Footnotes whose text is the alternative text of a picture in the sentence. */
const footnotePicture = 'img[class*="footnote"], img[data-epub-type~="noteref"]';

const noteBody =
  '[role~="doc-footnote"], [role~="doc-endnote"], [role~="doc-endnotes"], [data-epub-type~="footnote"], [data-epub-type~="footnotes"], [data-epub-type~="endnote"], [data-epub-type~="endnotes"], [data-epub-type~="rearnote"], [data-epub-type~="rearnotes"]';

const isUnspoken = (element: Element): boolean =>
  element.matches(`${unspoken}, ${pageBreak}, ${footnotePicture}`) ||
  (element.localName === 'a' && (isNoteLink(element) || isBacklink(element)));

const styleOf = (element: Element): CSSStyleDeclaration | undefined => element.ownerDocument.defaultView?.getComputedStyle(element);

/** Returns whether the block is displayed. Browsers without `checkVisibility` read hidden blocks too. */
const isShown = (element: Element): boolean =>
  (element as Partial<Pick<Element, 'checkVisibility'>>).checkVisibility?.({ visibilityProperty: true }) ??
  styleOf(element)?.display !== 'none';

/** Returns the alternative text of a picture; undefined if it has none, is decorative, or repeats its caption. */
const altOf = (picture: Element): string | undefined => {
  if (/\b(?:presentation|none)\b/.test(picture.getAttribute('role') ?? '')) return undefined;
  const title = picture.localName === 'svg' ? picture.querySelector(':scope > title')?.textContent : undefined;
  const alt = (picture.getAttribute('alt') ?? picture.getAttribute('aria-label') ?? title ?? '').replace(/\s+/g, ' ').trim();
  const caption = picture.closest('figure')?.querySelector('figcaption')?.textContent ?? '';
  return alt === '' || caption.includes(alt) ? undefined : alt;
};

/** Collects what is said of one block. */
const createScript = () => {
  const parts: Part[] = [];
  let length = 0;
  const add = (said: string, start: number, end: number, isWhole: boolean, picture?: Element): void => {
    parts.push({ at: length, said, start, end, isWhole, picture });
    length += said.length;
  };
  return {
    parts,
    add,
    addBreak: (at: number): void => add('\n', at, at, true),
    addPicture: (picture: Element, at: number, isInText: boolean): void => {
      const alt = altOf(picture);
      if (alt === undefined) return;
      if (isInText && alt.length <= CHARACTER_ALT_MAX) {
        add(alt, at, at, true);
        return;
      }
      add('\n', at, at, true);
      add(readPicture(alt), at, at, true, picture);
      add('\n', at, at, true);
    },
  };
};

type Script = ReturnType<typeof createScript>;

/** Writes what is said of the content of an element of a block, whose text starts at `blockStart`. Returns the offset behind it. */
const writeContent = (parent: Element, index: TextIndex, blockStart: number, script: Script, from: number): number => {
  let at = from;
  const style = styleOf(parent);
  const isVisible = style?.visibility !== 'hidden' && style?.visibility !== 'collapse';
  const keepsLines = style?.whiteSpace.startsWith('pre') ?? false;
  for (const child of parent.childNodes) {
    const run = index.findRun(child);
    if (run && run.length > 0) {
      const { data } = child as Text;
      const start = blockStart + run.start;
      at = start + data.length;
      if (isVisible) script.add(data.replace(keepsLines ? /[\t\f\r]/g : /[\t\n\f\r]/g, ' '), start, at, false);
    }
    if (child.nodeType === 1) at = writeElement(child as Element, index, blockStart, script, at);
  }
  return at;
};

/** Returns the length of the block text inside an element. */
const textEnd = (element: Element, index: TextIndex, blockStart: number, from: number): number => {
  let end = from;
  for (const child of element.childNodes) {
    const run = index.findRun(child);
    if (run) end = Math.max(end, blockStart + run.start + run.length);
    if (child.nodeType === 1) end = Math.max(end, textEnd(child as Element, index, blockStart, end));
  }
  return end;
};

const writeElement = (element: Element, index: TextIndex, blockStart: number, script: Script, from: number): number => {
  const name = element.localName;
  if (element.hasAttribute('data-block')) return from;
  if (name === 'br') {
    script.addBreak(from);
    return from;
  }
  const isSkipped = isUnspoken(element) || styleOf(element)?.display === 'none';
  if (!isSkipped && name === 'math') {
    const end = textEnd(element, index, blockStart, from);
    script.add(` ${readFormula(element)} `, from, end, true);
    return end;
  }
  if (!isSkipped && (name === 'img' || (name === 'svg' && altOf(element) !== undefined))) {
    const isInText = (element.parentElement?.textContent ?? '').trim() !== '';
    script.addPicture(element, from, name === 'img' && isInText);
    return textEnd(element, index, blockStart, from);
  }
  const isDescription = name === 'title' || name === 'desc' || name === 'metadata';
  return isSkipped || isDescription ? textEnd(element, index, blockStart, from) : writeContent(element, index, blockStart, script, from);
};

const hasLetters = /[\p{L}\p{N}]/u;

/** Divides a text into sentences: offsets in the text. Punctuation alone belongs to the sentence before them. Pure. */
export const divideIntoSentences = (text: string): (readonly [from: number, to: number])[] => {
  const found: [from: number, to: number][] = [];
  for (const { segment, index } of getSegmenter().segment(text)) {
    const last = found.at(-1);
    if (!hasLetters.test(segment)) {
      if (last && !text.slice(last[0], index).endsWith('\n')) last[1] = index + segment.length;
      continue;
    }
    let from = index;
    const end = index + segment.length;
    while (end - from > SENTENCE_CHARS_MAX) {
      const part = text.slice(from, from + SENTENCE_CHARS_MAX);
      const clause = Math.max(...['，', '；', '：', '、', ',', ';', ' '].map((mark) => part.lastIndexOf(mark)));
      const low = /[\ud800-\udbff]$/.test(part) ? 1 : 0;
      const to = from + (clause > 0 ? clause + 1 : SENTENCE_CHARS_MAX - low);
      found.push([from, to]);
      from = to;
    }
    if (hasLetters.test(text.slice(from, end))) found.push([from, end]);
    else if (found.length > 0) (found.at(-1) ?? [0, 0])[1] = end;
  }
  return found;
};

/** Returns what a voice gets: without line ends, invisible characters and repeated spaces. */
const clean = (text: string): string =>
  text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const sentencesOfBlock = ({ parts }: Script, isAside: boolean): Sentence[] => {
  const said = parts.map((part) => part.said).join('');
  const partAt = (offset: number): Part | undefined => parts.findLast(({ at }) => at <= offset);
  return divideIntoSentences(said).flatMap(([from, to]) => {
    const raw = said.slice(from, to);
    const text = clean(raw);
    const firstOffset = from + (raw.length - raw.trimStart().length);
    const lastOffset = to - (raw.length - raw.trimEnd().length) - 1;
    const first = partAt(firstOffset);
    const last = partAt(lastOffset);
    if (!first || !last || text === '') return [];
    const start = first.isWhole ? first.start : first.start + firstOffset - first.at;
    const end = last.isWhole ? last.end : last.start + lastOffset + 1 - last.at;
    return [{ text, start, end: Math.max(start, end), picture: first.picture, isAside }];
  });
};

/** Returns the sentences of a segment in the order in which they are read. */
export const sentencesOf = (index: TextIndex): Sentence[] =>
  index.blocks.flatMap((block) => {
    const { element, start, runs } = block;
    const script = createScript();
    /** Pictures of the block that are outside its element: those before its text belong to a figure above it. */
    const outside = runs.filter(({ node }) => /^(?:img|svg)$/.test((node as Element).localName) && !element.contains(node));
    const isBefore = (node: Node) => (element.compareDocumentPosition(node) & 2) !== 0;
    const addOutside = (pictures: typeof outside) => {
      for (const { node, start: at } of pictures) if (isShown(node as Element)) script.addPicture(node as Element, start + at, false);
    };
    addOutside(outside.filter(({ node }) => isBefore(node)));
    if (isShown(element) && !isUnspoken(element) && element.closest(pageBreak) === null) {
      if (/^(?:img|svg|math)$/.test(element.localName)) writeWhole(element, index, start, script);
      else writeContent(element, index, start, script, start);
    }
    addOutside(outside.filter(({ node }) => !isBefore(node)));
    return sentencesOfBlock(script, element.closest(noteBody) !== null);
  });

/** Writes a block that is itself a picture or a formula. */
const writeWhole = (element: Element, index: TextIndex, start: number, script: Script): void => {
  if (element.localName === 'math') script.add(readFormula(element), start, textEnd(element, index, start, start), true);
  else if (altOf(element) !== undefined) script.addPicture(element, start, false);
  else writeContent(element, index, start, script, start);
};

/** Returns the index of the sentence at an offset of the segment's text: the one that contains it, or else the first one after it. */
export const sentenceAt = (sentences: readonly Sentence[], char: number): number | undefined => {
  const found = sentences.findIndex(({ start, end }) => char < Math.max(end, start + 1));
  return found < 0 ? undefined : found;
};
