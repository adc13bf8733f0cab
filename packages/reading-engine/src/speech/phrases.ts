/** The phrases of a recorded narration in a segment: each with its element, its range in the segment's text, and its clip. */
import type { GuidedNavigation } from '@shufang/contract';
import type { TextIndex } from '../locator/text-index.ts';
import type { Clip } from '../navigator/protocol.ts';
import { splitHref } from '../publication/resolve-href.ts';
import type { Sentence } from './sentences.ts';

export interface Phrase extends Sentence {
  element: Element;
  clip: Clip | undefined;
}

/** EPUB structural types that a reader can skip. Source: EPUB 3.3 §9.3.4.1. */
const SKIPPABLE = /^(?:footnotes?|endnotes?|rearnotes?|note|pagebreak)$/;

/** Reads `audio/1.mp3#t=1.5,3`; undefined without a reference. */
export const clipOf = (audioref: string | undefined): Clip | undefined => {
  if (audioref === undefined) return undefined;
  const { path, fragment = '' } = splitHref(audioref);
  const [, begin = '0', end] = /^t=([\d.]+)?(?:,([\d.]+))?$/.exec(fragment) ?? [];
  return { href: path, begin: Number(begin), ...(end === undefined ? {} : { end: Number(end) }) };
};

/** Returns the range of the segment's text inside an element; undefined if it has no text. */
const rangeIn = (element: Element, index: TextIndex): { start: number; end: number } | undefined => {
  let [start, end] = [Number.POSITIVE_INFINITY, -1];
  // 5: elements and text nodes.
  const walker = element.ownerDocument.createTreeWalker(element, 5);
  for (let node: Node | null = element; node; node = walker.nextNode()) {
    const run = index.findRun(node);
    const block = run && index.blocks[run.block];
    if (!run || !block) continue;
    start = Math.min(start, block.start + run.start);
    end = Math.max(end, block.start + run.start + run.length);
  }
  return end < 0 ? undefined : { start, end };
};

/** Returns what is said of a range: its sentences, if it consists of whole ones, or else its text. */
const textIn = (sentences: readonly Sentence[], index: TextIndex, start: number, end: number): string => {
  const inside = sentences.filter((sentence) => sentence.start >= start && sentence.end <= end);
  const isWhole = !sentences.some((sentence) => sentence.start < end && sentence.end > start && !inside.includes(sentence));
  const said = isWhole ? inside.map(({ text }) => text).join('') : index.text.slice(start, end);
  return said.replace(/\s+/g, ' ').trim();
};

/** Returns the phrases of the segment at `href`, in the order of the narration. */
export const phrasesOf = (
  guided: GuidedNavigation['guided'],
  href: string,
  root: Element,
  index: TextIndex,
  sentences: readonly Sentence[],
): Phrase[] => {
  const document = root.ownerDocument;
  return guided.flatMap(({ textref, audioref, role = [] }) => {
    const { path, fragment } = splitHref(textref);
    if (path !== href) return [];
    const element = fragment === undefined ? root : document.getElementById(fragment);
    if (!element) return [];
    const range = rangeIn(element, index);
    const { start, end } = range ?? { start: 0, end: 0 };
    const clip = clipOf(audioref);
    const text = range ? textIn(sentences, index, start, end) : '';
    if (text === '' && !clip) return [];
    const isAside = role.some((each) => SKIPPABLE.test(each)) || element.matches('[role~="doc-pagebreak"]');
    return [{ text, start, end, picture: start === end ? element : undefined, isAside, element, clip }];
  });
};
