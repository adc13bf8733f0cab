/** Cuts the lines of a paper into items, and finds the list of answers at its end. Pure. */
import type { WordLine } from '../word/read-docx.ts';
import { newItem, type PaperItem } from './paper-item.ts';
import {
  ANSWER_HEADING,
  ANSWER_LINE,
  fold,
  LEADING_BRACKET,
  LISTED_SECTION,
  materialOf,
  type NumberStyle,
  numberOf,
  type PaperPart,
  POINTS_LABEL,
  partsOf,
  type Section,
  sectionOf,
  TYPE_LABEL,
  typeNamed,
} from './paper-patterns.ts';
import { AnswerList, isAnswerList } from './read-answer-list.ts';
import { joinRich, type RichText, sliceRich, trimRich } from './rich-text.ts';

export interface CutPaper {
  /** All numbered items, also those that share a passage. */
  readonly items: readonly PaperItem[];
  /** The questions: items, and passages whose children are items. */
  readonly questions: readonly PaperItem[];
  readonly list: AnswerList;
}

type Material = {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly lines: RichText[];
  readonly source: string[];
};

const LETTERS = 'ABCDEFGHIJ';

/** Returns the options in a line: their letters follow each other. `first`: the letter that is expected. */
export const optionsIn = (folded: string, first: number): { letter: string; start: number; end: number }[] => {
  const found: { letter: string; start: number; end: number }[] = [];
  let at = 0;
  for (let index = first; index < LETTERS.length; index += 1) {
    const letter = LETTERS.charAt(index);
    const pattern = new RegExp(`(?<![A-Za-z0-9])[(\\[【]?\\s*${letter}\\s*(?:[)\\]】]\\s*[.、:]?|[.、:])\\s*`, 'g');
    pattern.lastIndex = at;
    const match = pattern.exec(folded);
    if (match === null) break;
    found.push({ letter, start: match.index, end: match.index + match[0].length });
    at = match.index + match[0].length;
  }
  return found;
};

/** Returns a line whose number is before the bracket with the answer: `（√）1．` is read as `1．（√）`. */
const numberFirst = (line: WordLine): WordLine => {
  const match = LEADING_BRACKET.exec(fold(line.rich.text));
  if (match === null) return line;
  const [, space = '', bracket = '', number = ''] = match;
  const [start, middle, end] = [space.length, space.length + bracket.length, space.length + bracket.length + number.length];
  return { ...line, rich: joinRich([sliceRich(line.rich, middle, end), sliceRich(line.rich, start, middle), sliceRich(line.rich, end)]) };
};

class Cutter {
  readonly items: PaperItem[] = [];
  readonly questions: PaperItem[] = [];
  readonly list = new AnswerList();
  #section: Section | undefined;
  #sectionIndex = 0;
  /** Whether no item was found since the last heading of a section. */
  #isFresh = true;
  #item: PaperItem | undefined;
  /** The item or sub-item that lines belong to. */
  #open: PaperItem | undefined;
  #part: PaperPart | 'stem' = 'stem';
  #material: Material | undefined;
  #isList = false;
  readonly #style: NumberStyle;
  readonly #lines: readonly WordLine[];

  constructor(lines: readonly WordLine[], style: NumberStyle) {
    this.#lines = lines;
    this.#style = style;
  }

  read(): void {
    for (const [index, line] of this.#lines.entries()) this.#readLine(line, index);
  }

  /** Returns whether the list of answers begins: the items have no answers of their own, and what follows is numbered. */
  #beginsList(folded: string, index: number): boolean {
    if (this.items.length === 0 || !ANSWER_HEADING.test(folded)) return false;
    const next = this.#lines.slice(index + 1).find(({ rich }) => rich.text.trim() !== '');
    const text = fold(next?.rich.text ?? '');
    const isNumbered =
      /^\s*(?:\(?\d{1,3}\s*[.、:)-]|\d{1,3}\s*[A-J√×]|题\s*号)/.test(text) || LISTED_SECTION.test(text) || sectionOf(text) !== undefined;
    const answered = this.items.filter(
      ({ answer, children }) => answer.length > 0 || children.some((child) => child.answer.length > 0),
    ).length;
    return isNumbered && (answered === 0 || (/与|及|和|参考答案\s*$/.test(folded.trim()) && answered < this.items.length / 4));
  }

