/**
 * Admin form that removes a book by order of an authority, and reverts the removal. Nobody can read a removed book, and its page says so. A
 * book that is only `offShelf` can still be read by its owners.
 */
import { type AdminBook, LIMITS, setBookRemoval } from '@shufang/contract';
import { buttonClass, DialogActions, ModalDialog, RecordCard, Stack, StateBadge, Text, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { ignoreReportedError } from '../../../platform/api/ignore-reported-error.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';

const text = adminCatalogText.book;
const NOTICE_CHARS = 200;

const removalFields = z.object({
  notice: z.string().trim().min(1, text.noticeNeeded),
  reason: z.string().trim().min(1, text.basisNeeded),
});

interface RemovalDialogProps {
  readonly bookId: string;
  readonly title: string;
  readonly isBusy: boolean;
  readonly onRemove: (notice: string, reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

const RemovalDialog = ({ bookId, title, isBusy, onRemove, onClose }: RemovalDialogProps) => {
  const form = useForm({ draft: `removal:${bookId}`, initial: { notice: '', reason: '' }, schema: removalFields });
  const handleSubmit = form.handleSubmit(({ notice, reason }) => {
    if (!isBusy) void onRemove(notice, reason).then(form.dropDraft, ignoreReportedError);
  });
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{text.removalLead}</p>
        <TextAreaField
          label={text.notice}
          hint={text.noticeHint}
          error={form.errors.notice?.message}
          rows={2}
          maxLength={NOTICE_CHARS}
          {...form.register('notice')}
        />
        <TextAreaField
          label={text.basis}
          hint={text.basisHint}
          error={form.errors.reason?.message}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          {...form.register('reason')}
        />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={text.remove} isBusy={isBusy} isDestructive onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

export const AdminBookRemoval = ({ book }: { book: AdminBook }) => {
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const isRemoved = book.removalNotice !== '';
  const changing = useMutation({
    mutationFn: (order: { notice: string; reason: string }) => call(setBookRemoval, { bookId: book.bookId, ...order }),
    onSuccess: async () => {
      setConfirming(false);
      await queryClient.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
  const close = (): void => setConfirming(false);
  return (
    <RecordCard
      title={text.removal}
      badge={<StateBadge tone={isRemoved ? 'stop' : 'good'}>{isRemoved ? text.removalOn : text.removalOff}</StateBadge>}
    >
      <Text as="p" size={13} tone="faint" marginBottom={16}>
        {isRemoved ? text.removalNow(book.removalNotice) : text.removalLead}
      </Text>
      <button type="button" className={buttonClass(isRemoved ? 'quiet' : 'quietDanger')} onClick={() => setConfirming(true)}>
        {isRemoved ? text.restore : text.remove}
      </button>
      {isConfirming && !isRemoved ? (
        <RemovalDialog
          bookId={book.bookId}
          title={text.removeTitle(book.title)}
          isBusy={changing.isPending}
          onRemove={(notice, reason) => changing.mutateAsync({ notice, reason })}
          onClose={close}
        />
      ) : null}
      {isConfirming && isRemoved ? (
        <ReasonDialogWithDraft
          form={`restore:${book.bookId}`}
          title={text.restoreTitle(book.title)}
          lead={text.restoreLead}
          label={text.basis}
          hint={text.basisHint}
          needText={text.basisNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.restore}
          cancelLabel={adminText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync({ notice: '', reason })}
          onClose={close}
        />
      ) : null}
    </RecordCard>
  );
};
