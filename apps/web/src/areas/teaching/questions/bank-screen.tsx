/** `/bank/:id`: a question bank: its questions with filters, and what can be done with several of them. */
import { type QuestionBankDetails, updateQuestionBank } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, PageHeader, Stack, StateBadge } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { RecordPage, RecordPending } from '../../../features/account/record-page.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { questionBankQuery, refreshQuestions } from '../../../features/question/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { questionsText as text } from '../../../platform/messages/zh-cn/questions.ts';
import { useSession } from '../../../platform/session/session.ts';
import { RenameBankDialog } from './bank-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FoldersDialog } from './folders-dialog.tsx';
import { QuestionList } from './question-list.tsx';

const ArchiveDialog = ({ bank, onClose }: { readonly bank: QuestionBankDetails; readonly onClose: () => void }) => {
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: () => call(updateQuestionBank, { id: bank.id, name: bank.name, status: 'archived' }),
    onSuccess: onClose,
    onSettled: () => refreshQuestions(queryClient),
  });
  return (
    <ConfirmDialog
      title={text.archiveBank}
      confirmLabel={text.archiveBank}
      cancelLabel={text.cancel}
      isBusy={changing.isPending}
      onConfirm={() => changing.mutate()}
      onClose={onClose}
    >
      <p>{text.archiveBankLead}</p>
    </ConfirmDialog>
  );
};

/** What is done with the bank often, above its questions; or what is seldom done, below them. */
const BankActions = ({ bank, isSeldom = false }: { readonly bank: QuestionBankDetails; readonly isSeldom?: boolean }) => {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<'rename' | 'folders' | 'archive' | 'export'>();
  const handleClose = (): void => setShown(undefined);
  const restoring = useMutation({
    mutationFn: () => call(updateQuestionBank, { id: bank.id, name: bank.name, status: 'active' }),
    onSettled: () => refreshQuestions(queryClient),
  });
  const action = (label: string, onClick: () => void) => (
    <button type="button" className={buttonClass('quiet')} onClick={onClick}>
      {label}
    </button>
  );
  const isActive = bank.status === 'active';
  return (
    <Cluster gap={12}>
      {isActive && bank.right !== 'view' && !isSeldom ? (
        <>
          <Link to={`/bank/${bank.id}/question/new`} className={buttonClass()}>
            {text.create}
          </Link>
          <Link to={`/bank/${bank.id}/import`} className={buttonClass('quiet')}>
            {text.import}
          </Link>
        </>
      ) : null}
      {bank.questions === 0 || isSeldom ? null : action(text.exportAll, () => setShown('export'))}
      {isActive && bank.right !== 'view' && isSeldom ? action(text.manageFolders, () => setShown('folders')) : null}
      {bank.right === 'manage' && isSeldom ? action(text.editBank, () => setShown('rename')) : null}
      {bank.right === 'manage' && isActive && isSeldom ? action(text.archiveBank, () => setShown('archive')) : null}
      {bank.right === 'manage' && !isActive && isSeldom
        ? action(text.restoreBank, () => {
            if (!restoring.isPending) restoring.mutate();
          })
        : null}
      {shown === 'rename' ? <RenameBankDialog bank={bank} onClose={handleClose} /> : null}
      {shown === 'export' ? <ExportDialog bank={bank} onClose={handleClose} /> : null}
      {shown === 'folders' ? <FoldersDialog bank={bank} onClose={handleClose} /> : null}
      {shown === 'archive' ? <ArchiveDialog bank={bank} onClose={handleClose} /> : null}
    </Cluster>
  );
};

const Loaded = ({ id }: { readonly id: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery(questionBankQuery(userId, id));
  if (data !== undefined) {
    return (
      <>
        <PageHeader title={data.name} lead={text.belongsTo(data.owner)}>
          {data.status === 'archived' ? <StateBadge>{text.archived}</StateBadge> : null}
          {data.right === 'view' ? <StateBadge>{text.viewOnly}</StateBadge> : null}
        </PageHeader>
        <UserMenu current="/user/teacher" />
        <Stack gap={24}>
          <BankActions bank={data} />
          <div>
            <QuestionList bank={data} />
          </div>
          <BankActions bank={data} isSeldom />
        </Stack>
      </>
    );
  }
  return (
    <RecordPending
      title={text.bankTitle}
      what={text.banksWhat}
      error={error}
      onRetry={() => void refetch()}
      missingCodes={['question.bankNotFound', 'request.invalid', 'forbidden']}
      missing={{ title: text.bankNotFound, hint: text.bankNotFoundHint, link: { to: '/user/teacher', text: text.toBanks } }}
    />
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <RecordPage title={text.bankTitle} signedOutText={text.bankSignedOut}>
      <Loaded key={id} id={id} />
    </RecordPage>
  );
};
