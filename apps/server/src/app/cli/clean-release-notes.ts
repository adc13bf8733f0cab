/** Sanitizes release notes: applies the sanitizer of book content, then keeps only plain text markup. */

import { emptyCounts } from '../../features/publication/content/content-model.ts';
import { type ContentNode, type ElementNode, element, textOf } from '../../features/publication/content/content-tree.ts';
import { collectFindings } from '../../features/publication/content/findings.ts';
import { parseMarkup } from '../../features/publication/content/parse-markup.ts';
import { sanitize } from '../../features/publication/content/sanitize.ts';
import { serialize } from '../../features/publication/content/serialize.ts';

const ALLOWED = new Set(
  'h1 h2 h3 h4 h5 h6 p div ul ol li dl dt dd br hr strong b em i u s code pre blockquote kbd sub sup table thead tbody tr th td a'.split(
    ' ',
  ),
);
/** Elements that are removed from the release notes together with their content. */
const REMOVED = new Set(['svg', 'math', 'img', 'audio', 'video', 'picture', 'style', 'input', 'map']);

const isLink = (address: string | undefined): address is string => address !== undefined && /^https?:\/\//i.test(address);

/**
 * Returns what remains of a node: elements of `REMOVED` are dropped, and other elements that are not allowed are replaced by their
 * children.
 */
const plain = (node: ContentNode): ContentNode[] => {
  if (node.kind === 'text') return [node];
  if (REMOVED.has(node.name) || node.attributes.has('data-placeholder')) return [];
  const children = node.children.flatMap(plain);
  if (node.namespace !== 'html' || !ALLOWED.has(node.name)) return children;
  const made: ElementNode = element('html', node.name, [], children);
  const address = node.attributes.get('href');
  if (node.name === 'a' && !isLink(address)) return children;
  if (isLink(address)) made.attributes.set('href', address).set('rel', 'noopener noreferrer').set('target', '_blank');
  return [made];
};

/** Returns HTML without attributes except the `href` of links; an empty text if the markup contains no text. */
export const cleanReleaseNotes = (markup: string): string => {
  const findings = collectFindings('notes.html');
  // Release notes are an HTML fragment. They are wrapped in one element, because several top-level elements would be an invalid document.
  const { root, styleSheets } = parseMarkup(/<html[\s>]/i.test(markup) ? markup : `<span>${markup}</span>`, findings);
  const { body } = sanitize(root, styleSheets, {
    href: 'notes.html',
    resolve: () => ({ kind: 'missing', reason: 'notes stand alone' }),
    findings,
    counts: emptyCounts(),
    players: [],
    base: undefined,
    ids: new Set(),
    styles: new Map(),
    imageHrefs: 0,
  });
  const nodes = body.children.flatMap(plain);
  if (nodes.every((node) => textOf(node).trim() === '')) return '';
  const out: string[] = [];
  for (const node of nodes) serialize(node, out, {}, 'html');
  return out.join('').trim();
};
