/**
 * Formulas in the search index: TeX, MathML converted to TeX, and plain text are parsed into the same normalized token sequence. White
 * space, grouping braces, sizes and fonts are ignored; letters are lower case; `a/b`, `\frac ab` and `\dfrac{a}{b}` are equal.
 */

import {
  ACCENT_COMMANDS,
  ASCII_SYMBOLS,
  CANONICAL_SYMBOLS,
  IGNORED_COMMANDS,
  isGreekName,
  STYLE_COMMANDS,
  SYMBOLS,
} from './formula-symbols.ts';
import type { Term } from './index-terms.ts';

/** Maximum number of indexed tokens of one formula. */
const TOKENS_MAX = 1_024;
const CHARS_MAX = 8_000;
const QUERY_TOKENS_MAX = 96;
/** Maximum depth of groups; deeper ones are treated as closed. */
const DEPTH_MAX = 64;

type Role = 'factor' | 'sign' | 'open' | 'close' | 'slash';

interface Item {
  base: readonly string[];
  role: Role;
  below?: readonly string[];
  above?: readonly string[];
}

const OPEN = new Set(['(', '[', '⦃', '⟨', '⌊', '⌈']);
const CLOSE = new Set([')', ']', '⦄', '⟩', '⌋', '⌉']);
const FRACTIONS = new Set(['\\frac', '\\dfrac', '\\tfrac', '\\cfrac', '\\nicefrac', '\\sfrac']);
const BINOMIALS = new Set(['\\binom', '\\dbinom', '\\tbinom']);

const raised =
  (sign: string): ((part: string) => string) =>
  (part) =>
    `${sign}{${part.normalize('NFKC')}}`;

/** Normalizes the spelling of symbols; `x²` becomes `x^{2}`. */
const prepare = (text: string): string => {
  let plain = text
    .replaceAll(/\\[()[\]]|\$/g, ' ')
    .replaceAll(/[⁰¹²³⁴-⁹⁺⁻⁼⁽⁾ⁿⁱ]+/g, raised('^'))
    .replaceAll(/[₀-₉₊₋₌₍₎ₐₑₒₓₔₕ-ₜᵢᵣᵤᵥⱼ]+/g, raised('_'))
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u2060-\u2064\ufeff]/g, '');
  for (const [typed, sign] of ASCII_SYMBOLS) plain = plain.replaceAll(typed, sign);
  return plain;
};

const LEXEME = /\\(?:[A-Za-z]+\*?|[^])|\d+(?:\.\d+)?|[A-Za-z]+|\s+|[^]/gu;

const factor = (...base: string[]): Item => ({ base, role: 'factor' });
const fraction = (over: readonly string[], under: readonly string[], name = 'frac'): Item =>
  factor(`${name}{`, ...over, '}{', ...under, '}');

const roleOf = (character: string): Role => {
  if (OPEN.has(character)) return 'open';
  if (CLOSE.has(character)) return 'close';
  if (character === '/') return 'slash';
  return /^[\p{L}\p{N}∂∇∞∅!%°]/u.test(character) ? 'factor' : 'sign';
};

const tokensOf = ({ base, below, above }: Item): string[] => [
  ...base,
  ...(below === undefined ? [] : ['_{', ...below, '}']),
  ...(above === undefined ? [] : ['^{', ...above, '}']),
];

/**
 * Returns where the operand of a slash ends, from `at` in direction `step`: one factor or one bracket; `wide`: all factors up to the
 * next operator.
 */
const operandEnd = (items: readonly Item[], at: number, step: 1 | -1, wide: boolean): number => {
  const [opens, closes]: [Role, Role] = step === 1 ? ['open', 'close'] : ['close', 'open'];
  let depth = 0;
  let end = at;
  for (; end >= 0 && end < items.length; end += step) {
    const role = items[end]?.role;
    if (role === opens) depth += 1;
    else if (role === closes) {
      depth -= 1;
      if (depth < 0) return end;
    } else if (depth === 0 && role !== 'factor') return end;
    if (depth === 0 && !wide) return end + step;
  }
  return end;
};

/** Returns the tokens of an operand, without brackets that enclose all of it. */
const operandTokens = (items: readonly Item[]): string[] => {
  const [first, last] = [items[0], items.at(-1)];
  const hasBrackets =
    first?.role === 'open' && first.base[0] === '(' && last?.role === 'close' && last.above === undefined && last.below === undefined;
  const isEnclosed = hasBrackets && operandEnd(items, 0, 1, false) === items.length;
  return (isEnclosed ? items.slice(1, -1) : items).flatMap(tokensOf);
};

/** Converts slashes to fractions, from left to right. A slash without an operand on both sides stays. */
const foldSlashes = (items: Item[], wide: boolean): Item[] => {
  for (let at = 0; at < items.length; at++) {
    if (items[at]?.role !== 'slash') continue;
    const from = operandEnd(items, at - 1, -1, wide) + 1;
    const to = operandEnd(items, at + 1, 1, wide);
    if (from === at || to === at + 1) continue;
    items.splice(from, to - from, fraction(operandTokens(items.slice(from, at)), operandTokens(items.slice(at + 1, to))));
    at = from;
  }
  return items;
};

