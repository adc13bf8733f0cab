/** Finds the blocks of a cleaned body: every visible character comes to stand in exactly one element that carries a block index. */
import { hash } from 'node:crypto';
import { UNCOUNTED_ELEMENTS } from '@shufang/contract/block-text';
import { LIMITS } from '@shufang/contract/limits';
import type { Block, BlockKind } from './content-model.ts';
import { type ContentNode, type ElementNode, element } from './content-tree.ts';
import { isBlockLevel } from './sanitise.ts';
import { serialise } from './serialise.ts';
import { splitLongBlock } from './split-long-block.ts';

/** Elements that show something without holding text. */
const VISIBLE = new Set(['img', 'picture', 'svg', 'math', 'audio', 'video', 'input', 'meter', 'progress']);
const NOTE = /\b(?:footnotes?|endnotes?|rearnotes?|doc-footnote|doc-endnotes?)\b/;
/** From so many cells on, a table's block is the row: each block costs a line in the index. */
const CELLS_AS_BLOCKS_MAX = 5_000;

/** Text of a block, by [Note: block text] of the contract. */
const blockText = (node: ContentNode): string => {
  if (node.kind === 'text') return node.text;
  if (UNCOUNTED_ELEMENTS.has(node.name)) return '';
  let out = '';
  for (const child of node.children) out += child.kind === 'text' ? child.text : blockText(child);
  return out;
};

const isPageBreak = (node: ElementNode): boolean =>
  node.attributes.get('role') === 'doc-pagebreak' || /\bpagebreak\b/.test(node.attributes.get('data-epub-type') ?? '');

const isVisible = (node: ContentNode): boolean => {
  if (node.kind === 'text') return /\S/.test(node.text);
  if (node.name === 'style' || node.name === 'link') return false;
  return VISIBLE.has(node.name) || isPageBreak(node) || node.children.some(isVisible);
};

