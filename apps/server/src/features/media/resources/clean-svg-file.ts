/** An SVG file used as a picture: parsed and passed through the same allowlist as documents, written as a file of its own without anything that acts. */
import type { ImportFinding } from '@shufang/contract';
import { countNothing, type Resolve } from '../content/content-model.ts';
import type { ContentNode, ElementNode } from '../content/content-tree.ts';
import { decodeText } from '../content/decode-text.ts';
import { collectFindings } from '../content/findings.ts';
import { parseMarkup } from '../content/parse-markup.ts';
import { sanitise } from '../content/sanitise.ts';
import { serialise } from '../content/serialise.ts';

export interface CleanedSvg {
  /** `undefined`: there is no drawing in the file. */
  readonly svg: string | undefined;
  /** It refers to parts of itself by `use`: drawing it may cost far more than its size tells. */
  readonly repeatsParts: boolean;
  readonly uses: readonly string[];
  readonly findings: readonly ImportFinding[];
}

export const cleanSvgFile = (source: { bytes: Uint8Array; href: string; resolve: Resolve }): CleanedSvg => {
  const findings = collectFindings(source.href);
  const parsed = parseMarkup(decodeText(source.bytes, findings), findings);
  const { body, head } = sanitise(parsed.root, parsed.styleSheets, {
    href: source.href,
    resolve: source.resolve,
    findings,
    counts: countNothing(),
    players: [],
    base: undefined,
    ids: new Set(),
    styles: new Map(),
    imagesSeen: 0,
  });
  const drawing = body.children.find((node): node is ElementNode => node.kind === 'element' && node.namespace === 'svg');
  if (!drawing) return { svg: undefined, repeatsParts: false, uses: [], findings: findings.list() };
  const out: string[] = [];
  serialise(drawing, out);
  const uses = new Set<string>();
  const collect = (node: ContentNode): void => {
    if (node.kind === 'text') return;
    for (const href of node.uses ?? []) uses.add(href);
    for (const child of node.children) collect(child);
  };
  for (const node of [...head, drawing]) collect(node);
  const svg = out.join('');
  return { svg, repeatsParts: /<use[\s/>]/.test(svg), uses: [...uses], findings: findings.list() };
};
