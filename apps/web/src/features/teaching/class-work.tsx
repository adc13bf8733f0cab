/**
 * What waits for the user in classes: assignments for students, and work for teachers; parts of the home page and of the user center. Nothing
 * if nothing waits.
 */
import type { TeachingWork, WaitingAssignment } from '@shufang/contract';
import { Panel, Row, Section, Stack, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { type Key, useState } from 'react';
import { Link } from 'react-router';
import { classWorkText as text } from '../../platform/messages/zh-cn/class-work.ts';
import { myAssignmentsQuery, teachingWorkQuery } from './queries.ts';

/** Number of entries that are shown at first. */
const SHOWN = 5;

interface Entry {
  readonly key: Key;
  readonly to: string;
  readonly title: string;
  readonly line: string;
}

const Entries = ({ title, entries }: { title: string; entries: readonly Entry[] }) => {
  const [isWhole, setWhole] = useState(false);
  if (entries.length === 0) return null;
  const hidden = isWhole ? 0 : entries.length - SHOWN;
  return (
    <Section title={title}>
      <Stack as="ul" gap={12}>
        {entries.slice(0, isWhole ? undefined : SHOWN).map(({ key, to, title: name, line }) => (
          <Panel key={key} as="li">
            <Text to={to} as={Link} size={17} tone="accent" underline>
              {name}
            </Text>
            <Text as="p" size={14} tone="soft" marginTop={4}>
              {line}
            </Text>
          </Panel>
        ))}
      </Stack>
      {hidden > 0 ? (
        <Row marginTop={12}>
          <TextButton type="button" onClick={() => setWhole(true)}>
            {text.more(hidden)}
          </TextButton>
        </Row>
      ) : null}
    </Section>
  );
};

export const MyAssignments = ({ userId }: { userId: string }) => {
  const { data } = useQuery(myAssignmentsQuery(userId));
  const [now] = useState(() => Date.now());
  const entryOf = (one: WaitingAssignment): Entry => ({
    key: one.id,
    to: `/assignment/${one.id}`,
    title: one.title,
    line: text.lineOf(one, now),
  });
  return <Entries title={text.assignments} entries={(data?.items ?? []).map(entryOf)} />;
};

const pathOf = ({ kind, classId, assignment }: TeachingWork): string => {
  switch (kind) {
    case 'marking':
      return assignment === undefined ? `/class/${classId}?tab=work` : `/assignment/${assignment.id}`;
    case 'joining':
      return `/class/${classId}?tab=members`;
    case 'appeal':
      return `/class/${classId}?tab=grades`;
    case 'question':
      return `/class/${classId}?tab=interact`;
  }
};

export const TeachingTasks = ({ userId }: { userId: string }) => {
  const { data } = useQuery(teachingWorkQuery(userId));
  const entryOf = (one: TeachingWork): Entry => ({
    key: `${one.kind} ${one.assignment?.id ?? one.classId}`,
    to: pathOf(one),
    title: text.work(one),
    line: one.className,
  });
  return <Entries title={text.teaching} entries={(data?.items ?? []).map(entryOf)} />;
};
