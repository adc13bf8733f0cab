/** The shelf state of a book and the button that changes it, for operators. Taking a book off the shelf requires a reason. */
import { LIMITS, type ShelfRecord, setBookShelf } from '@shufang/contract';
import { buttonClass, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import styles from './shelf-switch.module.css';

export const ShelfSwitch = ({ record }: { record: Pick<ShelfRecord, 'bookId' | 'title' | 'state'> }) => {
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
      <Text size={14} tone="soft" className={styles.state} role="status" data-state={record.state}>
        {importText.shelfState(record.title, catalogText.shelfStates[record.state])}
      </Text>
      {asksReason ? (
        <ReasonDialogWithDraft
          form={`off-shelf:${record.bookId}`}
          title={importText.shelfVerbOf(verb, record.title)}
          lead={importText.offShelfLead}
          label={importText.offShelfReason}
          hint={adminText.reasonHint}
          needText={adminText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={verb}
          cancelLabel={adminText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync({ state: 'offShelf', reason })}
          onClose={() => setAsksReason(false)}
        />
      ) : null}
    </>
  );
};
