/** The classes that a teacher teaches or helps to teach, with a button that creates one. */
import type { ClassGroup } from '@shufang/contract';
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
import { classesQuery } from '../../features/teaching/queries.ts';
import { classText } from '../../platform/messages/zh-cn/class.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useSession } from '../../platform/session/session.ts';
import { ClassDialog } from './class-dialog.tsx';
import styles from './teaching.module.css';

const columns: readonly RecordColumn<ClassGroup>[] = [
  {
    name: text.columns.name,
    kind: 'head',
    render: ({ id, name, term, institution, role }) => (
      <>
        <Text to={`/class/${id}`} as={Link} tone="accent" underline>
          {name}
        </Text>
        {role === 'coTeacher' ? <StateBadge>{classText.coTeacherBadge}</StateBadge> : null}
        <Text block size={13} tone="faint" weight={400}>
          {institution === undefined ? term : `${term} · ${institution.name}`}
        </Text>
      </>
    ),
  },
  {
    name: text.columns.book,
    render: ({ book, versionNo }) => <span>{book === undefined ? text.bookGone : text.bookLine(book.title, versionNo)}</span>,
  },
  {
    name: text.columns.members,
    kind: 'figure',
    render: ({ members, pending = 0 }) => (
      <>
        {text.members(members)}
        {pending === 0 ? null : <StateBadge tone="wait">{text.waiting(pending)}</StateBadge>}
      </>
    ),
  },
  {
    name: text.columns.code,
    render: ({ status, code, isCodeOn }) => {
      if (status !== 'active') return <StateBadge>{text.statuses[status]}</StateBadge>;
      return isCodeOn ? <span className={styles.smallCode}>{code}</span> : <StateBadge>{text.codeStopped}</StateBadge>;
    },
  },
];

export const TaughtClasses = () => {
  const userId = useSession((session) => session.userId);
  const [isCreating, setCreating] = useState(false);
  const { data, isError, refetch } = useQuery(classesQuery(userId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const { taught, mayCreate, institutions } = data;
  const current = taught.filter(({ status }) => status !== 'archived');
  const archived = taught.filter(({ status }) => status === 'archived');
  // Users who are not teachers, and have never been, see the verification only.
  if (!mayCreate && taught.length === 0) return null;
  const create = mayCreate ? (
    <button type="button" className={buttonClass()} onClick={() => setCreating(true)}>
      {text.create}
    </button>
  ) : null;
  return (
    <Section title={text.classes} more={current.length === 0 ? undefined : create}>
      {current.length === 0 ? (
        <EmptyState title={text.noClasses}>
          <p>{text.noClassesHint}</p>
          {create}
        </EmptyState>
      ) : (
        <RecordTable caption={text.classes} columns={columns} rows={current} keyOf={({ id }) => id} />
      )}
      {archived.length === 0 ? null : (
        <details className={styles.archived}>
          <summary>{text.archivedClasses(archived.length)}</summary>
          <RecordTable caption={text.archivedClasses(archived.length)} columns={columns} rows={archived} keyOf={({ id }) => id} />
        </details>
      )}
      {isCreating ? <ClassDialog institutions={institutions} onClose={() => setCreating(false)} /> : null}
    </Section>
  );
};
