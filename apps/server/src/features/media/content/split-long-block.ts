/** Cuts one over-long paragraph at sentence ends into several alike, so that no segment has to be larger than its bounds. */
import { append, type ContentNode, type ElementNode, text } from './content-tree.ts';

/** Full stops, exclamation and question marks, ellipses, semicolons of both widths, a line end; with the closing marks after them. */
const SENTENCE_END = /[。.!?\uff01\uff1f…;\uff1b\n]["'」』”’)\uff09]*/g;
/** Never cut inside these. */
const WHOLE = new Set(['ruby', 'rb', 'rt', 'rp', 'picture', 'audio', 'video', 'math', 'svg']);

const lengthOf = (node: ContentNode): number => {
  if (node.kind === 'text') return node.text.length;
  let length = 0;
  for (const child of node.children) length += lengthOf(child);
  return length;
};

/** Last sentence end in the window, else a place that does not part a surrogate pair. */
const cutPlace = (value: string, from: number, to: number): number => {
  let place = 0;
  SENTENCE_END.lastIndex = Math.max(from, to - 4_000);
  for (let match = SENTENCE_END.exec(value); match && match.index + match[0].length <= to; match = SENTENCE_END.exec(value)) {
    place = match.index + match[0].length;
  }
  if (place > from) return place;
  const code = value.charCodeAt(to - 1);
  return code >= 0xd800 && code <= 0xdbff ? to - 1 : to;
};

/** Pieces of a node, given how much room is left in the first of them. */
const pieces = (node: ContentNode, room: number, size: number): ContentNode[] => {
  if (node.kind === 'text') {
    const out: ContentNode[] = [];
    let from = 0;
    let to = room;
    while (node.text.length > to) {
      const place = cutPlace(node.text, from, Math.max(to, from + 1));
      out.push(text(node.text.slice(from, place)));
      from = place;
      to = from + size;
    }
    out.push(text(node.text.slice(from)));
    return out;
  }
  return node.namespace !== 'html' || WHOLE.has(node.name) ? [node] : split(node, room, size);
};

const emptyCopy = (node: ElementNode, first: boolean): ElementNode => {
  const copy: ElementNode = { ...node, attributes: new Map(node.attributes), children: [] };
  if (!first) {
    copy.attributes.delete('id');
    copy.attributes.set('data-continued', 'true');
  }
  return copy;
};

const split = (node: ElementNode, room: number, size: number): ElementNode[] => {
  const parts = [emptyCopy(node, true)];
  let left = room;
  for (const child of node.children) {
    const length = lengthOf(child);
    if (length <= left) {
      append(parts.at(-1) ?? node, child);
      left -= length;
      continue;
    }
    pieces(child, left, size).forEach((piece, index) => {
      if (index > 0) {
        parts.push(emptyCopy(node, false));
        left = size;
      }
      append(parts.at(-1) ?? node, piece);
      left = Math.max(0, left - lengthOf(piece));
    });
    if (left <= 0) {
      parts.push(emptyCopy(node, false));
      left = size;
    }
  }
  return parts.filter((part, index) => index === 0 || part.children.length > 0);
};

/** `node` itself when it is short enough; else copies of about `size` characters, of which only the first keeps the id. */
export const splitLongBlock = (node: ElementNode, max: number, size: number): ElementNode[] =>
  node.namespace !== 'html' || WHOLE.has(node.name) || lengthOf(node) <= max ? [node] : split(node, size, size);
