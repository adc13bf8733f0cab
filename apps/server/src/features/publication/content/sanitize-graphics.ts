/** Cleans formulas (MathML) and SVG: only the presentational subset, without animation and without references outside the document. */
import { describeFormula } from '../text-index/formula-notations.ts';
import { MATHML_ELEMENTS, SVG_ELEMENTS } from './allowlist.ts';
import { append, type ContentNode, type ElementNode, element, text, textOf } from './content-tree.ts';
import { copyAttributes } from './sanitize-attributes.ts';
import { type SanitizeContext, targetOf } from './sanitize-context.ts';
import { findImage } from './sanitize-media.ts';

/** Maximum number of elements that the `use` elements of an SVG expand to; more would stall a browser. */
const USE_EXPANSION_MAX = 100_000;
const USE_DEPTH_MAX = 1_000;
const SAFE_ANIMATED =
  /^(?:transform|opacity|fill|stroke|[xyrdcwh]|cx|cy|rx|ry|x1|x2|y1|y2|width|height|visibility|display|stroke-[a-z]+|fill-[a-z]+|offset|stop-[a-z]+|points|viewBox|startOffset|font-size|letter-spacing)$/;

/** Replaces `mfenced` by a row: it is not part of MathML Core, so browsers draw no fences. */
const fencedToRow = (source: ElementNode): ElementNode => {
  const row = element(
    'mathml',
    'mrow',
    [...source.attributes].filter(([name]) => !['open', 'close', 'separators'].includes(name)),
  );
  row.line = source.line;
  const operator = (value: string, form: string): ElementNode => element('mathml', 'mo', [['form', form]], [text(value)]);
  const separators = [...(source.attributes.get('separators') ?? ',').replace(/\s/g, '')];
  row.children.push(operator(source.attributes.get('open') ?? '(', 'prefix'));
  let index = 0;
  for (const child of source.children) {
    if (child.kind !== 'element') continue;
    const separator = separators[Math.min(index - 1, separators.length - 1)];
    if (index++ > 0 && separator !== undefined) row.children.push(operator(separator, 'infix'));
    row.children.push(child);
  }
  row.children.push(operator(source.attributes.get('close') ?? ')', 'postfix'));
  return row;
};

const MATH_TOKENS = new Set(['mi', 'mn', 'mo', 'ms', 'mtext', 'annotation']);

/**
 * Removes white space around the parts of a formula, which has no meaning but, if the source is indented, can be most of a block's text.
 * Inside token elements it is collapsed.
 */
const tidyMathSpace = (result: ElementNode): void => {
  if (!MATH_TOKENS.has(result.name))
    result.children = result.children.filter((child) => child.kind === 'element' || /[^ \t\r\n]/.test(child.text));
  else if (result.children.length === 1 && result.children[0]?.kind === 'text') {
    const only = result.children[0];
    const tidy = only.text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
    result.children = tidy === '' ? [] : [text(tidy)];
  }
};

export const cleanMath = (
  source: ElementNode,
  context: SanitizeContext,
  cleanInto: (parent: ElementNode, from: ElementNode) => void,
): ContentNode[] => {
  const { name } = source;
  if (name === 'mglyph') {
    const altText = source.attributes.get('alt');
    return altText ? [text(altText)] : [];
  }
  if (name === 'annotation-xml') {
    context.findings.add('math.content', source.line);
    return [];
  }
  if (!MATHML_ELEMENTS.has(name)) {
    context.findings.add('math.content', source.line);
    const row = element('mathml', 'mrow');
    cleanInto(row, source);
    return row.children.length > 0 ? [row] : [];
  }
  if (name === 'mfenced') return cleanMath(fencedToRow(source), context, cleanInto);
  const result = element('mathml', name);
  result.line = source.line;
  copyAttributes(source, result, context);
  if (source.attributes.has('href') || source.attributes.has('xlink:href')) context.findings.add('link.unsafe', source.line);
  if (name === 'annotation') append(result, text(textOf(source)));
  else cleanInto(result, source);
  tidyMathSpace(result);
  if (name === 'math') {
    context.counts.formulas++;
    describeFormula(result);
  }
  return [result];
};

