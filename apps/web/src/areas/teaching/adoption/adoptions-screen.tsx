/** `/user/teacher/adoption`: the adoption lists of a teacher. */
import type { AdoptionList } from '@shufang/contract';
import { buttonClass, EmptyState, type RecordColumn, RecordList, RecordTable, Stack, StateBadge, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ADOPTION_TONES } from '../../../features/adoption/adoption-tones.ts';
import { adoptionsQuery } from '../../../features/adoption/queries.ts';
import { adoptionText as text } from '../../../platform/messages/zh-cn/adoption.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useSession } from '../../../platform/session/session.ts';
import { TeacherPage } from '../teacher-page.tsx';
import { AdoptionListDialog } from './adoption-list-dialog.tsx';

const columns: readonly RecordColumn<AdoptionList>[] = [
  {
    name: text.columns.list,
    kind: 'head',
    render: ({ id, term, institution, items }) => (
      <>
        <Text to={`/user/teacher/adoption/${id}`} as={Link} tone="accent" underline>
          {term}
        </Text>
        <Text block size={13} tone="faint" weight={400}>
          {`${institution.name} · ${text.courses(items)}`}
        </Text>
      </>
    ),
  },
  { name: text.columns.books, render: ({ items }) => text.books(items) },
  {
    name: text.columns.status,
    render: (list) => (
      <span>
        <StateBadge tone={ADOPTION_TONES[list.status]}>{text.statuses[list.status]}</StateBadge>
        {text.detail(list) === '' ? null : (
          <Text block size={13} tone="faint">
            {text.detail(list)}
          </Text>
        )}
      </span>
    ),
  },
  { name: text.columns.at, kind: 'figure', render: ({ updatedAt }) => text.day(updatedAt) },
];

const Adoptions = () => {
  const userId = useSession((session) => session.userId);
  const navigate = useNavigate();
  const [openedAt] = useState(() => Date.now());
  const [isCreating, setCreating] = useState(false);
  const query = useQuery(adoptionsQuery(userId));
  const pages = useRecordPages(query, recordsText.failed(text.what));
  const { data } = query;
  const coming = (data?.deadlines ?? []).filter(({ closesAt }) => closesAt > openedAt);
  if (data !== undefined && data.items.length === 0 && data.institutions.length === 0)
    return (
      <EmptyState title={text.none}>
        <p>{text.noInstitution}</p>
        <Link to="/user" className={buttonClass()}>
          {text.toInstitution}
        </Link>
      </EmptyState>
    );
  return (
    <Stack gap={16}>
      {coming.length === 0 ? null : (
        <ul>
          {coming.map(({ institution, term, closesAt }) => (
            <li key={institution.id + term}>{text.deadlineOf(institution.name, term, closesAt)}</li>
          ))}
        </ul>
      )}
      <RecordList
        pages={pages}
        {...((data?.institutions.length ?? 0) > 0 && { create: { label: text.create, onCreate: () => setCreating(true) } })}
        empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
      >
        {(lists) => <RecordTable caption={text.what} columns={columns} rows={lists} keyOf={({ id }) => id} />}
      </RecordList>
      {isCreating ? (
        <AdoptionListDialog
          institutions={data?.institutions ?? []}
          onSaved={({ id }) => void navigate(`/user/teacher/adoption/${id}`)}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </Stack>
  );
};

export const Component = () => (
  <TeacherPage
    title={text.title}
    lead={text.lead}
    signedOutText={text.signedOut}
    permission="adoptTextbook"
    denied={{ title: text.onlyTeachers, hint: text.onlyTeachersHint, link: text.toVerification }}
  >
    <Adoptions />
  </TeacherPage>
);
