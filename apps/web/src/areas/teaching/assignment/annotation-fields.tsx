/** Points, chapters and rule of an annotation assignment. */
import { Grid, TextField } from '@shufang/ui';
import type { Form } from '../../../platform/forms/use-form.ts';
import { annotationTaskText as text } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import styles from './assignment.module.css';
import type { AssignmentFields } from './assignment-fields.ts';
import { ChapterChoice } from './chapter-choice.tsx';
import { PointsField } from './points-field.tsx';

interface AnnotationFieldsProps {
  readonly classId: string;
  readonly form: Form<AssignmentFields>;
  /** Whether the assignment is published, so that its task and points stay. */
  readonly isFrozen: boolean;
}

export const AnnotationFields = ({ classId, form, isFrozen }: AnnotationFieldsProps) => {
  if (isFrozen) return null;
  const { errors, register } = form;
  return (
    <>
      <ChapterChoice classId={classId} form={form} label={text.chapters} hint={text.chaptersHint} withMinutes={false} />
      <Grid gap={16} align="start" className={styles.pair}>
        <TextField
          label={text.annotationsMin}
          inputMode="numeric"
          maxLength={3}
          error={errors.annotationsMin?.message}
          {...register('annotationsMin')}
        />
        <TextField
          label={text.noteCharsMin}
          inputMode="numeric"
          maxLength={4}
          hint={text.noteCharsHint}
          error={errors.noteCharsMin?.message}
          {...register('noteCharsMin')}
        />
        <PointsField form={form} />
      </Grid>
    </>
  );
};
