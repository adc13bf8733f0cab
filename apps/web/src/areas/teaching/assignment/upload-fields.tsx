/** Points and accepted files of an assignment in which students hand in files. */
import { CheckboxOption, Grid, Stack, Text, TextField } from '@shufang/ui';
import type { Form } from '../../../platform/forms/use-form.ts';
import { taskText as text } from '../../../platform/messages/zh-cn/assignment-task.ts';
import styles from './assignment.module.css';
import type { AssignmentFields } from './assignment-fields.ts';
import { PointsField } from './points-field.tsx';

interface UploadFieldsProps {
  readonly form: Form<AssignmentFields>;
  /** Whether the assignment is published, so that its task and points stay. */
  readonly isFrozen: boolean;
}

export const UploadFields = ({ form, isFrozen }: UploadFieldsProps) => {
  const { errors, register } = form;
  if (isFrozen) return null;
  const kinds = [
    [text.acceptsPictures, register('acceptsPictures')],
    [text.acceptsPdf, register('acceptsPdf')],
    [text.acceptsWord, register('acceptsWord')],
  ] as const;
  return (
    <>
      <Stack gap={8} role="group" aria-label={text.accepts}>
        <Text size={14} weight={600}>
          {text.accepts}
        </Text>
        {kinds.map(([label, field]) => (
          <CheckboxOption key={label} checked={field.value} onChange={field.onChange}>
            {label}
          </CheckboxOption>
        ))}
        {errors.acceptsPictures === undefined ? null : (
          <Text role="alert" as="p" size={13} tone="accent">
            {errors.acceptsPictures.message}
          </Text>
        )}
      </Stack>
      <Grid gap={16} align="start" className={styles.pair}>
        <PointsField form={form} />
        <TextField label={text.filesMax} inputMode="numeric" maxLength={2} error={errors.filesMax?.message} {...register('filesMax')} />
      </Grid>
    </>
  );
};
