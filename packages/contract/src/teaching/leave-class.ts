import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Ends the caller's membership. The class's rights end with it; notes remain. */
export const leaveClass = operation({
  name: 'leaveClass',
  method: 'POST',
  path: '/api/class/leave',
  summary: '退出班级',
  permission: 'joinClass',
  input: z.object({ classId: entityId }),
  output: z.object({}),
  errors: ['class.notFound'],
});
