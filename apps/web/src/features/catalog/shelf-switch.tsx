/** How a book stands in the catalogue, and the button that changes it; for operators. Taking a book off asks why. */
import { LIMITS, type ShelfRecord, setBookShelf } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import styles from './shelf-switch.module.css';

export const ShelfSwitch = ({ record }: { record: ShelfRecord }) => {
  const queryClient = useQueryClient();
  const [asksReason, setAsksReason] = useState(false);
  const changing = useMutation({
    mutationFn: (change: { state: 'published' } | { state: 'offShelf'; reason: string }) =>
      call(setBookShelf, { bookId: record.bookId, ...change }),
    onSuccess: () => {
      setAsksReason(false);
      return queryClient.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
  const isPublished = record.state === 'published';
  const verb = isPublished ? importText.takeOffShelf : importText.putOnShelf;
  return (
    <>
      <button
        type="button"
        className={buttonClass(isPublished ? 'quiet' : 'main')}
        aria-label={importText.shelfVerbOf(verb, record.title)}
        onClick={() => {
          if (isPublished) setAsksReason(true);
          else if (!changing.isPending) changing.mutate({ state: 'published' });
        }}
      >
        {verb}
      </button>
      <span className={styles.state} role="status" data-state={record.state}>
        {importText.shelfState(record.title, importText.shelf[record.state])}
      </span>
      {asksReason ? (
        <KeptReasonDialog
          form={`off-shelf:${record.bookId}`}
          title={importText.shelfVerbOf(verb, record.title)}
          lead={importText.offShelfLead}
          label={importText.offShelfReason}
          hint={deskText.reasonHint}
          needText={deskText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={verb}
          cancelLabel={deskText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync({ state: 'offShelf', reason })}
          onClose={() => setAsksReason(false)}
        />
      ) : null}
    </>
  );
};
