/** Converts a MathML formula to one line of TeX, which is searched, and to a `FormulaNode` tree, from which a list of hits renders it. */
import type { FormulaNode } from '@shufang/contract';
import { FORMULA_TAGS } from '@shufang/contract/formula-text';
import { type ElementNode, textOf } from '../content/content-tree.ts';
import { ACCENT_CHARACTERS, isStretchedBrace } from './formula-symbols.ts';

const FUNCTIONS = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);
/** MathML elements that do not contribute to a formula. */
const SILENT = new Set(['annotation', 'annotation-xml', 'mspace', 'mphantom', 'maligngroup', 'malignmark', 'mprescripts', 'none']);
const TOKENS = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);
/** Maximum number of nodes of a formula that a list renders. */
const NODES_MAX = 240;

const partsOf = (node: ElementNode): ElementNode[] => node.children.filter((child): child is ElementNode => child.kind === 'element');

/** Joins parts of TeX; inserts a space where two letters or digits would join. */
const joined = (parts: readonly string[]): string => {
  let out = '';
  for (const part of parts) {
    const clash =
      (/[A-Za-z]$/.test(out) && /^[A-Za-z]/.test(part)) || (/[\d.]$/.test(out) && /^[\d.]/.test(part)) || /\\[A-Za-z]+$/.test(out);
    out += out !== '' && part !== '' && clash ? ` ${part}` : part;
  }
  return out;
};

