/** The dialog that creates a poll. */
import { createPoll, LIMITS } from '@shufang/contract';
import { buttonClass, DialogActions, ModalDialog, SelectField, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import { refreshClassroom } from './queries.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
/** Number of options that a new poll shows. */
const FIRST_OPTIONS = 4;

const optionText = z.string().trim();
const fields = z
  .object({
    question: z.string().trim().min(1, text.questionNeeded),
    a: optionText,
    b: optionText,
    c: optionText,
    d: optionText,
    e: optionText,
    f: optionText,
    g: optionText,
    h: optionText,
    correct: z.string(),
  })
  .refine((values) => NAMES.filter((name) => values[name] !== '').length > 1, { message: text.optionsNeeded, path: ['a'] })
  .refine(({ correct, ...values }) => correct === '' || values[NAMES[Number(correct)] ?? 'a'] !== '', {
    message: text.correctEmpty,
    path: ['correct'],
  });
type Fields = z.output<typeof fields>;

const initial = { question: '', a: '', b: '', c: '', d: '', e: '', f: '', g: '', h: '', correct: '' };

/** Returns what is sent: options that were left empty are left out, and the correct one is counted among the others. */
const pollOf = (values: Fields) => {
  const filled = NAMES.filter((name) => values[name] !== '');
  const chosen = values.correct === '' ? undefined : NAMES[Number(values.correct)];
  return {
    question: values.question,
    options: filled.map((name) => values[name]),
    ...(chosen === undefined ? {} : { correct: filled.indexOf(chosen) }),
  };
};

export const PollDialog = ({ classId, onClose }: { classId: string; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial, schema: fields, draft: `poll:${classId}` });
  const [count, setCount] = useState<number>(FIRST_OPTIONS);
  const shown = NAMES.slice(0, Math.max(count, NAMES.findLastIndex((name) => form.values[name] !== '') + 1));
  const saving = useMutation({
    mutationFn: (values: Fields) => call(createPoll, { classId, ...pollOf(values) }),
    onSuccess: () => {
      form.reset();
      onClose();
      return refreshClassroom(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((values) => {
    if (!saving.isPending) saving.mutate(values);
  });
  return (
    <ModalDialog title={text.create} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextAreaField
          label={text.question}
          error={form.errors.question?.message}
          rows={3}
          maxLength={LIMITS.pollQuestionChars}
          {...form.register('question')}
        />
        {shown.map((name, at) => (
          <TextField
            key={name}
            label={text.option(at)}
            hint={at === 0 ? text.optionsHint : undefined}
            error={form.errors[name]?.message}
            maxLength={LIMITS.pollOptionChars}
            {...form.register(name, ['a', 'correct'])}
          />
        ))}
        {shown.length < NAMES.length ? (
          <p>
            <button type="button" className={buttonClass('quiet')} onClick={() => setCount(shown.length + 1)}>
              {text.addOption}
            </button>
          </p>
        ) : null}
        <SelectField
          label={text.correct}
          error={form.errors.correct?.message}
          options={[{ value: '', label: text.noCorrect }, ...shown.map((_, at) => ({ value: String(at), label: text.option(at) }))]}
          {...form.register('correct')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
