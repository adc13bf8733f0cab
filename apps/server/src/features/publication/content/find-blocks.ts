/** Finds the blocks of a cleaned body: every visible character belongs to exactly one element with a block index. */
import { hash } from 'node:crypto';
import { UNCOUNTED_ELEMENTS } from '@shufang/contract/block-text';
import type { FormulaInText } from '@shufang/contract/formula-text';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { notationsOf } from '../text-index/formula-notations.ts';
import type { Block, BlockKind } from './content-model.ts';
import { type ContentNode, type ElementNode, element } from './content-tree.ts';
import { isBlockLevel } from './sanitize.ts';
import { serialize } from './serialize.ts';
import { splitLongBlock } from './split-long-block.ts';

/** Elements that are visible without text. */
const VISIBLE = new Set(['img', 'picture', 'svg', 'math', 'audio', 'video', 'input', 'meter', 'progress']);
const NOTE = /\b(?:footnotes?|endnotes?|rearnotes?|doc-footnote|doc-endnotes?)\b/;
const CONTENTS = /\b(?:toc|landmarks|page-list|doc-toc|doc-pagelist)\b/;
/**
 * Maximum number of cells of a table whose blocks are its cells. In a larger table the rows are the blocks, because each block costs a row
 * in the index.
 */
const CELLS_AS_BLOCKS_MAX = 5_000;

/** Returns the text of a block, by [Note: block text] of the contract, and adds its formulas to `formulas`; `before` precedes the text. */
const blockText = (node: ContentNode, formulas: FormulaInText[], before = 0): string => {
  if (node.kind === 'text') return node.text;
  if (UNCOUNTED_ELEMENTS.has(node.name)) return '';
  let out = '';
  for (const child of node.children) out += child.kind === 'text' ? child.text : blockText(child, formulas, before + out.length);
  if (node.namespace === 'mathml' && node.name === 'math') formulas.push({ start: before, end: before + out.length, ...notationsOf(node) });
  return out;
};

const isPageBreak = (node: ElementNode): boolean =>
  node.attributes.get('role') === 'doc-pagebreak' || /\bpagebreak\b/.test(node.attributes.get('data-epub-type') ?? '');

const isVisible = (node: ContentNode): boolean => {
  if (node.kind === 'text') return /\S/.test(node.text);
  if (node.name === 'style' || node.name === 'link') return false;
  return VISIBLE.has(node.name) || isPageBreak(node) || node.children.some(isVisible);
};

/** Returns whether a node is block-level, or an inline element that contains blocks, as in `<a><p>`. SVG and formulas are atomic. */
const isContainerLike = (node: ContentNode): boolean => {
  if (node.kind === 'text' || node.namespace !== 'html') return false;
  return isBlockLevel(node) || node.children.some(isContainerLike);
};

const KIND_OF_ELEMENT: Readonly<Record<string, BlockKind>> = {
  p: 'paragraph',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  pre: 'code',
  figcaption: 'caption',
  caption: 'caption',
  tr: 'row',
  hr: 'other',
};
const KIND_BY_ANCESTOR: Readonly<Record<string, BlockKind>> = {
  li: 'list-item',
  blockquote: 'quote',
  dt: 'definition',
  dd: 'definition',
  td: 'cell',
  th: 'cell',
  figcaption: 'caption',
  caption: 'caption',
  figure: 'figure',
  pre: 'code',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
};

interface BlockContext {
  readonly kind: BlockKind | undefined;
  readonly level: number | undefined;
  readonly rowsAreBlocks: boolean;
}

const contains = (node: ContentNode, name: string): boolean =>
  node.kind === 'element' && (node.name === name || node.children.some((child) => contains(child, name)));

const headingLevel = (name: string): number | undefined => (/^h[1-6]$/.test(name) ? Number(name[1]) : undefined);

const shortHash = (content: string): string => hash('sha256', content, 'hex').slice(0, 16);

/** Returns the hash of a block with text; undefined if the text is only white space, so that the hash depends on the markup. */
export const hashOfText = (kind: string, text: string): string | undefined => {
  const normalized = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return normalized === '' ? undefined : shortHash(`${kind}\n${normalized}`);
};

