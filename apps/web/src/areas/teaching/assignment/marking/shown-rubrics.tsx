/** The rubrics that a student sees before answering. */
import type { Assignment } from '@shufang/contract';
import { LoadFailure, Section, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { rubricText as text } from '../../../../platform/messages/zh-cn/marking-rubric.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { rubricsQuery } from './queries.ts';
import { RubricTable } from './rubric-table.tsx';

export const ShownRubrics = ({ one }: { one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(rubricsQuery(userId, one.id));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.studentTitle)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : null;
  }
  if (data.items.length === 0) return null;
  return (
    <Section title={text.studentTitle}>
      <Stack gap={16}>
        <p>{text.studentLead}</p>
        {data.items.map(({ questionId, rubric }) => (
          <Stack key={questionId ?? ''} gap={8}>
            <Text as="h3" size={16} weight={600}>
              {rubric.title}
            </Text>
            <RubricTable rubric={rubric} />
          </Stack>
        ))}
      </Stack>
    </Section>
  );
};
