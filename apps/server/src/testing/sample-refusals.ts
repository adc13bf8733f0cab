/** Provokes each error of samples over HTTP. */
import { type ErrorCode, LIMITS, newId } from '@shufang/contract';
import { SHIPPING, sampleObjects, sampleRequestOf } from './sample-objects.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

const UNKNOWN = '01m7z00000000000000000000a';

export const sampleRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  bookId,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'bookId' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await shop().platform.db.pool.query<Row & Record<string, unknown>>(text, values)).rows;
  let teachers = 0;
  const aTeacher = (): Promise<TestUser> => {
    teachers += 1;
    return shop().user(`1377779${String(teachers).padStart(4, '0')}`, 'teacher');
  };
  const aSample = (teacher: TestUser, status?: 'approved') => sampleObjects({ query, bookId: bookId() }).aSample(teacher, status);
  const anAdmin = () => shop().user('13777798000', 'admin');
  return {
    'sample.notFound': async () => meet('/api/sample/cancel', { id: UNKNOWN }, await aTeacher()),
    'sample.stateChanged': async () => {
      const teacher = await aTeacher();
      return meet('/api/sample/receive', { id: await aSample(teacher) }, teacher);
    },
    'sample.alreadyRequested': async () => {
      const teacher = await aTeacher();
      await aSample(teacher);
      return meet('/api/sample/apply', sampleRequestOf([bookId()]), teacher);
    },
    'sample.quotaUsed': async () => {
      const teacher = await aTeacher();
      await query(
        `insert into sample (id, user_id, book_id, form, status, course, term, students, plan, decided_at, shipped_at, created_at)
         select $1 || n, $2, $3, 'print', 'received', '', '', 1, '', 1, 1, $4 from generate_series(1, $5::int) n`,
        [newId(), teacher.id, bookId(), shop().platform.clock.now(), LIMITS.samplesPerTeacherPerTerm],
      );
      return meet('/api/sample/apply', sampleRequestOf([bookId()]), teacher);
    },
    'sample.severalAddresses': async () => {
      const ids = [await aSample(await aTeacher(), 'approved'), await aSample(await aTeacher(), 'approved')];
      await query(`update sample set shipping = $2 where id = $1`, [ids[0], { ...SHIPPING, city: '宁波' }]);
      return meet('/api/admin/sample/ship', { ids, carrier: '顺丰', trackingNo: 'SF1' }, await anAdmin());
    },
  };
};
