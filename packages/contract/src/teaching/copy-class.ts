import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classForm, classGroup } from './class-group.ts';

/** Creates a class like another one of the caller, with the newest version of its book, a new code and no members. Returns the new class. */
export const copyClass = operation({
  name: 'copyClass',
  method: 'POST',
  path: '/api/class/copy',
  summary: '复制班级',
  permission: 'runClass',
  input: classForm.pick({ name: true, term: true }).extend({ id: entityId }),
  output: classGroup,
  errors: ['class.notFound', 'class.tooMany', 'catalog.bookNotFound'],
});
