/** The score of one response: points as typed, or the levels of a rubric, whose sum follows, and a comment. */
import { rubricScore } from '@shufang/assessment';
import { type AnonymousResponse, LIMITS, markResponse, type Rubric, type RubricLevels, settleResponse } from '@shufang/contract';
import { buttonClass, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../../platform/api/client.ts';
import { useForm } from '../../../../platform/forms/use-form.ts';
import { assignmentText as text } from '../../../../platform/messages/zh-cn/assignment.ts';
import { doubleText } from '../../../../platform/messages/zh-cn/marking-double.ts';
import { rubricText } from '../../../../platform/messages/zh-cn/marking-rubric.ts';
import { refreshAssignments } from '../queries.ts';
import { PhraseBank } from './phrase-bank.tsx';
import { RubricChoice } from './rubric-choice.tsx';

const MILLI = 1000;

const pointsOf = (typed: string): number => Number(typed.trim());

const scoreFields = (possibleMilli: number, isTyped: boolean) =>
  z.object({
    points: isTyped
      ? z
          .string()
          .refine(
            (typed) => /^\d{1,4}(\.\d{1,2})?$/.test(typed.trim()) && pointsOf(typed) * MILLI <= possibleMilli,
            text.pointsRange(possibleMilli),
          )
      : z.string(),
    comment: z.string().max(LIMITS.scoreCommentChars),
  });

/** The levels that are being chosen for a response. `current`: position of the criterion for which digits choose. */
export interface RubricDraft {
  readonly levels: RubricLevels;
  readonly current: number;
}

interface ScoreFormProps {
  readonly questionId: string;
  readonly possibleMilli: number;
  readonly item: AnonymousResponse;
  /** With the levels that are being chosen; absent for a question without a rubric. */
  readonly rubric: { readonly rubric: Rubric; readonly draft: RubricDraft; readonly onDraft: (draft: RubricDraft) => void } | undefined;
  /** Whether the teacher of the class decides about two marks, instead of giving one. */
  readonly isSettling: boolean;
  /** Called with the stored response. */
  readonly onScored: (item: AnonymousResponse) => void;
}

export const ScoreForm = ({ questionId, possibleMilli, item, rubric, isSettling, onScored }: ScoreFormProps) => {
  const queryClient = useQueryClient();
  const [isIncomplete, setIncomplete] = useState(false);
  const shownMilli = isSettling ? item.double?.finalMilli : item.earnedMilli;
  const form = useForm({
    initial: () => ({
      points: shownMilli === undefined ? '' : text.points(shownMilli),
      comment: isSettling ? '' : item.comment,
    }),
    schema: scoreFields(possibleMilli, rubric === undefined),
  });
  const saving = useMutation({
    mutationFn: (score: { earnedMilli: number; comment: string; levels?: RubricLevels }) =>
      isSettling
        ? call(settleResponse, { attemptId: item.attemptId, questionId, rev: item.double?.finalRev ?? 0, ...score })
        : call(markResponse, { attemptId: item.attemptId, questionId, rev: item.rev, ...score }),
    onSuccess: onScored,
    onError: () => refreshAssignments(queryClient),
  });
  const sum = rubric === undefined ? undefined : rubricScore(rubric.rubric, rubric.draft.levels);
  const handleSubmit = form.handleSubmit(({ points, comment }) => {
    if (saving.isPending) return;
    if (rubric === undefined) {
      saving.mutate({ earnedMilli: Math.round(pointsOf(points) * MILLI), comment });
      return;
    }
    setIncomplete(sum === undefined);
    if (sum !== undefined) saving.mutate({ earnedMilli: sum, comment, levels: rubric.draft.levels });
  });
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
      {isSettling ? <p>{doubleText.settleHint}</p> : null}
      {rubric === undefined ? (
        <TextField
          label={text.pointsOf(possibleMilli)}
          inputMode="decimal"
          maxLength={7}
          error={form.errors.points?.message}
          {...form.register('points')}
        />
      ) : (
        <RubricChoice
          rubric={rubric.rubric}
          possibleMilli={possibleMilli}
          levels={rubric.draft.levels}
          current={rubric.draft.current}
          problem={isIncomplete && sum === undefined ? rubricText.chooseAll : undefined}
          onChoose={(criterion, levelId) => {
            const chosen = rubric.rubric.criteria[criterion];
            if (chosen !== undefined) rubric.onDraft({ levels: { ...rubric.draft.levels, [chosen.id]: levelId }, current: criterion });
          }}
        />
      )}
      <TextAreaField label={text.comment} rows={2} maxLength={LIMITS.scoreCommentChars} {...form.register('comment')} />
      <PhraseBank
        comment={form.values.comment}
        onUse={(phrase) => {
          const typed = form.getValues().comment.trimEnd();
          form.setValue('comment', `${typed}${typed === '' ? '' : '\n'}${phrase}`.slice(0, LIMITS.scoreCommentChars));
        }}
      />
      <p>
        <button type="submit" className={buttonClass()} aria-disabled={saving.isPending}>
          {isSettling ? doubleText.settle : text.saveAndNext}
        </button>
      </p>
    </Stack>
  );
};
