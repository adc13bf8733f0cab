/** Converts between the text of a cell and its value, and orders the columns of a gradebook. */
import { type GradeCellRecord, type GradeSchemeRecord, type GradeValue, gradeState } from '@shufang/contract';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';

export const EMPTY: GradeValue = { kind: 'empty' };

/** Returns the text of a value as it is shown and edited; the text of an empty one is empty. */
export const textOfGrade = (value: GradeValue): string => {
  if (value.kind === 'empty') return '';
  return value.kind === 'points' ? text.points(value.milli).replaceAll(',', '') : text.states[value.state];
};

/** Returns the value of typed text: points with up to three decimals, or the name of a state. Returns an error for anything else. */
export const parseGrade = (typed: string, maxMilli: number): GradeValue | { readonly error: string } => {
  const trimmed = typed.trim().normalize('NFKC');
  if (trimmed === '') return EMPTY;
  const state = gradeState.options.find((each) => text.states[each] === trimmed);
  if (state !== undefined) return { kind: 'state', state };
  if (!/^\d{1,7}(\.\d{1,3})?$/.test(trimmed)) return { error: text.wrongGrade(typed.trim()) };
  const milli = Math.round(Number(trimmed) * 1000);
  return milli > 2 * maxMilli ? { error: text.tooHigh(text.points(2 * maxMilli)) } : { kind: 'points', milli };
};

export const cellKey = ({ columnId, userId }: Pick<GradeCellRecord, 'columnId' | 'userId'>): string => `${columnId} ${userId}`;

/** Returns the columns in the order of the table: by category, then as the teacher arranged them. */
export const orderedColumns = ({ categories, columns }: GradeSchemeRecord): GradeSchemeRecord['columns'] =>
  categories.flatMap(({ id }) => columns.filter(({ categoryId }) => categoryId === id));

/** Returns the text of a total. `scaledTotal`: the total multiplied by 10 to the power of `digits`; undefined if there is no total. */
export const textOfTotal = (scaledTotal: number | undefined, digits: number): string =>
  scaledTotal === undefined ? text.noTotal : (scaledTotal / 10 ** digits).toFixed(digits);
