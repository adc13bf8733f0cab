/**
 * Prepares a content document for layout: adds our two style sheets and makes the publisher's absolute font sizes relative to the reader's.
 */
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

/** Converts an absolute font size to one relative to the root; returns undefined when it is already relative. Pure. */
export const followRootSize = (value: string): string | undefined => {
  const keyword = keywords[value];
  if (keyword !== undefined) return `${keyword}rem`;
  const parts = /^([\d.]+)(px|pt|pc|in|cm|mm)$/.exec(value.trim());
  const unit = parts && pxPerUnit[parts[2] ?? ''];
  if (!parts || !unit) return undefined;
  return `${Math.round(Number(parts[1]) * unit * 62.5) / 1000}rem`;
};

/** Converts viewport heights to page heights: in scroll mode an inner frame is as tall as its text. Pure. */
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
  } catch (error) {
    // A cross-origin style sheet (the content policy blocks them) cannot be read and stays unchanged. The error is recognized by its name,
    // because it belongs to another window.
    if ((error as Error).name !== 'SecurityError') throw error;
  }
};

const rescaleDocument = (doc: Document): void => {
  for (const sheet of doc.styleSheets) if ((sheet.ownerNode as Element | null)?.id !== 'sf-base') rescaleSheet(sheet);
  for (const element of doc.querySelectorAll<HTMLElement>('[style*="font"], [style*="vh"]')) rescale(element.style);
  for (const element of doc.querySelectorAll<HTMLElement>('font[size]')) element.removeAttribute('size');
};

/** Marks the script of the text; a document without text has that of its language. */
const flagScript = (doc: Document): void => {
  const text = (doc.body?.textContent ?? '').trim();
  const root = doc.documentElement;
  const language = root.lang || root.getAttributeNS('http://www.w3.org/XML/1998/namespace', 'lang') || '';
  const stated = /^zh/i.test(language) ? 'han' : /^ja/i.test(language) ? 'kana' : 'other';
  root.dataset.sfScript = text.length < 20 && stated !== 'other' ? stated : scriptOfText(text);
};

/**
 * Prepares a document for layout. A page with a fixed layout keeps the publisher's sizes and fonts and only gets the colors of highlights.
 */
export const prepareDocument = (doc: Document, isFixed: boolean): void => {
  const view = doc.defaultView;
  if (view) {
    const override = new (view as unknown as typeof globalThis).CSSStyleSheet();
    override.replaceSync(isFixed ? fixedSheet : overrideSheet);
    doc.adoptedStyleSheets = [override];
  }
  if (isFixed) return;
  flagScript(doc);
  const base = doc.createElementNS('http://www.w3.org/1999/xhtml', 'style');
  base.id = 'sf-base';
  base.textContent = baseSheet;
  (doc.head ?? doc.documentElement).prepend(base);
  for (const link of doc.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')) {
    if (!link.sheet) link.addEventListener('load', () => rescaleSheet(link.sheet), { once: true });
  }
  rescaleDocument(doc);
};

/**
 * Flags centered and right-aligned paragraphs (mottoes, signatures, verse), which never get the two-character indent. Needs the styles to
 * be loaded.
 */
export const flagPlainParagraphs = (doc: Document): void => {
  const view = doc.defaultView;
  if (!view) return;
  const isTitlePage = doc.body !== null && isTitlePageText(doc.body);
  const paragraphs = [...doc.querySelectorAll('p')];
  // All styles are read before an attribute is set: each change would make the browser compute styles again.
  const plain = paragraphs.filter(
    (paragraph) => isTitlePage || ['center', 'right', 'end'].includes(view.getComputedStyle(paragraph).textAlign),
  );
  for (const paragraph of plain) paragraph.setAttribute('data-sf-plain', '');
  for (const paragraph of paragraphs) {
    const token = longestToken(paragraph);
    if (token >= longTokenChars) paragraph.setAttribute('data-sf-token', token >= hugeTokenChars ? 'huge' : 'long');
  }
};

/** Lengths of words that tear a justified line of less than 24 characters, or of less than 36, apart: about a third of the line. */
const longTokenChars = 10;
const hugeTokenChars = 20;

/** Returns the number of characters of the longest part of a paragraph that is not broken between lines: a Latin word, an address, code. */
const longestToken = (paragraph: Element): number => {
  let longest = 0;
  for (const [word] of (paragraph.textContent ?? '').matchAll(/[\x21-\x7e]{10,}/g)) longest = Math.max(longest, word.length);
  for (const unbroken of paragraph.querySelectorAll('[data-keep]')) longest = Math.max(longest, (unbroken.textContent ?? '').length);
  return longest;
};

