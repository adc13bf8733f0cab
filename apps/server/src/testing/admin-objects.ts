/** Objects of the catalog, of reader feedback and of teacher and author applications for valid requests (`request-fixture.ts`). */
import { newId } from '@shufang/contract';
import { granted, uploadAs } from './file-fixture.ts';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

export interface AdminObjects {
  /** Uploads a document of the user that proves a profession, and returns its id. */
  readonly aProof: (as: TestUser) => Promise<string>;
  /** Text fields of an application as a teacher. */
  readonly teacherApplication: object;
  readonly anApplication: () => Promise<{ id: string; submittedAt: number }>;
  /** Returns a request of an administrator that names a new user. */
  readonly aboutUser: (body?: object) => Promise<{ as: TestUser; body: object }>;
  readonly aMaterial: () => Promise<string>;
  readonly aCategory: () => Promise<string>;
  readonly aCollection: () => Promise<string>;
  readonly aHomeSlot: () => Promise<string>;
  readonly aRating: () => Promise<{ as: TestUser; id: string }>;
  readonly erratumReport: () => object;
}

const TEACHER = { realName: '孔丘', institution: '曲阜大学', department: '文学院', title: '教授', subjects: ['古代汉语'] };

export const adminObjects = ({ shop, aUser, bookId, query, post }: RequestBase): AdminObjects => {
  const aProof: AdminObjects['aProof'] = async (as) =>
    granted(await uploadAs(shop, as, '资格证.txt', Buffer.from(`教师资格证 ${as.id}`))).id;
  const idOf = async (path: string, body: object): Promise<string> => (await post<{ id: string }>(path, await aUser('admin'), body)).id;
  return {
    aProof,
    teacherApplication: TEACHER,
    anApplication: async () => {
      const as = await aUser();
      await post('/api/teacher/auth/submit', as, { ...TEACHER, fileIds: [await aProof(as)] });
      const [row] = await query<{ id: string; submitted_at: number }>('select id, submitted_at from application where user_id = $1', [
        as.id,
      ]);
      if (row === undefined) throw new Error('no application was submitted');
      return { id: row.id, submittedAt: row.submitted_at };
    },
    aboutUser: async (body = {}) => ({ as: await aUser('admin'), body: { userId: (await aUser()).id, reason: '测试', ...body } }),
    aMaterial: async () => {
      const id = newId();
      await query(
        `insert into book_material (id, book_id, title, audience, file_name, media_type, size_bytes, sha256, created_at)
         values ($1, $2, '课件', 'teacher', 'a.txt', 'text/plain', 1, $3, 0)`,
        [id, bookId, 'c'.repeat(64)],
      );
      return id;
    },
    aCategory: async () => {
      const id = newId();
      await query('insert into category (id, name, position) values ($1, $1, 99)', [id]);
      return id;
    },
    aCollection: () => idOf('/api/admin/collection/save', { title: '先秦', visible: true, items: [{ bookId }] }),
    aHomeSlot: () => idOf('/api/admin/slot/save', { targetType: 'page', target: '/course/list', title: '全部教材' }),
    aRating: async () => {
      const as = await aUser();
      const id = newId();
      await query('insert into book_rating (id, book_id, user_id, stars, created_at, updated_at) values ($1, $2, $3, 4, 0, 0)', [
        id,
        bookId,
        as.id,
      ]);
      // This rating is inserted by SQL, so the row with the sum of the book's ratings is inserted here too; otherwise the tested call would
      // create it.
      await query('insert into book_rating_sum (book_id) values ($1) on conflict do nothing', [bookId]);
      return { as, id };
    },
    erratumReport: () => ({ bookId, quote: `原文 ${newId()}`, suggestion: '改正' }),
  };
};
