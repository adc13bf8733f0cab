import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classGroup } from './class-group.ts';

/** Lists the classes that the caller teaches and those that the caller is a member of, the newest first. */
export const listClasses = operation({
  name: 'listClasses',
  method: 'GET',
  path: '/api/class/list',
  summary: '我的班级',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({
    taught: z.array(classGroup),
    joined: z.array(classGroup),
    /** Whether the caller may create classes, and the institutions that a new class may belong to. */
    mayCreate: z.boolean(),
    institutions: z.array(z.object({ id: entityId, name: z.string() })),
  }),
});
