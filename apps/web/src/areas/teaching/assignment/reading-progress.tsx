/** How far a student has read the chapters of an assignment; it follows while the student reads. */
import type { Assignment, OwnAssignment } from '@shufang/contract';
import { Cluster, Panel, ProgressLine, Section, Stack, StateBadge, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { assignmentText } from '../../../platform/messages/zh-cn/assignment.ts';
import { taskText as text } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { useSession } from '../../../platform/session/session.ts';
import { assignmentQuery } from './queries.ts';

/** How often the page asks for the progress, which devices report every minute. */
const REFRESH_MS = 30_000;

export const ReadingProgressSection = ({ one, own }: { one: Assignment; own: OwnAssignment }) => {
  const userId = useSession((session) => session.userId);
  useQuery({ ...assignmentQuery(userId, one.id), refetchInterval: REFRESH_MS });
  const { reading } = own;
  if (reading === undefined) return null;
  const { bookId, chapters, isRecorded } = reading;
  return (
    <Section title={text.readingTitle}>
      <Stack gap={12}>
        <Text as="p" size={14} tone="soft">
          {text.readingLead}
        </Text>
        {isRecorded ? null : (
          <Text as="p" role="alert" tone="accent">
            {text.readingOff}
          </Text>
        )}
        {own.refusal === 'notOpen' || own.refusal === 'closed' ? (
          <Text as="p" tone="soft">
            {assignmentText.refusals[own.refusal]}
          </Text>
        ) : null}
        <p>
          {text.doneOf(chapters.filter(({ isDone }) => isDone).length, chapters.length)}
          {own.countedMilli === undefined ? null : `　${assignmentText.scoreOf(own.countedMilli, one.possibleMilli)}`}
        </p>
        <Stack as="ul" gap={12} aria-label={text.chapters}>
          {chapters.map(({ href, title, seconds, readSeconds, isDone }) => (
            <Panel as="li" key={href}>
              <Stack gap={8}>
                <Cluster gap={12} align="center" justify="between">
                  <Text
                    to={`/course/learning/${bookId}?href=${encodeURIComponent(href)}`}
                    as={Link}
                    tone="accent"
                    underline
                    aria-label={text.toRead(title)}
                  >
                    {title}
                  </Text>
                  {isDone ? <StateBadge tone="good">{text.readingDone}</StateBadge> : null}
                </Cluster>
                <ProgressLine value={Math.min(1, readSeconds / seconds)} />
                <Text size={13} tone="soft" tabular>
                  {text.readingOf(readSeconds, seconds)}
                </Text>
              </Stack>
            </Panel>
          ))}
        </Stack>
        <Text as="p" size={13} tone="faint">
          {text.bestCounts}
        </Text>
      </Stack>
    </Section>
  );
};
