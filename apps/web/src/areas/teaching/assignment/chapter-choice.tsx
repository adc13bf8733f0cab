/** The choice of chapters of the book of a class for an assignment, with the minutes of each if it is to be read. */
import { CheckboxOption, LoadFailure, RecordsSkeleton, Stack, Text, TextField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { classPlanQuery } from '../../../features/teaching/queries.ts';
import type { Form } from '../../../platform/forms/use-form.ts';
import { taskText as text } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './assignment.module.css';
import type { AssignmentFields } from './assignment-fields.ts';

interface ChapterChoiceProps {
  readonly classId: string;
  readonly form: Form<AssignmentFields>;
  readonly label: string;
  readonly hint: string;
  readonly withMinutes: boolean;
}

const Chapters = ({ classId, form, withMinutes }: Omit<ChapterChoiceProps, 'label' | 'hint'>) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(classPlanQuery(userId, classId));
  const { chapters } = form.values;
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.chaptersFailed)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={text.chaptersLoading} />
    );
  }
  if (data.chapters.length === 0) return <p>{text.noChapters}</p>;
  const hrefs = data.chapters.map(({ href }) => href);
  const put = (next: AssignmentFields['chapters']): void =>
    form.setValue(
      'chapters',
      next.toSorted((a, b) => hrefs.indexOf(a.href) - hrefs.indexOf(b.href)),
    );
  return (
    <Stack as="ul" gap={12} className={styles.chapters}>
      {data.chapters.map(({ href, title, expectedMinutes }) => {
        const chosen = chapters.find((each) => each.href === href);
        const others = chapters.filter((each) => each.href !== href);
        return (
          <li key={href} className={styles.chapter}>
            <CheckboxOption
              checked={chosen !== undefined}
              onChange={(isChosen) => put(isChosen ? [...others, { href, title, minutes: String(Math.max(1, expectedMinutes)) }] : others)}
            >
              {title}
            </CheckboxOption>
            {chosen === undefined || !withMinutes ? null : (
              <TextField
                label={text.minutesOf(title)}
                inputMode="numeric"
                maxLength={3}
                value={chosen.minutes}
                onChange={(minutes) => put([...others, { ...chosen, minutes }])}
              />
            )}
          </li>
        );
      })}
    </Stack>
  );
};

export const ChapterChoice = ({ label, hint, ...choice }: ChapterChoiceProps) => {
  const { errors } = choice.form;
  return (
    <Stack gap={8} role="group" aria-label={label}>
      <Text size={14} weight={600}>
        {label}
      </Text>
      <Text as="p" size={13} tone="soft">
        {hint}
      </Text>
      <Chapters {...choice} />
      {errors.chapters === undefined ? null : (
        <Text role="alert" as="p" size={13} tone="accent">
          {errors.chapters.message}
        </Text>
      )}
    </Stack>
  );
};
