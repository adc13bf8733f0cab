import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classGroup, classStatus } from './class-group.ts';

/** Ends, reopens or archives a class. Rights through the class are in force only while it is active. Returns the class. */
export const setClassStatus = operation({
  name: 'setClassStatus',
  method: 'POST',
  path: '/api/class/status',
  summary: '结束、重开或归档班级',
  permission: 'runClass',
  input: z.object({ id: entityId, status: classStatus }),
  output: classGroup,
  errors: ['class.notFound', 'class.tooMany'],
});
