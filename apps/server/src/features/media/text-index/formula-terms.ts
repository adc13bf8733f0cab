/**
 * Formulas as search sees them: whatever a formula is written in (TeX, MathML turned into TeX, plain typing) it is read into the same sequence
 * of normal marks. White space, braces that only group, sizes and fonts say nothing; letters are small; `a/b`, `\frac ab` and `\dfrac{a}{b}`
 * are one thing.
 */

import { ACCENT_COMMANDS, ASIDE, isGreekName, LOOKS, SAME_SIGN, SYMBOLS, TYPED_SIGNS } from './formula-symbols.ts';
import type { Term } from './index-terms.ts';

/** Of one formula so many marks are found. */
const MARKS_MAX = 1_024;
const CHARS_MAX = 8_000;
const QUERY_MARKS_MAX = 96;
/** Deeper groups are read as if they were closed. */
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

/** One spelling for each sign; `x²` as `x^{2}`. */
const prepare = (text: string): string => {
  let plain = text
    .replaceAll(/\\[()[\]]|\$/g, ' ')
    .replaceAll(/[⁰¹²³⁴-⁹⁺⁻⁼⁽⁾ⁿⁱ]+/g, raised('^'))
    .replaceAll(/[₀-₉₊₋₌₍₎ₐₑₒₓₔₕ-ₜᵢᵣᵤᵥⱼ]+/g, raised('_'))
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u2060-\u2064\ufeff]/g, '');
  for (const [typed, sign] of TYPED_SIGNS) plain = plain.replaceAll(typed, sign);
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

const marksOf = ({ base, below, above }: Item): string[] => [
  ...base,
  ...(below === undefined ? [] : ['_{', ...below, '}']),
  ...(above === undefined ? [] : ['^{', ...above, '}']),
];

/** Where the operand of a slash ends, going from `at` by `step`: one factor or one bracket; `wide`: all factors up to the next sign. */
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

/** Marks of an operand; brackets that hold the whole of it are not needed. */
const operandMarks = (items: readonly Item[]): string[] => {
  const [first, last] = [items[0], items.at(-1)];
  const held =
    first?.role === 'open' && first.base[0] === '(' && last?.role === 'close' && last.above === undefined && last.below === undefined;
  const whole = held && operandEnd(items, 0, 1, false) === items.length;
  return (whole ? items.slice(1, -1) : items).flatMap(marksOf);
};

/** Slashes become fractions, from left to right. A slash without something on both sides stays. */
const foldSlashes = (items: Item[], wide: boolean): Item[] => {
  for (let at = 0; at < items.length; at++) {
    if (items[at]?.role !== 'slash') continue;
    const from = operandEnd(items, at - 1, -1, wide) + 1;
    const to = operandEnd(items, at + 1, 1, wide);
    if (from === at || to === at + 1) continue;
    items.splice(from, to - from, fraction(operandMarks(items.slice(from, at)), operandMarks(items.slice(at + 1, to))));
    at = from;
  }
  return items;
};

class FormulaReader {
  private readonly lexemes: string[];
  private readonly wide: boolean;
  private at = 0;
  private depth = 0;

  /** `wide`: a slash divides all factors beside it, not only the nearest ones. */
  constructor(text: string, wide: boolean) {
    this.lexemes = prepare(text.slice(0, CHARS_MAX)).match(LEXEME) ?? [];
    this.wide = wide;
  }

  read(): string[] {
    const marks: string[] = [];
    // A bracket too many ends nothing.
    while (this.at < this.lexemes.length) marks.push(...this.marksUntil(undefined));
    return marks;
  }

