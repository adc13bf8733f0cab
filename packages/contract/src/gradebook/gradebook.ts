/** The gradebook of a class: weighted categories, columns with a full score, and one cell for each student and column. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/**
 * States that stand in a cell instead of points: 免修 exempt, 缺交 missing work, 缺考 absent from an exam, 旷考 absent without leave, 缓考
 * deferred exam, 作弊 cheating, 无资格 barred from the exam. `packages/assessment` says how each counts.
 */
export const gradeState = z.enum(['exempt', 'missing', 'absent', 'truant', 'deferred', 'cheating', 'barred']);

/** What a cell holds. Points are in thousandths; more than the full score are extra points. An empty cell is not 0. */
export const gradeValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  z.object({
    kind: z.literal('points'),
    milli: z
      .number()
      .int()
      .min(0, '分数不能小于 0')
      .max(2 * LIMITS.gradeMaxMilli, '分数太大'),
  }),
  z.object({ kind: z.literal('state'), state: gradeState }),
]);

export type GradeValue = z.output<typeof gradeValue>;

const title = (what: string) =>
  z.string().trim().min(1, `请填写${what}`).max(LIMITS.gradeTitleChars, `${what}最多 ${LIMITS.gradeTitleChars} 个字`);

/** A category. Weights need not add up to 10,000: the total divides by the sum of the weights that take part. */
export const gradeCategory = z.object({
  id: entityId,
  name: title('类别名称'),
  weightBasisPoints: z.number().int().min(0, '权重不能小于 0').max(10_000, '权重最多 100%'),
  /** `points`: all points together; `mean`: the mean of the shares, whatever the full scores of the columns. */
  method: z.enum(['points', 'mean']),
  /** How many of the lowest results do not count. */
  dropLowest: z.number().int().min(0).max(10, '最多去掉 10 个最低分'),
});

export const gradeColumnForm = z.object({
  id: entityId,
  categoryId: entityId,
  title: title('成绩项名称'),
  maxMilli: z
    .number()
    .int()
    .min(1, '满分须大于 0')
    .max(LIMITS.gradeMaxMilli, `满分最多 ${LIMITS.gradeMaxMilli / 1000} 分`),
});

export const gradeColumn = gradeColumnForm.extend({
  /** Whether students see their cells of this column. A column of an assignment is released by the rules of the assignment. */
  isReleased: z.boolean(),
  /** The assignment whose scores the column shows; absent for a column that a teacher fills in. */
  assignmentId: entityId.optional(),
});

export type GradeColumn = z.output<typeof gradeColumn>;

export const gradeDigits = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** How a total is computed: categories and columns in their order. */
export const gradeScheme = z.object({
  /** Number of the last change; a change states the one that it was made on. 0 before the first. */
  rev: z.number().int(),
  /** Decimal digits of the total, which is out of 100. */
  digits: gradeDigits,
  categories: z.array(gradeCategory),
  columns: z.array(gradeColumn),
  /** When the teacher declared the grades final (定稿), UTC ms; then nothing can be changed. */
  finalAt: z.number().int().optional(),
});

export type GradeSchemeRecord = z.output<typeof gradeScheme>;

/** The cell of a student in a column. A cell that was never set is absent, and its revision is 0. */
export const gradeCell = z.object({
  columnId: entityId,
  userId: entityId,
  /** Number of the last change of this cell. */
  rev: z.number().int(),
  value: gradeValue,
  /** In a column of an assignment. `isOverride`: a teacher set the result, which no longer follows the score. */
  isOverride: z.literal(true).optional(),
  isLate: z.literal(true).optional(),
  /** Number of responses that a person must still score; until then the cell is empty. */
  unscored: z.number().int().optional(),
});

export type GradeCellRecord = z.output<typeof gradeCell>;

/** An appeal of a student against one cell. */
export const gradeAppeal = z.object({
  id: entityId,
  columnId: entityId,
  userId: entityId,
  body: z.string(),
  createdAt: z.number().int(),
  /** The teacher's reply; absent while the appeal is open. */
  reply: z.string().optional(),
  repliedAt: z.number().int().optional(),
});

export type GradeAppealRecord = z.output<typeof gradeAppeal>;