class FormulaParser {
  private readonly lexemes: string[];
  private readonly wide: boolean;
  private at = 0;
  private depth = 0;

  /** Parses `text`. `wide`: a slash divides all factors beside it, not only the nearest ones. */
  constructor(text: string, wide: boolean) {
    this.lexemes = prepare(text.slice(0, CHARS_MAX)).match(LEXEME) ?? [];
    this.wide = wide;
  }

  read(): string[] {
    const tokens: string[] = [];
    // Reading continues after an unmatched closing bracket, which does not end the formula.
    while (this.at < this.lexemes.length) tokens.push(...this.tokensUntil(undefined));
    return tokens;
  }

  private tokensUntil(end: string | undefined): string[] {
    return foldSlashes(this.itemsUntil(end), this.wide).flatMap(tokensOf);
  }

  private itemsUntil(end: string | undefined): Item[] {
    const items: Item[] = [];
    this.depth += 1;
    for (;;) {
      const lexeme = this.lexemes[this.at];
      if (lexeme === undefined || (lexeme === '}' && end !== '}' && this.depth > 1)) break;
      this.at += 1;
      if (lexeme === end) break;
      if (this.depth < DEPTH_MAX && (lexeme === '\\over' || lexeme === '\\atop' || lexeme === '\\choose')) {
        const over = foldSlashes(items.splice(0), this.wide).flatMap(tokensOf);
        const item = fraction(over, this.tokensUntil(end), lexeme === '\\over' ? 'frac' : 'atop');
        items.push(
          ...(lexeme === '\\choose' ? [{ base: ['('], role: 'open' } as const, item, { base: [')'], role: 'close' } as const] : [item]),
        );
        break;
      }
      this.readLexeme(lexeme, items);
    }
    this.depth -= 1;
    return items;
  }

