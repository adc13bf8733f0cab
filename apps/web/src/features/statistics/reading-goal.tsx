/** The user's reading goal, its progress, and the one setting for reminders and weekly summaries. */
import { type ReadingGoal as Goal, type ReadingPlan, setReadingPlan } from '@shufang/contract';
import { Checkbox, Cluster, LoadFailure, Panel, ProgressLine, RecordsSkeleton, Section, SelectField, Stack, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { readingHistoryText as text } from '../../platform/messages/zh-cn/reading-history.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { calendarDayOf } from '../../platform/storage/reading-days.ts';
import { readingPlanQuery } from './personal-queries.ts';
import { minutesOf } from './reading-charts.ts';

/** The amounts to choose from, and the one that a new goal begins with. */
const AMOUNTS = { minutes: [5, 10, 15, 20, 30, 45, 60, 90, 120], days: [1, 2, 3, 4, 5, 6, 7] } as const;
const FIRST_AMOUNT = { minutes: 20, days: 3 } as const;

const isKind = (value: string): value is Goal['kind'] => value === 'minutes' || value === 'days';

/** Returns the amounts to choose from, with the chosen one if another client has set it. */
const amountsOf = ({ kind, amount }: Goal): number[] => [...new Set<number>([...AMOUNTS[kind], amount])].toSorted((a, b) => a - b);

export const ReadingGoal = ({ owner }: { owner: string }) => {
  const [today] = useState(() => calendarDayOf(Date.now()));
  const queryClient = useQueryClient();
  const query = readingPlanQuery(owner, today);
  const { data, isError, refetch } = useQuery(query);
  const saving = useMutation({
    mutationFn: (plan: ReadingPlan) => call(setReadingPlan, plan),
    onSuccess: (plan) => queryClient.setQueryData(query.queryKey, (before) => before && { ...before, ...plan }),
  });
  if (data === undefined) {
    return (
      <Section title={text.goalTitle}>
        {isError ? (
          <LoadFailure text={recordsText.failed(text.goalFailed)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={recordsText.loading} />
        )}
      </Section>
    );
  }
  const { goal, hasNotices } = saving.isPending ? saving.variables : data;
  const done = goal?.kind === 'days' ? data.weekDays : minutesOf(data.todaySeconds);
  const setKind = (value: string) =>
    saving.mutate({ goal: isKind(value) ? { kind: value, amount: FIRST_AMOUNT[value] } : null, hasNotices });
  return (
    <Section title={text.goalTitle}>
      <Panel>
        <Stack gap={16}>
          <Cluster gap={[8, 16]} align="start">
            <SelectField
              label={text.goal}
              value={goal?.kind ?? ''}
              options={[
                { value: '', label: text.goals.none },
                { value: 'minutes', label: text.goals.minutes },
                { value: 'days', label: text.goals.days },
              ]}
              onChange={setKind}
            />
            {goal === null ? null : (
              <SelectField
                label={text.amount[goal.kind]}
                value={String(goal.amount)}
                options={amountsOf(goal).map((amount) => ({ value: String(amount), label: text.amountOf[goal.kind](amount) }))}
                onChange={(value) => saving.mutate({ goal: { ...goal, amount: Number(value) }, hasNotices })}
              />
            )}
          </Cluster>
          {goal === null ? null : (
            <Stack gap={6}>
              <p>{text.progress[goal.kind](done, goal.amount)}</p>
              <ProgressLine value={Math.min(1, done / goal.amount)} />
            </Stack>
          )}
          {goal?.kind === 'days' ? (
            <Text as="p" size={13} tone="faint">
              {text.dayHint}
            </Text>
          ) : null}
          <Stack gap={4}>
            <Checkbox
              label={text.notices}
              checked={hasNotices}
              onChange={({ target }) => saving.mutate({ goal, hasNotices: target.checked })}
            />
            <Text as="p" size={13} tone="faint">
              {text.noticesHint}
            </Text>
          </Stack>
        </Stack>
      </Panel>
    </Section>
  );
};
