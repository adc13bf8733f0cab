/** The actions for the books selected in the list of books: publish them, or take them off the shelf with one reason. */
import { LIMITS, setBookShelf } from '@shufang/contract';
import { ActionBar, buttonClass } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import type { AdminBookRow } from './admin-books.tsx';

const text = adminText.books.batch;

interface ShelfBatchBarProps {
  readonly chosen: readonly AdminBookRow[];
  readonly onAll: () => void;
  /** Called when the selection ends: after an action, or when the user gives it up. */
  readonly onDone: () => void;
}

export const ShelfBatchBar = ({ chosen, onAll, onDone }: ShelfBatchBarProps) => {
  const queryClient = useQueryClient();
  const [asksReason, setAsksReason] = useState(false);
  const toPublish = chosen.filter(({ state }) => state !== 'published');
  const toTakeOff = chosen.filter(({ state }) => state === 'published');
  const changing = useMutation({
    // One book after another; a book that is refused ends the batch, and those before it are done.
    mutationFn: async (change: { state: 'published' } | { state: 'offShelf'; reason: string }) => {
      const books = change.state === 'published' ? toPublish : toTakeOff;
      for (const { bookId } of books) await call(setBookShelf, { bookId, ...change });
      return books.length;
    },
    onSuccess: (count, { state }) => {
      broadcast('toast', { kind: 'success', text: state === 'published' ? text.published(count) : text.takenOff(count) });
      setAsksReason(false);
      onDone();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  });
  return (
    <>
      <ActionBar label={text.actions} summary={text.chosen(chosen.length)}>
        <button type="button" className={buttonClass('quiet')} onClick={onAll}>
          {text.all}
        </button>
        <button
          type="button"
          className={buttonClass('quiet')}
          disabled={toPublish.length === 0 || changing.isPending}
          onClick={() => changing.mutate({ state: 'published' })}
        >
          {importText.putOnShelf}
        </button>
        <button
          type="button"
          className={buttonClass('quietDanger')}
          disabled={toTakeOff.length === 0 || changing.isPending}
          onClick={() => setAsksReason(true)}
        >
          {importText.takeOffShelf}
        </button>
        <button type="button" className={buttonClass('quiet')} onClick={onDone}>
          {text.end}
        </button>
      </ActionBar>
      {asksReason ? (
        <ReasonDialogWithDraft
          form="off-shelf:batch"
          title={text.takeOffTitle(toTakeOff.length)}
          lead={importText.offShelfLead}
          label={importText.offShelfReason}
          hint={adminText.reasonHint}
          needText={adminText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={importText.takeOffShelf}
          cancelLabel={adminText.cancel}
          isDestructive
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync({ state: 'offShelf', reason })}
          onClose={() => setAsksReason(false)}
        />
      ) : null}
    </>
  );
};
