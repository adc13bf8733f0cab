/** Dialog of one cell: its value with a reason for the change, and all earlier changes. */
import { type GradeColumn, type GradeValue, gradeState, LIMITS } from '@shufang/contract';
import { buttonClass, DialogActions, LoadFailure, ModalDialog, RecordsSkeleton, Stack, Text, TextField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useForm } from '../../../platform/forms/use-form.ts';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { GradeExplanation } from './grade-explanation.tsx';
import { EMPTY, parseGrade, textOfGrade } from './grade-value.ts';
import { gradeHistoryQuery } from './queries.ts';

const shownText = (value: GradeValue): string => (value.kind === 'empty' ? text.empty : textOfGrade(value));

/** The changes of a cell, the newest first. */
export const CellHistory = ({ classId, columnId, userId }: { classId: string; columnId: string; userId: string }) => {
  const { data, isError, refetch } = useQuery(gradeHistoryQuery(classId, columnId, userId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.history)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  if (data.items.length === 0) return <p>{text.noHistory}</p>;
  return (
    <Stack as="ol" gap={12}>
      {data.items.map(({ before, after, source, byName, reason, at }) => (
        <li key={`${at} ${source}`}>
          <Text block tabular>
            {text.change(shownText(before), shownText(after))}
          </Text>
          <Text block size={13} tone="soft">
            {text.changedBy(source === 'assignment' ? text.bySystem : byName, text.at(at))}
          </Text>
          {reason === '' ? null : (
            <Text block size={13}>
              {text.reason(reason)}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
};

interface CellDialogProps {
  readonly classId: string;
  readonly student: { readonly userId: string; readonly name: string };
  readonly column: GradeColumn;
  readonly value: GradeValue;
  /** Whether the value overrides the score of the assignment. */
  readonly isOverride: boolean;
  readonly isReadOnly: boolean;
  readonly onSet: (value: GradeValue, reason: string) => void;
  readonly onClose: () => void;
}

/** Fields of the form: the typed grade must be one for a column of this full score. */
const fieldsFor = (maxMilli: number) =>
  z.object({
    typed: z.string().check((context) => {
      const parsed = parseGrade(context.value, maxMilli);
      if ('error' in parsed) context.issues.push({ code: 'custom', message: parsed.error, input: context.value });
    }),
    reason: z.string().trim(),
  });

export const CellDialog = ({ classId, student, column, value, isOverride, isReadOnly, onSet, onClose }: CellDialogProps) => {
  const form = useForm({ initial: () => ({ typed: textOfGrade(value), reason: '' }), schema: fieldsFor(column.maxMilli) });
  return (
    <ModalDialog title={text.historyOf(student.name, column.title)} onClose={onClose}>
      <Stack gap={20}>
        {isReadOnly ? null : (
          <Stack
            as="form"
            gap={16}
            noValidate
            onSubmit={form.handleSubmit(({ typed, reason }) => {
              const parsed = parseGrade(typed, column.maxMilli);
              if ('error' in parsed) return;
              onSet(parsed, reason);
              onClose();
            })}
          >
            <TextField
              label={text.newValue}
              hint={`${text.outOf(column.maxMilli)}；${gradeState.options.map((state) => text.states[state]).join('、')}`}
              error={form.errors.typed?.message}
              {...form.register('typed')}
            />
            <TextField label={text.newReason} maxLength={LIMITS.gradeReasonChars} {...form.register('reason')} />
            {isOverride ? (
              <p>
                <button
                  type="button"
                  className={buttonClass('quiet')}
                  onClick={() => {
                    onSet(EMPTY, form.values.reason);
                    onClose();
                  }}
                >
                  {text.takeBack}
                </button>
              </p>
            ) : null}
            <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={false} onCancel={onClose} />
          </Stack>
        )}
        {column.assignmentId === undefined ? null : (
          <Stack gap={12}>
            <Text as="h3" weight={600}>
              {text.howComputed}
            </Text>
            <GradeExplanation classId={classId} columnId={column.id} userId={student.userId} />
          </Stack>
        )}
        <Stack gap={12}>
          <Text as="h3" weight={600}>
            {text.history}
          </Text>
          <CellHistory classId={classId} columnId={column.id} userId={student.userId} />
        </Stack>
      </Stack>
    </ModalDialog>
  );
};
