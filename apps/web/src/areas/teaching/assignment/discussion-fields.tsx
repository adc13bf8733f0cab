/** Points of a discussion assignment, and how much students are to write. */
import { Grid, TextField } from '@shufang/ui';
import type { Form } from '../../../platform/forms/use-form.ts';
import { topicText as text } from '../../../platform/messages/zh-cn/assignment-discussion.ts';
import styles from './assignment.module.css';
import type { AssignmentFields } from './assignment-fields.ts';
import { PointsField } from './points-field.tsx';

interface DiscussionFieldsProps {
  readonly form: Form<AssignmentFields>;
  /** Whether the assignment is published, so that its task and points stay. */
  readonly isFrozen: boolean;
}

export const DiscussionFields = ({ form, isFrozen }: DiscussionFieldsProps) => {
  if (isFrozen) return null;
  const { errors, register } = form;
  return (
    <Grid gap={16} align="start" className={styles.pair}>
      <TextField label={text.postsMin} inputMode="numeric" maxLength={2} error={errors.postsMin?.message} {...register('postsMin')} />
      <TextField
        label={text.repliesMin}
        inputMode="numeric"
        maxLength={2}
        hint={text.repliesHint}
        error={errors.repliesMin?.message}
        {...register('repliesMin')}
      />
      <PointsField form={form} />
    </Grid>
  );
};