export interface FoundBlocks {
  readonly blocks: Block[];
  readonly elementIds: Map<string, number>;
  /** Number of over-long blocks that were split. */
  readonly cuts: number;
}

class BlockFinder {
  readonly blocks: Block[] = [];
  readonly elementIds = new Map<string, number>();
  cuts = 0;

  visit(node: ElementNode, outer: BlockContext): void {
    node.firstBlock = this.blocks.length;
    this.recordId(node);
    const context = this.contextIn(node, outer);
    if (node.children.some((child) => isContainerLike(child)) && !(node.name === 'tr' && context.rowsAreBlocks && this.isSimpleRow(node))) {
      this.visitContainer(node, context);
    } else if (node.name === 'hr' || node.children.some(isVisible) || isPageBreak(node)) this.makeBlock(node, context);
    else for (const child of node.children) this.recordIdsInside(child);
    node.endBlock = this.blocks.length;
  }

  /** The body stays a container even when it contains only a line of text or one image. */
  visitBody(body: ElementNode): void {
    body.firstBlock = 0;
    this.recordId(body);
    this.visitContainer(body, this.contextIn(body, { kind: undefined, level: undefined, rowsAreBlocks: false }));
    body.endBlock = this.blocks.length;
  }

  private visitContainer(node: ElementNode, context: BlockContext): void {
    const children: ContentNode[] = [];
    let run: ContentNode[] = [];
    const closeRun = (): void => {
      if (run.length === 0) return;
      children.push(...(run.some(isVisible) ? this.wrapRun(run, context) : run));
      if (!run.some(isVisible)) for (const part of run) this.setEmptyRange(part);
      run = [];
    };
    for (const child of node.children) {
      if (child.kind === 'element' && isContainerLike(child)) {
        closeRun();
        for (const part of this.partsOf(child)) {
          children.push(part);
          this.visit(part, context);
        }
      } else run.push(child);
    }
    closeRun();
    node.children = children;
  }

  /** Splits a paragraph that is longer than the maximum of a segment into several blocks. */
  private partsOf(node: ElementNode): ElementNode[] {
    if (node.name === 'tr' || node.name === 'td' || node.children.some(isContainerLike)) return [node];
    const parts = splitLongBlock(node, PUBLICATION_LIMITS.segmentCharsMax, PUBLICATION_LIMITS.segmentCharsMin);
    if (parts.length > 1) this.cuts++;
    return parts;
  }

  /**
   * Wraps text beside blocks in an inline element; a single inline element becomes the block itself. White space at the ends stays
   * outside.
   */
  private wrapRun(run: ContentNode[], context: BlockContext): ContentNode[] {
    let start = 0;
    let end = run.length;
    while (start < end && !this.isVisibleContent(run[start])) start++;
    while (end > start && !this.isVisibleContent(run[end - 1])) end--;
    const core = run.slice(start, end);
    const only = core.length === 1 ? core[0] : undefined;
    const lone = only?.kind === 'element' ? only : element('html', 'span', [], core);
    for (const part of run.slice(0, start)) this.setEmptyRange(part);
    const parts = splitLongBlock(lone, PUBLICATION_LIMITS.segmentCharsMax, PUBLICATION_LIMITS.segmentCharsMin);
    if (parts.length > 1) this.cuts++;
    for (const part of parts) {
      part.firstBlock = this.blocks.length;
      this.recordId(part);
      this.makeBlock(part, context);
      part.endBlock = this.blocks.length;
    }
    for (const part of run.slice(end)) this.setEmptyRange(part);
    return [...run.slice(0, start), ...parts, ...run.slice(end)];
  }

  private isVisibleContent(node: ContentNode | undefined): boolean {
    return node !== undefined && (node.kind === 'text' ? /\S/.test(node.text) : isVisible(node));
  }

  private isSimpleRow(row: ElementNode): boolean {
    return row.children.every((cell) => cell.kind === 'text' || !cell.children.some(isContainerLike)) && row.children.some(isVisible);
  }

