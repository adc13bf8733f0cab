/** The banks that the user may use, with a button that creates one. */
import type { QuestionBank } from '@shufang/contract';
import {
  buttonClass,
  EmptyState,
  LoadFailure,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Section,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMayAny } from '../../../features/account/for-operators.tsx';
import { questionBanksQuery } from '../../../features/question/queries.ts';
import { questionsText as text } from '../../../platform/messages/zh-cn/questions.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from '../teaching.module.css';
import { CreateBankDialog } from './bank-dialog.tsx';

const columns: readonly RecordColumn<QuestionBank>[] = [
  {
    name: text.columns.name,
    kind: 'head',
    render: ({ id, name, right }) => (
      <>
        <Text to={`/bank/${id}`} as={Link} tone="accent" underline>
          {name}
        </Text>
        {right === 'view' ? <StateBadge>{text.viewOnly}</StateBadge> : null}
      </>
    ),
  },
  { name: text.columns.owner, render: ({ owner }) => <span>{text.ownerOf(owner)}</span> },
  { name: text.columns.questions, kind: 'figure', render: ({ questions }) => text.count(questions) },
  { name: text.columns.createdAt, render: ({ createdAt }) => <span>{text.dateOf(createdAt)}</span> },
];

const Banks = () => {
  const userId = useSession((session) => session.userId);
  const [isCreating, setCreating] = useState(false);
  const { data, isError, refetch } = useQuery(questionBanksQuery(userId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.banksWhat)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const current = data.banks.filter(({ status }) => status === 'active');
  const archived = data.banks.filter(({ status }) => status === 'archived');
  const create = (
    <button type="button" className={buttonClass('quiet')} onClick={() => setCreating(true)}>
      {text.createBank}
    </button>
  );
  return (
    <Section title={text.banks} more={current.length === 0 ? undefined : create}>
      {current.length === 0 ? (
        <EmptyState title={text.noBanks}>
          <p>{text.noBanksHint}</p>
          {create}
        </EmptyState>
      ) : (
        <RecordTable caption={text.banks} columns={columns} rows={current} keyOf={({ id }) => id} />
      )}
      {archived.length === 0 ? null : (
        <details className={styles.archived}>
          <summary>{text.archivedBanks(archived.length)}</summary>
          <RecordTable caption={text.archivedBanks(archived.length)} columns={columns} rows={archived} keyOf={({ id }) => id} />
        </details>
      )}
      {isCreating ? <CreateBankDialog owners={data.owners} onClose={() => setCreating(false)} /> : null}
    </Section>
  );
};

/** Users who may have no banks see nothing. */
export const QuestionBanks = () => (useMayAny(['manageQuestions']) === true ? <Banks /> : null);
