/**
 * Dialog that reports an erratum: the wrong text and the correct text. When opened from a selection, the text and the position are
 * prefilled.
 */
import { LIMITS, type Locator, reportErratum } from '@shufang/contract';
import { DialogActions, ModalDialog, Stack, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { errataText as text } from '../../platform/messages/zh-cn/readers-say.ts';
import { errataKey } from './queries.ts';

/** A passage of the book that the reader selected, with its position. */
export interface ReportedPassage {
  readonly quote: string;
  readonly locator: Locator;
}

interface ReportDialogProps {
  readonly bookId: string;
  readonly passage?: ReportedPassage | undefined;
  readonly onClose: () => void;
}

const reportFields = z
  .object({
    quote: z.string().trim().min(1, text.quoteNeeded),
    suggestion: z.string().trim().min(1, text.suggestionNeeded),
    chapter: z.string(),
    reason: z.string(),
  })
  .refine(({ quote, suggestion }) => suggestion !== quote, { path: ['suggestion'], error: text.same });

/** Returns the key of the stored draft. A draft belongs to one passage, so the form for another passage starts empty. */
const formOf = (bookId: string, passage: ReportedPassage | undefined): string => {
  if (passage === undefined) return `erratum:${bookId}`;
  const { href, locations } = passage.locator;
  return `erratum:${bookId}:${href}:${locations.block?.blockId ?? ''}:${locations.block?.offset ?? ''}:${passage.quote.length}`;
};

export const ReportDialog = ({ bookId, passage, onClose }: ReportDialogProps) => {
  const queryClient = useQueryClient();
  const initial = (passage?.quote ?? '').trim().slice(0, LIMITS.erratumTextChars);
  // The correction starts with the wrong text, because it usually changes few characters.
  const form = useForm({
    draft: formOf(bookId, passage),
    initial: { quote: initial, suggestion: initial, chapter: '', reason: '' },
    schema: reportFields,
  });
  const { errors } = form;
  const sending = useMutation({
    mutationFn: (report: z.output<typeof reportFields>) =>
      call(reportErratum, { bookId, ...report, ...(passage === undefined ? {} : { locator: passage.locator }) }),
    onSuccess: () => {
      form.dropDraft();
      onClose();
      return queryClient.invalidateQueries({ queryKey: errataKey(bookId) });
    },
  });
  const handleSubmit = form.handleSubmit((report) => {
    if (!sending.isPending) sending.mutate(report);
  });
  return (
    <ModalDialog title={text.reportTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <Text as="p" tone="soft">
          {text.reportLead}
        </Text>
        <TextAreaField
          label={text.quote}
          hint={text.quoteHint}
          error={errors.quote?.message}
          rows={2}
          maxLength={LIMITS.erratumTextChars}
          {...form.register('quote', ['suggestion'])}
        />
        <TextAreaField
          label={text.suggestion}
          error={errors.suggestion?.message}
          rows={2}
          maxLength={LIMITS.erratumTextChars}
          {...form.register('suggestion')}
        />
        {passage === undefined ? (
          <TextField label={text.location} hint={text.locationHint} maxLength={100} {...form.register('chapter')} />
        ) : null}
        <TextAreaField
          label={text.reason}
          hint={text.reasonHint}
          rows={2}
          maxLength={LIMITS.erratumReasonChars}
          {...form.register('reason')}
        />
        <DialogActions
          cancelLabel={text.cancel}
          submitLabel={sending.isPending ? text.sending : text.send}
          isBusy={sending.isPending}
          onCancel={onClose}
        />
      </Stack>
    </ModalDialog>
  );
};
