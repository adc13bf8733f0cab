/** The light tree a content document is read into, cleaned in and written from. Plain objects, no behaviour; any depth is bounded by the parser. */

export type Namespace = 'html' | 'svg' | 'mathml' | 'other';

export interface TextNode {
  readonly kind: 'text';
  text: string;
}

export interface ElementNode {
  readonly kind: 'element';
  namespace: Namespace;
  /** Local name; HTML names in lower case; `epub:switch` and its kin keep their prefix. */
  name: string;
  /** Canonical names: `xlink:href`, `epub:type`, `xml:lang`, or no prefix. */
  attributes: Map<string, string>;
  children: ContentNode[];
  /** Line in the source, from 1; 0 when not known. */
  line: number;
  /** A link to a document of this publication: its address is only known when segments are. */
  link?: DocumentLink;
  /** Publication addresses of resources that this element alone needs. */
  uses?: string[];
  /** Index of the block this element is. */
  block?: number;
  /** Blocks inside, as a half-open range; equal numbers mean none, at that place. */
  firstBlock?: number;
  endBlock?: number;
}

interface DocumentLink {
  readonly href: string;
  readonly fragment: string | undefined;
}

export type ContentNode = ElementNode | TextNode;

export const element = (
  namespace: Namespace,
  name: string,
  attributes: Iterable<readonly [string, string]> = [],
  children: ContentNode[] = [],
): ElementNode => ({ kind: 'element', namespace, name, attributes: new Map(attributes), children, line: 0 });

export const text = (value: string): TextNode => ({ kind: 'text', text: value });

/** Adds a node, joining text with text, so that a tree equals what a parser makes of its markup. */
export const append = (parent: ElementNode, node: ContentNode): void => {
  if (node.kind === 'text') {
    if (node.text === '') return;
    const last = parent.children.at(-1);
    if (last?.kind === 'text') {
      last.text += node.text;
      return;
    }
  }
  parent.children.push(node);
};

/** First child element of that name. */
export const findChild = (parent: ElementNode, name: string): ElementNode | undefined =>
  parent.children.find((child): child is ElementNode => child.kind === 'element' && child.name === name);

/** All text inside, as `textContent` gives it. */
export const textOf = (node: ContentNode): string => {
  if (node.kind === 'text') return node.text;
  let out = '';
  for (const child of node.children) out += textOf(child);
  return out;
};
