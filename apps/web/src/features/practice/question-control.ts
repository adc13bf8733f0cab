/** What every control of a question is given. */
import type { Verdict } from '@shufang/assessment';
import type { ContentElement, Interaction } from '@shufang/contract';

export interface QuestionControlProps<Type extends Interaction['type'] = Interaction['type']> {
  readonly interaction: Extract<Interaction, { type: Type }>;
  /** What is answered: ids of options in their order, pairs `source target`, or the text. */
  readonly values: readonly string[];
  /** The place in the text, for interactions with several. */
  readonly slot: ContentElement;
  /** Result of the check; the response cannot be changed then. */
  readonly verdict: Verdict | undefined;
  readonly isLocked: boolean;
  readonly onChange: (values: string[]) => void;
}

/** Returns the values with one of them added or removed; with at most one value the new one replaces the other. */
export const toggled = (values: readonly string[], value: string, isChosen: boolean, maximum: number): string[] => {
  if (!isChosen) return values.filter((each) => each !== value);
  return maximum === 1 ? [value] : [...values.filter((each) => each !== value), value];
};
