/** Reports a fault in a book: what it says, what it should say. Opened from a selection it knows both words and place. */
import { LIMITS, type Locator, reportErratum } from '@shufang/contract';
import { DialogActions, ModalDialog, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { errataText as text } from '../../platform/messages/zh-cn/readers-say.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import styles from './errata.module.css';
import { errataKey } from './queries.ts';

/** A passage somebody has chosen while reading. */
export interface FaultyPassage {
  readonly quote: string;
  readonly locator: Locator;
}

interface ReportDialogProps {
  readonly bookId: string;
  readonly passage?: FaultyPassage | undefined;
  readonly onClose: () => void;
}

const faultsOf = (quote: string, suggestion: string): { quote?: string; suggestion?: string } => ({
  ...(quote === '' ? { quote: text.quoteNeeded } : {}),
  ...(suggestion === '' ? { suggestion: text.suggestionNeeded } : suggestion === quote ? { suggestion: text.same } : {}),
});

/** Words about one passage are not those about another. */
const formOf = (bookId: string, passage: FaultyPassage | undefined): string => {
  if (passage === undefined) return `erratum:${bookId}`;
  const { href, locations } = passage.locator;
  return `erratum:${bookId}:${href}:${locations.block?.blockId ?? ''}:${locations.block?.offset ?? ''}:${passage.quote.length}`;
};

export const ReportDialog = ({ bookId, passage, onClose }: ReportDialogProps) => {
  const queryClient = useQueryClient();
  const given = (passage?.quote ?? '').trim().slice(0, LIMITS.erratumTextChars);
  // What is right is mostly what is wrong but for a character.
  const typed = useTyped(formOf(bookId, passage), { quote: given, suggestion: given, chapter: '', reason: '' });
  const { quote, suggestion, chapter, reason } = typed.values;
  const [faults, setFaults] = useState<ReturnType<typeof faultsOf>>({});
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
      typed.drop();
      onClose();
      return queryClient.invalidateQueries({ queryKey: errataKey(bookId) });
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = faultsOf(quote.trim(), suggestion.trim());
    flushSync(() => setFaults(found));
    if (Object.keys(found).length > 0) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!sending.isPending) sending.mutate();
  };
  return (
    <ModalDialog title={text.reportTitle} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p className={styles.lead}>{text.reportLead}</p>
        <TextAreaField
          label={text.quote}
          hint={text.quoteHint}
          fault={faults.quote}
          rows={2}
          maxLength={LIMITS.erratumTextChars}
          value={quote}
          onChange={(value) => {
            typed.type('quote', value);
            setFaults({});
          }}
        />
        <TextAreaField
          label={text.suggestion}
          fault={faults.suggestion}
          rows={2}
          maxLength={LIMITS.erratumTextChars}
          value={suggestion}
          onChange={(value) => {
            typed.type('suggestion', value);
            setFaults({});
          }}
        />
        {passage === undefined ? (
          <TextField
            label={text.place}
            hint={text.placeHint}
            maxLength={100}
            value={chapter}
            onChange={(value) => typed.type('chapter', value)}
          />
        ) : null}
        <TextAreaField
          label={text.reason}
          hint={text.reasonHint}
          rows={2}
          maxLength={LIMITS.erratumReasonChars}
          value={reason}
          onChange={(value) => typed.type('reason', value)}
        />
        <DialogActions
          cancelLabel={text.cancel}
          submitLabel={sending.isPending ? text.sending : text.send}
          isBusy={sending.isPending}
          onCancel={onClose}
        />
      </form>
    </ModalDialog>
  );
};
