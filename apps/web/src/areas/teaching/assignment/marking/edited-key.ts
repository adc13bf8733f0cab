/** The part of a question's key that a teacher corrects after students have answered, in the form in which it is edited. */
import type { Interaction, QuestionKey, QuestionView, ResponseKey } from '@shufang/contract';

/**
 * `options`: chosen options; of several for a single choice each is right. `texts`: accepted texts, one a line. `number`: value and
 * tolerance. `fixed`: cannot be edited here.
 */
export type EditedPart =
  | { readonly kind: 'options'; readonly chosen: readonly string[] }
  | { readonly kind: 'texts'; readonly lines: string }
  | { readonly kind: 'number'; readonly value: string; readonly tolerance: string }
  | { readonly kind: 'fixed' };

export type EditedKey = Readonly<Record<string, EditedPart>>;

const isOptions = (interaction: Interaction | undefined): boolean =>
  interaction?.type === 'choice' ||
  interaction?.type === 'inlineChoice' ||
  interaction?.type === 'hottext' ||
  interaction?.type === 'hotspot';

const partOf = (key: ResponseKey, interaction: Interaction | undefined): EditedPart => {
  if (isOptions(interaction) && key.rule === 'choice') return { kind: 'options', chosen: key.correct };
  if (isOptions(interaction) && key.rule === 'map')
    return { kind: 'options', chosen: key.entries.flatMap(({ value, milli }) => (milli >= key.milli ? [value] : [])) };
  if (key.rule === 'text')
    return { kind: 'texts', lines: key.accepted.flatMap(({ text, milli }) => (milli === key.milli ? [text] : [])).join('\n') };
  if (key.rule === 'number') return { kind: 'number', value: key.value, tolerance: key.tolerance.amount };
  return { kind: 'fixed' };
};

export const editedKeyOf = ({ responses }: QuestionKey, { interactions }: QuestionView): EditedKey =>
  Object.fromEntries(Object.entries(responses).map(([id, key]) => [id, partOf(key, interactions[id])]));

/** Returns how many options a student could choose; 0 if any number. */
const maximumOf = (interaction: Interaction | undefined): number => {
  if (interaction?.type === 'inlineChoice') return 1;
  return interaction !== undefined && 'maximumChoices' in interaction ? interaction.maximumChoices : 0;
};

const keyOfPart = (key: ResponseKey, part: EditedPart, interaction: Interaction | undefined): ResponseKey => {
  switch (part.kind) {
    case 'options': {
      const incompleteMilli = key.rule === 'choice' ? key.incompleteMilli : 0;
      return maximumOf(interaction) === 1 && part.chosen.length > 1
        ? { rule: 'map', milli: key.milli, entries: part.chosen.map((value) => ({ value, milli: key.milli })), defaultMilli: 0 }
        : { rule: 'choice', milli: key.milli, correct: [...part.chosen], incompleteMilli };
    }
    case 'texts': {
      if (key.rule !== 'text') return key;
      const full = [...new Set(part.lines.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
      const partial = key.accepted.filter(({ text, milli }) => milli !== key.milli && !full.includes(text));
      return { ...key, accepted: [...full.map((text) => ({ text, milli: key.milli })), ...partial] };
    }
    case 'number':
      return key.rule === 'number'
        ? { ...key, value: part.value.trim(), tolerance: { ...key.tolerance, amount: part.tolerance.trim() } }
        : key;
    case 'fixed':
      return key;
  }
};

/** Returns the corrected key. */
export const correctedKey = (
  { responses, explanation }: QuestionKey,
  { interactions }: QuestionView,
  edited: EditedKey,
  isFullPoints: boolean,
): QuestionKey => ({
  responses: Object.fromEntries(
    Object.entries(responses).map(([id, key]) => [id, keyOfPart(key, edited[id] ?? { kind: 'fixed' }, interactions[id])]),
  ),
  explanation,
  ...(isFullPoints ? { isFullPoints: true as const } : {}),
});
