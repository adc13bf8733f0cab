import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { myInstitution } from './institution.ts';

export const listMyInstitutions = operation({
  name: 'listMyInstitutions',
  method: 'GET',
  path: '/api/my/institutions',
  summary: '我的机构',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ items: z.array(myInstitution) }),
});
