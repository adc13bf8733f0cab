/** Writes the segments of a document, each a complete XHTML file with the head and the open ancestors repeated. */
import type { Block, RenderedSegment } from './content-model.ts';
import { segmentHref } from './content-model.ts';
import type { ContentNode, ElementNode } from './content-tree.ts';
import { relativeUrl } from './references.ts';
import type { SanitizedDocument } from './sanitize.ts';
import { escapeAttribute, escapeText, serialize } from './serialize.ts';

export interface RenderInput {
  readonly href: string;
  readonly document: SanitizedDocument;
  readonly blocks: readonly Block[];
  readonly segmentStarts: readonly number[];
  readonly language: string | undefined;
  readonly ids: readonly string[];
  readonly linkTo: (href: string, fragment: string | undefined) => { href: string; fragment: string | undefined };
}

/**
 * Element steps of EPUB CFI from the root of the complete cleaned document: `html` is `/`, `body` is `/4`, its third child element
 * `/4/6`.
 */
type CfiSteps = string;
const BODY_STEPS: CfiSteps = '/4';

class SegmentWriter {
  private readonly input: RenderInput;
  private readonly from: number;
  private readonly to: number;
  private readonly last: boolean;
  private readonly steps = new Map<ElementNode, CfiSteps>();
  private readonly repeated = new Set<ElementNode>();
  readonly uses = new Set<string>();

  constructor(input: RenderInput, from: number, to: number) {
    this.input = input;
    this.from = from;
    this.to = to;
    this.last = to === input.blocks.length;
  }

  write(): string {
    const { html, head, body, title } = this.input.document;
    const out: string[] = ['<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"'];
    const language = html.attributes.get('lang') || body.attributes.get('lang') || this.input.language;
    if (language) out.push(` lang="${escapeAttribute(language)}"`);
    for (const [name, value] of html.attributes) if (name !== 'lang') out.push(` ${name}="${escapeAttribute(value)}"`);
    out.push('>\n<head>\n<meta charset="utf-8"/>\n<title>', escapeText(title ?? ''), '</title>\n');
    for (const node of [html, body]) for (const href of node.uses ?? []) this.uses.add(href);
    for (const node of head) {
      for (const href of node.uses ?? []) this.uses.add(href);
      serialize(node, out, {}, 'html');
      out.push('\n');
    }
    out.push('</head>\n');
    if (this.from > 0) this.steps.set(body, BODY_STEPS);
    serialize(body, out, { attributesOf: (node) => this.attributesOf(node), childrenOf: (node) => this.childrenOf(node) }, 'html');
    out.push('\n</html>\n');
    return out.join('');
  }

  private startsBefore(node: ElementNode): boolean {
    return this.from > 0 && (node.firstBlock ?? 0) < this.from && node.block === undefined;
  }

  private attributesOf(node: ElementNode): Iterable<readonly [string, string]> {
    for (const href of node.uses ?? []) this.uses.add(href);
    const steps = this.steps.get(node);
    const id = node.block === undefined ? undefined : this.input.ids[node.block];
    const repeated = this.repeated.has(node);
    if (steps === undefined && id === undefined && node.link === undefined && !repeated) return node.attributes;
    const attributes = new Map(node.attributes);
    if (steps !== undefined) {
      attributes.set('data-cfi', steps);
      if (this.startsBefore(node)) attributes.delete('id');
    }
    if (repeated) this.hideRepeated(node, attributes);
    else if (id !== undefined) attributes.set('data-block', id);
    if (node.link) this.setLink(node, attributes);
    return attributes;
  }

  private hideRepeated(node: ElementNode, attributes: Map<string, string>): void {
    attributes.delete('id');
    if (node.name !== 'thead') return;
    attributes.set('aria-hidden', 'true');
    attributes.set('data-repeat', 'true');
  }

  private setLink(node: ElementNode, attributes: Map<string, string>): void {
    if (!node.link) return;
    const { href, fragment } = this.input.linkTo(node.link.href, node.link.fragment);
    attributes.set('href', relativeUrl(this.input.href, href) + (fragment === undefined ? '' : `#${encodeURIComponent(fragment)}`));
  }

