/**
 * A line of a paper as a string that patterns can search: each formula, picture or raised text is two characters of the private use area. The
 * flags of the characters are beside it. Pure.
 */
import type { ContentNode } from '@shufang/contract';
import { contentText } from '@shufang/contract';

/** Bits of the flags. */
export const UNDERLINED = 1;
/** In another color, or highlighted: how some teachers label the answer. */
export const MARKED = 2;
export const EMPHASIZED = 4;
export const BOLD = 8;

/** An object is two characters: its index in base 2048. */
const HIGH = 0xe000;
const LOW = 0xf000;
const BASE = 2048;

export interface RichText {
  readonly text: string;
  /** A number for each UTF-16 unit of the text. */
  readonly flags: readonly number[];
}

/** The formulas and pictures of a document, by their characters. */
export class ObjectTable {
  readonly #nodes: ContentNode[] = [];

  /** Returns the characters for a node. */
  add(node: ContentNode): string {
    const index = this.#nodes.push(node) - 1;
    return String.fromCharCode(HIGH + Math.floor(index / BASE), LOW + (index % BASE));
  }

  /** Returns the node of the two characters at a position of a text; undefined if there is none. */
  at(text: string, position: number): ContentNode | undefined {
    return this.#nodes[(text.charCodeAt(position) - HIGH) * BASE + text.charCodeAt(position + 1) - LOW];
  }
}

export const richText = (text: string, flag = 0): RichText => ({ text, flags: Array.from({ length: text.length }, () => flag) });

export const sliceRich = ({ text, flags }: RichText, start: number, end = text.length): RichText => ({
  text: text.slice(start, end),
  flags: flags.slice(start, end),
});

export const joinRich = (parts: readonly RichText[]): RichText => ({
  text: parts.map(({ text }) => text).join(''),
  flags: parts.flatMap(({ flags }) => flags),
});

export const trimRich = (rich: RichText): RichText => {
  const start = rich.text.length - rich.text.trimStart().length;
  return sliceRich(rich, start, Math.max(start, rich.text.trimEnd().length));
};

/** Returns the content: texts, formulas, pictures; underlined and dotted texts are emphasized. */
export const richNodes = ({ text, flags }: RichText, objects: ObjectTable): ContentNode[] => {
  const nodes: ContentNode[] = [];
  let run = '';
  let isStrong = false;
  const endRun = (): void => {
    if (run !== '') nodes.push(isStrong ? { name: 'em', children: [run] } : run);
    run = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const object = char >= '\ue000' && char < '\uf000' ? objects.at(text, at) : undefined;
    if (object !== undefined || char === '\n') {
      endRun();
      nodes.push(object ?? { name: 'br' });
      if (object !== undefined) at += 1;
      continue;
    }
    const strong = ((flags[at] ?? 0) & (UNDERLINED | EMPHASIZED)) !== 0 && char !== '_';
    if (strong !== isStrong) endRun();
    isStrong = strong;
    run += char;
  }
  endRun();
  return nodes;
};

/** Returns the plain text: formulas as LaTeX, pictures as their alternative text. */
export const plainText = (rich: RichText, objects: ObjectTable): string => contentText(richNodes(rich, objects)).trim();

export const hasObjects = ({ text }: RichText): boolean => /[\ue000-\uf8ff]/.test(text);
