/** The order in which a student gets the questions and options of a paper. Pure; part of `RNG_VERSION`. */
import type { Interaction, QuestionOption, QuestionView } from '@shufang/contract';
import { shuffle } from './shuffle.ts';
import { createRandomStream, type RandomStream } from './xoshiro128.ts';

const shuffleOptions = (options: readonly QuestionOption[], random: RandomStream): QuestionOption[] =>
  shuffle(options, random, ({ isFixed }) => isFixed === true);

/** Options of a true/false question keep their order: students expect 对 before 错. */
const isTrueFalse = (options: readonly QuestionOption[]): boolean =>
  options.length === 2 && options[0]?.id === 'true' && options[1]?.id === 'false';

const shuffleInteraction = (interaction: Interaction, random: RandomStream): Interaction => {
  if (!('isShuffled' in interaction) || !interaction.isShuffled) return interaction;
  if (interaction.type === 'match') return { ...interaction, targets: shuffleOptions(interaction.targets, random) };
  return isTrueFalse(interaction.options) ? interaction : { ...interaction, options: shuffleOptions(interaction.options, random) };
};

/**
 * Returns the questions in the order of one student, with the options that may be shuffled in theirs. The same seed always gives the same
 * paper. Throws `RangeError` for an invalid seed.
 */
export const orderPaper = <Item extends { readonly view: QuestionView }>(items: readonly Item[], seed: string): Item[] => {
  const random = createRandomStream(seed);
  const shuffled = items.map((item) => ({
    ...item,
    view: {
      ...item.view,
      interactions: Object.fromEntries(
        Object.keys(item.view.interactions)
          .toSorted()
          .map((id) => [id, shuffleInteraction(item.view.interactions[id] as Interaction, random)]),
      ),
    },
  }));
  return shuffle(shuffled, random);
};