const escaped = (text: string): string =>
  text.replaceAll(/[\u2061-\u2064]/g, '').replaceAll(/[\\{}_^#$%&]/g, (sign) => (sign === '\\' ? '\\backslash ' : `\\${sign}`));

const tokenLatex = ({ name }: ElementNode, text: string): string => {
  if (name === 'mtext' || name === 'ms') return text.trim() === '' ? '' : `\\text{${escaped(text)}}`;
  if (name === 'mi' && /^[A-Za-z]{2,}$/.test(text)) return FUNCTIONS.has(text) ? `\\${text}` : `\\mathrm{${text}}`;
  return escaped(text);
};

const scripts = (base: string, below: string, above: string): string =>
  `${base}${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`;

/** Returns the subscripts and superscripts on both sides of a base, as pairs; those before the base follow the element `mprescripts`. */
const multiscripts = (parts: readonly ElementNode[]): string => {
  const [base, ...rest] = parts;
  const cut = rest.findIndex(({ name }) => name === 'mprescripts');
  const pairs = (from: readonly ElementNode[]): string => {
    let out = '';
    for (let at = 0; at < from.length; at += 2) out += scripts('', latexOf(from[at]), latexOf(from[at + 1]));
    return out;
  };
  const before = cut < 0 ? '' : pairs(rest.slice(cut + 1));
  return `${before === '' ? '' : `{}${before}`}${latexOf(base)}${pairs(cut < 0 ? rest : rest.slice(0, cut))}`;
};

const underOver = (base: ElementNode | undefined, below: ElementNode | undefined, above: ElementNode | undefined): string => {
  const signOf = (node: ElementNode | undefined): string => (node === undefined ? '' : textOf(node).trim());
  const inner = latexOf(base);
  const accent = below === undefined ? ACCENT_CHARACTERS.get(signOf(above)) : undefined;
  if (accent !== undefined) return `\\${accent}{${inner}}`;
  if (above === undefined && ['_', '\u203e', '\u0332', '\u00af'].includes(signOf(below))) return `\\underline{${inner}}`;
  return scripts(inner, isStretchedBrace(signOf(below)) ? '' : latexOf(below), isStretchedBrace(signOf(above)) ? '' : latexOf(above));
};

const isWithoutLine = (node: ElementNode): boolean => /^0(?:\.0*)?[a-z%]*$/.test(node.attributes.get('linethickness') ?? '');

const latexOf = (node: ElementNode | undefined): string => {
  if (node === undefined || SILENT.has(node.name)) return '';
  if (TOKENS.has(node.name)) return tokenLatex(node, textOf(node).trim());
  const parts = partsOf(node);
  const [first, second, third] = parts;
  switch (node.name) {
    case 'semantics':
      return latexOf(first);
    case 'mfrac':
      return isWithoutLine(node) ? `{${latexOf(first)} \\atop ${latexOf(second)}}` : `\\frac{${latexOf(first)}}{${latexOf(second)}}`;
    case 'msqrt':
      return `\\sqrt{${joined(parts.map(latexOf))}}`;
    case 'mroot':
      return `\\sqrt[${latexOf(second)}]{${latexOf(first)}}`;
    case 'msub':
      return scripts(latexOf(first), latexOf(second), '');
    case 'msup':
      return scripts(latexOf(first), '', latexOf(second));
    case 'msubsup':
      return scripts(latexOf(first), latexOf(second), latexOf(third));
    case 'munder':
      return underOver(first, second, undefined);
    case 'mover':
      return underOver(first, undefined, second);
    case 'munderover':
      return underOver(first, second, third);
    case 'mmultiscripts':
      return multiscripts(parts);
    case 'mtable':
      return parts.map(latexOf).join(' \\\\ ');
    case 'mtr':
    case 'mlabeledtr':
      return parts.map(latexOf).join(' & ');
    default:
      return joined(parts.map(latexOf));
  }
};

const findAnnotation = (node: ElementNode): string | undefined => {
  for (const child of partsOf(node)) {
    if (child.name === 'annotation' && /\btex\b|latex/i.test(child.attributes.get('encoding') ?? '')) return textOf(child).trim();
    const found = child.name === 'semantics' || child.name === 'mrow' || child.name === 'mstyle' ? findAnnotation(child) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Converts a MathML element and its descendants to a `FormulaNode` tree. The parts of a node have a fixed order, so that the index of a part
 * determines its role (numerator, exponent). A fraction without a fraction line becomes a table of two rows.
 */
const toFormulaNode = (node: ElementNode, count: { parts: number }): FormulaNode => {
  count.parts += 1;
  const name = node.name === 'mlabeledtr' ? 'mtr' : node.name;
  const tag = FORMULA_TAGS.find((allowed) => allowed === name) ?? 'mrow';
  if (TOKENS.has(node.name)) return { tag, text: textOf(node).trim() };
  if (SILENT.has(node.name) && node.name !== 'mprescripts') return { tag: 'mrow', parts: [] };
  const inside = (node.name === 'semantics' ? partsOf(node).slice(0, 1) : partsOf(node)).map((child) => toFormulaNode(child, count));
  if (node.name === 'mfrac' && isWithoutLine(node))
    return { tag: 'mtable', parts: inside.map((part) => ({ tag: 'mtr', parts: [{ tag: 'mtd', parts: [part] }] })) };
  return { tag, parts: inside };
};

export interface ReadFormula {
  /** The formula as one line of TeX: the TeX that the book contains, or else TeX derived from the MathML. */
  readonly latex: string;
  /**
   * TeX derived from the MathML, in addition to the TeX that the book contains; undefined if the book contains none, because `latex` is
   * then the derived TeX.
   */
  readonly derivedLatex: string | undefined;
  /** The tree for rendering in a list; undefined if the formula is too large. */
  readonly layout: FormulaNode | undefined;
}

/** Reads the element `math` of a cleaned document. */
export const readFormula = (math: ElementNode): ReadFormula => {
  const annotated = findAnnotation(math);
  const derived = latexOf(math);
  const count = { parts: 0 };
  const layout = toFormulaNode(math, count);
  return {
    latex: annotated === undefined || annotated === '' ? derived : annotated,
    derivedLatex: annotated === undefined || annotated === '' ? undefined : derived,
    layout: count.parts > NODES_MAX ? undefined : layout,
  };
};
