/** Classifies a link: a footnote to show in a popover, a position in the book, or an external URL. */

import { findFragment } from '../layout/book-view.ts';
import { writeFormulas } from '../locator/formula-notation.ts';
import { epubTypes } from '../publication/epub-types.ts';

const roles = (element: Element): string[] => (element.getAttribute('role') ?? '').split(/\s+/).filter(Boolean);

const noteTypes = new Set(['footnote', 'endnote', 'rearnote', 'note', 'sidenote', 'annotation']);

/** Maximum length of a footnote that is shown in a popover, in characters; a link to a longer one is followed. */
const popoverCharsMax = 1_500;

const isNoteReference = (anchor: Element): boolean =>
  epubTypes(anchor).includes('noteref') ||
  roles(anchor).includes('doc-noteref') ||
  /(^|\s)(noteref|duokan-footnote|footnote-ref)(\s|$)/.test(anchor.getAttribute('class') ?? '');

/** Returns whether a link leads back from a footnote to its reference. */
export const isBacklink = (anchor: Element): boolean => roles(anchor).includes('doc-backlink') || epubTypes(anchor).includes('backlink');

/** Returns whether a link looks like a reference to a footnote: a short superscript such as [1], ①, 注3, *. */
const looksLikeReference = (anchor: Element): boolean => {
  const text = (anchor.textContent ?? '').trim();
  const raised = anchor.closest('sup') !== null || anchor.querySelector('sup') !== null;
  return /^[[(（〔【]?(?:注|注释|note)?\s*(?:\d{1,3}|[*†‡§①-⑳㉑-㉟])[\])）〕】]?$/i.test(text) && (raised || /^[[(（〔【①-⑳]/.test(text));
};

/** Returns the element of the whole footnote, given the target of a reference, which may be an anchor inside the footnote. */
const noteElement = (target: Element): Element => {
  for (let at: Element | null = target; at && at.localName !== 'body'; at = at.parentElement) {
    if (epubTypes(at).some((type) => noteTypes.has(type)) || roles(at).some((role) => role === 'doc-footnote' || role === 'doc-endnote'))
      return at;
  }
  return target.closest('li, p, dd, aside, div') ?? target;
};

/** Returns the text of a footnote without its leading number, ruby readings and backlinks, with each formula once. */
const textOfNote = (element: Element): string => {
  const copy = element.cloneNode(true) as Element;
  for (const extra of copy.querySelectorAll('rt, rp, script, style, template, [role~="doc-backlink"]')) extra.remove();
  writeFormulas(copy);
  const paragraphs = [...copy.querySelectorAll('p, li')];
  const parts = paragraphs.length > 1 ? paragraphs.map((part) => part.textContent ?? '') : [copy.textContent ?? ''];
  return parts
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
    .replace(/[↩↵⏎⤴^]\uFE0E?\s*$/u, '')
    .trim();
};

/** Returns whether a link leads to a footnote, by its markup or appearance; the footnote may be in any document. */
export const isNoteLink = (anchor: Element): boolean => !isBacklink(anchor) && (isNoteReference(anchor) || looksLikeReference(anchor));

/**
 * Returns the text of the footnote at a fragment of a document; undefined when there is no footnote, when it is too long for a popover, or
 * when it contains `anchor`.
 */
export const noteAt = (document: Document, fragment: string, anchor?: Element): string | undefined => {
  const target = findFragment(document, fragment);
  if (!target) return undefined;
  const note = noteElement(target);
  if (anchor && note.contains(anchor)) return undefined;
  const text = textOfNote(note);
  return text && text.length <= popoverCharsMax ? text : undefined;
};
