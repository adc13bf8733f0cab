import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classChange, classGroup } from './class-group.ts';

/** Changes name, term, institution and who may join. Returns the class. */
export const updateClass = operation({
  name: 'updateClass',
  method: 'POST',
  path: '/api/class/update',
  summary: '修改班级',
  permission: 'runClass',
  input: classChange.extend({ id: entityId }),
  output: classGroup,
  errors: ['class.notFound', 'institution.notFound'],
});
