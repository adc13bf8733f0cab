/**
 * Cleans the attributes of one element: the allowed ones, ids, language, EPUB types and styles. Addresses are left to the rule of the
 * element.
 */
import { isGlobalAttribute, isHtmlAttribute, isMathAttribute, isSvgAttribute, roleOfEpubType } from './allowlist.ts';
import { cleanCss } from './clean-css.ts';
import type { ElementNode } from './content-tree.ts';
import type { SanitizeContext } from './sanitize-context.ts';

/** Attributes whose value is an address. They are removed, unless the element's own rule sets them again. */
const ADDRESSES = new Set(['href', 'src', 'srcset', 'poster', 'xlink:href', 'usemap']);
/** Maximum value of `colspan` and `rowspan`; larger ones could stall a browser. */
const SPAN_MAX = 1_000;
const STYLE_CACHE_MAX = 2_000;

const cleanStyle = (value: string, context: SanitizeContext): { css: string; uses: readonly string[] } => {
  const cached = context.styles.get(value);
  if (cached) return cached;
  const { css, uses, findings } = cleanCss(value, context.resolve, { href: context.href, context: 'declarationList' });
  context.findings.addAll(findings);
  const cleaned = { css, uses };
  if (context.styles.size < STYLE_CACHE_MAX) context.styles.set(value, cleaned);
  return cleaned;
};

const claimId = (raw: string, result: ElementNode, context: SanitizeContext): void => {
  const id = raw.trim();
  if (id === '' || /\s/.test(id)) return;
  if (context.ids.has(id)) {
    context.findings.add('id.duplicate', result.line);
    return;
  }
  context.ids.add(id);
  result.attributes.set('id', id);
};

/** Returns whether a paint or clip value of SVG refers to anything outside this document. */
const leadsOutside = (value: string): boolean =>
  /url\s*\(/i.test(value) && !/^[^\\]*url\(\s*["']?#[^"')\\]*["']?\s*\)[^\\(]*$/i.test(value);

const allowed = (source: ElementNode, made: ElementNode, name: string): boolean => {
  if (isGlobalAttribute(name)) return true;
  if (made.namespace === 'mathml') return isMathAttribute(name);
  if (made.namespace === 'svg') return isSvgAttribute(name);
  return isHtmlAttribute(source.namespace === 'html' ? made.name : '', name);
};

const setPlain = (result: ElementNode, name: string, value: string, context: SanitizeContext): void => {
  if (name === 'colspan' || name === 'rowspan' || name === 'span') {
    const span = Number.parseInt(value, 10);
    if (span > 0 && span <= SPAN_MAX) result.attributes.set(name, String(span));
    else if (value.trim() === '0' && name === 'rowspan') result.attributes.set(name, '0');
  } else if (result.namespace === 'svg' && leadsOutside(value)) context.findings.add('svg.unsafe', result.line);
  else result.attributes.set(name, value);
};

/** Types of single questions in the EPUB vocabulary; containers of several (`assessment`, `practices`, `qna`) are not questions. */
const QUESTIONS = new Set([
  'fill-in-the-blank-problem',
  'general-problem',
  'match-problem',
  'multiple-choice-problem',
  'true-false-problem',
  'question',
  'practice',
]);

/** Copies the allowed attributes from `source` to `result`. */
export const copyAttributes = (source: ElementNode, result: ElementNode, context: SanitizeContext): void => {
  let language: string | undefined;
  for (const [rawName, value] of source.attributes) {
    const name = result.namespace === 'html' ? rawName.toLowerCase() : rawName;
    if (name === 'id') claimId(value, result, context);
    else if (name === 'style') {
      const cleaned = cleanStyle(value, context);
      if (cleaned.css !== '') result.attributes.set('style', cleaned.css);
      if (cleaned.uses.length > 0) result.uses = [...(result.uses ?? []), ...cleaned.uses];
    } else if (name === 'lang' || name === 'xml:lang') {
      if (name === 'lang' || language === undefined) language = value.trim();
    } else if (name === 'epub:type') {
      result.attributes.set('data-epub-type', value.trim());
      if (value.split(/\s+/).some((type) => QUESTIONS.has(type))) context.counts.questions++;
      const role = source.attributes.has('role') ? undefined : roleOfEpubType(value);
      if (role !== undefined) result.attributes.set('role', role);
    } else if (/^on/i.test(name)) context.findings.add('handler.dropped', result.line);
    else if (ADDRESSES.has(name)) continue;
    else if (name === 'xml:space') result.attributes.set(name, value);
    else if (allowed(source, result, name)) setPlain(result, name, value, context);
  }
  if (language !== undefined) result.attributes.set('lang', language);
};
