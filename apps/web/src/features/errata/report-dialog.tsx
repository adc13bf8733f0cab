/**
 * Dialog that reports an erratum: the wrong text and the correct text. When opened from a selection, the text and the position are
 * prefilled.
 */
import { LIMITS, type Locator, reportErratum } from '@shufang/contract';
import { DialogActions, ModalDialog, Stack, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
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

const validate = (quote: string, suggestion: string): { quote?: string; suggestion?: string } => ({
  ...(quote === '' ? { quote: text.quoteNeeded } : {}),
  ...(suggestion === '' ? { suggestion: text.suggestionNeeded } : suggestion === quote ? { suggestion: text.same } : {}),
});

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
  const typed = useForm({ draft: formOf(bookId, passage), initial: { quote: initial, suggestion: initial, chapter: '', reason: '' } });
  const { quote, suggestion, chapter, reason } = typed.values;
  const [errors, setErrors] = useState<ReturnType<typeof validate>>({});
  const sending = useMutation({
    mutationFn: () =>
      call(reportErratum, {
        bookId,
        quote,
        suggestion,
        reason,
        chapter,
        ...(passage === undefined ? {} : { locator: passage.locator }),
      }),
    onSuccess: () => {
      typed.dropDraft();
      onClose();
      return queryClient.invalidateQueries({ queryKey: errataKey(bookId) });
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = validate(quote.trim(), suggestion.trim());
    flushSync(() => setErrors(found));
    if (Object.keys(found).length > 0) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!sending.isPending) sending.mutate();
  };
  return (
    <ModalDialog title={text.reportTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <Text as="p" tone="soft">
          {text.reportLead}
        </Text>
        <TextAreaField
          label={text.quote}
          hint={text.quoteHint}
          error={errors.quote}
          rows={2}
          maxLength={LIMITS.erratumTextChars}
          value={quote}
          onChange={(value) => {
            typed.setValue('quote', value);
            setErrors({});
          }}
        />
        <TextAreaField
          label={text.suggestion}
          error={errors.suggestion}
          rows={2}
          maxLength={LIMITS.erratumTextChars}
          value={suggestion}
          onChange={(value) => {
            typed.setValue('suggestion', value);
            setErrors({});
          }}
        />
        {passage === undefined ? (
          <TextField
            label={text.location}
            hint={text.locationHint}
            maxLength={100}
            value={chapter}
            onChange={(value) => typed.setValue('chapter', value)}
          />
        ) : null}
        <TextAreaField
          label={text.reason}
          hint={text.reasonHint}
          rows={2}
          maxLength={LIMITS.erratumReasonChars}
          value={reason}
          onChange={(value) => typed.setValue('reason', value)}
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
