/** State shared by all parts of the sanitizer while one document is cleaned. */
import type { DocumentCounts, Player, Resolution, Resolve } from './content-model.ts';
import { type ElementNode, element, text } from './content-tree.ts';
import type { FindingCollector } from './findings.ts';
import { joinBase, schemeOf, splitFragment, tidyReference } from './references.ts';

export interface SanitizeContext {
  readonly href: string;
  readonly resolve: Resolve;
  readonly findings: FindingCollector;
  readonly counts: DocumentCounts;
  readonly players: Player[];
  /** The base of references from `<base href>`; `xml:base` is applied while the sanitizer descends into the tree. */
  base: string | undefined;
  readonly ids: Set<string>;
  /** Cache of cleaned style attributes by their text: books repeat a few of them thousands of times. */
  readonly styles: Map<string, { css: string; uses: readonly string[] }>;
  imageHrefs: number;
  /** Returns the cleaned markup of an SVG in a data URL; undefined if it contains none. Absent inside such an SVG: they do not nest. */
  readonly cleanDrawing?: (bytes: Uint8Array) => string | undefined;
}

export type Target = Resolution & {
  readonly fragment: string | undefined;
  readonly scheme: string | undefined;
  readonly reference: string;
};

/** Resolves a raw reference of an attribute under the current base. */
export const targetOf = (raw: string, context: SanitizeContext): Target => {
  const reference = joinBase(context.base, tidyReference(raw));
  const scheme = schemeOf(reference);
  if (reference.startsWith('//')) return { kind: 'external', url: `https:${reference}`, fragment: undefined, scheme: 'https:', reference };
  const { path, fragment } = splitFragment(reference);
  if (scheme === undefined && path === '') return { kind: 'document', href: context.href, fragment, scheme, reference };
  if (scheme !== undefined) return { kind: 'external', url: reference, fragment, scheme, reference };
  return { ...context.resolve(path), fragment, scheme, reference };
};

/** Returns visible text that replaces content that is not shown. */
export const placeholder = (what: string, detail: string | undefined): ElementNode =>
  element('html', 'span', [['data-placeholder', 'true']], [text(detail ? `〔${what}：${detail}〕` : `〔${what}〕`)]);
