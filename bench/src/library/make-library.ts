/**
 * Generates a library that resembles that of a Chinese publisher: the same books in every run, with word frequencies of a natural language.
 * The text is not from real books.
 */
import { hash } from 'node:crypto';
import type { AccessModel } from '@shufang/contract';
import {
  DISCIPLINES,
  EDITIONS,
  GENERAL,
  GIVEN,
  LATIN_TITLES,
  MORPHEMES,
  PARTICLES,
  PUBLISHERS,
  SURNAMES,
  TITLE_ENDS,
  TITLE_STARTS,
} from './vocabulary.ts';

export interface MadeBook {
  readonly title: string;
  readonly subtitle: string | undefined;
  readonly authors: readonly string[];
  readonly isbn: string;
  readonly publisher: string;
  readonly description: string;
  readonly language: string;
  readonly categoryId: string;
  readonly accessModel: AccessModel;
  readonly priceFen: number;
  readonly chapterTitles: readonly string[];
  /** Paragraphs of each chapter; empty for a book that has only metadata. */
  readonly chapters: readonly (readonly string[])[];
}

/** Returns a generator of pseudo-random numbers, the same in every run (mulberry32). */
export const makeRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const pick = <T>(random: () => number, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
};

const RARE_TERM_COUNT = 20_000;
/** Constant of the Zipf-Mandelbrot law, by which the frequency of the word of rank r is proportional to 1 / (r + RANK_SHIFT). */
const RANK_SHIFT = 10;

/** All words by rank: the words of the list, then pairs of morphemes. */
export const VOCABULARY: readonly string[] = (() => {
  const random = makeRandom(7);
  const vocabulary = new Set(GENERAL);
  while (vocabulary.size < GENERAL.length + RARE_TERM_COUNT) vocabulary.add(pick(random, MORPHEMES) + pick(random, MORPHEMES));
  return [...vocabulary];
})();

/** Returns a random word by its frequency, computed by the inverse of the distribution function. */
const commonWord = (random: () => number): string => {
  const rank = RANK_SHIFT * ((VOCABULARY.length / RANK_SHIFT + 1) ** random() - 1);
  return VOCABULARY[Math.floor(rank)] ?? '我们';
};

const PARAGRAPH_CHARS = 140;

/** Returns a paragraph: about 30 % of its words are terms of the book's discipline, and there is one particle for every two words. */
const paragraph = (random: () => number, terms: readonly string[]): string => {
  const wanted = PARAGRAPH_CHARS * (0.4 + random() * 1.2);
  let text = '';
  let clause = 0;
  while (text.length < wanted) {
    text += random() < 0.12 ? terms[Math.floor(terms.length * random() ** 2)] : commonWord(random);
    clause += 1;
    if (random() < 0.4) text += pick(random, PARTICLES);
    if (clause > 3 && random() < 0.25) {
      text += random() < 0.35 ? '。' : '，';
      clause = 0;
    }
  }
  return `${text.replace(/[，。]$/, '')}。`;
};

const isbnOf = (number: number): string => {
  const digits = `9787${String(number).padStart(8, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

const TRADITIONAL_SHARE = 0.02;
const ENGLISH_SHARE = 0.03;
const ACCESS: readonly (readonly [AccessModel, number])[] = [
  ['paid', 0.55],
  ['free', 0.85],
  ['codeOnly', 0.95],
  ['institutionOnly', 1],
];

/** Returns book `number` of the library with the given number of characters (0: metadata only). */
export const makeLibraryBook = (number: number, chars: number): MadeBook => {
  const random = makeRandom(number + 1);
  const categoryId = pick(random, Object.keys(DISCIPLINES));
  const { subjects = [], terms = [] } = DISCIPLINES[categoryId] ?? {};
  const [style, subject] = [random(), pick(random, subjects)];
  const name =
    style < 0.12
      ? `${pick(random, LATIN_TITLES)}${pick(random, ['程序设计', '数据分析', '应用', '入门'])}${pick(random, TITLE_ENDS)}`
      : style < 0.5
        ? `${subject}${pick(random, TITLE_ENDS)}`
        : style < 0.7
          ? `${pick(random, TITLE_STARTS)}${subject}`
          : style < 0.85
            ? `${pick(random, terms)}与${pick(random, terms)}`
            : `${subject}：${pick(random, terms)}${pick(random, ['专题', '研究', '选读', '案例'])}`;
  const title = random() < 0.5 ? `${name}（${pick(random, EDITIONS)}）` : name;
  const authors = Array.from({ length: random() < 0.6 ? 1 : 2 }, () => pick(random, SURNAMES) + pick(random, GIVEN));
  const roll = random();
  const accessModel = ACCESS.find(([, upTo]) => roll < upTo)?.[0] ?? 'paid';
  const tag = random();
  const chapterTitles = Array.from({ length: 8 + Math.floor(random() * 8) }, () => `${pick(random, terms)}与${commonWord(random)}`);
  const perChapter = chars / chapterTitles.length;
  const chapters = chapterTitles.map(() => {
    const paragraphs: string[] = [];
    for (let made = 0; made < perChapter; made += paragraphs.at(-1)?.length ?? perChapter) paragraphs.push(paragraph(random, terms));
    return paragraphs;
  });
  return {
    title,
    subtitle: random() < 0.2 ? `${commonWord(random)}与${pick(random, terms)}` : undefined,
    authors,
    isbn: isbnOf(number * 37 + 11),
    publisher: pick(random, PUBLISHERS),
    description: Array.from({ length: 3 }, () => paragraph(random, terms)).join(''),
    language: tag < TRADITIONAL_SHARE ? 'zh-TW' : tag < TRADITIONAL_SHARE + ENGLISH_SHARE ? 'en' : tag < 0.4 ? 'zh' : 'zh-CN',
    categoryId,
    accessModel,
    priceFen: accessModel === 'paid' ? 1_900 + Math.floor(random() * 60) * 100 : 0,
    chapterTitles: chapterTitles.map((text, index) => `第${index + 1}章 ${text}`),
    chapters,
  };
};

/** Returns the source hash of a generated book, different for each book. A real one is the hash of the uploaded file. */
export const sourceHashOf = (number: number): string => hash('sha256', `shufang bench library ${number}`, 'hex');