  private readLexeme(lexeme: string, items: Item[]): void {
    if (lexeme === '^' || lexeme === '_') this.addScript(items, lexeme, this.script());
    else if (CANONICAL_SYMBOLS.get(lexeme) === '′') {
      // A prime at the beginning of an argument is inside a superscript already, as in `f^{\prime}`.
      if (items.length === 0) items.push(factor('′'));
      else this.addScript(items, '^', ['′']);
    } else if (lexeme.startsWith('\\')) this.readCommand(lexeme, items);
    else if (/^[A-Za-z]/.test(lexeme)) this.readLetters(lexeme, items);
    else if (lexeme === '{') items.push(factor(...(this.depth < DEPTH_MAX ? this.tokensUntil('}') : [])));
    else if (lexeme === '√') items.push(factor('√{', ...this.script(), '}'));
    else if (!/^[\s}&~]/.test(lexeme)) this.readSymbol(lexeme, items);
  }

  private readSymbol(character: string, items: Item[]): void {
    const sign = CANONICAL_SYMBOLS.get(character) ?? character;
    items.push({ base: [sign.toLowerCase()], role: roleOf(sign) });
  }

  private readLetters(word: string, items: Item[]): void {
    if (isGreekName(word)) this.readSymbol(SYMBOLS.get(word) ?? word, items);
    else if (word === 'sqrt' && this.peek() === '(') items.push(factor('√{', ...this.script(), '}'));
    else for (const letter of word) items.push(factor(letter.toLowerCase()));
  }

  private readCommand(command: string, items: Item[]): void {
    const name = command.slice(1);
    const accent = ACCENT_COMMANDS.get(name);
    const symbol = SYMBOLS.get(name);
    if (FRACTIONS.has(command)) items.push(fraction(this.argument(), this.argument()));
    else if (BINOMIALS.has(command))
      items.push({ base: ['('], role: 'open' }, fraction(this.argument(), this.argument(), 'atop'), { base: [')'], role: 'close' });
    else if (name === 'sqrt') items.push(this.root());
    else if (accent !== undefined) items.push(factor(`${accent}{`, ...this.argument(), '}'));
    else if (name === 'not') this.readNegated(items);
    else if (IGNORED_COMMANDS.has(name)) this.skipIgnoredArgument();
    else if (symbol !== undefined) this.readLexeme(symbol, items);
    else if (name === '{' || name === '}') this.readSymbol(name === '{' ? '⦃' : '⦄', items);
    else if (name === '|') this.readSymbol('‖', items);
    else if (STYLE_COMMANDS.has(name)) this.skipEmptyFence(name);
    // Each letter of a function name such as `\sin`, or of an unknown command, becomes a factor of its own, so that `\sin` equals `sin` typed
    // as plain text.
    else if (/^[A-Za-z]/.test(name)) for (const letter of name.replace('*', '')) items.push(factor(letter.toLowerCase()));
    else if (/^[#$%&_]$/.test(name)) this.readSymbol(name, items);
  }

  private readNegated(items: Item[]): void {
    const [next = ''] = this.argument();
    const negated = `${next}\u0338`.normalize('NFC');
    items.push({ base: [negated.length === 1 ? negated : next], role: 'sign' });
  }

  /** Skips the dot of `\right.` and similar commands, which means an invisible bracket. */
  private skipEmptyFence(name: string): void {
    if (/^(?:left|right|middle|[bB]igg?[lr]?)$/.test(name) && this.peek() === '.') this.at += 1;
  }

  private skipIgnoredArgument(): void {
    const aside = this.argument().join('');
    if (/^(?:array|tabular|alignedat|alignat)$/.test(aside) && this.peek() === '{') this.argument();
  }

  private root(): Item {
    if (this.peek() !== '[') return factor('√{', ...this.argument(), '}');
    this.at += 1;
    const degree = this.tokensUntil(']');
    return fraction(degree, this.argument(), 'root');
  }

  /** Returns the next lexeme that is not white space, without consuming it. */
  private peek(): string | undefined {
    while (/^\s/.test(this.lexemes[this.at] ?? '')) this.at += 1;
    return this.lexemes[this.at];
  }

  /** Reads an argument as TeX does: a group, or the single character that follows. */
  private argument(): string[] {
    const next = this.peek();
    if (next === undefined || next === '}') return [];
    this.at += 1;
    if (next !== '{' && /^[A-Za-z\d]/.test(next) && next.length > 1) {
      this.at -= 1;
      this.lexemes.splice(this.at, 1, ...next);
      this.at += 1;
      return [next.charAt(0).toLowerCase()];
    }
    const items: Item[] = [];
    if (this.depth >= DEPTH_MAX) return [];
    this.depth += 1;
    this.readLexeme(next, items);
    this.depth -= 1;
    // The lexeme was a style command, which contributes no tokens; the argument follows it.
    if (items.length === 0 && next.startsWith('\\')) return this.argument();
    return items.flatMap(tokensOf);
  }

  /** Reads a subscript or superscript in plain text notation: an integer, a letter, either with a sign, or a bracket. */
  private script(): string[] {
    const next = this.peek();
    if (next === '(' && this.depth < DEPTH_MAX) {
      this.at += 1;
      return this.tokensUntil(')');
    }
    if (next !== undefined && /^[-+−]$/.test(next) && /^[A-Za-z\d]/.test(this.lexemes[this.at + 1] ?? '')) {
      this.at += 1;
      return [CANONICAL_SYMBOLS.get(next) ?? next, ...this.script()];
    }
    if (next !== undefined && (/^\d/.test(next) || isGreekName(next))) {
      const items: Item[] = [];
      this.at += 1;
      this.readLexeme(next, items);
      return items.flatMap(tokensOf);
    }
    return this.argument();
  }

  private addScript(items: Item[], sign: '^' | '_', tokens: readonly string[]): void {
    const last = items.at(-1);
    const item = last ?? factor();
    if (last === undefined) items.push(item);
    if (sign === '_') item.below = [...(item.below ?? []), ...tokens];
    else item.above = [...(item.above ?? []), ...tokens];
  }
}

/** Returns the normalized tokens of a formula in TeX or plain text. */
export const formulaTokens = (text: string, wide = false): string[] => new FormulaParser(text, wide).read().slice(0, TOKENS_MAX);

const bigramsOf = (tokens: readonly string[]): string[] => tokens.slice(1).map((token, index) => `${tokens[index] ?? ''} ${token}`);

/** Returns token bigrams of several notations of one formula, with a gap between their positions so that no phrase spans two notations. */
export const formulaTerms = (sequences: readonly (readonly string[])[]): Term[] => {
  let shift = 0;
  return sequences.flatMap((tokens) => {
    const terms = bigramsOf(tokens).map((lexeme, index) => ({ lexeme, position: shift + index + 1 }));
    shift += terms.length + 8;
    return terms;
  });
};

/**
 * Parses a query as a formula and returns the text form of a `tsquery`. Undefined for text without a formula: words, a single symbol,
 * anything in Chinese. `2a/b` matches both of its meanings.
 */
export const toFormulaTsquery = (query: string): string | undefined => {
  if (/\p{Script=Han}/u.test(query)) return undefined;
  const sequences = [formulaTokens(query), formulaTokens(query, true)].map((tokens) => tokens.slice(0, QUERY_TOKENS_MAX));
  const [tokens = []] = sequences;
  if (
    tokens.length < 2 ||
    tokens.every((token) => /^[\p{L}\p{N}]/u.test(token) && !token.endsWith('{') && !/\p{Script=Greek}/u.test(token))
  )
    return undefined;
  const phrases = new Set(
    sequences.map((sequence) =>
      bigramsOf(sequence)
        .map((pair) => `'${pair.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`)
        .join(' <-> '),
    ),
  );
  return [...phrases].map((phrase) => `(${phrase})`).join(' | ');
};
