/** Provokes each error of adoption lists over HTTP. */
import { type AdoptionStatus, type ErrorCode, LIMITS, newId } from '@shufang/contract';
import { ADOPTION_TERM, adoptionItemOf, adoptionObjects } from './adoption-objects.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

export const adoptionRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  bookId,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'bookId' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await shop().platform.db.pool.query<Row & Record<string, unknown>>(text, values)).rows;
  const objects = () => adoptionObjects({ query, bookId: bookId() });
  let teachers = 0;
  const aTeacher = async (): Promise<{ teacher: TestUser; institutionId: string }> => {
    teachers += 1;
    const teacher = await shop().user(`1377713${String(teachers).padStart(4, '0')}`, 'teacher');
    const institutionId = await objects().anInstitution();
    await objects().joinInstitution(teacher, institutionId);
    return { teacher, institutionId };
  };
  const aList = async (status: AdoptionStatus = 'draft') => {
    const { teacher, institutionId } = await aTeacher();
    return { teacher, institutionId, id: await objects().anAdoption(teacher, institutionId, status) };
  };
  const save = ({ teacher, institutionId }: { teacher: TestUser; institutionId: string }, more: object = {}) =>
    meet('/api/adoption/save', { institutionId, term: ADOPTION_TERM, items: [adoptionItemOf(bookId())], ...more }, teacher);
  const submit = ({ teacher, id }: { teacher: TestUser; id: string }) => meet('/api/adoption/submit', { id }, teacher);
  return {
    'adoption.notFound': async () => meet('/api/adoption/withdraw', { id: newId() }, (await aTeacher()).teacher),
    'adoption.stateChanged': async () => submit(await aList('ordered')),
    'adoption.changedElsewhere': async () => {
      const list = await aList();
      return save(list, { list: { id: list.id, rev: 7 } });
    },
    'adoption.tooMany': async () => {
      const someone = await aTeacher();
      await query(
        `insert into adoption_list (id, teacher_id, institution_id, term, created_at, updated_at)
         select $1 || n, $2, $3, '', 0, 0 from generate_series(1, $4::int) n`,
        [newId(), someone.teacher.id, someone.institutionId, LIMITS.adoptionListsPerTeacherMax],
      );
      return save(someone);
    },
    'adoption.empty': async () => {
      const list = await aList();
      await query('delete from adoption_item where list_id = $1', [list.id]);
      return submit(list);
    },
    'adoption.closed': async () => {
      const list = await aList();
      await query('insert into adoption_deadline (institution_id, term, closes_at) values ($1, $2, 1)', [
        list.institutionId,
        ADOPTION_TERM,
      ]);
      return submit(list);
    },
    'adoption.reasonNeeded': async () => {
      const list = await aList();
      await query(`update adoption_item set reason = '' where list_id = $1`, [list.id]);
      return submit(list);
    },
    'adoption.copyTaken': async () => {
      const list = await aList();
      await objects().anAdoption(list.teacher, list.institutionId, 'submitted');
      return submit(list);
    },
    'adoption.ownList': async () => {
      const { teacher, id } = await aList('submitted');
      await query(`insert into user_role (user_id, role, scope, granted_at) values ($1, 'admin', '', 0)`, [teacher.id]);
      return meet('/api/admin/adoption/decide', { ids: [id], level: 'section', decision: 'approve', reviewer: '王主任' }, teacher);
    },
  };
};
