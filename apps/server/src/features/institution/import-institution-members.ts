/** Imports the list of an institution. Throws as `importMemberList`. */
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import { importMemberList } from './import-member-list.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';

export const importInstitutionMembers: UseCase<'importInstitutionMembers', Pick<InstitutionDependencies, 'account'>> = async (
  { account },
  caller,
  input,
) => {
  const payload = await importMemberList(account, operatorOf(caller), input);
  const { added, changed, removed, errors } = payload;
  return errors.length > 0 || input.isPreview === true
    ? payload
    : { payload, say: `新增 ${added} 人，更新 ${changed} 人，移出 ${removed} 人` };
};
