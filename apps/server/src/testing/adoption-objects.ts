/** Adoption lists for tests. */
import { type AdoptionStatus, newId } from '@shufang/contract';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

export const ADOPTION_TERM = '2027 年春季学期';
export const ISBN = '9787040599008';

/** Returns the fields of a valid textbook of an adoption list. */
export const adoptionItemOf = (bookId: string, more: object = {}) => ({
  courseCode: 'CS101',
  course: '程序设计',
  bookId,
  form: 'print',
  isbn: ISBN,
  edition: '第 2 版',
  publisher: '江南出版社',
  award: 'national',
  isMarxist: false,
  students: 60,
  hasTeacherCopy: true,
  reason: '案例适合本专业',
  ...more,
});

export interface AdoptionObjects {
  /** Stores an institution. */
  readonly anInstitution: (name?: string) => Promise<string>;
  /** Stores a user as a teacher on the list of an institution. */
  readonly joinInstitution: (user: Pick<TestUser, 'tel'>, institutionId: string) => Promise<void>;
  /** Stores an adoption list with one textbook in a state, approved by some levels. */
  readonly anAdoption: (
    teacher: Pick<TestUser, 'id'>,
    institutionId: string,
    status?: AdoptionStatus,
    approvals?: number,
    more?: { readonly term?: string; readonly bookId?: string; readonly isbn?: string; readonly submittedAt?: number },
  ) => Promise<string>;
}

export const adoptionObjects = ({ query, bookId }: Pick<RequestBase, 'query' | 'bookId'>): AdoptionObjects => ({
  anInstitution: async (name) => {
    const id = newId();
    await query('insert into institution (id, name, created_at) values ($1, $2, 0)', [id, name ?? `大学 ${id}`]);
    return id;
  },
  joinInstitution: async (user, institutionId) => {
    await query(`insert into institution_member (id, institution_id, phone, kind, created_at) values ($1, $2, $3, 'teacher', 0)`, [
      newId(),
      institutionId,
      user.tel,
    ]);
  },
  anAdoption: async (teacher, institutionId, status = 'submitted', approvals = 0, more = {}) => {
    const id = newId();
    const submittedAt = more.submittedAt ?? (status === 'draft' ? null : 1);
    await query(
      `insert into adoption_list (id, teacher_id, institution_id, term, status, approvals, created_at, updated_at, submitted_at, ordered_at)
       values ($1, $2, $3, $4, $5, $6, 0, 0, $7, $8)`,
      [
        id,
        teacher.id,
        institutionId,
        more.term ?? ADOPTION_TERM,
        status,
        status === 'confirmed' || status === 'ordered' ? 3 : approvals,
        submittedAt,
        status === 'ordered' ? 2 : null,
      ],
    );
    await query(
      `insert into adoption_item (list_id, position, course_code, course, class_name, book_id, book_title, form, isbn, edition, publisher, award,
         is_marxist, students, has_teacher_copy, reason)
       values ($1, 0, 'CS101', '程序设计', '', $2, '论语选读', 'print', $3, '第 2 版', '', 'none', false, 60, true, '案例适合')`,
      [id, more.bookId ?? bookId, more.isbn ?? ISBN],
    );
    return id;
  },
});
