/**
 * Adoption lists (征订): before a term a teacher reports the textbooks of the courses, the institution approves them on three levels and
 * orders them (product.md §6.4, §7.5).
 */
import { z } from 'zod';
import { isIsbn13 } from '../catalog/save-admin-book.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/**
 * State of a list. draft -> submitted -> confirmed -> ordered; submitted -> returned or withdrawn; confirmed -> withdrawn. A returned or
 * withdrawn list can be changed and submitted again.
 */
export const adoptionStatus = z.enum(['draft', 'submitted', 'returned', 'withdrawn', 'confirmed', 'ordered']);

export type AdoptionStatus = z.output<typeof adoptionStatus>;

/** The three levels of approval, in their order: teaching section 教研室, department 院系, school 学校. */
export const adoptionLevel = z.enum(['section', 'department', 'school']);

export type AdoptionLevel = z.output<typeof adoptionLevel>;

/** Official lists that contain the textbook: national plan, provincial plan, a prize, or none. */
export const adoptionAward = z.enum(['none', 'national', 'provincial', 'prize']);

export type AdoptionAward = z.output<typeof adoptionAward>;

export const adoptionForm = z.enum(['print', 'digital']);

export type AdoptionForm = z.output<typeof adoptionForm>;

const line = (what: string, max: number) => z.string().trim().min(1, `请填写${what}`).max(max, `${what}最多 ${max} 个字`);
const text = (what: string, max: number) => z.string().trim().max(max, `${what}最多 ${max} 个字`).default('');

export const adoptionTerm = line('学期', LIMITS.adoptionTermChars);

/** A textbook of a course as the teacher enters it. */
const adoptionEntry = z.object({
  courseCode: line('课程代码', LIMITS.adoptionCourseCodeChars),
  course: line('课程名称', LIMITS.adoptionCourseChars),
  /** The class for which the textbook is ordered; absent for all classes of the course. */
  classId: entityId.optional(),
  bookId: entityId,
  form: adoptionForm,
  isbn: z
    .string()
    .transform((value) => value.replaceAll(/[\s-]/g, ''))
    .refine(isIsbn13, 'ISBN 有误：应为 13 位，且校验位相符'),
  edition: line('版次', LIMITS.adoptionEditionChars),
  publisher: text('出版社', LIMITS.adoptionPublisherChars),
  award: adoptionAward,
  /** Whether it is a textbook of the Marxist theory project (马工程), which must be used where one exists. */
  isMarxist: z.boolean(),
  /** Number of students who voluntarily ordered the book. */
  students: z
    .number('请填写学生人数')
    .int('学生人数须为整数')
    .min(0, '学生人数不能为负')
    .max(LIMITS.adoptionStudentsMax, `学生人数最多 ${LIMITS.adoptionStudentsMax} 人`),
  /** Whether the teacher gets a copy. One person gets at most one copy of a book in a term. */
  hasTeacherCopy: z.boolean(),
  /** List price of the book, in fen; absent if the teacher does not know it. */
  priceFen: z.number().int().min(0).max(LIMITS.adoptionPriceMaxFen, '定价过高').optional(),
  /** Why the book was chosen; required for a first adoption when the list is submitted. */
  reason: text('选用理由', LIMITS.adoptionReasonChars),
});

/** Fields of a list that the teacher can change. */
export const adoptionFields = z.object({
  institutionId: entityId,
  term: adoptionTerm,
  note: text('备注', LIMITS.adoptionNoteChars),
  items: z
    .array(adoptionEntry)
    .max(LIMITS.adoptionItemsMax, `一份征订单最多 ${LIMITS.adoptionItemsMax} 行`)
    .refine((items) => {
      const copies = items.filter(({ hasTeacherCopy }) => hasTeacherCopy).map(({ bookId }) => bookId);
      return new Set(copies).size === copies.length;
    }, '同一种书每人只能领一本教师用书')
    .refine((items) => {
      const rows = items.map(({ courseCode, classId, bookId, form }) => JSON.stringify([courseCode, classId, bookId, form]));
      return new Set(rows).size === rows.length;
    }, '同一课程、同一班级的同一种书只能填一行'),
});

export const adoptionItem = adoptionEntry.extend({
  isbn: z.string(),
  bookTitle: z.string(),
  /** Name of the class when the list was saved; empty for all classes of the course. */
  className: z.string(),
  /** Whether the institution has never ordered or confirmed this ISBN for the course (首次选用). */
  isFirst: z.boolean(),
});

export type AdoptionItem = z.output<typeof adoptionItem>;

/** One decision on a list. */
const adoptionReview = z.object({
  level: adoptionLevel,
  decision: z.enum(['approve', 'return']),
  /** Who decided, as entered with the decision. */
  reviewer: z.string(),
  remark: z.string(),
  at: z.number().int(),
});

export const adoptionList = z.object({
  id: entityId,
  institution: z.object({ id: entityId, name: z.string() }),
  term: z.string(),
  note: z.string(),
  status: adoptionStatus,
  /** Number of the last change; a change that was based on an older one is refused. */
  rev: z.number().int(),
  /** The level that decides next; present for a submitted list. */
  nextLevel: adoptionLevel.optional(),
  /** Until when lists of this institution and term can be submitted, UTC ms; absent if the institution set no deadline. */
  closesAt: z.number().int().optional(),
  items: z.array(adoptionItem),
  /** Decisions in their order, those before a return included. */
  reviews: z.array(adoptionReview),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
  submittedAt: z.number().int().optional(),
  orderedAt: z.number().int().optional(),
});

export type AdoptionList = z.output<typeof adoptionList>;

/** A list in the admin area. */
export const adminAdoptionList = adoptionList.extend({
  /** The teacher; absent if the account no longer exists. `department`: of the verification. */
  teacher: z.object({ userId: z.string(), name: z.string(), tel: z.string(), department: z.string().optional() }).optional(),
});

export type AdminAdoptionList = z.output<typeof adminAdoptionList>;

/** Until when lists of an institution and term can be submitted. */
export const adoptionDeadline = z.object({
  institution: z.object({ id: entityId, name: z.string() }),
  term: z.string(),
  closesAt: z.number().int(),
});

export type AdoptionDeadline = z.output<typeof adoptionDeadline>;

/** Filters of the admin list and of its export. */
export const adoptionFilter = {
  status: adoptionStatus.exclude(['draft']).default('submitted'),
  /** The level that decides next. */
  level: adoptionLevel.optional(),
  term: z.string().trim().max(LIMITS.adoptionTermChars).default(''),
  /** Whether only lists with a first adoption are shown. */
  first: z.union([z.boolean(), z.stringbool()]).default(false),
  /** Part of the course, its code, the book's title or the ISBN. */
  q: z.string().trim().max(60).default(''),
};

/** Ids of the lists of a batch. */
export const adoptionIds = z
  .array(entityId)
  .min(1, '请选择征订单')
  .max(LIMITS.adoptionsPerBatchMax, `一次最多 ${LIMITS.adoptionsPerBatchMax} 份`);
