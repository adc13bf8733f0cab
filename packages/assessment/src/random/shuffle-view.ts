/** Random order of the options of a question, as students see them. Pure; part of `RNG_VERSION`. */
import type { Interaction, QuestionView } from '@shufang/contract';
import { shuffle } from './shuffle.ts';
import type { RandomStream } from './xoshiro128.ts';

const isFixed = (option: { readonly isFixed?: boolean | undefined }): boolean => option.isFixed === true;

const shuffleInteraction = (each: Interaction, random: RandomStream): Interaction => {
  switch (each.type) {
    case 'match':
      return each.isShuffled ? { ...each, targets: shuffle(each.targets, random, isFixed) } : each;
    case 'choice':
    case 'inlineChoice':
    case 'order':
    case 'gapMatch':
      return each.isShuffled ? { ...each, options: shuffle(each.options, random, isFixed) } : each;
    default:
      return each;
  }
};

/** Returns the question with the options of each interaction that asks for it in random order; fixed options keep their position. */
export const shuffleView = (view: QuestionView, random: RandomStream): QuestionView => ({
  ...view,
  interactions: Object.fromEntries(Object.entries(view.interactions).map(([id, each]) => [id, shuffleInteraction(each, random)])),
});
