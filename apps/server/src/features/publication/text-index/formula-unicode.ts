/** Writes a MathML formula as one line of Unicode text, as people type it: `x²`, `a/(b+c)`, `√(x)`. */
import { type ElementNode, textOf } from '../content/content-tree.ts';
import { isStretchedBrace } from './formula-symbols.ts';

const SUPERSCRIPTS = new Map([...'0123456789+-−=()n'].map((sign, index) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ'[index] ?? '']));
SUPERSCRIPTS.set('i', 'ⁱ').set('T', 'ᵀ').set('⊤', 'ᵀ').set('′', '′').set('*', '*').set('∗', '*').set('°', '°').set('∘', '°');
const SUBSCRIPTS = new Map([...'0123456789+-−=()'].map((sign, index) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'[index] ?? '']));
for (const [index, letter] of [...'aehijklmnoprstuvx'].entries()) SUBSCRIPTS.set(letter, [...'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'][index] ?? '');

/** Combining characters of accents over one letter. */
const ACCENTS = new Map([
  ['^', '\u0302'],
  ['ˆ', '\u0302'],
  ['~', '\u0303'],
  ['˜', '\u0303'],
  ['¯', '\u0304'],
  ['‾', '\u0304'],
  ['ˉ', '\u0304'],
  ['.', '\u0307'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['→', '\u20d7'],
  ['⃗', '\u20d7'],
]);

const SILENT = new Set(['annotation', 'annotation-xml', 'mphantom', 'maligngroup', 'malignmark', 'mprescripts', 'none']);
const TOKENS = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);
/** Operators with a space on both sides. */
const RELATION = /^(?:[=≠<>≤≥≈≡∼≃≅∝∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦≔≜]|:=)$/;

const partsOf = (node: ElementNode): ElementNode[] => node.children.filter((child): child is ElementNode => child.kind === 'element');

/** Returns whether a text needs no parentheses as part of a larger formula. */
const isSingle = (text: string): boolean =>
  /^(?:[\p{L}\p{M}]+|[\d.,]+|[\p{L}\p{M}][₀-₉ₐ-ₜᵢⱼᵣᵤᵥₓ⁰-⁹ⁿ²³¹]*|.)$/u.test(text) || /^\([^()]*\)$/.test(text);
const grouped = (text: string): string => (isSingle(text) ? text : `(${text})`);

const script = (text: string, characters: ReadonlyMap<string, string>, sign: '^' | '_'): string => {
  const plain = text.replaceAll(/\s+/g, '');
  if (plain === '') return '';
  const mapped = [...plain].map((character) => characters.get(character));
  if (!mapped.includes(undefined)) return mapped.join('');
  return /^(?:.|\d+)$/u.test(plain) ? `${sign}${plain}` : `${sign}(${text.trim()})`;
};
const above = (text: string): string => script(text, SUPERSCRIPTS, '^');
const below = (text: string): string => script(text, SUBSCRIPTS, '_');

const tokenText = ({ name }: ElementNode, text: string): string => {
  const plain = text.replaceAll(/[\u2061-\u2064]/g, '');
  return name === 'mo' && RELATION.test(plain) ? ` ${plain} ` : plain;
};

const over = (base: ElementNode | undefined, sign: ElementNode | undefined): string => {
  const inner = unicodeIn(base);
  const accent = sign === undefined ? undefined : ACCENTS.get(textOf(sign).trim());
  return accent !== undefined && [...inner].length === 1 ? `${inner}${accent}` : `${inner}${limit(sign, above)}`;
};
const limit = (node: ElementNode | undefined, write: (text: string) => string): string =>
  node === undefined || isStretchedBrace(textOf(node).trim()) ? '' : write(unicodeIn(node));

const joined = (parts: readonly ElementNode[]): string => {
  let out = '';
  for (const part of parts) {
    const next = unicodeIn(part);
    // The name of a function and its argument are two words.
    out += /\p{L}{2,}$/u.test(out) && /^[\p{L}\p{N}]/u.test(next) ? ` ${next}` : next;
  }
  return out;
};

const unicodeIn = (node: ElementNode | undefined): string => {
  if (node === undefined || SILENT.has(node.name)) return '';
  if (node.name === 'mspace') return ' ';
  if (TOKENS.has(node.name)) return tokenText(node, textOf(node));
  const parts = partsOf(node);
  const [first, second, third] = parts;
  switch (node.name) {
    case 'semantics':
      return unicodeIn(first);
    case 'mfrac':
      return `${grouped(unicodeIn(first))}/${grouped(unicodeIn(second))}`;
    case 'msqrt':
      return `√${grouped(joined(parts))}`;
    case 'mroot':
      return `${above(unicodeIn(second))}√${grouped(unicodeIn(first))}`;
    case 'msub':
      return `${unicodeIn(first)}${below(unicodeIn(second))}`;
    case 'msup':
      return `${baseOf(first)}${above(unicodeIn(second))}`;
    case 'msubsup':
      return `${unicodeIn(first)}${below(unicodeIn(second))}${above(unicodeIn(third))}`;
    case 'munder':
      return `${unicodeIn(first)}${limit(second, below)}`;
    case 'mover':
      return over(first, second);
    case 'munderover':
      return `${unicodeIn(first)}${limit(second, below)}${limit(third, above)}`;
    case 'mtable':
      return parts.map(unicodeIn).join('; ');
    case 'mtr':
    case 'mlabeledtr':
      return parts.map(unicodeIn).join(' ');
    default:
      return joined(parts);
  }
};

/** Returns the base of a power: a fraction or a sum is put in parentheses. */
const baseOf = (node: ElementNode | undefined): string => {
  const base = unicodeIn(node);
  return node !== undefined && !TOKENS.has(node.name) && /[\s/+−-]/.test(base) ? grouped(base) : base;
};

/** Returns the formula of the element `math` on one line. */
export const unicodeOfMath = (math: ElementNode): string => unicodeIn(math).replaceAll(/\s+/g, ' ').trim();
