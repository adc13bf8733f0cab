/** The maximum points of an assignment that is scored as a whole. */
import { TextField } from '@shufang/ui';
import type { Form } from '../../../platform/forms/use-form.ts';
import { assignmentText } from '../../../platform/messages/zh-cn/assignment.ts';
import type { AssignmentFields } from './assignment-fields.ts';

export const PointsField = ({ form: { errors, register } }: { readonly form: Form<AssignmentFields> }) => (
  <TextField
    label={assignmentText.externalPoints}
    inputMode="decimal"
    maxLength={7}
    error={errors.points?.message}
    {...register('points')}
  />
);
