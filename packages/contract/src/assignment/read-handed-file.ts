import { z } from 'zod';
import { fileId } from '../files/user-file.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Returns a file of a response as an attachment: of an own attempt, or of one that was handed in to a class of the caller. Throws
 * `assignment.attemptNotFound`, `file.notFound`.
 */
export const readHandedFile = operation({
  name: 'readHandedFile',
  method: 'GET',
  path: '/api/assignment/file',
  summary: '作答里的文件',
  permission: 'ownAccount',
  input: z.object({ attemptId: entityId, fileId }),
  output: z.object({}),
  errors: ['assignment.attemptNotFound', 'file.notFound'],
});
