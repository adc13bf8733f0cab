/** Who marks an assignment: questions that two teachers mark, how far they are, and how the students are divided. */
import type { Assignment, MarkingPlan, QuestionMarking } from '@shufang/contract';
import { buttonClass, Cluster, LoadFailure, RecordsSkeleton, Stack, Text, TextButton } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { doubleText as text } from '../../../../platform/messages/zh-cn/marking-double.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { refreshAssignments } from '../queries.ts';
import { DoubleDialog } from './double-dialog.tsx';
import { markingPlanQuery } from './queries.ts';
import { SharesDialog } from './shares-dialog.tsx';

type Asked = { readonly kind: 'double'; readonly question: QuestionMarking } | { readonly kind: 'shares' };

const QuestionLine = ({ question, label, onAsk }: { question: QuestionMarking; label: string; onAsk: (() => void) | undefined }) => (
  <li>
    <Cluster gap={12} align="baseline">
      <Text weight={600}>{text.question(label)}</Text>
      <span>{text.line(question)}</span>
      {onAsk === undefined ? null : (
        <TextButton tone="accent" underline aria-label={text.settingsOf(label)} onClick={onAsk}>
          {text.settings}
        </TextButton>
      )}
    </Cluster>
  </li>
);

interface MarkingPlanViewProps {
  readonly one: Assignment;
  /** Labels of the questions in the paper, by their ids. */
  readonly labels: ReadonlyMap<string, string>;
}

export const MarkingPlanView = ({ one, labels }: MarkingPlanViewProps) => {
  const userId = useSession((session) => session.userId);
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const { data: plan, isError, refetch } = useQuery(markingPlanQuery(userId, one.id));
  if (plan === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.title)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const { mayChange, markers, questions, students } = plan;
  const isAlone = markers.length < 2;
  const shared = students.filter(({ markerIds }) => markerIds.length > 0).length;
  const handleClose = (): void => setAsked(undefined);
  const handleDone = (next: MarkingPlan): void => {
    queryClient.setQueryData(markingPlanQuery(userId, one.id).queryKey, next);
    handleClose();
    void refreshAssignments(queryClient);
  };
  if (isAlone && !questions.some(({ isDouble }) => isDouble)) {
    return mayChange ? (
      <Text as="p" size={14} tone="soft">
        {text.alone}
      </Text>
    ) : null;
  }
  return (
    <Stack gap={12} as="section" aria-label={text.title}>
      <Text as="h3" size={16} weight={600}>
        {text.title}
      </Text>
      <Stack as="ul" gap={8}>
        {questions.map((question) => (
          <QuestionLine
            key={question.questionId}
            question={question}
            label={labels.get(question.questionId) ?? question.questionId}
            onAsk={mayChange && question.mayChange ? () => setAsked({ kind: 'double', question }) : undefined}
          />
        ))}
      </Stack>
      <Cluster gap={12} align="center">
        <Text size={14} tone="soft">
          {shared === 0 ? text.notShared : text.shared(shared, students.length)}
        </Text>
        {mayChange ? (
          <button type="button" className={buttonClass('quiet')} onClick={() => setAsked({ kind: 'shares' })}>
            {text.share}
          </button>
        ) : null}
      </Cluster>
      {asked?.kind === 'double' ? (
        <DoubleDialog
          assignmentId={one.id}
          question={asked.question}
          label={labels.get(asked.question.questionId) ?? ''}
          onDone={handleDone}
          onClose={handleClose}
        />
      ) : null}
      {asked?.kind === 'shares' ? <SharesDialog plan={plan} onDone={handleDone} onClose={handleClose} /> : null}
    </Stack>
  );
};
