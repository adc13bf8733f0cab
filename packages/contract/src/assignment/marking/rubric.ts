/** Rubrics: criteria with levels, by which persons mark the responses to a question. */
import { z } from 'zod';
import { LIMITS } from '../../limits.ts';
import { assignmentQuestionId } from '../assignment.ts';

/** Id of a criterion, or of a level within its criterion; the client chooses it. */
export const rubricPartId = z.string().regex(/^[0-9a-z]{1,32}$/);

const hasDistinctIds = (parts: readonly { readonly id: string }[]): boolean => new Set(parts.map(({ id }) => id)).size === parts.length;

/** A level of a criterion, with its points in thousandths. */
export const rubricLevel = z.object({
  id: rubricPartId,
  milli: z.number().int().min(0, '分数不能小于 0').max(1_000_000, '分数过大'),
  description: z
    .string()
    .trim()
    .min(1, '请填写这一档的说明')
    .max(LIMITS.levelDescriptionChars, `一档的说明最多 ${LIMITS.levelDescriptionChars} 个字`),
});

/** A criterion with its levels in the order in which they are shown. One of them is chosen for each response. */
export const rubricCriterion = z.object({
  id: rubricPartId,
  title: z
    .string()
    .trim()
    .min(1, '请填写评分项的名称')
    .max(LIMITS.criterionTitleChars, `评分项的名称最多 ${LIMITS.criterionTitleChars} 个字`),
  levels: z
    .array(rubricLevel)
    .min(2, '一个评分项至少要有两档')
    .max(LIMITS.rubricLevelsMax, `一个评分项最多 ${LIMITS.rubricLevelsMax} 档`)
    .refine(hasDistinctIds, '两档的编号相同')
    .refine((levels) => levels.some(({ milli }) => milli > 0), '至少一档的分数要大于 0'),
});

export type RubricCriterion = z.output<typeof rubricCriterion>;

export const rubric = z.object({
  title: z.string().trim().min(1, '请填写量规的名称').max(LIMITS.rubricTitleChars, `量规的名称最多 ${LIMITS.rubricTitleChars} 个字`),
  /** Whether students see it before they answer. After the release of the score they see it marked in any case. */
  isShown: z.boolean(),
  criteria: z
    .array(rubricCriterion)
    .min(1, '量规至少要有一个评分项')
    .max(LIMITS.rubricCriteriaMax, `最多 ${LIMITS.rubricCriteriaMax} 个评分项`)
    .refine(hasDistinctIds, '两个评分项的编号相同'),
});

export type Rubric = z.output<typeof rubric>;

/** The id of the level that was chosen for each criterion, by the id of the criterion. */
export const rubricLevels = z.record(rubricPartId, rubricPartId);

export type RubricLevels = z.output<typeof rubricLevels>;

/** A rubric of an assignment. */
export const assignmentRubric = z.object({
  /** The question to which it belongs; absent for the rubric of the whole assignment. */
  questionId: assignmentQuestionId.optional(),
  rubric,
  /** The questions that are marked with it, for teachers. */
  questionIds: z.array(assignmentQuestionId).optional(),
});

export type AssignmentRubric = z.output<typeof assignmentRubric>;