  #readLine(given: WordLine, index: number): void {
    const line = this.#style === 'dot' ? numberFirst(given) : given;
    const folded = fold(line.rich.text);
    if (this.#isList) {
      this.list.read(line);
      return;
    }
    const inLine = this.items.length > 0 && this.#open?.answer.length === 0 ? ANSWER_LINE.exec(folded) : null;
    if (inLine !== null && isAnswerList(folded.slice(inLine[0].length))) {
      this.#isList = true;
      this.list.read({ ...line, rich: sliceRich(line.rich, inLine[0].length) });
      return;
    }
    if (this.#beginsList(folded, index)) {
      this.#isList = true;
      return;
    }
    if (folded.trim() === '') return;
    const section = line.cells === undefined ? sectionOf(folded) : undefined;
    if (section !== undefined && partsOf(folded).length === 0) {
      this.#section = section;
      this.#sectionIndex += this.items.length === 0 && this.#sectionIndex === 0 ? 0 : 1;
      this.#isFresh = true;
      this.#item = undefined;
      this.#open = undefined;
      this.#material = undefined;
      return;
    }
    const material = materialOf(folded);
    if (material !== undefined && (numberOf(folded, this.#style) === undefined || this.#style === 'bracket')) {
      this.#material = { ...material, line: line.line, lines: [trimRich(line.rich)], source: [line.rich.text] };
      this.#item = undefined;
      this.#open = undefined;
      return;
    }
    const label = line.cells === undefined ? numberOf(folded, this.#style, line.rich.text) : undefined;
    if (
      label !== undefined &&
      (!label.isTight || label.number === (this.items.at(-1)?.number ?? 0) + 1) &&
      this.#beginsItem(label.number, index)
    ) {
      // `2.5 米` may be the second item, or a number.
      if (label.isTight) this.items.at(-1)?.findings.add('unclearParts');
      this.#beginItem(line, label.number);
      this.#readText(sliceRich(line.rich, label.length), line);
      return;
    }
    if (this.#material !== undefined && this.#item === undefined) {
      this.#material.lines.push(trimRich(line.rich));
      this.#material.source.push(line.rich.text);
      return;
    }
    if (this.#item === undefined || this.#open === undefined) return;
    this.#item.source.push(line.rich.text);
    for (const finding of line.findings) this.#item.findings.add(finding);
    const sub = this.#style === 'dot' && line.cells === undefined ? numberOf(folded, 'bracket') : undefined;
    if (sub !== undefined && this.#beginsSub(sub.number, index)) {
      const child = newItem(line.line, sub.number, this.#section, this.#sectionIndex);
      this.#item.children.push(child);
      this.#open = child;
      this.#part = 'stem';
      this.#readText(sliceRich(line.rich, sub.length), line);
      return;
    }
    this.#readText(line.rich, line);
  }

  /** Returns whether a number begins the next item, and is no number inside of a text or an answer. */
  #beginsItem(number: number, index: number): boolean {
    const last = this.items.at(-1);
    if (last === undefined) return number === 1 || !this.#laterHasOne(index);
    if (number === last.number + 1) {
      const isEnumerated = this.#item !== undefined && this.#part !== 'stem' && this.#lastEnumerated === number - 1;
      if (!isEnumerated) return true;
      const isItem = this.#hasOwnParts(index);
      if (isItem) last.findings.add('unclearParts');
      return isItem;
    }
    if (this.#isFresh) return number === 1 || number > last.number;
    this.#lastEnumerated = number === 1 ? 1 : number === this.#lastEnumerated + 1 ? number : this.#lastEnumerated;
    if (number > last.number && number <= last.number + 3 && this.#hasOwnParts(index)) {
      last.findings.add('numberOrder');
      return true;
    }
    if (this.#part === 'stem') last.findings.add('unclearParts');
    return false;
  }
  /** The last number of an enumeration inside of an answer. */
  #lastEnumerated = 0;

  #laterHasOne(index: number): boolean {
    return this.#lines.slice(index + 1).some(({ rich }) => numberOf(fold(rich.text), this.#style)?.number === 1);
  }

  /** Returns whether the lines from a number to the next one contain options or an answer. */
  #hasOwnParts(index: number): boolean {
    for (const [offset, { rich }] of this.#lines.slice(index).entries()) {
      const folded = fold(rich.text);
      if (offset > 0 && numberOf(folded, this.#style, rich.text)?.isTight === false) return false;
      if (
        optionsIn(folded, 0).length > 0 ||
        partsOf(folded).some(({ part }) => part === 'answer') ||
        TYPE_LABEL.test(folded.replace(/^\s*\d+\s*[.、]?/, ''))
      )
        return true;
    }
    return false;
  }

  #beginsSub(number: number, index: number): boolean {
    const { children = [] } = this.#item ?? {};
    if (number !== children.length + 1) return false;
    if (children.length > 0) return this.#part === 'stem' || this.#hasOwnParts(index) || this.#open?.answer.length !== 0;
    return this.#part === 'stem' && this.#item?.options.length === 0;
  }

  #beginItem(line: WordLine, number: number): void {
    const last = this.items.at(-1);
    const item = newItem(line.line, number, this.#section, this.#sectionIndex);
    if (this.#isFresh && last !== undefined && number !== 1 && number !== last.number + 1) item.findings.add('numberOrder');
    if (last !== undefined && !this.#isFresh && number !== last.number + 1) item.findings.add('numberOrder');
    this.#isFresh = false;
    this.#lastEnumerated = 0;
    item.source.push(line.rich.text);
    for (const finding of line.findings) item.findings.add(finding);
    const material = this.#material;
    if (material !== undefined && number >= material.from && number <= material.to) {
      if (number === material.from) {
        const whole = newItem(material.line, number, this.#section, this.#sectionIndex);
        whole.stem.push(...material.lines);
        whole.source.push(...material.source);
        this.#materialItem = whole;
        this.questions.push(whole);
      }
      this.#materialItem?.children.push(item);
    } else this.questions.push(item);
    if (material !== undefined && number >= material.to) this.#material = undefined;
    this.items.push(item);
    this.#item = item;
    this.#open = item;
    this.#part = 'stem';
  }
  #materialItem: PaperItem | undefined;

  /** Adds the text of a line to the open item: options, and the parts that labels begin. */
  #readText(rich: RichText, line: WordLine): void {
    const open = this.#open;
    if (open === undefined) return;
    let text = rich;
    if (this.#part === 'stem' && open.stem.length === 0 && open.options.length === 0) text = this.#readLabels(open, text);
    const folded = fold(text.text);
    const labels = partsOf(folded);
    this.#addPiece(open, sliceRich(text, 0, labels[0]?.start ?? text.text.length), line);
    for (const [index, { part, end }] of labels.entries()) {
      this.#part = part;
      if (part === 'answer' && open.answer.length > 0) open.findings.add('unclearParts');
      this.#addPiece(open, sliceRich(text, end, labels[index + 1]?.start ?? text.text.length), line);
    }
  }

  /** Removes the labels of the type and of the points at the start of an item. */
  #readLabels(open: PaperItem, rich: RichText): RichText {
    let text = rich;
    for (let round = 0; round < 2; round += 1) {
      const folded = fold(text.text);
      const type = TYPE_LABEL.exec(folded);
      if (type !== null) {
        const name = type[1] ?? '';
        open.points = type[2] === undefined ? open.points : Number(type[2]);
        open.type = /^[Aa]\d?型/.test(name) ? 'single' : /^[XxKk]\d?型/.test(name) ? 'multiple' : typeNamed(name);
        text = sliceRich(text, type[0].length);
      }
      const points = POINTS_LABEL.exec(fold(text.text));
      if (points !== null) {
        open.points = Number(points[1]);
        text = sliceRich(text, points[0].length);
      }
    }
    return text;
  }

  #addPiece(open: PaperItem, piece: RichText, line: WordLine): void {
    const trimmed = trimRich(piece);
    if (trimmed.text === '') return;
    switch (this.#part) {
      case 'stem':
        this.#addStem(open, trimmed, line);
        break;
      case 'answer':
        open.answer.push(trimmed);
        break;
      case 'explanation':
        open.explanation.push(trimmed);
        break;
      case 'difficulty':
        open.difficulty = trimmed.text;
        this.#part = 'other';
        break;
      case 'knowledge':
        open.knowledge = trimmed.text;
        this.#part = 'other';
        break;
      case 'points':
        open.points = Number(/\d+(?:\.\d+)?/.exec(fold(trimmed.text))?.[0] ?? Number.NaN);
        this.#part = 'other';
        break;
      case 'type':
        open.type = typeNamed(trimmed.text) ?? open.type;
        this.#part = 'other';
        break;
      case 'other':
        break;
    }
  }

  #addStem(open: PaperItem, rich: RichText, line: WordLine): void {
    const folded = fold(rich.text);
    const found = optionsIn(folded, open.options.length);
    const [first] = found;
    const isOptions =
      first !== undefined &&
      (first.start === 0 || found.length >= 2 || (open.options.length > 0 && /\s$/.test(folded.slice(0, first.start))));
    if (!isOptions) {
      const last = open.options.at(-1);
      if (last === undefined) open.stem.push(rich);
      else {
        last.rich = { text: `${last.rich.text}\n${rich.text}`, flags: [...last.rich.flags, 0, ...rich.flags] };
        if (!/^[\ue000-\uf8ff\s]+$/.test(rich.text)) open.findings.add('unclearParts');
      }
      return;
    }
    const before = trimRich(sliceRich(rich, 0, first.start));
    if (before.text !== '' && open.options.length === 0) open.stem.push(before);
    else if (before.text !== '') {
      const last = open.options.at(-1);
      if (last !== undefined) last.rich = { text: `${last.rich.text}\n${before.text}`, flags: [...last.rich.flags, 0, ...before.flags] };
      open.findings.add('unclearParts');
    }
    for (const [index, { letter, end }] of found.entries())
      open.options.push({ letter, rich: trimRich(sliceRich(rich, end, found[index + 1]?.start ?? rich.text.length)) });
    if (line.cells !== undefined && found.length < 2) open.findings.add('unclearParts');
  }
}

/** Returns how the items of a paper are numbered. */
const styleOf = (lines: readonly WordLine[]): NumberStyle => {
  const count = (style: NumberStyle): number => lines.filter(({ rich }) => numberOf(fold(rich.text), style) !== undefined).length;
  return count('dot') > 0 ? 'dot' : count('bracket') > 0 ? 'bracket' : 'dot';
};

/** Returns the items and the answers at the end. */
export const cutPaper = (lines: readonly WordLine[]): CutPaper => {
  const cutter = new Cutter(lines, styleOf(lines));
  cutter.read();
  return { items: cutter.items, questions: cutter.questions, list: cutter.list };
};
