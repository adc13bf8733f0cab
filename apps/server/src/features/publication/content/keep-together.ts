/**
 * Wraps what must not be parted at the end of a line: a formula with the punctuation beside it, the number of a figure, table or program,
 * short code. Marks formulas next to Chinese characters, for the space between them, and in vertical books the numbers of two digits that
 * stand upright. Adds elements and attributes only: no character is added or moved, so offsets stay.
 */
import { type ContentNode, type ElementNode, element, type TextNode, text } from './content-tree.ts';

const CLOSING = /^[\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f\uff09\u300d\u300f\u300b\u3011\u3015\u201d\u2019,.;:!?)\]}%\uff05]+/u;
/** Matches from the first character of a run only, so that a long run is read once. */
const OPENING = /(?<![\uff08\u300c\u300e\u300a\u3010\u3014\u201c\u2018([{])[\uff08\u300c\u300e\u300a\u3010\u3014\u201c\u2018([{]+$/u;
const HAN = /^\p{Script=Han}/u;
const HAN_END = /\p{Script=Han}$/u;
const NUMBERED =
  /(?:图|表|程序|例|式|公式|算法|代码|定理|习题|清单)\s?[0-9A-Z]{1,3}(?:[-\u2010-\u2013.][0-9]{1,3}){1,3}(?![0-9])|[（(][0-9]{1,3}[-\u2010-\u2013.][0-9]{1,3}[)）]/gu;
const UPRIGHT = /(?<![\w.,:%-])[0-9]{2}(?![\w.,:%-])/gu;
/** Maximum number of characters of inline code that is not broken. */
const SHORT_CODE_MAX = 24;

const PRESERVED = new Set(['pre', 'textarea', 'style', 'title', 'rt', 'rp']);
const INLINE = new Set('span a em strong b i u s small mark dfn cite q abbr bdi ins del time font sub sup'.split(' '));

/** The attribute of a wrapped part that must stay on one line. */
const KEEP: readonly [string, string] = ['data-keep', ''];
const wrapped = (children: ContentNode[]): ElementNode => element('html', 'span', [KEEP], children);

/** Returns the formula of an element that contains an inline formula and nothing else. */
const formulaOf = (node: ContentNode | undefined): ElementNode | undefined => {
  if (node?.kind !== 'element') return undefined;
  if (node.namespace === 'mathml') return node.name === 'math' && node.attributes.get('display') !== 'block' ? node : undefined;
  if (node.namespace !== 'html' || !INLINE.has(node.name)) return undefined;
  const content = node.children.filter((child) => child.kind === 'element' || child.text !== '');
  return content.length === 1 ? formulaOf(content[0]) : undefined;
};

const textIn = (node: ContentNode | undefined): string => (node?.kind === 'text' ? node.text : '');

/** Joins a formula with the punctuation next to it, and marks the ends of the formula that are next to a Chinese character. */
const bindFormula = (formula: ElementNode, unit: ElementNode, before: TextNode | undefined, after: TextNode | undefined): ContentNode => {
  const sides = [...(HAN_END.test(textIn(before)) ? ['start'] : []), ...(HAN.test(textIn(after)) ? ['end'] : [])];
  if (sides.length > 0) formula.attributes.set('data-beside-han', sides.join(' '));
  const opening = OPENING.exec(textIn(before))?.[0] ?? '';
  const closing = CLOSING.exec(textIn(after))?.[0] ?? '';
  if (opening === '' && closing === '') return unit;
  if (before && opening !== '') before.text = before.text.slice(0, -opening.length);
  if (after) after.text = after.text.slice(closing.length);
  return wrapped([...(opening === '' ? [] : [text(opening)]), unit, ...(closing === '' ? [] : [text(closing)])]);
};

/** Returns a text with the matches of a pattern wrapped. */
const wrapMatches = (node: TextNode, pattern: RegExp, wrap: (match: string) => ElementNode): ContentNode[] => {
  const out: ContentNode[] = [];
  let done = 0;
  for (const match of node.text.matchAll(pattern)) {
    if (match.index > done) out.push(text(node.text.slice(done, match.index)));
    out.push(wrap(match[0]));
    done = match.index + match[0].length;
  }
  if (done === 0) return [node];
  if (done < node.text.length) out.push(text(node.text.slice(done)));
  return out;
};

const isShortCode = (node: ElementNode): boolean =>
  node.children.every((child) => child.kind === 'text') &&
  node.children.reduce((length, child) => length + textIn(child).length, 0) <= SHORT_CODE_MAX &&
  !/\n/.test(node.children.map(textIn).join(''));

export interface KeepOptions {
  /** Whether the book is set in vertical lines. */
  readonly isVertical: boolean;
}

/** Changes the children of `body` and of its descendants in place. Works at any depth: the traversal has its own stack. */
export const keepTogether = (body: ElementNode, { isVertical }: KeepOptions): void => {
  const stack: ElementNode[] = [body];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const bound: ContentNode[] = [];
    for (const [index, child] of node.children.entries()) {
      const formula = formulaOf(child);
      if (formula === undefined || child.kind === 'text') bound.push(child);
      else {
        const before = bound.at(-1);
        const after = node.children[index + 1];
        bound.push(bindFormula(formula, child, before?.kind === 'text' ? before : undefined, after?.kind === 'text' ? after : undefined));
      }
    }
    const children: ContentNode[] = [];
    for (const child of bound) {
      if (child.kind === 'element') {
        children.push(child);
        if (child.namespace !== 'html' || PRESERVED.has(child.name) || formulaOf(child) !== undefined) continue;
        if (child.attributes.has('data-keep')) continue;
        if (child.name === 'code' || child.name === 'kbd' || child.name === 'samp' || child.name === 'tt') {
          if (isShortCode(child)) child.attributes.set(...KEEP);
        } else stack.push(child);
      } else if (child.text !== '') {
        for (const part of wrapMatches(child, NUMBERED, (match) => wrapped([text(match)]))) {
          if (part.kind === 'element' || !isVertical) children.push(part);
          else children.push(...wrapMatches(part, UPRIGHT, (match) => element('html', 'span', [['data-upright', '']], [text(match)])));
        }
      }
    }
    node.children = children;
  }
};
