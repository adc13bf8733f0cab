/** An authority ordered a book out of reading: from everybody, with a notice; and given back. Another thing than taking it off the shelf. */
import { type DeskBook, LIMITS, setBookRemoval } from '@shufang/contract';
import { buttonClass, ModalDialog, ReasonDialog, RecordCard, StateBadge, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import styles from './desk-books.module.css';

const text = deskCatalogueText.book;
const NOTICE_CHARS = 200;

interface RemovalDialogProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly onRemove: (notice: string, reason: string) => void;
  readonly onClose: () => void;
}

const RemovalDialog = ({ title, isBusy, onRemove, onClose }: RemovalDialogProps) => {
  const [notice, setNotice] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => setTried(true));
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong !== null) wrong.focus();
    else if (!isBusy) onRemove(notice.trim(), reason.trim());
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
          onChange={setNotice}
        />
        <TextAreaField
          label={text.basis}
          hint={text.basisHint}
          fault={isTried && reason.trim() === '' ? text.basisNeeded : undefined}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          value={reason}
          onChange={setReason}
        />
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {deskText.cancel}
          </button>
          <button type="submit" className={buttonClass()} aria-disabled={isBusy}>
            {text.remove}
          </button>
        </div>
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
          title={text.removeTitle(book.title)}
          isBusy={changing.isPending}
          onRemove={(notice, reason) => changing.mutate({ notice, reason })}
          onClose={close}
        />
      ) : null}
      {isAsking && isRemoved ? (
        <ReasonDialog
          title={text.restoreTitle(book.title)}
          lead={text.restoreLead}
          label={text.basis}
          hint={text.basisHint}
          needText={text.basisNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.restore}
          cancelLabel={deskText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutate({ notice: '', reason })}
          onClose={close}
        />
      ) : null}
    </RecordCard>
  );
};
