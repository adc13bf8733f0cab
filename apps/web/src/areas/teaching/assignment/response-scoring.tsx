/**
 * Scores the responses to one question, one after the other through the class, without names unless the teacher wants to see them. By
 * keyboard: digits give points, or choose a level of the rubric, Enter stores and goes on, N and P turn to the next and the previous response.
 */
import type { AnonymousResponse, listResponses, OutputOf } from '@shufang/contract';
import {
  buttonClass,
  CheckboxOption,
  Cluster,
  EmptyState,
  LoadFailure,
  Panel,
  RecordsSkeleton,
  Stack,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { QuestionForm } from '../../../features/practice/question-form.tsx';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { markingText } from '../../../platform/messages/zh-cn/marking.ts';
import { doubleText } from '../../../platform/messages/zh-cn/marking-double.ts';
import { rubricText } from '../../../platform/messages/zh-cn/marking-rubric.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { HandedFiles } from './handed-files.tsx';
import { HandedWorkView } from './handed-work.tsx';
import { HIDDEN_SCORE } from './hidden-score.ts';
import { DoubleState } from './marking/double-state.tsx';
import { markingPlanQuery } from './marking/queries.ts';
import { firstOpen, levelOfDigit } from './marking/rubric-choice.tsx';
import { type RubricDraft, ScoreForm } from './marking/score-form.tsx';
import { ScoreHistory } from './marking/score-history.tsx';
import { responsesQuery } from './queries.ts';

type Responses = OutputOf<typeof listResponses>;

/** Returns whether a response waits for this teacher. */
const isWaiting = ({ earnedMilli, double }: AnonymousResponse, isOwner: boolean): boolean =>
  double === undefined ? earnedMilli === undefined : double.state === 'open' || (double.state === 'disputed' && isOwner);

const isWaitingAt = (item: AnonymousResponse | undefined, isOwner: boolean): boolean => item !== undefined && isWaiting(item, isOwner);

/** Returns the position of the next response without a score after `from`, or else of the next one. */
const nextAfter = (items: readonly AnonymousResponse[], from: number, isOwner: boolean): number => {
  const order = items.map((_, index) => (from + 1 + index) % items.length);
  return order.find((index) => isWaitingAt(items[index], isOwner)) ?? Math.min(from + 1, items.length - 1);
};

/** Returns whether a key is typed into a text, where letters are no commands. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text' && target.name !== 'points');

/** Returns the field of the form in which the score is given: the points, or the current criterion of the rubric. */
const fieldOf = (box: HTMLElement | null): HTMLInputElement | null | undefined =>
  box?.querySelector<HTMLInputElement>('input[name="points"]') ??
  box?.querySelector<HTMLInputElement>('fieldset[data-is-current="true"] input:checked') ??
  box?.querySelector<HTMLInputElement>('fieldset[data-is-current="true"] input');

/** Returns whether two teachers have marked a response, so that only the teacher of the class changes it. */
const isFinishedState = (item: AnonymousResponse | undefined): boolean =>
  item?.double !== undefined && item.double.state !== 'open' && item.double.state !== 'waiting';

interface ScoringProps {
  readonly questionId: string;
  readonly data: Responses;
  /** Whether the class belongs to the user, who decides where two marks differ. */
  readonly isOwner: boolean;
}

const Scoring = ({ questionId, data, isOwner }: ScoringProps) => {
  const queryClient = useQueryClient();
  const [scored, setScored] = useState<ReadonlyMap<string, AnonymousResponse>>(new Map());
  const items = data.items.map((item) => scored.get(item.attemptId) ?? item);
  const [position, setPosition] = useState(() => nextAfter(data.items, -1, isOwner));
  const item = items[position];
  /** The attempt whose history is shown. */
  const [historyOf, setHistoryOf] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const { rubric } = data;
  const [typed, setTyped] = useState<RubricDraft & { readonly of: string }>();
  const shown = item === undefined ? '' : `${item.attemptId} ${item.rev} ${item.double?.finalRev ?? 0}`;
  const levels = (isFinishedState(item) ? undefined : item?.levels) ?? {};
  const draft: RubricDraft = typed?.of === shown ? typed : { levels, current: rubric === undefined ? 0 : firstOpen(rubric, levels) };
  const shownId = item?.attemptId;
  // The field of the next response has the focus, so that a teacher goes through the class with digits and Enter.
  useEffect(() => {
    if (shownId !== undefined) fieldOf(box.current)?.focus();
  }, [shownId]);
  // The criterion that digits choose for has the focus, so that screen readers read it.
  const { current } = draft;
  useEffect(() => {
    const focused = document.activeElement;
    const criterion = box.current?.querySelectorAll('fieldset')[current];
    if (criterion === undefined || !box.current?.contains(focused) || isTyping(focused) || criterion.contains(focused)) return;
    fieldOf(box.current)?.focus();
  }, [current]);
  if (item === undefined) return <EmptyState title={text.noResponses} />;
  const rest = items.filter((each) => isWaiting(each, isOwner)).length;
  const isFinished = isFinishedState(item);
  const handleScored = (stored: AnonymousResponse): void => {
    const next = new Map(scored).set(stored.attemptId, stored);
    setScored(next);
    setPosition(
      nextAfter(
        data.items.map((each) => next.get(each.attemptId) ?? each),
        position,
        isOwner,
      ),
    );
    for (const part of ['attempts', 'scoreHistory', 'markingPlan']) void queryClient.invalidateQueries({ queryKey: ['assignment', part] });
    void queryClient.invalidateQueries({ queryKey: ['grade'] });
  };
  const handleDraft = (next: RubricDraft): void => setTyped({ ...next, of: shown });
  /** Handles a key that chooses in the rubric. Returns whether it was one. */
  const handleRubricKey = (key: string): boolean => {
    if (rubric === undefined) return false;
    if (key === 'backspace') {
      handleDraft({ ...draft, current: Math.max(0, draft.current - 1) });
      return true;
    }
    const criterion = rubric.criteria[draft.current];
    const levelId = /^[1-9]$/.test(key) ? levelOfDigit(rubric, draft.current, key) : undefined;
    if (criterion === undefined || levelId === undefined) return false;
    const next = Math.min(draft.current + 1, rubric.criteria.length - 1);
    handleDraft({ levels: { ...draft.levels, [criterion.id]: levelId }, current: next });
    return true;
  };
  const go = (to: number): void => setPosition((to + items.length) % items.length);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === 'n' || key === 'p') {
      event.preventDefault();
      go(position + (key === 'n' ? 1 : -1));
    } else if (handleRubricKey(key)) event.preventDefault();
    // The digit itself arrives in the field, which has the focus by then.
    else if (rubric === undefined && /^\d$/.test(key)) fieldOf(box.current)?.focus();
  };
  return (
    // The keys of buttons and fields inside bubble to this element; it has no focus of its own.
    <Stack gap={16} as="section" aria-label={text.scoring} onKeyDown={handleKey}>
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
          {item.name === undefined ? null : <Text weight={600}>{item.name}</Text>}
          <DoubleState item={item} possibleMilli={data.possibleMilli} />
          {item.earnedMilli === undefined || item.double !== undefined ? null : (
            <StateBadge tone="good">{text.earned(item.earnedMilli, data.possibleMilli)}</StateBadge>
          )}
          {item.work === undefined ? (
            <QuestionForm
              key={item.attemptId}
              view={data.view}
              response={item.response}
              score={HIDDEN_SCORE}
              onResponse={() => undefined}
              renderFiles={() => <HandedFiles attemptId={item.attemptId} files={item.files ?? []} />}
            />
          ) : (
            <HandedWorkView work={item.work} />
          )}
        </Stack>
      </Panel>
      <div ref={box}>
        {isFinished && !isOwner ? (
          <p>{doubleText.locked}</p>
        ) : (
          <ScoreForm
            key={shown}
            questionId={questionId}
            possibleMilli={data.possibleMilli}
            item={item}
            rubric={rubric === undefined ? undefined : { rubric, draft, onDraft: handleDraft }}
            isSettling={isFinished}
            onScored={handleScored}
          />
        )}
      </div>
      <Stack gap={8}>
        <p>
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-expanded={historyOf === item.attemptId}
            onClick={() => setHistoryOf(historyOf === item.attemptId ? undefined : item.attemptId)}
          >
            {historyOf === item.attemptId ? markingText.closeScoreHistory : markingText.openScoreHistory}
          </button>
        </p>
        {historyOf === item.attemptId ? <ScoreHistory key={shown} attemptId={item.attemptId} questionId={questionId} /> : null}
      </Stack>
      <Text as="p" size={13} tone="faint">
        {rubric === undefined ? markingText.keysHint : rubricText.keysHint}
      </Text>
    </Stack>
  );
};

