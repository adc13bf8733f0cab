/** Reads the list of answers at the end of a paper: `1-5 ABCDE`, `1.A 2.B`, an answer a line, or a table. Pure. */
import type { WordLine } from '../word/read-docx.ts';
import { fold, LISTED_SECTION, partsOf, type Section, sectionOf } from './paper-patterns.ts';
import { joinRich, type RichText, richText, sliceRich, trimRich } from './rich-text.ts';

export interface ListedAnswer {
  readonly number: number;
  /** Section of the list that contains it, as its ordinal; empty if the list has no sections. */
  readonly section: Section | undefined;
  answer: RichText[];
  explanation: RichText[];
  isUsed: boolean;
}

const RANGE = /(\d{1,3})\s*(?:-|~|至|到)+\s*(\d{1,3})\s*(?:题)?\s*[.、:]?\s*((?:[A-J√×✓✗对错TF]+[\s,、;]*)+)/g;
const SHORT = /(\d{1,3})\s*[.、:)]?\s*([A-J]{1,8}|[√×✓✗]|对|错|正确|错误|T|F)(?=[\s,;.、。\d(]|$)/g;
const NUMBER = /(^|[\s;。])\(?(\d{1,3})\s*(?:[.、:]|\)\s*[.、]?)\s*/g;

const signs = (text: string, count: number): string[] | undefined => {
  const joined = text.replace(/[\s,、;]/g, '');
  if (joined.length === count) return [...joined];
  const groups = text.split(/[\s,、;]+/).filter((each) => each !== '');
  return groups.length === count ? groups : undefined;
};

/** Returns whether a text is nothing but several short answers with their numbers. */
export const isAnswerList = (folded: string): boolean => {
  const withoutRanges = folded.replace(RANGE, '');
  const short = [...withoutRanges.matchAll(SHORT)];
  return (withoutRanges !== folded || short.length >= 2) && withoutRanges.replace(SHORT, '').replace(/[\s,;.、。()]/g, '') === '';
};

export class AnswerList {
  readonly answers: ListedAnswer[] = [];
  #section: Section | undefined;
  #numbers: number[] | undefined;

  #add(number: number, answer: RichText): void {
    this.answers.push({ number, section: this.#section, answer: [trimRich(answer)], explanation: [], isUsed: false });
  }

  /** Adds the answers of ranges; false if the line has none. */
  #addRanges(folded: string): boolean {
    const matches = [...folded.matchAll(RANGE)];
    if (matches.length === 0) return false;
    for (const [, from, to, text] of matches) {
      const [first, last] = [Number(from), Number(to)];
      const found = last >= first && last - first < 200 ? signs(text ?? '', last - first + 1) : undefined;
      if (found !== undefined) for (const [index, each] of found.entries()) this.#add(first + index, richText(each));
    }
    return true;
  }

  /** Adds answers such as `1.A 2.B`, if the line contains nothing else. */
  #addShort(folded: string): boolean {
    const matches = [...folded.matchAll(SHORT)];
    const rest = folded.replace(SHORT, '').replace(/[\s,;.、。()]/g, '');
    if (matches.length === 0 || rest !== '') return false;
    for (const [, number, text] of matches) this.#add(Number(number), richText(text ?? ''));
    return true;
  }

  #addRow({ cells = [] }: WordLine): boolean {
    const texts = cells.map(({ text }) => fold(text).trim());
    const numbers = texts.slice(1).map((text) => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN));
    if (/题\s*号|序\s*号/.test(texts[0] ?? '') || (numbers.length > 1 && numbers.every((each) => !Number.isNaN(each)))) {
      this.#numbers = numbers;
      return true;
    }
    if (this.#numbers === undefined) return false;
    for (const [index, number] of this.#numbers.entries()) {
      const cell = cells[index + 1];
      if (!Number.isNaN(number) && cell !== undefined && cell.text.trim() !== '') this.#add(number, cell);
    }
    this.#numbers = undefined;
    return true;
  }

  /** Adds a part of an answer: its explanation is apart. */
  #append(rich: RichText, isNew: number | undefined): void {
    const labels = partsOf(fold(rich.text));
    const first = labels[0]?.start ?? rich.text.length;
    const text = trimRich(sliceRich(rich, 0, first));
    if (isNew !== undefined) this.#add(isNew, text);
    const last = this.answers.at(-1);
    if (last === undefined) return;
    if (isNew === undefined && text.text !== '') (last.explanation.length > 0 ? last.explanation : last.answer).push(text);
    for (const [index, { part, end }] of labels.entries()) {
      const piece = trimRich(sliceRich(rich, end, labels[index + 1]?.start ?? rich.text.length));
      if (part === 'explanation') last.explanation.push(piece);
      else if (part === 'answer' && last.answer.every(({ text: own }) => own === '')) last.answer = [piece];
      else if (piece.text !== '') (last.explanation.length > 0 ? last.explanation : last.answer).push(piece);
    }
  }

  /** Reads the next line of the list. */
  read(line: WordLine): void {
    const folded = fold(line.rich.text);
    if (folded.trim() === '') return;
    if (line.cells !== undefined && this.#addRow(line)) return;
    const listed = LISTED_SECTION.exec(folded);
    if (listed !== null) {
      this.#section = { ordinal: listed[1] ?? '', type: undefined, points: undefined, isPerBlank: false };
      this.read({ line: line.line, findings: line.findings, rich: sliceRich(line.rich, listed[0].length) });
      return;
    }
    const section = sectionOf(folded);
    if (section !== undefined && !/\d\s*[.、:]\s*\S/.test(folded)) {
      this.#section = section;
      return;
    }
    if (this.#addRanges(folded) || this.#addShort(folded)) return;
    // Numbers that follow each other part the line; others belong to the text.
    const labels: { start: number; end: number; number: number }[] = [];
    let expected = this.answers.findLast((each) => each.section === this.#section)?.number;
    for (const match of folded.matchAll(NUMBER)) {
      const number = Number(match[2]);
      const isTight = match[0].endsWith('.') && /^\d/.test(folded.slice(match.index + match[0].length));
      const isNext = (expected === undefined || number === expected + 1) && (!isTight || match.index === 0);
      if (!isNext && !(match.index === 0 && expected !== undefined && number > expected)) continue;
      labels.push({ start: match.index + (match[1]?.length ?? 0), end: match.index + match[0].length, number });
      expected = number;
    }
    if (labels[0] === undefined || labels[0].start > 0)
      this.#append(sliceRich(line.rich, 0, labels[0]?.start ?? line.rich.text.length), undefined);
    for (const [index, { end, number }] of labels.entries())
      this.#append(trimRich(sliceRich(line.rich, end, labels[index + 1]?.start ?? line.rich.text.length)), number);
  }
}

/** Returns lines as one text with line breaks. */
export const linesText = (lines: readonly RichText[]): RichText =>
  trimRich(joinRich(lines.flatMap((line, index) => (index === 0 ? [line] : [richText('\n'), line]))));
