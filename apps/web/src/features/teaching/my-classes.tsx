/** The classes that the user joined, and the field for another join code; part of the account page. */
import { LoadFailure, Panel, RecordsSkeleton, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useSession } from '../../platform/session/session.ts';
import { JoinByCode } from './join-by-code.tsx';
import { classesQuery } from './queries.ts';

export const MyClasses = () => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(classesQuery(userId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  return (
    <Stack gap={16}>
      {data.joined.length === 0 ? (
        <Text as="p" tone="soft">
          {text.noneJoined}
        </Text>
      ) : (
        <Stack as="ul" gap={12}>
          {data.joined.map((one) => (
            <Panel key={one.id} as="li">
              <Text to={`/class/${one.id}`} as={Link} size={17} tone="accent" underline>
                {one.name}
              </Text>
              <Text as="p" size={14} tone="soft" marginTop={4}>
                {text.lineOf(one)}
              </Text>
              <Text as="p" size={14} tone="soft" marginTop={4}>
                {one.book === undefined ? text.bookGone : text.bookLine(one.book.title, one.versionNo)}
              </Text>
            </Panel>
          ))}
        </Stack>
      )}
      <JoinByCode />
    </Stack>
  );
};
