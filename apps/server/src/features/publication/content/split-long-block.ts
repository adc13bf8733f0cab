/** Splits one over-long paragraph at sentence ends into several, so that no segment exceeds its maximum. */
import { append, type ContentNode, type ElementNode, text } from './content-tree.ts';

/**
 * The end of a sentence: full stops, exclamation and question marks, ellipses, semicolons of both widths, line ends; with the closing
 * quotation marks after them.
 */
const SENTENCE_END = /[。.!?\uff01\uff1f…;\uff1b\n]["'」』”’)\uff09]*/g;
/** Elements inside which a block is never split. */
const UNSPLITTABLE = new Set(['ruby', 'rb', 'rt', 'rp', 'picture', 'audio', 'video', 'math', 'svg']);

const lengthOf = (node: ContentNode): number => {
  if (node.kind === 'text') return node.text.length;
  let length = 0;
  for (const child of node.children) length += lengthOf(child);
  return length;
};

/** Returns the last sentence end in the window, else an offset that does not split a surrogate pair. */
const cutOffset = (value: string, from: number, to: number): number => {
  let offset = 0;
  SENTENCE_END.lastIndex = Math.max(from, to - 4_000);
  for (let match = SENTENCE_END.exec(value); match && match.index + match[0].length <= to; match = SENTENCE_END.exec(value)) {
    offset = match.index + match[0].length;
  }
  if (offset > from) return offset;
  const code = value.charCodeAt(to - 1);
  return code >= 0xd800 && code <= 0xdbff ? to - 1 : to;
};

/** Returns the pieces of a node; `remaining` is the number of characters left in the first piece. */
const pieces = (node: ContentNode, remaining: number, size: number): ContentNode[] => {
  if (node.kind === 'text') {
    const out: ContentNode[] = [];
    let from = 0;
    let to = remaining;
    while (node.text.length > to) {
      const offset = cutOffset(node.text, from, Math.max(to, from + 1));
      out.push(text(node.text.slice(from, offset)));
      from = offset;
      to = from + size;
    }
    out.push(text(node.text.slice(from)));
    return out;
  }
  return node.namespace !== 'html' || UNSPLITTABLE.has(node.name) ? [node] : split(node, remaining, size);
};

const emptyCopy = (node: ElementNode, first: boolean): ElementNode => {
  const copy: ElementNode = { ...node, attributes: new Map(node.attributes), children: [] };
  if (!first) {
    copy.attributes.delete('id');
    copy.attributes.set('data-continued', 'true');
  }
  return copy;
};

const split = (node: ElementNode, firstSize: number, size: number): ElementNode[] => {
  const parts = [emptyCopy(node, true)];
  let remaining = firstSize;
  for (const child of node.children) {
    const length = lengthOf(child);
    if (length <= remaining) {
      append(parts.at(-1) ?? node, child);
      remaining -= length;
      continue;
    }
    pieces(child, remaining, size).forEach((piece, index) => {
      if (index > 0) {
        parts.push(emptyCopy(node, false));
        remaining = size;
      }
      append(parts.at(-1) ?? node, piece);
      remaining = Math.max(0, remaining - lengthOf(piece));
    });
    if (remaining <= 0) {
      parts.push(emptyCopy(node, false));
      remaining = size;
    }
  }
  return parts.filter((part, index) => index === 0 || part.children.length > 0);
};

/** Returns only `node` itself if it is short enough; else copies of about `size` characters, of which the first alone has the id. */
export const splitLongBlock = (node: ElementNode, max: number, size: number): ElementNode[] =>
  node.namespace !== 'html' || UNSPLITTABLE.has(node.name) || lengthOf(node) <= max ? [node] : split(node, size, size);
