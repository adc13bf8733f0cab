/** Classes: a teacher, the book that the class uses, and its members. */
import { z } from 'zod';
import { bookCard } from '../catalog/book-card.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/** State of a class. `ended`: nobody can join, and rights through the class end; `archived`: also hidden from lists. */
export const classStatus = z.enum(['active', 'ended', 'archived']);

export type ClassStatus = z.output<typeof classStatus>;

/**
 * State of a membership. `pending`: waits for the teacher; `left`: by the student; `removed`: refused or removed by the teacher, who alone
 * can admit the student again.
 */
export const memberStatus = z.enum(['pending', 'active', 'left', 'removed']);

export type MemberStatus = z.output<typeof memberStatus>;

/** Who may join by the code: everyone, or those whom the teacher admits. */
export const joinPolicy = z.enum(['open', 'approve']);

export type JoinPolicy = z.output<typeof joinPolicy>;

/** Characters of a join code: digits and letters without those that are confused on a projector. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Number of characters of a join code. */
const CODE_LENGTH = 6;

/** Returns a join code made of random bytes; needs six. */
export const makeClassCode = (random: Uint8Array): string =>
  Array.from({ length: CODE_LENGTH }, (_, at) => CODE_ALPHABET[(random[at] ?? 0) % CODE_ALPHABET.length]).join('');

/** A join code as the user typed it: spaces, hyphens and the case of letters do not matter. */
export const classCode = z
  .string()
  .max(40, '加课码是 6 位字母和数字')
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine((code) => new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`).test(code), '加课码是 6 位字母和数字，请核对后重新输入');

/** Rights of a co-teacher. `view`: sees members with numbers and their work; `edit`: also what the teacher may change, but not the class itself. */
export const coTeacherRight = z.enum(['view', 'edit']);

export type CoTeacherRight = z.output<typeof coTeacherRight>;

/** What a teacher enters for a class. */
export const classForm = z.object({
  name: z.string().trim().min(1, '请填写班级名称').max(LIMITS.classNameChars, `班级名称最多 ${LIMITS.classNameChars} 个字`),
  /** Term as text, such as 2026 年秋季学期. */
  term: z.string().trim().min(1, '请填写学期').max(LIMITS.classTermChars, `学期最多 ${LIMITS.classTermChars} 个字`),
  bookId: entityId,
  /** An institution of the teacher; absent for a class outside of any institution. */
  institutionId: entityId.optional(),
});

/** What a teacher may change later: everything but the book. */
export const classChange = classForm.omit({ bookId: true }).extend({ joinPolicy });

/** A class as one of its members or its teacher sees it. */
export const classGroup = z.object({
  id: entityId,
  name: z.string(),
  term: z.string(),
  status: classStatus,
  /** Name of the teacher. */
  teacher: z.string(),
  institution: z.object({ id: entityId, name: z.string() }).optional(),
  /** The book of the class; absent if its content was removed. */
  book: bookCard.optional(),
  /** Number of the version that the class uses, and of the newest one. */
  versionNo: z.number().int(),
  newestVersionNo: z.number().int(),
  /** Number of active members, and for the teacher of those who wait to be admitted. */
  members: z.number().int(),
  pending: z.number().int().optional(),
  createdAt: z.number().int(),
  /** What the caller is in the class. */
  role: z.enum(['teacher', 'coTeacher', 'student']),
  /** Whether the caller manages members and announcements: the teacher, and co-teachers with the right `edit`. */
  mayEdit: z.boolean(),
  /** Whether the caller may publish announcements: also the class representative. */
  mayAnnounce: z.boolean(),
  /** Names of the co-teachers. */
  coTeachers: z.array(z.string()),
  /** Whether students can join by the code. */
  isCodeOn: z.boolean(),
  joinPolicy,
  /** The join code, for the teachers. */
  code: z.string().optional(),
});

export type ClassGroup = z.output<typeof classGroup>;

/** What an invited student sees of a class before joining. */
export const classInvitation = z.object({
  name: z.string(),
  term: z.string(),
  teacher: z.string(),
  institution: z.string().optional(),
  book: z.string(),
  joinPolicy,
  /** Number of days during which a member may read the book without owning it. */
  probationDays: z.number().int(),
});

export type ClassInvitation = z.output<typeof classInvitation>;

/** A member of a class. Student numbers are shown to the teachers only. */
export const classMember = z.object({
  userId: z.string(),
  name: z.string(),
  studentNo: z.string().optional(),
  /** Name of the group of the class to which the member belongs; absent for none. */
  group: z.string().optional(),
  /** Whether the member is the class representative, who may publish announcements. */
  isRepresentative: z.boolean(),
  joinedAt: z.number().int(),
  /** End of the member's right to read the book without owning it, UTC ms; shown to the teacher. */
  probationEndsAt: z.number().int().optional(),
});

export type ClassMember = z.output<typeof classMember>;

/** A co-teacher of a class. */
export const coTeacher = z.object({ userId: z.string(), name: z.string(), right: coTeacherRight });

export type CoTeacher = z.output<typeof coTeacher>;

/** An announcement to a class. */
export const announcement = z.object({
  id: entityId,
  /** Name of the author, and what the author was in the class. */
  author: z.string(),
  role: z.enum(['teacher', 'representative']),
  body: z.string(),
  at: z.number().int(),
  /** Whether the caller may delete it. */
  mayDelete: z.boolean(),
});

export type Announcement = z.output<typeof announcement>;