  private setEmptyRange(node: ContentNode): void {
    if (node.kind === 'text') return;
    node.firstBlock = this.blocks.length;
    node.endBlock = this.blocks.length;
    this.recordIdsInside(node);
  }

  private recordId(node: ElementNode): void {
    const id = node.attributes.get('id');
    if (id !== undefined && !this.elementIds.has(id)) this.elementIds.set(id, this.blocks.length);
  }

  private recordIdsInside(node: ContentNode): void {
    if (node.kind === 'text') return;
    this.recordId(node);
    for (const child of node.children) this.recordIdsInside(child);
  }

  private contextIn(node: ElementNode, outer: BlockContext): BlockContext {
    const type = `${node.attributes.get('data-epub-type') ?? ''} ${node.attributes.get('role') ?? ''}`;
    const isContents = outer.kind === 'contents' || (node.name === 'nav' && CONTENTS.test(type));
    const isNote = outer.kind === 'note' || (node.name !== 'a' && NOTE.test(type));
    const kind = isContents ? 'contents' : isNote ? 'note' : (KIND_BY_ANCESTOR[node.name] ?? outer.kind);
    const rowsAreBlocks = node.name === 'table' ? countCells(node) > CELLS_AS_BLOCKS_MAX : outer.rowsAreBlocks;
    return { kind, level: headingLevel(node.name) ?? outer.level, rowsAreBlocks };
  }

  private makeBlock(node: ElementNode, context: BlockContext): void {
    const index = this.blocks.length;
    for (const child of node.children) this.recordIdsInside(child);
    node.block = index;
    const formulas: FormulaInText[] = [];
    const text = blockText(node, formulas);
    const kind = this.kindOf(node, text, context);
    const level = kind === 'heading' ? (headingLevel(node.name) ?? context.level) : undefined;
    this.blocks.push({
      kind,
      text,
      hash: hashOfText(kind, text) ?? shortHash(`${kind}\n<${markupOf(node)}`),
      ...(level === undefined ? {} : { level }),
      ...(formulas.length === 0 ? {} : { formulas }),
    });
  }

  private kindOf(node: ElementNode, text: string, context: BlockContext): BlockKind {
    if (isPageBreak(node)) return 'page-break';
    const elementKind = KIND_OF_ELEMENT[node.name];
    if (
      elementKind === 'heading' ||
      elementKind === 'code' ||
      elementKind === 'caption' ||
      elementKind === 'row' ||
      elementKind === 'other'
    )
      return elementKind;
    if (/^(?:audio|video)$/.test(node.name) || ((contains(node, 'audio') || contains(node, 'video')) && text.trim() === '')) return 'media';
    if (isFormula(node, text)) return 'formula';
    if (text.trim() === '') return context.kind === 'cell' ? 'cell' : 'figure';
    if (context.kind === 'figure') return 'paragraph';
    return context.kind ?? elementKind ?? 'paragraph';
  }
}

const markupOf = (node: ElementNode): string => {
  const out: string[] = [];
  serialize(node, out);
  return out.join('');
};

/** Returns whether the element contains one formula and no other text. */
const isFormula = (node: ElementNode, text: string): boolean => {
  if (node.name === 'math') return true;
  if (!contains(node, 'math')) return false;
  return withoutFormulas(node).trim() === '' && text.trim() !== '';
};
const withoutFormulas = (node: ContentNode): string => {
  if (node.kind === 'text') return node.text;
  return node.name === 'math' ? '' : node.children.map(withoutFormulas).join('');
};

const countCells = (node: ElementNode): number => {
  let count = 0;
  for (const child of node.children) {
    if (child.kind !== 'element') continue;
    if (child.name === 'td' || child.name === 'th') count++;
    else count += countCells(child);
  }
  return count;
};

/** Sets the block indexes in `body` in place (wraps loose text, splits over-long paragraphs) and returns the blocks in reading order. */
export const findBlocks = (body: ElementNode): FoundBlocks => {
  const finder = new BlockFinder();
  finder.visitBody(body);
  return { blocks: finder.blocks, elementIds: finder.elementIds, cuts: finder.cuts };
};
