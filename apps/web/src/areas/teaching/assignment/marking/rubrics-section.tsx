/** The rubrics of an assignment for its teachers; those of a draft can be made, changed and deleted. */
import { isScoredByTeacher, scoreQuestion } from '@shufang/assessment';
import { type Assignment, type AssignmentRubric, deleteRubric, labelsOfPaper } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  ConfirmDialog,
  LoadFailure,
  Panel,
  RecordsSkeleton,
  Section,
  Stack,
  StateBadge,
  Text,
  TextButton,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/api/client.ts';
import { rubricText as text } from '../../../../platform/messages/zh-cn/marking-rubric.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { questionsQuery, refreshAssignments } from '../queries.ts';
import { rubricsQuery } from './queries.ts';
import { type MarkedQuestion, RubricDialog, WHOLE_ASSIGNMENT } from './rubric-dialog.tsx';
import { RubricTable } from './rubric-table.tsx';

type Asked =
  | { readonly kind: 'make' }
  | { readonly kind: 'edit'; readonly rubric: AssignmentRubric }
  | { readonly kind: 'remove'; readonly rubric: AssignmentRubric };

interface RubricCardProps {
  readonly rubric: AssignmentRubric;
  readonly labels: ReadonlyMap<string, string>;
  readonly isEditable: boolean;
  readonly isTask: boolean;
  readonly onAsk: (asked: Asked) => void;
}

const RubricCard = ({ rubric: each, labels, isEditable, isTask, onAsk }: RubricCardProps) => {
  const { questionId, rubric, questionIds = [] } = each;
  return (
    <Panel as="li">
      <Stack gap={12}>
        <Cluster gap={12} justify="between" align="baseline">
          <Cluster gap={8} align="center">
            <Text as="h3" size={16} weight={600}>
              {rubric.title}
            </Text>
            <StateBadge>{questionId === undefined ? text.forWhole : text.forQuestion(labels.get(questionId) ?? '')}</StateBadge>
            <StateBadge>{rubric.isShown ? text.shown : text.hidden}</StateBadge>
          </Cluster>
          {isEditable ? (
            <Cluster gap={12}>
              <TextButton
                tone="accent"
                underline
                aria-label={text.editOf(rubric.title)}
                onClick={() => onAsk({ kind: 'edit', rubric: each })}
              >
                {text.edit}
              </TextButton>
              <TextButton
                tone="accent"
                underline
                aria-label={text.removeOf(rubric.title)}
                onClick={() => onAsk({ kind: 'remove', rubric: each })}
              >
                {text.remove}
              </TextButton>
            </Cluster>
          ) : null}
        </Cluster>
        {questionId === undefined && !isTask ? <p>{text.usedFor(questionIds.map((id) => labels.get(id) ?? id))}</p> : null}
        <RubricTable rubric={rubric} />
      </Stack>
    </Panel>
  );
};

const RemoveDialog = ({ one, rubric, onClose }: { one: Assignment; rubric: AssignmentRubric; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const { questionId } = rubric;
  const removing = useMutation({
    mutationFn: () => call(deleteRubric, { assignmentId: one.id, rev: one.rev, ...(questionId === undefined ? {} : { questionId }) }),
    onSettled: () => {
      onClose();
      return refreshAssignments(queryClient);
    },
  });
  return (
    <ConfirmDialog
      title={text.removeTitle(rubric.rubric.title)}
      confirmLabel={text.remove}
      cancelLabel={text.cancel}
      isBusy={removing.isPending}
      isDestructive
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{text.removeLead}</p>
    </ConfirmDialog>
  );
};

export const RubricsSection = ({ one }: { one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const [asked, setAsked] = useState<Asked>();
  const questions = useQuery(questionsQuery(userId, one.id));
  const rubrics = useQuery(rubricsQuery(userId, one.id));
  const handleClose = (): void => setAsked(undefined);
  if (questions.data === undefined || rubrics.data === undefined) {
    if (!questions.isError && !rubrics.isError)
      return (
        <Section title={text.title}>
          <RecordsSkeleton label={recordsText.loading} />
        </Section>
      );
    const handleRetry = (): void => {
      for (const query of [questions, rubrics]) if (query.isError) void query.refetch();
    };
    return (
      <Section title={text.title}>
        <LoadFailure text={recordsText.failed(text.title)} retryLabel={recordsText.retry} onRetry={handleRetry} />
      </Section>
    );
  }
  const { items } = rubrics.data;
  const labels = labelsOfPaper(questions.data.layout);
  const ofPaper: MarkedQuestion[] = questions.data.items.flatMap(({ id, key }) =>
    isScoredByTeacher(key) ? [{ id, label: labels.get(id) ?? id, possibleMilli: scoreQuestion(key, {}).possibleMilli }] : [],
  );
  // What students hand in for a task is one question, which exists from the publication on. Its rubric is that of the whole assignment.
  const marked = one.task === undefined ? ofPaper : [{ id: WHOLE_ASSIGNMENT, label: text.forWhole, possibleMilli: one.possibleMilli }];
  if (marked.length === 0 && items.length === 0) return null;
  const isEditable = one.status === 'draft' && one.mayEdit;
  const rest = marked.filter(({ id }) => !items.some(({ questionId }) => questionId === id));
  return (
    <Section
      title={text.title}
      more={
        isEditable && marked.length > 0 && (one.task === undefined || items.length === 0) ? (
          <button type="button" className={buttonClass('quiet')} onClick={() => setAsked({ kind: 'make' })}>
            {text.make}
          </button>
        ) : undefined
      }
    >
      <Stack gap={16}>
        <p>{items.length > 0 ? text.lead : isEditable ? text.none : text.noneFrozen}</p>
        <Stack as="ul" gap={16}>
          {items.map((rubric) => (
            <RubricCard
              key={rubric.questionId ?? ''}
              rubric={rubric}
              labels={labels}
              isEditable={isEditable}
              isTask={one.task !== undefined}
              onAsk={setAsked}
            />
          ))}
        </Stack>
      </Stack>
      {asked?.kind === 'make' ? <RubricDialog one={one} questions={rest} onClose={handleClose} /> : null}
      {asked?.kind === 'edit' ? <RubricDialog one={one} questions={marked} changed={asked.rubric} onClose={handleClose} /> : null}
      {asked?.kind === 'remove' ? <RemoveDialog one={one} rubric={asked.rubric} onClose={handleClose} /> : null}
    </Section>
  );
};
