/** Lists the members of an institution with masked phone numbers. Throws `institution.notFound`. */
import { type InstitutionMember, maskPhone } from '@shufang/contract';
import { pageOf } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { countMembers, listMembers, type Member } from './member-store.ts';
import { requireInstitution } from './settings-store.ts';

const PAGE = 50;

const view = ({ id, phone, studentNo, name, kind, validUntil, userId }: Member): InstitutionMember => ({
  id,
  phone: maskPhone(phone),
  studentNo,
  name,
  kind,
  ...(validUntil === null ? {} : { validUntil }),
  claimed: userId !== null,
});

export const listInstitutionMembers: UseCase<'listInstitutionMembers', Pick<InstitutionDependencies, 'account'>> = async (
  { account },
  _caller,
  { institutionId, q, cursor },
) => {
  const { orm } = account.db;
  await requireInstitution(orm, institutionId);
  const [found, total] = await Promise.all([
    listMembers(orm, { institutionId, q, after: cursor, limit: PAGE + 1 }),
    countMembers(orm, institutionId),
  ]);
  const { items, next } = pageOf(found, PAGE, ({ id }) => id);
  return { items: items.map(view), total, ...(next === undefined ? {} : { next }) };
};
