/** Cleans an SVG file used as an image with the same allowlist as documents and writes it without anything that executes. */
import type { ImportFinding } from '@shufang/contract';
import { emptyCounts, type Resolve } from '../content/content-model.ts';
import type { ContentNode, ElementNode } from '../content/content-tree.ts';
import { decodeText } from '../content/decode-text.ts';
import { collectFindings } from '../content/findings.ts';
import { parseMarkup } from '../content/parse-markup.ts';
import { sanitize } from '../content/sanitize.ts';
import { serialize } from '../content/serialize.ts';

export interface CleanedSvg {
  /** The cleaned markup; undefined if the file contains no SVG. */
  readonly svg: string | undefined;
  /** Whether the image repeats parts of itself with `use`: drawing it may then cost far more than its size suggests. */
  readonly usesRepetition: boolean;
  readonly uses: readonly string[];
  readonly findings: readonly ImportFinding[];
}

export const cleanSvgFile = (source: { bytes: Uint8Array; href: string; resolve: Resolve }): CleanedSvg => {
  const findings = collectFindings(source.href);
  const parsed = parseMarkup(decodeText(source.bytes, findings), findings);
  const { body, head } = sanitize(parsed.root, parsed.styleSheets, {
    href: source.href,
    resolve: source.resolve,
    findings,
    counts: emptyCounts(),
    players: [],
    base: undefined,
    ids: new Set(),
    styles: new Map(),
    imageHrefs: 0,
  });
  const drawing = body.children.find((node): node is ElementNode => node.kind === 'element' && node.namespace === 'svg');
  if (!drawing) return { svg: undefined, usesRepetition: false, uses: [], findings: findings.list() };
  const out: string[] = [];
  serialize(drawing, out);
  const uses = new Set<string>();
  const collect = (node: ContentNode): void => {
    if (node.kind === 'text') return;
    for (const href of node.uses ?? []) uses.add(href);
    for (const child of node.children) collect(child);
  };
  for (const node of [...head, drawing]) collect(node);
  const svg = out.join('');
  return { svg, usesRepetition: /<use[\s/>]/.test(svg), uses: [...uses], findings: findings.list() };
};
