/** Converts samples for their teacher and for operators. */
import type { AdminSample, Sample } from '@shufang/contract';
import { findBooks } from '../catalog/find-books.ts';
import { findVerifiedTeachers } from '../verification/approved-name.ts';
import type { SampleDependencies } from './sample-dependencies.ts';
import type { StoredSample } from './store.ts';

type BookFacts = Sample['book'];

const booksOf = async ({ db }: Pick<SampleDependencies, 'db'>, samples: readonly StoredSample[]): Promise<Map<string, BookFacts>> => {
  const books = await findBooks(db.orm, [...new Set(samples.map(({ bookId }) => bookId))]);
  return new Map(books.map(({ id, title, isbn }) => [id, { id, title, ...(isbn === undefined ? {} : { isbn }) }]));
};

const view = (one: StoredSample, book: BookFacts | undefined): Sample => ({
  id: one.id,
  status: one.status,
  form: one.form,
  book: book ?? { id: one.bookId, title: '' },
  course: one.course,
  term: one.term,
  students: one.students,
  plan: one.plan,
  reply: one.reply,
  createdAt: one.createdAt,
  ...(one.shipping === null ? {} : { shipping: one.shipping }),
  ...(one.shippedAt === null ? {} : { shipment: { carrier: one.carrier, trackingNo: one.trackingNo, shippedAt: one.shippedAt } }),
  ...(one.endsAt === null ? {} : { endsAt: one.endsAt }),
  ...(one.decidedAt === null ? {} : { decidedAt: one.decidedAt }),
  ...(one.receivedAt === null ? {} : { receivedAt: one.receivedAt }),
});

export const viewSamples = async (deps: Pick<SampleDependencies, 'db'>, samples: readonly StoredSample[]): Promise<Sample[]> => {
  const books = await booksOf(deps, samples);
  return samples.map((one) => view(one, books.get(one.bookId)));
};

export const viewSamplesForAdmin = async (
  deps: Pick<SampleDependencies, 'db' | 'findUsers'>,
  samples: readonly StoredSample[],
): Promise<AdminSample[]> => {
  const userIds = [...new Set(samples.map(({ userId }) => userId))];
  const books = await booksOf(deps, samples);
  const users = await deps.findUsers(userIds);
  const verified = await findVerifiedTeachers(deps.db.orm, userIds);
  return samples.map((one) => {
    const user = users.get(one.userId);
    const form = verified.get(one.userId);
    return {
      ...view(one, books.get(one.bookId)),
      ...(user === undefined
        ? {}
        : { teacher: { userId: one.userId, name: user.nickname, tel: user.tel, ...(form === undefined ? {} : { verified: form }) } }),
    };
  });
};
