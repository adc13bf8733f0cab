/** The questions of one attempt: those of every paper, and those that are drawn for it. Pure; part of `RNG_VERSION`. */
import type { PaperLayout, QuestionView, ShownSection } from '@shufang/contract';
import { orderPaper } from './order-paper.ts';
import { drawItems } from './shuffle.ts';
import { createRandomStream } from './xoshiro128.ts';

/** The draws have a sequence of their own, so that the order of a paper does not depend on them. */
const seedOfDraws = (seed: string): string => [...seed].toReversed().join('');

/**
 * Returns the sections of an attempt with its questions in the order of the paper. The same layout and seed always give the same
 * questions, and none twice. Throws `RangeError` for an invalid seed, and for a pool that is too small, which no frozen paper has.
 */
export const drawPaper = ({ sections }: PaperLayout, seed: string): ShownSection[] => {
  const random = createRandomStream(seedOfDraws(seed));
  const taken = new Set<string>();
  return sections.map(({ entries, ...section }) => ({
    ...section,
    questionIds: entries.flatMap((entry) => {
      if (entry.kind === 'question') return [entry.questionId];
      const drawn = drawItems(
        entry.pool.filter((id) => !taken.has(id)),
        entry.count,
        random,
      );
      for (const id of drawn) taken.add(id);
      return drawn;
    }),
  }));
};

/** A draw that could run out of questions: `needed` of them, and the number that earlier draws leave it at least. */
export interface ShortDraw {
  readonly slotId: string;
  readonly needed: number;
  readonly left: number;
}

/** Returns the draws of a layout for which some seed would find too few questions. */
export const findShortDraws = ({ sections }: PaperLayout): ShortDraw[] => {
  const draws = sections.flatMap(({ entries }) => entries.flatMap((entry) => (entry.kind === 'draw' ? [entry] : [])));
  return draws.flatMap(({ slotId, pool, count }, index) => {
    const own = new Set(pool);
    const taken = draws
      .slice(0, index)
      .reduce((sum, earlier) => sum + Math.min(earlier.count, earlier.pool.filter((id) => own.has(id)).length), 0);
    const left = Math.max(0, own.size - taken);
    return left < count ? [{ slotId, needed: count, left }] : [];
  });
};

type Shown<Item> = Omit<ShownSection, 'questionIds'> & { readonly items: Item[] };

/**
 * Returns the sections with their items in the order of one student; options that may be shuffled are in an order of their own, also where
 * a section keeps the order of its questions. A paper of one section has the order of `orderPaper`.
 */
export const orderSections = <Item extends { readonly id: string; readonly view: QuestionView }>(
  sections: readonly ShownSection[],
  items: readonly Item[],
  seed: string,
): Shown<Item>[] => {
  const byId = new Map(items.map((item) => [item.id, item]));
  return sections.map(({ questionIds, ...section }, index) => {
    const own = questionIds.flatMap((id) => byId.get(id) ?? []);
    const ordered = orderPaper(own, rotated(seed, index));
    const inOrder = section.keepsOrder ? questionIds.flatMap((id) => ordered.find((item) => item.id === id) ?? []) : ordered;
    return { ...section, items: inOrder };
  });
};

/** Returns the seed of a section; the first one has the seed of the attempt. */
const rotated = (seed: string, index: number): string => {
  const by = index % seed.length;
  return seed.slice(by) + seed.slice(0, by);
};

/** Returns the sections with their items in the order of the paper. */
export const plainSections = <Item extends { readonly id: string }>(
  sections: readonly ShownSection[],
  items: readonly Item[],
): Shown<Item>[] => {
  const byId = new Map(items.map((item) => [item.id, item]));
  return sections.map(({ questionIds, ...section }) => ({ ...section, items: questionIds.flatMap((id) => byId.get(id) ?? []) }));
};
