/** The questions of an assignment with their keys; those of a draft can be added and removed. */

import { scoreQuestion } from '@shufang/assessment';
import { type Assignment, type AssignmentQuestion, type Question, updateAssignment } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, LoadFailure, RecordsSkeleton, Section, Stack, Text, TextButton } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './assignment.module.css';
import { questionsQuery, refreshAssignments } from './queries.ts';
import { QuestionImportDialog } from './question-import-dialog.tsx';
import { QuestionPreview } from './question-preview.tsx';

const useReplaceQuestions = (one: Assignment) => {
  const queryClient = useQueryClient();
  const { id, rev, title, instructions, policy, release, isShuffled } = one;
  return useMutation({
    mutationFn: (questions: Question[]) => call(updateAssignment, { id, rev, title, instructions, policy, release, isShuffled, questions }),
    onSettled: () => refreshAssignments(queryClient),
  });
};

const questionOf = ({ view, key }: AssignmentQuestion): Question => ({ view, key });

export const AssignmentQuestions = ({ one }: { one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const [isAdding, setAdding] = useState(false);
  const { data, isError, refetch } = useQuery(questionsQuery(userId, one.id));
  const replacing = useReplaceQuestions(one);
  const isEditable = one.status === 'draft' && one.mayEdit;
  const items = data?.items ?? [];
  const add = isEditable ? (
    <button type="button" className={buttonClass(items.length === 0 ? undefined : 'quiet')} onClick={() => setAdding(true)}>
      {text.addQuestions}
    </button>
  ) : null;
  return (
    <Section title={text.questionsTitle} more={items.length === 0 ? undefined : add}>
      {data === undefined && isError ? (
        <LoadFailure text={recordsText.failed(text.questionsTitle)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !isError ? <RecordsSkeleton label={recordsText.loading} /> : null}
      {data?.items.length === 0 ? (
        <EmptyState title={text.noQuestions}>
          <p>{text.noQuestionsHint}</p>
          {add}
        </EmptyState>
      ) : null}
      <Stack gap={16}>
        {items.map((question, index) => (
          <section key={question.id} className={styles.question} data-is-compact="true" aria-labelledby={`of-${question.id}`}>
            <Stack gap={12}>
              <Cluster gap={12} justify="between" align="baseline">
                <Text as="h3" id={`of-${question.id}`} size={16} weight={600}>
                  {text.questionNo(index + 1, scoreQuestion(question.key, {}).possibleMilli)}
                </Text>
                {isEditable ? (
                  <TextButton
                    tone="soft"
                    underline
                    aria-disabled={replacing.isPending}
                    onClick={() => {
                      if (!replacing.isPending) replacing.mutate(items.filter((each) => each !== question).map(questionOf));
                    }}
                  >
                    {text.removeQuestion(index + 1)}
                  </TextButton>
                ) : null}
              </Cluster>
              <QuestionPreview question={question} />
            </Stack>
          </section>
        ))}
      </Stack>
      {isAdding ? (
        <QuestionImportDialog
          isBusy={replacing.isPending}
          onAdd={(questions) => replacing.mutate([...items.map(questionOf), ...questions], { onSuccess: () => setAdding(false) })}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Section>
  );
};
