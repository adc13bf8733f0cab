/** An authority ordered a book out of reading: from everybody, with a notice; and given back. Another thing than taking it off the shelf. */
import { type DeskBook, LIMITS, setBookRemoval } from '@shufang/contract';
import { buttonClass, DialogActions, ModalDialog, RecordCard, StateBadge, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { ignoreTheReported } from '../../platform/api/ignore-the-reported.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import { useTyped } from '../../platform/storage/use-typed.ts';
import styles from './desk-books.module.css';

const text = deskCatalogueText.book;
const NOTICE_CHARS = 200;

interface RemovalDialogProps {
  readonly bookId: string;
  readonly title: string;
  readonly isBusy: boolean;
  readonly onRemove: (notice: string, reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

const RemovalDialog = ({ bookId, title, isBusy, onRemove, onClose }: RemovalDialogProps) => {
  const { values, type, drop } = useTyped(`removal:${bookId}`, { notice: '', reason: '' });
  const { notice, reason } = values;
  const [isTried, setTried] = useState(false);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => setTried(true));
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong !== null) wrong.focus();
    else if (!isBusy) void onRemove(notice.trim(), reason.trim()).then(() => drop(), ignoreTheReported);
  };
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form className={styles.dialogForm} noValidate onSubmit={handleSubmit}>
        <p>{text.removalLead}</p>
        <TextAreaField
          label={text.notice}
          hint={text.noticeHint}
          fault={isTried && notice.trim() === '' ? text.noticeNeeded : undefined}
          rows={2}
          maxLength={NOTICE_CHARS}
          value={notice}
          onChange={(value) => type('notice', value)}
        />
        <TextAreaField
          label={text.basis}
          hint={text.basisHint}
          fault={isTried && reason.trim() === '' ? text.basisNeeded : undefined}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          value={reason}
          onChange={(value) => type('reason', value)}
        />
        <DialogActions cancelLabel={deskText.cancel} submitLabel={text.remove} isBusy={isBusy} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};

export const DeskBookRemoval = ({ book }: { book: DeskBook }) => {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isRemoved = book.removalNotice !== '';
  const changing = useMutation({
    mutationFn: (order: { notice: string; reason: string }) => call(setBookRemoval, { bookId: book.bookId, ...order }),
    onSuccess: async () => {
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
  const close = (): void => setAsking(false);
  return (
    <RecordCard
      title={text.removal}
      mark={<StateBadge tone={isRemoved ? 'stop' : 'good'}>{isRemoved ? text.removalOn : text.removalOff}</StateBadge>}
    >
      <p className={styles.hint}>{isRemoved ? text.removalNow(book.removalNotice) : text.removalLead}</p>
      <button type="button" className={buttonClass('quiet')} onClick={() => setAsking(true)}>
        {isRemoved ? text.restore : text.remove}
      </button>
      {isAsking && !isRemoved ? (
        <RemovalDialog
          bookId={book.bookId}
          title={text.removeTitle(book.title)}
          isBusy={changing.isPending}
          onRemove={(notice, reason) => changing.mutateAsync({ notice, reason })}
          onClose={close}
        />
      ) : null}
      {isAsking && isRemoved ? (
        <KeptReasonDialog
          form={`restore:${book.bookId}`}
          title={text.restoreTitle(book.title)}
          lead={text.restoreLead}
          label={text.basis}
          hint={text.basisHint}
          needText={text.basisNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.restore}
          cancelLabel={deskText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync({ notice: '', reason })}
          onClose={close}
        />
      ) : null}
    </RecordCard>
  );
};
