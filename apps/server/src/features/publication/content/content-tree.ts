/** The tree used to read, clean and write a content document. Plain objects without behavior; the parser limits the depth. */

export type Namespace = 'html' | 'svg' | 'mathml' | 'other';

export interface TextNode {
  readonly kind: 'text';
  text: string;
}

export interface ElementNode {
  readonly kind: 'element';
  namespace: Namespace;
  /** Local name of the element; HTML names in lower case; `epub:switch` and similar elements keep their prefix. */
  name: string;
  /** Attributes by canonical name: `xlink:href`, `epub:type`, `xml:lang`, or without prefix. */
  attributes: Map<string, string>;
  children: ContentNode[];
  /** Line of the element in the source, from 1; 0 if unknown. */
  line: number;
  /** A link to a document of this publication; its address is known only after the segments are cut. */
  link?: DocumentLink;
  /** Publication addresses of the resources to which this element refers; those of its descendants are not included. */
  uses?: string[];
  /** Index of the block that this element represents. */
  block?: number;
  /** The range of blocks inside the element, end exclusive; equal numbers mean none at that position. */
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

/** Adds a node and joins adjacent text, so that a tree equals the parsed form of its markup. */
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

/** Returns the first child element with that name. */
export const findChild = (parent: ElementNode, name: string): ElementNode | undefined =>
  parent.children.find((child): child is ElementNode => child.kind === 'element' && child.name === name);

/** Returns all text inside a node, as `textContent` does. */
export const textOf = (node: ContentNode): string => {
  if (node.kind === 'text') return node.text;
  let out = '';
  for (const child of node.children) out += textOf(child);
  return out;
};