  private marksUntil(end: string | undefined): string[] {
    return foldSlashes(this.itemsUntil(end), this.wide).flatMap(marksOf);
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
        const over = foldSlashes(items.splice(0), this.wide).flatMap(marksOf);
        const item = fraction(over, this.marksUntil(end), lexeme === '\\over' ? 'frac' : 'atop');
        items.push(
          ...(lexeme === '\\choose' ? [{ base: ['('], role: 'open' } as const, item, { base: [')'], role: 'close' } as const] : [item]),
        );
        break;
      }
      this.take(lexeme, items);
    }
    this.depth -= 1;
    return items;
  }

  private take(lexeme: string, items: Item[]): void {
    if (lexeme === '^' || lexeme === '_') this.addScript(items, lexeme, this.script());
    else if (SAME_SIGN.get(lexeme) === '′') {
      // In a script of its own already: `f^{\prime}`.
      if (items.length === 0) items.push(factor('′'));
      else this.addScript(items, '^', ['′']);
    } else if (lexeme.startsWith('\\')) this.takeCommand(lexeme, items);
    else if (/^[A-Za-z]/.test(lexeme)) this.takeWord(lexeme, items);
    else if (lexeme === '{') items.push(factor(...(this.depth < DEPTH_MAX ? this.marksUntil('}') : [])));
    else if (lexeme === '√') items.push(factor('√{', ...this.script(), '}'));
    else if (!/^[\s}&~]/.test(lexeme)) this.takeSign(lexeme, items);
  }

  private takeSign(character: string, items: Item[]): void {
    const sign = SAME_SIGN.get(character) ?? character;
    items.push({ base: [sign.toLowerCase()], role: roleOf(sign) });
  }

  private takeWord(word: string, items: Item[]): void {
    if (isGreekName(word)) this.takeSign(SYMBOLS.get(word) ?? word, items);
    else if (word === 'sqrt' && this.peek() === '(') items.push(factor('√{', ...this.script(), '}'));
    else for (const letter of word) items.push(factor(letter.toLowerCase()));
  }

  private takeCommand(command: string, items: Item[]): void {
    const name = command.slice(1);
    const accent = ACCENT_COMMANDS.get(name);
    const symbol = SYMBOLS.get(name);
    if (FRACTIONS.has(command)) items.push(fraction(this.argument(), this.argument()));
    else if (BINOMIALS.has(command))
      items.push({ base: ['('], role: 'open' }, fraction(this.argument(), this.argument(), 'atop'), { base: [')'], role: 'close' });
    else if (name === 'sqrt') items.push(this.root());
    else if (accent !== undefined) items.push(factor(`${accent}{`, ...this.argument(), '}'));
    else if (name === 'not') this.takeNegated(items);
    else if (ASIDE.has(name)) this.skipAside();
    else if (symbol !== undefined) this.take(symbol, items);
    else if (name === '{' || name === '}') this.takeSign(name === '{' ? '⦃' : '⦄', items);
    else if (name === '|') this.takeSign('‖', items);
    else if (LOOKS.has(name)) this.skipEmptyFence(name);
    // \sin and its like are the letters they are; so is what nobody knows.
    else if (/^[A-Za-z]/.test(name)) for (const letter of name.replace('*', '')) items.push(factor(letter.toLowerCase()));
    else if (/^[#$%&_]$/.test(name)) this.takeSign(name, items);
  }

  private takeNegated(items: Item[]): void {
    const [next = ''] = this.argument();
    const negated = `${next}\u0338`.normalize('NFC');
    items.push({ base: [negated.length === 1 ? negated : next], role: 'sign' });
  }

  /** `\right.` and its like: a bracket that is not there. */
  private skipEmptyFence(name: string): void {
    if (/^(?:left|right|middle|[bB]igg?[lr]?)$/.test(name) && this.peek() === '.') this.at += 1;
  }

  private skipAside(): void {
    const aside = this.argument().join('');
    if (/^(?:array|tabular|alignedat|alignat)$/.test(aside) && this.peek() === '{') this.argument();
  }

  private root(): Item {
    if (this.peek() !== '[') return factor('√{', ...this.argument(), '}');
    this.at += 1;
    const degree = this.marksUntil(']');
    return fraction(degree, this.argument(), 'root');
  }

  /** The next lexeme that is no white space, without taking it. */
  private peek(): string | undefined {
    while (/^\s/.test(this.lexemes[this.at] ?? '')) this.at += 1;
    return this.lexemes[this.at];
  }

  /** A group, or as TeX has it the one character that follows. */
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
    this.take(next, items);
    this.depth -= 1;
    // A command that is only looks leaves its argument still to come.
    if (items.length === 0 && next.startsWith('\\')) return this.argument();
    return items.flatMap(marksOf);
  }

  /** As people type it: a whole number, a letter, a sign before either, or a bracket. */
  private script(): string[] {
    const next = this.peek();
    if (next === '(' && this.depth < DEPTH_MAX) {
      this.at += 1;
      return this.marksUntil(')');
    }
    if (next !== undefined && /^[-+−]$/.test(next) && /^[A-Za-z\d]/.test(this.lexemes[this.at + 1] ?? '')) {
      this.at += 1;
      return [SAME_SIGN.get(next) ?? next, ...this.script()];
    }
    if (next !== undefined && (/^\d/.test(next) || isGreekName(next))) {
      const items: Item[] = [];
      this.at += 1;
      this.take(next, items);
      return items.flatMap(marksOf);
    }
    return this.argument();
  }

  private addScript(items: Item[], sign: '^' | '_', marks: readonly string[]): void {
    const last = items.at(-1);
    const item = last ?? factor();
    if (last === undefined) items.push(item);
    if (sign === '_') item.below = [...(item.below ?? []), ...marks];
    else item.above = [...(item.above ?? []), ...marks];
  }
}

/** Normal marks of a formula in TeX or plain typing. */
export const formulaMarks = (text: string, wide = false): string[] => new FormulaReader(text, wide).read().slice(0, MARKS_MAX);

const pairsOf = (marks: readonly string[]): string[] => marks.slice(1).map((mark, index) => `${marks[index] ?? ''} ${mark}`);

/** Each mark with its right neighbour, of several ways to write one formula: no phrase spans two of them. */
export const formulaTerms = (ways: readonly (readonly string[])[]): Term[] => {
  let shift = 0;
  return ways.flatMap((marks) => {
    const terms = pairsOf(marks).map((lexeme, index) => ({ lexeme, position: shift + index + 1 }));
    shift += terms.length + 8;
    return terms;
  });
};

/**
 * What was typed, read as a formula, as the text form of a `tsquery`. Absent for what is none: words, a lone sign, anything in Chinese.
 * Of `2a/b` both ways to understand it are asked for.
 */
export const toFormulaTsquery = (query: string): string | undefined => {
  if (/\p{Script=Han}/u.test(query)) return undefined;
  const ways = [formulaMarks(query), formulaMarks(query, true)].map((marks) => marks.slice(0, QUERY_MARKS_MAX));
  const [marks = []] = ways;
  if (marks.length < 2 || marks.every((mark) => /^[\p{L}\p{N}]/u.test(mark) && !mark.endsWith('{') && !/\p{Script=Greek}/u.test(mark)))
    return undefined;
  const phrases = new Set(
    ways.map((way) =>
      pairsOf(way)
        .map((pair) => `'${pair.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`)
        .join(' <-> '),
    ),
  );
  return [...phrases].map((phrase) => `(${phrase})`).join(' | ');
};
