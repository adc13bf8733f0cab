import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classGroup } from './class-group.ts';

/**
 * Moves a class to the newest version of its book. `versionNo`: the number of the version whose changes the teacher has seen. Throws
 * `class.versionChanged` if there is a newer one meanwhile. Returns the class.
 */
export const adoptNewestVersion = operation({
  name: 'adoptNewestVersion',
  method: 'POST',
  path: '/api/class/version',
  summary: '班级改用教材的最新版',
  permission: 'runClass',
  input: z.object({ id: entityId, versionNo: z.coerce.number().int().min(1) }),
  output: classGroup,
  errors: ['class.notFound', 'class.versionChanged', 'catalog.bookNotFound'],
});