const referenceOf = (source: ElementNode): string | undefined => source.attributes.get('href') ?? source.attributes.get('xlink:href');

/** Sets the allowed address of an SVG element. Returns false when the element must be removed. */
const cleanSvgReference = (source: ElementNode, result: ElementNode, context: SanitizeContext): boolean => {
  const reference = referenceOf(source)?.trim();
  if (result.name === 'image') {
    const image = reference === undefined ? undefined : findImage(reference, source.line, context);
    if (typeof image !== 'object') return false;
    result.attributes.set('href', image.address);
    if (image.uses !== undefined) result.uses = [...(result.uses ?? []), image.uses];
    context.counts.images++;
    return true;
  }
  if (reference === undefined) return result.name !== 'use';
  if (reference.startsWith('#')) {
    result.attributes.set('href', reference);
    return true;
  }
  const target = targetOf(reference, context);
  if (target.kind === 'document' && target.href === context.href && target.fragment !== undefined) {
    result.attributes.set('href', `#${target.fragment}`);
    return true;
  }
  context.findings.add('svg.unsafe', source.line);
  return result.name !== 'use' && result.name !== 'mpath' && result.name !== 'textPath';
};

const ANIMATIONS = new Set(['animate', 'animateMotion', 'animateTransform', 'set']);

export const cleanSvg = (
  source: ElementNode,
  context: SanitizeContext,
  cleanInto: (parent: ElementNode, from: ElementNode) => void,
  cleanLink: (from: ElementNode, result: ElementNode, reference: string | undefined) => void,
): ContentNode[] => {
  const { name } = source;
  if (name === 'script' || name === 'handler') {
    context.findings.add('script.dropped', source.line);
    return [];
  }
  if (!SVG_ELEMENTS.has(name) || name === 'style') {
    if (name !== 'metadata' && name !== 'style') context.findings.add('svg.unsafe', source.line);
    return [];
  }
  if (ANIMATIONS.has(name) && !SAFE_ANIMATED.test(source.attributes.get('attributeName') ?? 'transform')) {
    context.findings.add('svg.unsafe', source.line);
    return [];
  }
  const made = element('svg', name);
  made.line = source.line;
  copyAttributes(source, made, context);
  if (name === 'a') cleanLink(source, made, referenceOf(source));
  else if (!cleanSvgReference(source, made, context)) return [];
  cleanInto(made, source);
  return [made];
};

/** Removes all `use` elements of a document when their expansion is too large. Called once on the cleaned tree. */
export const limitUses = (root: ElementNode, context: SanitizeContext): void => {
  const byId = new Map<string, ElementNode>();
  const uses: ElementNode[] = [];
  const collect = (node: ElementNode): void => {
    const id = node.attributes.get('id');
    if (id !== undefined) byId.set(id, node);
    if (node.name === 'use' && node.namespace === 'svg') uses.push(node);
    for (const child of node.children) if (child.kind === 'element') collect(child);
  };
  collect(root);
  if (uses.length === 0) return;
  const sizes = new Map<ElementNode, number>();
  const open = new Set<ElementNode>();
  const sizeOf = (node: ElementNode): number => {
    const cached = sizes.get(node);
    if (cached !== undefined) return cached;
    if (open.has(node) || open.size > USE_DEPTH_MAX) return Number.POSITIVE_INFINITY;
    open.add(node);
    let size = 1;
    const used = node.name === 'use' ? byId.get((node.attributes.get('href') ?? '').slice(1)) : undefined;
    if (used) size += sizeOf(used);
    for (const child of node.children) if (child.kind === 'element') size += sizeOf(child);
    open.delete(node);
    sizes.set(node, size);
    return size;
  };
  if (uses.reduce((total, node) => total + sizeOf(node), 0) <= USE_EXPANSION_MAX) return;
  context.findings.add('svg.useBomb', uses[0]?.line, uses.length);
  const strip = (node: ElementNode): void => {
    node.children = node.children.filter((child) => child.kind === 'text' || child.name !== 'use');
    for (const child of node.children) if (child.kind === 'element') strip(child);
  };
  strip(root);
};
