import { z } from 'zod';
import { accommodation } from '../assessment/policy.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Lists the students of a class with what each needs in every assignment, for its teachers. Throws `class.notFound`. */
export const listAccommodations = operation({
  name: 'listAccommodations',
  method: 'GET',
  path: '/api/assignment/accommodations',
  summary: '班级成员的便利措施',
  permission: 'runClass',
  input: z.object({ classId: entityId }),
  output: z.object({
    className: z.string(),
    /** Whether the caller may change them: the teacher, and co-teachers with the right `edit`. */
    mayEdit: z.boolean(),
    students: z.array(
      z.object({
        userId: z.string(),
        name: z.string(),
        studentNo: z.string(),
        accommodation: accommodation.optional(),
        note: z.string().optional(),
      }),
    ),
  }),
  errors: ['class.notFound'],
});
