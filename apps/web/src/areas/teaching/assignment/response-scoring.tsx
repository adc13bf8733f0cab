/** Scores the responses to one question, one after the other through the class, without names. By keyboard: Enter stores and goes on. */
import { type AnonymousResponse, LIMITS, type listResponses, markResponse, type OutputOf } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  LoadFailure,
  Panel,
  RecordsSkeleton,
  Stack,
  StateBadge,
  Text,
  TextAreaField,
  TextField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { QuestionForm } from '../../../features/practice/question-form.tsx';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { HIDDEN_SCORE } from './hidden-score.ts';
import { refreshAssignments, responsesQuery } from './queries.ts';

type Responses = OutputOf<typeof listResponses>;

const MILLI = 1000;

const pointsOf = (typed: string): number => Number(typed.trim());

const scoreFields = (possibleMilli: number) =>
  z.object({
    points: z
      .string()
      .refine(
        (typed) => /^\d{1,4}(\.\d{1,2})?$/.test(typed.trim()) && pointsOf(typed) * MILLI <= possibleMilli,
        text.pointsRange(possibleMilli),
      ),
    comment: z.string().max(LIMITS.scoreCommentChars),
  });

interface ScoreFormProps {
  readonly questionId: string;
  readonly possibleMilli: number;
  readonly item: AnonymousResponse;
  /** Called with the stored response. */
  readonly onScored: (item: AnonymousResponse) => void;
}

const ScoreForm = ({ questionId, possibleMilli, item, onScored }: ScoreFormProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: () => ({ points: item.earnedMilli === undefined ? '' : text.points(item.earnedMilli), comment: item.comment }),
    schema: scoreFields(possibleMilli),
  });
  const saving = useMutation({
    mutationFn: ({ points, comment }: { points: string; comment: string }) =>
      call(markResponse, {
        attemptId: item.attemptId,
        questionId,
        rev: item.rev,
        earnedMilli: Math.round(pointsOf(points) * MILLI),
        comment,
      }),
    onSuccess: onScored,
    onError: () => refreshAssignments(queryClient),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit} aria-label={text.scoring}>
      <TextField
        label={text.pointsOf(possibleMilli)}
        inputMode="decimal"
        maxLength={7}
        error={form.errors.points?.message}
        {...form.register('points')}
      />
      <TextAreaField label={text.comment} rows={2} maxLength={LIMITS.scoreCommentChars} {...form.register('comment')} />
      <p>
        <button type="submit" className={buttonClass()} aria-disabled={saving.isPending}>
          {text.saveAndNext}
        </button>
      </p>
    </Stack>
  );
};

/** Returns the position of the next response without a score after `from`, or else of the next one. */
const nextAfter = (items: readonly AnonymousResponse[], from: number): number => {
  const order = items.map((_, index) => (from + 1 + index) % items.length);
  return order.find((index) => items[index]?.earnedMilli === undefined) ?? Math.min(from + 1, items.length - 1);
};

const Scoring = ({ questionId, data }: { questionId: string; data: Responses }) => {
  const queryClient = useQueryClient();
  const [scored, setScored] = useState<ReadonlyMap<string, AnonymousResponse>>(new Map());
  const items = data.items.map((item) => scored.get(item.attemptId) ?? item);
  const [position, setPosition] = useState(() => nextAfter(data.items, -1));
  const item = items[position];
  const box = useRef<HTMLDivElement>(null);
  const shownId = item?.attemptId;
  // The field of the next response has the focus, so that a teacher goes through the class with digits and Enter.
  useEffect(() => {
    if (shownId !== undefined) box.current?.querySelector<HTMLInputElement>('input[name="points"]')?.focus();
  }, [shownId]);
  if (item === undefined) return <EmptyState title={text.noResponses} />;
  const rest = items.filter(({ earnedMilli }) => earnedMilli === undefined).length;
  const handleScored = (stored: AnonymousResponse): void => {
    const next = new Map(scored).set(stored.attemptId, stored);
    setScored(next);
    setPosition(
      nextAfter(
        data.items.map((each) => next.get(each.attemptId) ?? each),
        position,
      ),
    );
    void queryClient.invalidateQueries({ queryKey: ['assignment', 'attempts'] });
  };
  const go = (to: number): void => setPosition((to + items.length) % items.length);
  return (
    <Stack gap={16}>
      <Cluster gap={12} align="center" justify="between">
        <Text as="p" role="status">
          {text.responseOf(position + 1, items.length)}　{rest === 0 ? text.allScored : text.unscoredRest(rest)}
        </Text>
        <Cluster gap={8}>
          <button type="button" className={buttonClass('quiet')} onClick={() => go(position - 1)}>
            {text.previousResponse}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={() => go(position + 1)}>
            {text.nextResponse}
          </button>
        </Cluster>
      </Cluster>
      <Panel>
        <Stack gap={12}>
          {item.earnedMilli === undefined ? null : <StateBadge tone="good">{text.earned(item.earnedMilli, data.possibleMilli)}</StateBadge>}
          <QuestionForm key={item.attemptId} view={data.view} response={item.response} score={HIDDEN_SCORE} onResponse={() => undefined} />
        </Stack>
      </Panel>
      <div ref={box}>
        <ScoreForm
          key={`${item.attemptId} ${item.rev}`}
          questionId={questionId}
          possibleMilli={data.possibleMilli}
          item={item}
          onScored={handleScored}
        />
      </div>
    </Stack>
  );
};

export const ResponseScoring = ({ assignmentId, questionId }: { assignmentId: string; questionId: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(responsesQuery(userId, assignmentId, questionId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.responses)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  return <Scoring questionId={questionId} data={data} />;
};
