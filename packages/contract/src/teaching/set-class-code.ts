import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classGroup } from './class-group.ts';

/** Switches the join code of a class on or off, or replaces it. Returns the class. */
export const setClassCode = operation({
  name: 'setClassCode',
  method: 'POST',
  path: '/api/class/code',
  summary: '更换或停用加课码',
  permission: 'runClass',
  input: z.object({
    id: entityId,
    isOn: z.boolean(),
    /** Whether the class gets a new code; the old one is then unknown. */
    isNew: z.boolean().default(false),
  }),
  output: classGroup,
  errors: ['class.notFound'],
});
