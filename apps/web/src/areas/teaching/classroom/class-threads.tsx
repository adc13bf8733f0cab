/** The questions and shared passages of a class, in the order of the book, each with a link to its passage. */
import type { ClassGroup, Thread } from '@shufang/contract';
import { EmptyState, LoadFailure, RecordsSkeleton, Section, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { threadsQuery } from '../../../features/discussion/queries.ts';
import { ThreadCard } from '../../../features/discussion/thread-card.tsx';
import { discussionText as text } from '../../../platform/messages/zh-cn/discussion.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';

const Passage = ({ thread: { bookId, target, chapterTitle } }: { thread: Thread }) => (
  <div>
    <Text to={`/course/learning/${bookId}?href=${encodeURIComponent(target.href)}`} as={Link} tone="accent" underline>
      {target.quote.exact}
    </Text>
    <Text block size={13} tone="faint">
      {chapterTitle}
    </Text>
  </div>
);

export const ClassThreads = ({ group }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(threadsQuery(userId, { classId: group.id }));
  const own = data?.classes[0];
  return (
    <Section title={text.questions}>
      {data === undefined && isError ? (
        <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !isError ? <RecordsSkeleton label={recordsText.loading} /> : null}
      {data?.items.length === 0 ? (
        <EmptyState title={text.empty}>
          <p>{text.emptyOfClass}</p>
        </EmptyState>
      ) : null}
      {data === undefined || own === undefined || data.items.length === 0 ? null : (
        <Stack as="ul" gap={12}>
          {data.items.map((thread) => (
            <ThreadCard key={thread.id} thread={thread} group={own} isOpen={false} passage={<Passage thread={thread} />} />
          ))}
        </Stack>
      )}
    </Section>
  );
};
