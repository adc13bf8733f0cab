/** Release notes as they may be shown anywhere: the sanitiser of book content, and of what it leaves only plain text markup. */

import { countNothing } from '../../features/media/content/content-model.ts';
import { type ContentNode, type ElementNode, element, textOf } from '../../features/media/content/content-tree.ts';
import { collectFindings } from '../../features/media/content/findings.ts';
import { parseMarkup } from '../../features/media/content/parse-markup.ts';
import { sanitise } from '../../features/media/content/sanitise.ts';
import { serialise } from '../../features/media/content/serialise.ts';

const KEPT = new Set(
  'h1 h2 h3 h4 h5 h6 p div ul ol li dl dt dd br hr strong b em i u s code pre blockquote kbd sub sup table thead tbody tr th td a'.split(
    ' ',
  ),
);
/** Their text is no text of the notes. */
const SILENT = new Set(['svg', 'math', 'img', 'audio', 'video', 'picture', 'style', 'input', 'map']);

const isLink = (address: string | undefined): address is string => address !== undefined && /^https?:\/\//i.test(address);

/** Elements that are not kept give way to what they hold. */
const plain = (node: ContentNode): ContentNode[] => {
  if (node.kind === 'text') return [node];
  if (SILENT.has(node.name) || node.attributes.has('data-placeholder')) return [];
  const children = node.children.flatMap(plain);
  if (node.namespace !== 'html' || !KEPT.has(node.name)) return children;
  const made: ElementNode = element('html', node.name, [], children);
  const address = node.attributes.get('href');
  if (node.name === 'a' && !isLink(address)) return children;
  if (isLink(address)) made.attributes.set('href', address).set('rel', 'noopener noreferrer').set('target', '_blank');
  return [made];
};

/** Any markup in; HTML without attributes but addresses of links out, empty when there are no words to read. */
export const cleanReleaseNotes = (markup: string): string => {
  const findings = collectFindings('notes.html');
  // Notes are a piece of a page: wrapped, so that one with several elements is no broken document.
  const { root, styleSheets } = parseMarkup(/<html[\s>]/i.test(markup) ? markup : `<span>${markup}</span>`, findings);
  const { body } = sanitise(root, styleSheets, {
    href: 'notes.html',
    resolve: () => ({ kind: 'missing', reason: 'notes stand alone' }),
    findings,
    counts: countNothing(),
    players: [],
    base: undefined,
    ids: new Set(),
    styles: new Map(),
    imagesSeen: 0,
  });
  const nodes = body.children.flatMap(plain);
  if (nodes.every((node) => textOf(node).trim() === '')) return '';
  const out: string[] = [];
  for (const node of nodes) serialise(node, out, {}, 'html');
  return out.join('').trim();
};