  private childrenOf(node: ElementNode): readonly ContentNode[] {
    if (node.block !== undefined || this.repeated.has(node)) {
      if (this.repeated.has(node)) for (const child of node.children) if (child.kind === 'element') this.repeated.add(child);
      return node.children;
    }
    // The children inside a block get no CFI steps, because a segment never leaves any of them out.
    if (node.firstBlock === undefined) return node.children;
    const first = node.firstBlock;
    const end = node.endBlock ?? first;
    if (first >= this.from && (end < this.to || (end === this.to && first < end) || this.last)) return node.children;
    return this.visibleChildren(node, first);
  }

  /** Returns the children in this segment; records the CFI step of the first one if earlier ones are left out. */
  private visibleChildren(node: ElementNode, first: number): ContentNode[] {
    const children: ContentNode[] = [];
    let position = first;
    let elementIndex = 0;
    let skipped = 0;
    let items = 0;
    let hasFirst = false;
    const steps = this.steps.get(node);
    for (const child of node.children) {
      if (child.kind === 'text') {
        if (this.overlapsSegment(position, position)) children.push(child);
        continue;
      }
      elementIndex++;
      const childFirst = child.firstBlock ?? position;
      const childEnd = child.endBlock ?? childFirst;
      position = childEnd;
      if (this.overlapsSegment(childFirst, childEnd)) {
        if (steps !== undefined && (!hasFirst || this.startsBefore(child))) this.steps.set(child, `${steps}/${elementIndex * 2}`);
        hasFirst = true;
        children.push(child);
      } else if (!hasFirst) {
        skipped++;
        if (child.name === 'li') items++;
        if (node.name === 'table' && (child.name === 'thead' || child.name === 'colgroup' || child.name === 'col')) {
          this.repeated.add(child);
          children.push(child);
        }
      }
      if (child.name === 'li' && childFirst < this.from && childEnd > this.from) items++;
    }
    if (node.name === 'ol' && skipped > 0) this.continueNumbers(node, items, children);
    return children;
  }

  private continueNumbers(node: ElementNode, items: number, children: ContentNode[]): void {
    const start = Number.parseInt(node.attributes.get('start') ?? '1', 10) || 1;
    const firstItem = children.findIndex((child) => child.kind === 'element' && child.name === 'li');
    const item = children[firstItem];
    if (item?.kind !== 'element' || item.attributes.has('value') || node.attributes.has('reversed')) return;
    const continued = item.firstBlock !== undefined && item.firstBlock < this.from;
    const copy: ElementNode = { ...item, attributes: new Map(item.attributes).set('value', String(start + items - (continued ? 1 : 0))) };
    const steps = this.steps.get(item);
    if (steps !== undefined) this.steps.set(copy, steps);
    children[firstItem] = copy;
  }

  /** Returns whether a node that covers these blocks (none when the numbers are equal) belongs to this segment. */
  private overlapsSegment(first: number, end: number): boolean {
    if (first === end) return (first >= this.from && first < this.to) || (this.last && first >= this.to && this.to >= this.from);
    return first < this.to && end > this.from;
  }
}

/** Returns all segments of a document, in order. */
export const renderSegments = (input: RenderInput): RenderedSegment[] => {
  const out: RenderedSegment[] = [];
  let startChar = 0;
  input.segmentStarts.forEach((from, index) => {
    const to = input.segmentStarts[index + 1] ?? input.blocks.length;
    const writer = new SegmentWriter(input, from, to);
    const xhtml = writer.write();
    let chars = 0;
    for (let i = from; i < to; i++) chars += (input.blocks[i]?.text.length ?? 0) + 1;
    // A line feed separates two blocks; the last block of the document has none after it.
    if (to === input.blocks.length && to > from) chars--;
    out.push({
      href: segmentHref(input.href, index),
      xhtml,
      firstBlock: from,
      lastBlock: Math.max(from, to - 1),
      startChar,
      chars,
      uses: [...writer.uses],
    });
    startChar += chars;
  });
  return out;
};
