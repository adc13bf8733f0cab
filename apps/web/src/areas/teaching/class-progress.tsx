/** The progress of the members of a class, for its teachers: required chapters, reading time, and each chapter in a dialog. */
import type { ClassGroup, listClassProgress, OutputOf } from '@shufang/contract';
import { buttonClass, Cluster, ModalDialog, type RecordColumn, RecordList, RecordTable, Stack, StateBadge, Text } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { classProgressQuery } from '../../features/teaching/queries.ts';
import { classPlanText as text } from '../../platform/messages/zh-cn/class-plan.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { useSession } from '../../platform/session/session.ts';

type Member = OutputOf<typeof listClassProgress>['items'][number];
type Chapter = Member['chapters'][number];

const chapterColumns: readonly RecordColumn<Chapter>[] = [
  { name: text.chapter, kind: 'head', render: ({ title }) => title },
  {
    name: text.progress,
    render: (chapter) => (
      <Cluster as="span" gap={8} align="center">
        {chapter.isDone ? <StateBadge tone="good">{text.isDone}</StateBadge> : <span>{text.share(chapter)}</span>}
      </Cluster>
    ),
  },
  { name: text.time, render: ({ seconds }) => <span>{text.minutes(seconds)}</span> },
];

const Details = ({ member: { name, chapters } }: { member: Member }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={buttonClass('quiet')} aria-label={text.detailsOf(name)} onClick={() => setOpen(true)}>
        {text.details}
      </button>
      {isOpen ? (
        <ModalDialog title={text.detailsOf(name)} onClose={() => setOpen(false)}>
          <RecordTable caption={text.detailsOf(name)} columns={chapterColumns} rows={chapters} keyOf={({ href }) => href} />
        </ModalDialog>
      ) : null}
    </>
  );
};

const columns: readonly RecordColumn<Member>[] = [
  { name: text.name, kind: 'head', render: ({ name }) => name },
  { name: text.studentNo, render: ({ studentNo }) => <span>{studentNo === '' ? text.none : studentNo}</span> },
  { name: text.group, render: ({ group = text.none }) => <span>{group}</span> },
  { name: text.requiredDone, render: ({ required, requiredDone }) => <span>{text.requiredOf(requiredDone, required)}</span> },
  { name: text.time, render: ({ seconds }) => <span>{text.minutes(seconds)}</span> },
  { name: recordsText.actions, kind: 'actions', render: (member) => <Details member={member} /> },
];

export const ClassProgress = ({ group: { id } }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  const pages = useRecordPages(useInfiniteQuery(classProgressQuery(userId, id)), recordsText.failed(text.members));
  return (
    <RecordList pages={pages} empty={{ title: text.noMembers, children: null }}>
      {(members) => (
        <Stack gap={12}>
          <Text as="p" size={14} tone="soft">
            {text.membersLead}
          </Text>
          <RecordTable caption={text.members} columns={columns} rows={members} keyOf={({ userId: memberId }) => memberId} />
        </Stack>
      )}
    </RecordList>
  );
};
