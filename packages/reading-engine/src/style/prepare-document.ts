/** Makes a content document ready to be laid out: adds our two style sheets and lets the publisher's fixed sizes follow the reader's. */
import { baseSheet, fixedSheet, overrideSheet } from './sheets.ts';

const keywords: Record<string, number> = {
  'xx-small': 0.5625,
  'x-small': 0.625,
  small: 0.8125,
  medium: 1,
  large: 1.125,
  'x-large': 1.5,
  'xx-large': 2,
};
const pxPerUnit: Record<string, number> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };

/** A font size in absolute units as one that follows the root's; undefined when it follows already. Pure. */
export const followRootSize = (value: string): string | undefined => {
  const keyword = keywords[value];
  if (keyword !== undefined) return `${keyword}rem`;
  const parts = /^([\d.]+)(px|pt|pc|in|cm|mm)$/.exec(value.trim());
  const unit = parts && pxPerUnit[parts[2] ?? ''];
  if (!parts || !unit) return undefined;
  return `${Math.round(Number(parts[1]) * unit * 62.5) / 1000}rem`;
};

/** Heights of the window as heights of the page: an inner frame of a scrolled book is as tall as its text. Pure. */
export const followPageHeight = (value: string): string => value.replace(/(-?[\d.]+)[sld]?vh\b/g, 'calc($1 * var(--sf-vh, 1vh))');

const rescale = (style: CSSStyleDeclaration): void => {
  if (style.cssText.includes('vh')) {
    for (const name of Array.from(style)) {
      const value = style.getPropertyValue(name);
      const followed = followPageHeight(value);
      if (followed !== value) style.setProperty(name, followed, style.getPropertyPriority(name));
    }
  }
  const size = style.fontSize && followRootSize(style.fontSize);
  if (size) style.setProperty('font-size', size, style.getPropertyPriority('font-size'));
};

const rescaleRules = (rules: CSSRuleList): void => {
  for (const rule of rules) {
    if ('style' in rule) rescale(rule.style as CSSStyleDeclaration);
    if ('cssRules' in rule) rescaleRules(rule.cssRules as CSSRuleList);
  }
};

const rescaleSheet = (sheet: CSSStyleSheet | null): void => {
  if (!sheet) return;
  try {
    rescaleRules(sheet.cssRules);
  } catch (fault) {
    // A sheet from elsewhere (the content policy lets none load) cannot be read and is left as it is. The exception is of the inner window.
    if ((fault as Error).name !== 'SecurityError') throw fault;
  }
};

const rescaleDocument = (doc: Document): void => {
  for (const sheet of doc.styleSheets) if ((sheet.ownerNode as Element | null)?.id !== 'sf-base') rescaleSheet(sheet);
  for (const element of doc.querySelectorAll<HTMLElement>('[style*="font"], [style*="vh"]')) rescale(element.style);
  for (const element of doc.querySelectorAll<HTMLElement>('font[size]')) element.removeAttribute('size');
};

/** Fixed layout pages keep every size and face of the publisher: they get the highlight colours only. */
export const prepareDocument = (doc: Document, isFixed: boolean): void => {
  const view = doc.defaultView;
  if (view) {
    const override = new (view as unknown as typeof globalThis).CSSStyleSheet();
    override.replaceSync(isFixed ? fixedSheet : overrideSheet);
    doc.adoptedStyleSheets = [override];
  }
  if (isFixed) return;
  const base = doc.createElementNS('http://www.w3.org/1999/xhtml', 'style');
  base.id = 'sf-base';
  base.textContent = baseSheet;
  (doc.head ?? doc.documentElement).prepend(base);
  for (const link of doc.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')) {
    if (!link.sheet) link.addEventListener('load', () => rescaleSheet(link.sheet), { once: true });
  }
  rescaleDocument(doc);
};

/** Centred and right-aligned paragraphs (mottoes, signatures, verse) never take the two-character indent. Needs the styles to be there. */
export const markPlainParagraphs = (doc: Document): void => {
  const view = doc.defaultView;
  if (!view) return;
  for (const paragraph of doc.querySelectorAll('p')) {
    const { textAlign } = view.getComputedStyle(paragraph);
    if (textAlign === 'center' || textAlign === 'right' || textAlign === 'end') paragraph.setAttribute('data-sf-plain', '');
  }
};

/** Space above a document's first line that is habit, in root font sizes; more is a page its designer has laid out (a half title). */
const habitualSpaceRem = 5;

/** Marks the elements a segment begins with: their space above would set the first column lower than all that follow. */
export const markFirstBlocks = (body: Element, isContinued: boolean): void => {
  const view = body.ownerDocument.defaultView;
  if (!view) return;
  const habitualPx = habitualSpaceRem * Number.parseFloat(view.getComputedStyle(body.ownerDocument.documentElement).fontSize);
  let element = body;
  for (;;) {
    const first = [...element.childNodes].find((node) => node.nodeType === 1 || (node.textContent ?? '').trim() !== '');
    if (first?.nodeType !== 1) return;
    element = first as Element;
    const spacePx = Number.parseFloat(view.getComputedStyle(element).marginBlockStart);
    if (isContinued || spacePx <= habitualPx) element.setAttribute('data-sf-first', '');
  }
};

/** More words than these beside a picture are text to read. */
const longestCaption = 80;

/** Is this document one picture with a few words at most: a cover, a plate, an ornament over a part's title? */
export const plateOf = (body: Element): { hasCaption: boolean } | undefined => {
  const pictures = [...body.querySelectorAll('img, svg')].filter((picture) => !picture.parentElement?.closest('svg'));
  const [picture] = pictures;
  if (!picture || pictures.length > 1 || body.querySelector('table, pre, math, audio, video, input, hr')) return undefined;
  const letters = (element: Element) => (element.textContent ?? '').replace(/\s+/g, '').length;
  const words = letters(body) - (picture.localName === 'svg' ? letters(picture) : 0);
  return words > longestCaption ? undefined : { hasCaption: words > 0 };
};
