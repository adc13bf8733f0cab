/** Samples for tests. */
import { newId, type Sample, type SampleStatus } from '@shufang/contract';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

export const SHIPPING = { receiver: '谢知微', phone: '13912345678', province: '浙江', city: '杭州', address: '文一路 1 号' };

/** Returns the fields of a valid request for printed samples of these books. */
export const sampleRequestOf = (bookIds: readonly string[], more: object = {}) => ({
  bookIds,
  form: 'print',
  course: '古代文学',
  term: '2026 年秋季学期',
  students: 60,
  plan: '下学期拟选用，先看样书。',
  shipping: SHIPPING,
  ...more,
});

export interface SampleObjects {
  /** Stores a sample of this teacher in a state, without a request, so that neither quota nor other samples matter. */
  readonly aSample: (teacher: Pick<TestUser, 'id'>, status?: SampleStatus, form?: Sample['form'], ofBook?: string) => Promise<string>;
}

export const sampleObjects = ({ query, bookId }: Pick<RequestBase, 'query' | 'bookId'>): SampleObjects => ({
  aSample: async (teacher, status = 'submitted', form = 'print', ofBook = bookId) => {
    const id = newId();
    const isShipped = status === 'shipped' || status === 'received';
    await query(
      `insert into sample (id, user_id, book_id, form, status, course, term, students, plan, shipping, decided_at, shipped_at, created_at)
       values ($1, $2, $3, $4, $5, '古代文学', '秋季', 60, '看样书', $6, $7, $8, 0)`,
      [id, teacher.id, ofBook, form, status, form === 'print' ? SHIPPING : null, status === 'submitted' ? null : 1, isShipped ? 2 : null],
    );
    return id;
  },
});
