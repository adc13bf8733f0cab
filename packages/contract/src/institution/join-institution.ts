import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { myInstitution } from './institution.ts';

/** Links the caller to an entry of the member list by student number and name. One account per entry; failed attempts are rate limited. */
export const joinInstitution = operation({
  name: 'joinInstitution',
  method: 'POST',
  path: '/api/institution/join',
  summary: '凭学号加入机构',
  permission: 'ownAccount',
  input: z.object({
    institutionId: entityId,
    studentNo: z.string().trim().min(1, '请填写学号或工号').max(LIMITS.studentNoChars, '学号过长'),
    name: z.string().trim().min(1, '请填写姓名').max(60, '姓名过长'),
  }),
  output: z.object({ items: z.array(myInstitution) }),
  errors: ['institution.notOnList', 'institution.placeTaken', 'account.tooManyFailures'],
});
