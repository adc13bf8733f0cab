/** Attributes of one element: the allowed ones, ids, language, EPUB types and cleaned styles. Addresses are the business of the element's own rule. */
import { isGlobalAttribute, isHtmlAttribute, isMathAttribute, isSvgAttribute, roleOfEpubType } from './allowlist.ts';
import { cleanCss } from './clean-css.ts';
import type { ElementNode } from './content-tree.ts';
import type { SanitiseContext } from './sanitise-context.ts';

/** Attributes whose value is an address; the element's rule sets them anew, or they stay out. */
const ADDRESSES = new Set(['href', 'src', 'srcset', 'poster', 'xlink:href', 'usemap']);
/** Larger spans are not a table's but an attack's. */
const SPAN_MAX = 1_000;
const STYLE_CACHE_MAX = 2_000;

const cleanStyle = (value: string, context: SanitiseContext): { css: string; uses: readonly string[] } => {
  const known = context.styles.get(value);
  if (known) return known;
  const { css, uses, findings } = cleanCss(value, context.resolve, { href: context.href, context: 'declarationList' });
  context.findings.addAll(findings);
  const cleaned = { css, uses };
  if (context.styles.size < STYLE_CACHE_MAX) context.styles.set(value, cleaned);
  return cleaned;
};

const claimId = (raw: string, made: ElementNode, context: SanitiseContext): void => {
  const id = raw.trim();
  if (id === '' || /\s/.test(id)) return;
  if (context.ids.has(id)) {
    context.findings.add('id.duplicate', made.line);
    return;
  }
  context.ids.add(id);
  made.attributes.set('id', id);
};

/** A paint or clip value of SVG that leads anywhere but into this document. */
const leadsOutside = (value: string): boolean =>
  /url\s*\(/i.test(value) && !/^[^\\]*url\(\s*["']?#[^"')\\]*["']?\s*\)[^\\(]*$/i.test(value);

const allowed = (source: ElementNode, made: ElementNode, name: string): boolean => {
  if (isGlobalAttribute(name)) return true;
  if (made.namespace === 'mathml') return isMathAttribute(name);
  if (made.namespace === 'svg') return isSvgAttribute(name);
  return isHtmlAttribute(source.namespace === 'html' ? made.name : '', name);
};

const setPlain = (made: ElementNode, name: string, value: string, context: SanitiseContext): void => {
  if (name === 'colspan' || name === 'rowspan' || name === 'span') {
    const span = Number.parseInt(value, 10);
    if (span > 0 && span <= SPAN_MAX) made.attributes.set(name, String(span));
    else if (value.trim() === '0' && name === 'rowspan') made.attributes.set(name, '0');
  } else if (made.namespace === 'svg' && leadsOutside(value)) context.findings.add('svg.unsafe', made.line);
  else made.attributes.set(name, value);
};

/** One question each, by the vocabulary of EPUB; what holds several (`assessment`, `practices`, `qna`) is none itself. */
const QUESTIONS = new Set([
  'fill-in-the-blank-problem',
  'general-problem',
  'match-problem',
  'multiple-choice-problem',
  'true-false-problem',
  'question',
  'practice',
]);

/** Copies what may stay from `source` to `made`. */
export const copyAttributes = (source: ElementNode, made: ElementNode, context: SanitiseContext): void => {
  let language: string | undefined;
  for (const [rawName, value] of source.attributes) {
    const name = made.namespace === 'html' ? rawName.toLowerCase() : rawName;
    if (name === 'id') claimId(value, made, context);
    else if (name === 'style') {
      const cleaned = cleanStyle(value, context);
      if (cleaned.css !== '') made.attributes.set('style', cleaned.css);
      if (cleaned.uses.length > 0) made.uses = [...(made.uses ?? []), ...cleaned.uses];
    } else if (name === 'lang' || name === 'xml:lang') {
      if (name === 'lang' || language === undefined) language = value.trim();
    } else if (name === 'epub:type') {
      made.attributes.set('data-epub-type', value.trim());
      if (value.split(/\s+/).some((type) => QUESTIONS.has(type))) context.counts.questions++;
      const role = source.attributes.has('role') ? undefined : roleOfEpubType(value);
      if (role !== undefined) made.attributes.set('role', role);
    } else if (/^on/i.test(name)) context.findings.add('handler.dropped', made.line);
    else if (ADDRESSES.has(name)) continue;
    else if (name === 'xml:space') made.attributes.set(name, value);
    else if (allowed(source, made, name)) setPlain(made, name, value, context);
  }
  if (language !== undefined) made.attributes.set('lang', language);
};
