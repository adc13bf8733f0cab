/** The dialog in which a student asks the class about a passage, and a teacher shares it or asks. What was typed stays on the device. */
import { type AnnotationTarget, LIMITS, newId, publishThread, type ThreadClass, threadKind } from '@shufang/contract';
import { Checkbox, DialogActions, ModalDialog, SelectField, Stack, Text, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { discussionText as text } from '../../platform/messages/zh-cn/discussion.ts';
import { refreshThreads } from './queries.ts';

const fields = z
  .object({ classId: z.string(), kind: threadKind, body: z.string().trim() })
  .refine(({ kind, body }) => kind === 'highlight' || body !== '', { message: text.bodyNeeded, path: ['body'] });

/** A passage of a book, as a thread refers to it. */
export interface Passage {
  readonly versionId: string;
  readonly target: AnnotationTarget;
  readonly chapterTitle: string;
  readonly totalProgression: number;
}

interface AskDialogProps {
  readonly passage: Passage;
  /** The active classes of the user for this book. */
  readonly classes: readonly ThreadClass[];
  readonly onClose: () => void;
}

export const AskDialog = ({ passage, classes, onClose }: AskDialogProps) => {
  const queryClient = useQueryClient();
  const [id] = useState(() => newId());
  const [isAnonymous, setAnonymous] = useState(false);
  const first = classes[0];
  const form = useForm({
    initial: { classId: first?.id ?? '', kind: first?.mayModerate === true ? 'highlight' : 'question', body: '' },
    schema: fields,
    draft: `ask:${passage.target.href}:${passage.target.position.start}`,
    draftFields: ['body'],
  });
  const group = classes.find((one) => one.id === form.values.classId) ?? first;
  const sending = useMutation({
    mutationFn: (values: z.output<typeof fields>) => call(publishThread, { id, ...passage, ...values, isAnonymous }),
    onSuccess: () => {
      form.reset();
      onClose();
      return refreshThreads(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((values) => {
    if (!sending.isPending) sending.mutate(values);
  });
  const kind = form.register('kind', ['body']);
  const chosen = form.register('classId');
  return (
    <ModalDialog title={group?.mayModerate === true ? text.shareOrAsk : text.askTitle} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <Text as="blockquote" tone="soft" serif breakWords>
          {passage.target.quote.exact}
        </Text>
        {classes.length > 1 ? (
          <SelectField
            label={text.asClass}
            options={classes.map((one) => ({ value: one.id, label: one.name }))}
            {...chosen}
            onChange={(value) => chosen.onChange(value)}
          />
        ) : null}
        {group?.mayModerate === true ? (
          <SelectField
            label={text.kind}
            options={threadKind.options.map((value) => ({ value, label: text.kinds[value] }))}
            {...kind}
            onChange={(value) => kind.onChange(value)}
          />
        ) : null}
        <TextAreaField
          label={form.values.kind === 'highlight' ? text.remark : text.body}
          error={form.errors.body?.message}
          rows={4}
          maxLength={LIMITS.threadBodyChars}
          {...form.register('body')}
        />
        {group?.isTeacher === true ? null : (
          <Stack gap={4}>
            <Checkbox label={text.anonymous} checked={isAnonymous} onChange={({ target }) => setAnonymous(target.checked)} />
            <Text as="p" size={14} tone="soft">
              {text.anonymousHint}
            </Text>
          </Stack>
        )}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.send} isBusy={sending.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
