/** `/bank/:id/question/:questionId`: a question in its editor; `new` as the id: a new one. */
import { buttonClass, EmptyState, PageHeader, Section, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { RecordPage, RecordPending } from '../../../features/account/record-page.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { questionBankQuery, questionQuery } from '../../../features/question/queries.ts';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';
import { questionsText } from '../../../platform/messages/zh-cn/questions.ts';
import { useSession } from '../../../platform/session/session.ts';
import { QuestionEditor } from './question-editor.tsx';
import { QuestionPreview } from './question-preview.tsx';
import { QuestionVersions } from './question-versions.tsx';
import styles from './questions.module.css';

const NEW = 'new';

/** The refusals that mean that there is no such question for the caller. */
const MISSING = ['question.notFound', 'question.bankNotFound', 'request.invalid', 'forbidden'] as const;

interface LoadedProps {
  readonly bankId: string;
  readonly questionId: string;
}

const Loaded = ({ bankId, questionId }: LoadedProps) => {
  const userId = useSession((session) => session.userId);
  const isNew = questionId === NEW;
  const bank = useQuery(questionBankQuery(userId, bankId));
  const question = useQuery({ ...questionQuery(userId, questionId), enabled: userId !== undefined && !isNew });
  // The form keeps the question with which it was opened: a later response is not what the author has seen.
  const [opened, setOpened] = useState(question.data);
  if (opened === undefined && question.data !== undefined) setOpened(question.data);
  const error = bank.error ?? question.error;
  if (isRefusal(error, ...MISSING) || bank.data === undefined || (!isNew && opened === undefined))
    return (
      <RecordPending
        title={text.title}
        what={text.title}
        error={error}
        onRetry={() => void Promise.all([bank.refetch(), isNew ? undefined : question.refetch()])}
        missingCodes={MISSING}
        missing={{ title: text.notFound, hint: text.notFoundHint, link: { to: '/user/teacher', text: questionsText.toBanks } }}
      />
    );
  const mayEdit = bank.data.right !== 'view' && bank.data.status === 'active';
  const newest = question.data ?? opened;
  return (
    <>
      <PageHeader
        title={isNew ? text.newTitle : text.title}
        lead={newest === undefined ? text.isNew : text.version(newest.versionNo, newest.updatedAt)}
      >
        <Link to={`/bank/${bankId}`} className={buttonClass('quiet')}>
          {text.toBank(bank.data.name)}
        </Link>
      </PageHeader>
      <UserMenu current="/user/teacher" />
      {mayEdit ? (
        <QuestionEditor bank={bank.data} stored={opened} />
      ) : opened === undefined ? (
        <EmptyState title={text.readOnly} />
      ) : (
        <Stack gap={16} className={styles.preview}>
          <p>{text.readOnly}</p>
          <QuestionPreview question={opened} />
        </Stack>
      )}
      {newest?.origin === undefined ? null : (
        <Section title={text.origin}>
          <Text as="p" size={13} tone="soft">
            {newest.origin.fileName}
          </Text>
          <pre className={styles.source}>{newest.origin.source}</pre>
        </Section>
      )}
      {newest === undefined ? null : <QuestionVersions id={newest.id} />}
    </>
  );
};

export const Component = () => {
  const { id = '', questionId = NEW } = useParams();
  return (
    <RecordPage title={text.title} signedOutText={text.signedOut}>
      <Loaded key={questionId} bankId={id} questionId={questionId} />
    </RecordPage>
  );
};