/** Maximum numbers of characters and of paragraphs of a title page, and of characters of one of its lines. */
const titlePage = { chars: 400, paragraphs: 16, lineChars: 40 };

/** Returns whether a document is a title or copyright page: its type says so, or it consists of a few short lines without sentences. */
const isTitlePageText = (body: HTMLElement): boolean => {
  if (/\b(?:titlepage|halftitlepage|copyright-page|dedication|colophon)\b/.test(`${typeOf(body)} ${typeOf(body.firstElementChild)}`))
    return true;
  const paragraphs = [...body.querySelectorAll('p')];
  const text = body.textContent ?? '';
  return (
    paragraphs.length > 0 &&
    paragraphs.length <= titlePage.paragraphs &&
    text.replace(/\s+/g, '').length <= titlePage.chars &&
    paragraphs.every(({ textContent }) => (textContent ?? '').trim().length <= titlePage.lineChars && !/[。！？]/.test(textContent ?? ''))
  );
};

const typeOf = (element: Element | null): string => element?.getAttribute('data-epub-type') ?? '';

/** Number of characters from which the script of a document is determined. */
const scriptSampleChars = 4_000;

/**
 * Returns the script in which a text is mainly written. The rules of Chinese and Japanese typesetting follow it, not the language that the
 * book states, which is often wrong. Pure.
 */
export const scriptOfText = (text: string): 'han' | 'kana' | 'other' => {
  const sample = text.slice(0, scriptSampleChars);
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  const kana = sample.match(/[\u3041-\u30fa]/g)?.length ?? 0;
  // A Chinese word has about two characters, a Latin word five letters.
  const others =
    sample.match(/\p{Script=Latin}+|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Hangul}]+/gu)?.length ??
    0;
  if (kana > han / 4 && kana > others / 2) return 'kana';
  return han / 2 > others / 2 ? 'han' : 'other';
};

/** Maximum space above the first line of a document that is removed, in root font sizes; more space is intentional (a half title). */
const defaultSpaceRem = 5;

/** Returns the elements at the start of the content, each the first content of the one before it. */
const firstElements = (body: Element): Element[] => {
  const found: Element[] = [];
  for (let element = body; ; ) {
    const first = [...element.childNodes].find((node) => node.nodeType === 1 || (node.textContent ?? '').trim() !== '');
    if (first?.nodeType !== 1) return found;
    element = first as Element;
    found.push(element);
  }
};

/** Returns the margin at the block start in pixels. The computed value is preferred, because the used one requires a layout. */
const spaceBefore = (element: Element, view: Window): number => {
  const computed = 'computedStyleMap' in element ? element.computedStyleMap().get('margin-block-start') : undefined;
  if (computed && 'unit' in computed && computed.unit === 'px') return Number((computed as CSSUnitValue).value);
  return Number.parseFloat(view.getComputedStyle(element).marginBlockStart);
};

/** Marks the first elements of a segment, whose top margin would make the first column start lower than the others. */
export const flagFirstBlocks = (body: Element, isContinued: boolean): void => {
  const view = body.ownerDocument.defaultView;
  if (!view) return;
  const habitualPx = defaultSpaceRem * Number.parseFloat(view.getComputedStyle(body.ownerDocument.documentElement).fontSize);
  const flagged = firstElements(body).filter((element) => isContinued || spaceBefore(element, view) <= habitualPx);
  for (const element of flagged) element.setAttribute('data-sf-first', '');
};

/** Maximum number of characters of a caption; a longer text beside a picture is body text. */
const captionCharsMax = 80;

/**
 * Returns plate information when the document is a single picture with at most a short caption: a cover, a plate, an ornament over a part's
 * title.
 */
export const plateOf = (body: Element): { hasCaption: boolean } | undefined => {
  const pictures = [...body.querySelectorAll('img, svg')].filter((picture) => !picture.parentElement?.closest('svg'));
  const [picture] = pictures;
  if (!picture || pictures.length > 1 || body.querySelector('table, pre, math, audio, video, input, hr')) return undefined;
  const countChars = (element: Element) => (element.textContent ?? '').replace(/\s+/g, '').length;
  const charCount = countChars(body) - (picture.localName === 'svg' ? countChars(picture) : 0);
  return charCount > captionCharsMax ? undefined : { hasCaption: charCount > 0 };
};
