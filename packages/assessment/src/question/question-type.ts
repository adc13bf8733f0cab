/** The type of a question as teachers name it: it follows from the interactions and their keys. Pure. */
import type { Interaction, Question, QuestionType, ResponseKey } from '@shufang/contract';

/** Ids of the options of a true/false question. */
export const TRUE_FALSE = ['true', 'false'] as const;

const typeOfInteraction = (interaction: Interaction, key: ResponseKey | undefined): QuestionType => {
  switch (interaction.type) {
    case 'choice':
      if (interaction.options.length === 2 && interaction.options.every(({ id }, index) => id === TRUE_FALSE[index])) return 'trueFalse';
      return interaction.maximumChoices === 1 ? 'single' : 'multiple';
    case 'inlineChoice':
      return 'cloze';
    case 'textEntry':
      return key?.rule === 'number' ? 'numeric' : 'blank';
    case 'match':
      return 'matching';
    case 'order':
      return 'ordering';
    case 'extendedText':
      return 'shortAnswer';
    default:
      return interaction.type;
  }
};

/**
 * Returns the type of a question. Several blanks are one question of the type `blank`; several lists of options in a text, with or without
 * blanks, are a `cloze`; any other combination is a `composite`.
 */
export const questionType = ({ view, key }: Question): QuestionType => {
  const types = new Set(Object.entries(view.interactions).map(([id, each]) => typeOfInteraction(each, key.responses[id])));
  const [only] = types;
  if (only !== undefined && types.size === 1) {
    const isOne = Object.keys(view.interactions).length === 1;
    return isOne || only === 'blank' || only === 'numeric' || only === 'cloze' ? only : 'composite';
  }
  if ([...types].every((type) => type === 'blank' || type === 'numeric')) return types.size === 0 ? 'composite' : 'blank';
  return [...types].every((type) => type === 'blank' || type === 'numeric' || type === 'cloze') ? 'cloze' : 'composite';
};
