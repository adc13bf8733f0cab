/** Points and chapters of a reading assignment, each chapter with its minutes. */
import type { Form } from '../../../platform/forms/use-form.ts';
import { taskText as text } from '../../../platform/messages/zh-cn/assignment-task.ts';
import type { AssignmentFields } from './assignment-fields.ts';
import { ChapterChoice } from './chapter-choice.tsx';
import { PointsField } from './points-field.tsx';

interface ReadingFieldsProps {
  readonly classId: string;
  readonly form: Form<AssignmentFields>;
  /** Whether the assignment is published, so that its task and points stay. */
  readonly isFrozen: boolean;
}

export const ReadingFields = ({ classId, form, isFrozen }: ReadingFieldsProps) => {
  if (isFrozen) return null;
  return (
    <>
      <ChapterChoice classId={classId} form={form} label={text.chapters} hint={text.chaptersHint} withMinutes />
      <PointsField form={form} />
    </>
  );
};
