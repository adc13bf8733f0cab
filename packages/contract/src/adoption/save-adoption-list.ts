import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adoptionFields, adoptionList } from './adoption-list.ts';

/**
 * Creates an adoption list as a draft, or changes one that is a draft, returned or withdrawn. Returns the list. Throws `adoption.notFound`,
 * `adoption.stateChanged`, `adoption.changedElsewhere` if the list has changed since `rev`, `adoption.tooMany`, `class.notFound`,
 * `catalog.bookNotFound`, `institution.notFound`.
 */
export const saveAdoptionList = operation({
  name: 'saveAdoptionList',
  method: 'POST',
  path: '/api/adoption/save',
  summary: '保存征订单',
  permission: 'adoptTextbook',
  input: adoptionFields.extend({
    /** Absent for a new list. */
    list: z.object({ id: entityId, rev: z.number().int() }).optional(),
  }),
  output: adoptionList,
  errors: [
    'adoption.notFound',
    'adoption.stateChanged',
    'adoption.changedElsewhere',
    'adoption.tooMany',
    'class.notFound',
    'catalog.bookNotFound',
    'institution.notFound',
  ],
});
