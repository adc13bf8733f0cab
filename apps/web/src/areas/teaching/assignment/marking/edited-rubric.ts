/** A rubric as the teacher edits it: points as typed. Pure. */
import { rubricMilli } from '@shufang/assessment';
import { LIMITS, type Rubric } from '@shufang/contract';
import { rubricText as text } from '../../../../platform/messages/zh-cn/marking-rubric.ts';

const MILLI = 1000;

export interface EditedLevel {
  readonly id: string;
  readonly points: string;
  readonly description: string;
}

export interface EditedCriterion {
  readonly id: string;
  readonly title: string;
  readonly levels: readonly EditedLevel[];
}

export interface EditedRubric {
  readonly title: string;
  readonly isShown: boolean;
  readonly criteria: readonly EditedCriterion[];
}

/** Returns an id for a part of a rubric; it is unique on this device and improbable elsewhere. */
const newPartId = (): string => crypto.randomUUID().replaceAll('-', '');

/** Returns points in thousandths; undefined for a text that is no valid number of points. */
export const levelMilli = (typed: string): number | undefined => {
  const found = /^(\d{1,4})(?:\.(\d{1,3}))?$/.exec(typed.trim());
  if (found === null) return undefined;
  const milli = Number(found[1]) * MILLI + Number((found[2] ?? '').padEnd(3, '0'));
  return milli <= MILLI * MILLI ? milli : undefined;
};

/** Returns an empty level with points as typed. */
export const newLevel = (points = '', description = ''): EditedLevel => ({ id: newPartId(), points, description });

/** Returns a criterion with three levels: all of the points, half of them, and none. */
export const newCriterion = (milli: number): EditedCriterion => ({
  id: newPartId(),
  title: '',
  levels: [milli, Math.round(milli / 2), 0].map((each, index) => newLevel(String(each / MILLI), text.defaultLevels[index] ?? '')),
});

export const newRubric = (milli: number): EditedRubric => ({ title: '', isShown: true, criteria: [newCriterion(milli)] });

export const editedRubricOf = (rubric: Rubric): EditedRubric => ({
  title: rubric.title,
  isShown: rubric.isShown,
  criteria: rubric.criteria.map(({ id, title, levels }) => ({
    id,
    title,
    levels: levels.map((level) => ({ id: level.id, points: String(level.milli / MILLI), description: level.description })),
  })),
});

/** The errors of an edited rubric, by the ids of its parts; that of the name under `title`. */
export type RubricProblems = ReadonlyMap<string, string>;

const problemsOf = ({ title, criteria }: EditedRubric): RubricProblems => {
  const problems = new Map<string, string>();
  if (title.trim() === '') problems.set('title', text.emptyName);
  for (const criterion of criteria) {
    if (criterion.title.trim() === '') problems.set(criterion.id, text.emptyCriterion);
    else if (!criterion.levels.some(({ points }) => (levelMilli(points) ?? 0) > 0)) problems.set(criterion.id, text.noPoints);
    for (const { id, points, description } of criterion.levels) {
      if (levelMilli(points) === undefined) problems.set(`${id} points`, text.levelWrong);
      if (description.trim() === '') problems.set(`${id} description`, text.emptyLevel);
    }
  }
  return problems;
};

/** Returns the rubric, or what is wrong with it. */
export const readRubric = (edited: EditedRubric): { readonly rubric?: Rubric; readonly problems: RubricProblems } => {
  const problems = problemsOf(edited);
  if (problems.size > 0) return { problems };
  const criteria = edited.criteria.map(({ id, title, levels }) => ({
    id,
    title: title.trim(),
    levels: levels.map((level) => ({ id: level.id, milli: levelMilli(level.points) ?? 0, description: level.description.trim() })),
  }));
  return { problems, rubric: { title: edited.title.trim(), isShown: edited.isShown, criteria } };
};

/** Returns the points of a rubric as far as they are typed. */
export const editedMilli = ({ criteria }: EditedRubric): number =>
  rubricMilli({
    criteria: criteria.map(({ id, title, levels }) => ({
      id,
      title,
      levels: levels.map((level) => ({ id: level.id, milli: levelMilli(level.points) ?? 0, description: level.description })),
    })),
  });

const replaced = <Part extends { readonly id: string }>(parts: readonly Part[], next: Part): Part[] =>
  parts.map((part) => (part.id === next.id ? next : part));

export const withCriterion = (edited: EditedRubric, criterion: EditedCriterion): EditedRubric => ({
  ...edited,
  criteria: replaced(edited.criteria, criterion),
});

export const withLevel = (criterion: EditedCriterion, level: EditedLevel): EditedCriterion => ({
  ...criterion,
  levels: replaced(criterion.levels, level),
});

/** Whether the rubric may have another criterion. */
export const canAddCriterion = ({ criteria }: EditedRubric): boolean => criteria.length < LIMITS.rubricCriteriaMax;
