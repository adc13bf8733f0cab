import { operation } from '../wire/operation.ts';
import { classForm, classGroup } from './class-group.ts';

/** Creates a class for the newest version of a book that the caller can see. Returns the class with its join code. */
export const createClass = operation({
  name: 'createClass',
  method: 'POST',
  path: '/api/class/create',
  summary: '创建班级',
  permission: 'runClass',
  input: classForm,
  output: classGroup,
  errors: ['catalog.bookNotFound', 'institution.notFound', 'class.tooMany'],
});
