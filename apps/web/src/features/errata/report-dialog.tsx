/** Reports a fault in a book: what it says, what it should say. Opened from a selection it knows both words and place. */
import { LIMITS, type Locator, reportErratum } from '@shufang/contract';
import { buttonClass, ModalDialog, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { errataText as text } from '../../platform/messages/zh-cn/readers-say.ts';
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

export const ReportDialog = ({ bookId, passage, onClose }: ReportDialogProps) => {
  const queryClient = useQueryClient();
  const given = (passage?.quote ?? '').trim().slice(0, LIMITS.erratumTextChars);
  const [quote, setQuote] = useState(given);
  // What is right is mostly what is wrong but for a character.
  const [suggestion, setSuggestion] = useState(given);
  const [chapter, setChapter] = useState('');
  const [reason, setReason] = useState('');
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
            setQuote(value);
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
            setSuggestion(value);
            setFaults({});
          }}
        />
        {passage === undefined ? (
          <TextField label={text.place} hint={text.placeHint} maxLength={100} value={chapter} onChange={setChapter} />
        ) : null}
        <TextAreaField
          label={text.reason}
          hint={text.reasonHint}
          rows={2}
          maxLength={LIMITS.erratumReasonChars}
          value={reason}
          onChange={setReason}
        />
        <div className={styles.actions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {text.cancel}
          </button>
          <button type="submit" className={buttonClass()} aria-disabled={sending.isPending}>
            {sending.isPending ? text.sending : text.send}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};