interface ResponseScoringProps {
  readonly assignmentId: string;
  readonly questionId: string;
}

export const ResponseScoring = ({ assignmentId, questionId }: ResponseScoringProps) => {
  const userId = useSession((session) => session.userId);
  const [withNames, setWithNames] = useState(false);
  const [onlyOwn, setOnlyOwn] = useState(true);
  const plan = useQuery(markingPlanQuery(userId, assignmentId)).data;
  const { data, isError, refetch } = useQuery(responsesQuery(userId, { assignmentId, questionId }, { withNames, onlyOwn }));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.responses)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const isDouble = plan?.questions.some((each) => each.questionId === questionId && each.isDouble) ?? false;
  const isShared = !isDouble && (plan?.students.some(({ markerIds }) => markerIds.length > 0) ?? false);
  return (
    <Stack gap={16}>
      <Cluster gap={16}>
        <CheckboxOption checked={withNames} onChange={setWithNames}>
          {markingText.showNames}
        </CheckboxOption>
        {isShared ? (
          <CheckboxOption checked={onlyOwn} onChange={setOnlyOwn}>
            {doubleText.onlyMine}
          </CheckboxOption>
        ) : null}
      </Cluster>
      <Scoring key={`${withNames} ${onlyOwn}`} questionId={questionId} data={data} isOwner={plan?.mayChange ?? false} />
    </Stack>
  );
};
