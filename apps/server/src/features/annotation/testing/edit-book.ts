/**
 * Test support: makes successive editions of a book by random edits. Every character has an origin number that it keeps in all editions, so
 * that a test knows where each passage is now.
 */
import { hashOfText } from '../../publication/content/find-blocks.ts';

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** Returns a generator of pseudo-random numbers with a seed (mulberry32). */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

export interface EditedBlock {
  readonly kind: string;
  readonly text: string;
  readonly hash: string;
  /** The origin of each UTF-16 unit of `text`. */
  readonly origins: readonly number[];
}

export interface EditedDocument {
  readonly href: string;
  readonly blocks: readonly EditedBlock[];
}

export interface Edition {
  readonly documents: readonly EditedDocument[];
}

/** Probabilities, per block with text and edition. */
const TYPO = 0.04;
const INSERTION = 0.02;
const DELETION = 0.01;
const SPLIT = 0.01;
const MERGE = 0.01;
const SWAP = 0.01;
/** Length in characters from which a block can be split. */
const SPLITTABLE_CHARS = 10;
const SENTENCE_ENDS = /[。！？；.!?;]/;

const isVisible = (text: string): boolean => /\S/.test(text);

export interface BookEditor {
  readonly first: Edition;
  /** The number of origins of the first edition: greater origins are of characters that were inserted later. */
  readonly originCount: number;
  /**
   * Returns the next edition. `files`: all documents are renamed, or each document with several blocks is cut in two documents with new
   * names.
   */
  next(edition: Edition, files?: 'renamed' | 'cut'): Edition;
}

/** Creates the editor of a book. Equal seeds make equal editions. */
export const createBookEditor = (
  book: readonly { readonly href: string; readonly blocks: readonly { kind: string; text: string; hash: string }[] }[],
  random: Random,
): BookEditor => {
  let nextOrigin = 0;
  const numbered = (length: number): number[] => Array.from({ length }, () => nextOrigin++);
  const first: Edition = {
    documents: book.map(({ href, blocks }) => ({
      href,
      blocks: blocks.map(({ kind, text, hash }) => ({ kind, text, hash, origins: numbered(text.length) })),
    })),
  };
  const originCount = nextOrigin;
  const allText = first.documents.flatMap(({ blocks }) => blocks.map(({ text }) => text.trim()).filter((text) => text !== ''));
  const allChars = allText.join('').replace(/\s/g, '');

  const withText = (block: EditedBlock, text: string, origins: readonly number[]): EditedBlock => ({
    kind: block.kind,
    text,
    origins,
    hash: hashOfText(block.kind, text) ?? block.hash,
  });
  const spliced = (block: EditedBlock, at: number, removed: number, inserted: string): EditedBlock =>
    withText(block, block.text.slice(0, at) + inserted + block.text.slice(at + removed), [
      ...block.origins.slice(0, at),
      ...numbered(inserted.length),
      ...block.origins.slice(at + removed),
    ]);

  /** Returns a new sentence, which consists of parts of sentences of the book. */
  const newSentence = (): string => {
    let sentence = '';
    for (let part = 0; part < 3; part++) {
      const source = allText[below(random, allText.length)] ?? '';
      const from = below(random, source.length);
      sentence += source.slice(from, from + 4 + below(random, 16)).replace(/\s+/g, ' ');
    }
    return `${sentence}。`;
  };
  /** Replaces, inserts or deletes up to three characters in each of one to three places. */
  const withTypos = (block: EditedBlock): EditedBlock => {
    let edited = block;
    for (let count = 1 + below(random, 3); count > 0; count--) {
      const at = below(random, edited.text.length);
      const length = 1 + below(random, 3);
      const from = below(random, allChars.length);
      const wrong = allChars.slice(from, from + length);
      const kind = below(random, 3);
      if (kind === 0) edited = spliced(edited, at, length, wrong);
      else if (kind === 1) edited = spliced(edited, at, 0, wrong);
      else if (edited.text.length > 3 * length) edited = spliced(edited, at, length, '');
    }
    return edited;
  };
  const withInsertion = (block: EditedBlock): EditedBlock[] => {
    const sentence = newSentence();
    if (random() < 0.5 || block.text.length < SPLITTABLE_CHARS) {
      return [withText({ ...block, hash: '' }, sentence, numbered(sentence.length)), block];
    }
    const near = below(random, block.text.length);
    const end = block.text.slice(near).search(SENTENCE_ENDS);
    return [spliced(block, end < 0 ? near : near + end + 1, 0, sentence)];
  };
  /** Deletes the block, or between a fifth and three fifths of its text. */
  const withDeletion = (block: EditedBlock): EditedBlock[] => {
    if (random() < 0.5 || block.text.length < SPLITTABLE_CHARS) return [];
    const length = Math.floor(block.text.length * (0.2 + 0.4 * random()));
    return [spliced(block, below(random, block.text.length - length), length, '')];
  };
  const split = (block: EditedBlock): EditedBlock[] => {
    const at = 1 + below(random, block.text.length - 1);
    return [
      withText(block, block.text.slice(0, at), block.origins.slice(0, at)),
      withText(block, block.text.slice(at), block.origins.slice(at)),
    ];
  };

  const editDocument = (blocks: readonly EditedBlock[]): EditedBlock[] => {
    const edited: EditedBlock[] = [];
    for (let block of blocks) {
      if (!isVisible(block.text)) {
        edited.push(block);
        continue;
      }
      if (random() < TYPO) block = withTypos(block);
      const inserted = random() < INSERTION ? withInsertion(block) : [block];
      const last = inserted.pop();
      edited.push(...inserted);
      if (last === undefined) continue;
      const remaining = random() < DELETION ? withDeletion(last) : [last];
      for (const each of remaining) {
        if (random() < SPLIT && each.text.length >= SPLITTABLE_CHARS) edited.push(...split(each));
        else edited.push(each);
      }
    }
    for (let at = 0; at + 1 < edited.length; at++) {
      const [block, next] = [edited[at], edited[at + 1]];
      if (block === undefined || next === undefined || !isVisible(block.text) || !isVisible(next.text)) continue;
      if (random() < MERGE && block.kind === next.kind) {
        edited.splice(at, 2, withText(block, block.text + next.text, [...block.origins, ...next.origins]));
      } else if (random() < SWAP) {
        edited.splice(at, 2, next, block);
        at++;
      }
    }
    return edited;
  };

  const filesOf = (documents: readonly EditedDocument[], files: 'renamed' | 'cut'): EditedDocument[] => {
    const parts = documents.flatMap(({ blocks }) => {
      if (files === 'renamed' || blocks.length < 4) return [blocks];
      const at = 1 + below(random, blocks.length - 1);
      return [blocks.slice(0, at), blocks.slice(at)];
    });
    return parts.map((blocks, index) => ({ href: `text/${files}${String(index).padStart(4, '0')}.xhtml`, blocks }));
  };

  return {
    first,
    originCount,
    next: ({ documents }, files) => {
      const edited = documents.map(({ href, blocks }) => ({ href, blocks: editDocument(blocks) }));
      return { documents: files === undefined ? edited : filesOf(edited, files) };
    },
  };
};
