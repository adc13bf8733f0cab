import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classGroup } from './class-group.ts';

/** Returns a class for its teacher or an active member. Throws `class.notFound` for everyone else. */
export const getClass = operation({
  name: 'getClass',
  method: 'GET',
  path: '/api/class/get',
  summary: '班级',
  permission: 'ownAccount',
  input: z.object({ id: entityId }),
  output: classGroup,
  errors: ['class.notFound'],
});