/** Block-level itself, or an inline element wrongly holding blocks, as `<a><p>` does. Drawings and formulas are one thing. */
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
const KIND_WITHIN: Readonly<Record<string, BlockKind>> = {
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

interface Surroundings {
  readonly kind: BlockKind | undefined;
  readonly level: number | undefined;
  readonly rowsAreBlocks: boolean;
}

const contains = (node: ContentNode, name: string): boolean =>
  node.kind === 'element' && (node.name === name || node.children.some((child) => contains(child, name)));

const headingLevel = (name: string): number | undefined => (/^h[1-6]$/.test(name) ? Number(name[1]) : undefined);

export interface FoundBlocks {
  readonly blocks: Block[];
  readonly elementIds: Map<string, number>;
  /** How many over-long blocks were cut. */
  readonly cuts: number;
}

class BlockFinder {
  readonly blocks: Block[] = [];
  readonly elementIds = new Map<string, number>();
  cuts = 0;

  visit(node: ElementNode, around: Surroundings): void {
    node.firstBlock = this.blocks.length;
    this.noteId(node);
    const within = this.surroundingsIn(node, around);
    if (node.children.some((child) => isContainerLike(child)) && !(node.name === 'tr' && within.rowsAreBlocks && this.isSimpleRow(node))) {
      this.visitContainer(node, within);
    } else if (node.name === 'hr' || node.children.some(isVisible) || isPageBreak(node)) this.makeBlock(node, within);
    else for (const child of node.children) this.noteIdsInside(child);
    node.endBlock = this.blocks.length;
  }

  /** The body stays a container even when it holds nothing but a line of text or one drawing. */
  visitBody(body: ElementNode): void {
    body.firstBlock = 0;
    this.noteId(body);
    this.visitContainer(body, this.surroundingsIn(body, { kind: undefined, level: undefined, rowsAreBlocks: false }));
    body.endBlock = this.blocks.length;
  }

  private visitContainer(node: ElementNode, within: Surroundings): void {
    const children: ContentNode[] = [];
    let run: ContentNode[] = [];
    const closeRun = (): void => {
      if (run.length === 0) return;
      children.push(...(run.some(isVisible) ? this.coverRun(run, within) : run));
      if (!run.some(isVisible)) for (const part of run) this.markEmpty(part);
      run = [];
    };
    for (const child of node.children) {
      if (child.kind === 'element' && isContainerLike(child)) {
        closeRun();
        for (const part of this.partsOf(child)) {
          children.push(part);
          this.visit(part, within);
        }
      } else run.push(child);
    }
    closeRun();
    node.children = children;
  }

  /** Cuts a paragraph that is longer than a segment may be. */
  private partsOf(node: ElementNode): ElementNode[] {
    if (node.name === 'tr' || node.name === 'td' || node.children.some(isContainerLike)) return [node];
    const parts = splitLongBlock(node, LIMITS.segmentCharsMax, LIMITS.segmentCharsMin);
    if (parts.length > 1) this.cuts++;
    return parts;
  }

  /** Text beside blocks gets an inline element of its own; a lone inline element carries the block itself. White space at the ends stays outside. */
  private coverRun(run: ContentNode[], within: Surroundings): ContentNode[] {
    let start = 0;
    let end = run.length;
    while (start < end && !this.isKept(run[start])) start++;
    while (end > start && !this.isKept(run[end - 1])) end--;
    const core = run.slice(start, end);
    const only = core.length === 1 ? core[0] : undefined;
    const lone = only?.kind === 'element' ? only : element('html', 'span', [], core);
    for (const part of run.slice(0, start)) this.markEmpty(part);
    const parts = splitLongBlock(lone, LIMITS.segmentCharsMax, LIMITS.segmentCharsMin);
    if (parts.length > 1) this.cuts++;
    for (const part of parts) {
      part.firstBlock = this.blocks.length;
      this.noteId(part);
      this.makeBlock(part, within);
      part.endBlock = this.blocks.length;
    }
    for (const part of run.slice(end)) this.markEmpty(part);
    return [...run.slice(0, start), ...parts, ...run.slice(end)];
  }

  private isKept(node: ContentNode | undefined): boolean {
    return node !== undefined && (node.kind === 'text' ? /\S/.test(node.text) : isVisible(node));
  }

  private isSimpleRow(row: ElementNode): boolean {
    return row.children.every((cell) => cell.kind === 'text' || !cell.children.some(isContainerLike)) && row.children.some(isVisible);
  }

  private markEmpty(node: ContentNode): void {
    if (node.kind === 'text') return;
    node.firstBlock = this.blocks.length;
    node.endBlock = this.blocks.length;
    this.noteIdsInside(node);
  }

  private noteId(node: ElementNode): void {
    const id = node.attributes.get('id');
    if (id !== undefined && !this.elementIds.has(id)) this.elementIds.set(id, this.blocks.length);
  }

  private noteIdsInside(node: ContentNode): void {
    if (node.kind === 'text') return;
    this.noteId(node);
    for (const child of node.children) this.noteIdsInside(child);
  }

  private surroundingsIn(node: ElementNode, around: Surroundings): Surroundings {
    const type = `${node.attributes.get('data-epub-type') ?? ''} ${node.attributes.get('role') ?? ''}`;
    const kind = node.name !== 'a' && NOTE.test(type) ? 'note' : around.kind === 'note' ? 'note' : (KIND_WITHIN[node.name] ?? around.kind);
    const rowsAreBlocks = node.name === 'table' ? countCells(node) > CELLS_AS_BLOCKS_MAX : around.rowsAreBlocks;
    return { kind, level: headingLevel(node.name) ?? around.level, rowsAreBlocks };
  }

  private makeBlock(node: ElementNode, within: Surroundings): void {
    const index = this.blocks.length;
    for (const child of node.children) this.noteIdsInside(child);
    node.block = index;
    const words = blockText(node);
    const kind = this.kindOf(node, words, within);
    const level = kind === 'heading' ? (headingLevel(node.name) ?? within.level) : undefined;
    const normalised = words.normalize('NFC').replace(/\s+/g, ' ').trim();
    this.blocks.push({
      kind,
      text: words,
      hash: hash('sha256', normalised === '' ? `${kind}\n<${markupOf(node)}` : `${kind}\n${normalised}`, 'hex').slice(0, 16),
      ...(level === undefined ? {} : { level }),
    });
  }

  private kindOf(node: ElementNode, words: string, within: Surroundings): BlockKind {
    if (isPageBreak(node)) return 'page-break';
    const own = KIND_OF_ELEMENT[node.name];
    if (own === 'heading' || own === 'code' || own === 'caption' || own === 'row' || own === 'other') return own;
    if (/^(?:audio|video)$/.test(node.name) || ((contains(node, 'audio') || contains(node, 'video')) && words.trim() === ''))
      return 'media';
    if (isFormula(node, words)) return 'formula';
    if (words.trim() === '') return within.kind === 'cell' ? 'cell' : 'figure';
    if (within.kind === 'figure') return 'paragraph';
    return within.kind ?? own ?? 'paragraph';
  }
}

const markupOf = (node: ElementNode): string => {
  const out: string[] = [];
  serialise(node, out);
  return out.join('');
};

/** Nothing but one formula. */
const isFormula = (node: ElementNode, words: string): boolean => {
  if (node.name === 'math') return true;
  if (!contains(node, 'math')) return false;
  return withoutFormulas(node).trim() === '' && words.trim() !== '';
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

/** Marks the blocks of `body` in place (wrapping stray text, cutting over-long paragraphs) and lists them in reading order. */
export const findBlocks = (body: ElementNode): FoundBlocks => {
  const finder = new BlockFinder();
  finder.visitBody(body);
  return { blocks: finder.blocks, elementIds: finder.elementIds, cuts: finder.cuts };
};
