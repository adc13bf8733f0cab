/** Dialog that creates, renames and deletes the folders of a bank. */
import { deleteQuestionFolder, LIMITS, type QuestionBankDetails, type QuestionFolder, saveQuestionFolder } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, ModalDialog, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { refreshQuestions } from '../../../features/question/queries.ts';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { questionsText as text } from '../../../platform/messages/zh-cn/questions.ts';
import styles from './questions.module.css';

const folderFields = z.object({ name: z.string().trim().min(1, text.folderNameNeeded) });

interface FolderFormProps {
  readonly bankId: string;
  /** Absent for a new folder. */
  readonly folder?: QuestionFolder;
  readonly onDone?: () => void;
}

const FolderForm = ({ bankId, folder, onDone }: FolderFormProps) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial: () => ({ name: folder?.name ?? '' }), schema: folderFields });
  const saving = useMutation({
    mutationFn: ({ name }: z.output<typeof folderFields>) =>
      call(saveQuestionFolder, { bankId, name, ...(folder === undefined ? {} : { id: folder.id }) }),
    onSuccess: () => {
      form.reset(folder === undefined ? { name: '' } : undefined);
      onDone?.();
      return refreshQuestions(queryClient);
    },
    onError: (error) => {
      if (isRefusal(error, 'question.folderNameTaken')) form.setError('name', { message: error.message });
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <form className={styles.line} noValidate onSubmit={handleSubmit}>
      <TextField
        label={folder === undefined ? text.addFolder : text.renameFolderOf(folder.name)}
        error={form.errors.name?.message}
        maxLength={LIMITS.questionFolderNameChars}
        action={
          <button type="submit" className={buttonClass('quiet')} aria-disabled={saving.isPending}>
            {folder === undefined ? text.addFolder : text.save}
          </button>
        }
        {...form.register('name')}
      />
    </form>
  );
};

const FolderRow = ({ bankId, folder }: { readonly bankId: string; readonly folder: QuestionFolder }) => {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<'rename' | 'delete'>();
  const handleClose = (): void => setShown(undefined);
  const deleting = useMutation({
    mutationFn: () => call(deleteQuestionFolder, { bankId, id: folder.id }),
    onSuccess: handleClose,
    onSettled: () => refreshQuestions(queryClient),
  });
  if (shown === 'rename')
    return (
      <li>
        <FolderForm bankId={bankId} folder={folder} onDone={handleClose} />
      </li>
    );
  return (
    <li className={styles.folder}>
      <span>
        {folder.name}
        <Text size={13} tone="faint">
          {'　'}
          {text.count(folder.questions)}
        </Text>
      </span>
      <Cluster gap={8}>
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={text.renameFolderOf(folder.name)}
          onClick={() => setShown('rename')}
        >
          {text.renameFolder}
        </button>
        <button
          type="button"
          className={buttonClass('quietDanger')}
          aria-label={text.deleteFolderOf(folder.name)}
          onClick={() => setShown('delete')}
        >
          {text.deleteFolder}
        </button>
      </Cluster>
      {shown === 'delete' ? (
        <ConfirmDialog
          title={text.deleteFolderTitle(folder.name)}
          confirmLabel={text.deleteFolder}
          cancelLabel={text.cancel}
          isBusy={deleting.isPending}
          isDestructive
          onConfirm={() => deleting.mutate()}
          onClose={handleClose}
        >
          <p>{text.deleteFolderLead}</p>
        </ConfirmDialog>
      ) : null}
    </li>
  );
};

export const FoldersDialog = ({ bank, onClose }: { readonly bank: QuestionBankDetails; readonly onClose: () => void }) => (
  <ModalDialog title={text.foldersTitle} onClose={onClose}>
    <Stack gap={16}>
      {bank.folders.length === 0 ? (
        <Text as="p" tone="soft">
          {text.noFolders}
        </Text>
      ) : (
        <ul className={styles.folders}>
          {bank.folders.map((folder) => (
            <FolderRow key={folder.id} bankId={bank.id} folder={folder} />
          ))}
        </ul>
      )}
      <FolderForm bankId={bank.id} />
      <Cluster justify="end">
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {text.close}
        </button>
      </Cluster>
    </Stack>
  </ModalDialog>
);
