/** The appeals that wait for the teacher's reply. */
import { type GradeAppealRecord, LIMITS, replyToGradeAppeal } from '@shufang/contract';
import { buttonClass, Cluster, DialogActions, ModalDialog, Section, Stack, Text, TextAreaField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import type { Gradebook } from './queries.ts';

const replyFields = z.object({ reply: z.string().trim().min(1, text.replyNeeded) });

interface ReplyProps {
  readonly classId: string;
  readonly appeal: GradeAppealRecord;
  readonly studentName: string;
  readonly onReplied: () => Promise<unknown>;
  readonly onClose: () => void;
}

const ReplyDialog = ({ classId, appeal, studentName, onReplied, onClose }: ReplyProps) => {
  const form = useForm({ draft: `grade-reply:${appeal.id}`, initial: { reply: '' }, schema: replyFields });
  const replying = useMutation({
    mutationFn: ({ reply }: { reply: string }) => call(replyToGradeAppeal, { classId, appealId: appeal.id, reply }),
    onSuccess: () => {
      form.dropDraft();
      onClose();
      return onReplied();
    },
  });
  return (
    <ModalDialog title={text.replyTo(studentName)} onClose={onClose}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={form.handleSubmit((fields) => {
          if (!replying.isPending) replying.mutate(fields);
        })}
      >
        <Text as="p" whiteSpace="pre-line">
          {appeal.body}
        </Text>
        <TextAreaField
          label={text.reply}
          error={form.errors.reply?.message}
          maxLength={LIMITS.gradeAppealChars}
          {...form.register('reply')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.reply} isBusy={replying.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

interface AppealListProps {
  readonly classId: string;
  readonly gradebook: Gradebook;
  readonly mayEdit: boolean;
  readonly onReplied: () => Promise<unknown>;
}

export const AppealList = ({ classId, gradebook: { openAppeals, students, scheme }, mayEdit, onReplied }: AppealListProps) => {
  const [replied, setReplied] = useState<GradeAppealRecord>();
  if (openAppeals.length === 0) return null;
  const nameOf = (appeal: GradeAppealRecord): string => students.find(({ userId }) => userId === appeal.userId)?.name ?? '';
  const titleOf = (appeal: GradeAppealRecord): string => scheme.columns.find(({ id }) => id === appeal.columnId)?.title ?? '';
  return (
    <Section title={text.appeals}>
      <Stack as="ul" gap={16}>
        {openAppeals.map((appeal) => (
          <li key={appeal.id}>
            <Text block weight={600}>
              {text.appealOf(nameOf(appeal), titleOf(appeal), text.at(appeal.createdAt))}
            </Text>
            <Text block whiteSpace="pre-line" marginTop={4}>
              {appeal.body}
            </Text>
            {mayEdit ? (
              <Cluster gap={12} marginTop={8}>
                <button
                  type="button"
                  className={buttonClass('quiet')}
                  aria-label={text.replyTo(nameOf(appeal))}
                  onClick={() => setReplied(appeal)}
                >
                  {text.reply}
                </button>
              </Cluster>
            ) : null}
          </li>
        ))}
      </Stack>
      {replied === undefined ? null : (
        <ReplyDialog
          classId={classId}
          appeal={replied}
          studentName={nameOf(replied)}
          onReplied={onReplied}
          onClose={() => setReplied(undefined)}
        />
      )}
    </Section>
  );
};
