/** A poll as a student sees it: the options while a round is running, then the results. */
import { castVote, type Poll } from '@shufang/contract';
import { buttonClass, RadioOption, RecordCard, Stack, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import styles from './classroom.module.css';
import { PollBars } from './poll-bars.tsx';
import { refreshClassroom } from './queries.ts';

const VoteOptions = ({ poll: { id, question, options, own }, round }: { poll: Poll; round: 1 | 2 }) => {
  const queryClient = useQueryClient();
  const before = own[round - 1] ?? undefined;
  const [chosen, setChosen] = useState(before);
  const voting = useMutation({
    mutationFn: (choice: number) => call(castVote, { id, round, choice }),
    onSettled: () => refreshClassroom(queryClient),
  });
  return (
    <Stack gap={12} justifyItems="start">
      <Stack gap={8} role="radiogroup" aria-label={question}>
        {options.map((option, at) => (
          <RadioOption
            key={`${at}${option}`}
            className={styles.option}
            name={`poll-${id}`}
            checked={chosen === at}
            onChange={() => setChosen(at)}
          >
            {text.letter(at)}. {option}
          </RadioOption>
        ))}
      </Stack>
      {before === undefined ? null : <p role="status">{text.yourVote(text.letter(before))}</p>}
      <button
        type="button"
        className={buttonClass()}
        aria-disabled={chosen === undefined || voting.isPending}
        onClick={() => {
          if (chosen !== undefined && !voting.isPending) voting.mutate(chosen);
        }}
      >
        {before === undefined ? text.vote : text.changeVote}
      </button>
    </Stack>
  );
};

const letterOf = (choice: number | null): string => (choice === null ? text.noVote : text.letter(choice));

export const PollCard = ({ poll }: { poll: Poll }) => {
  const { question, state, own } = poll;
  return (
    <RecordCard
      title={question}
      badge={<StateBadge tone={state === 'closed' ? 'plain' : 'wait'}>{text.pollStates[state]}</StateBadge>}
      isListed
    >
      {state === 'first' || state === 'second' ? <VoteOptions key={state} poll={poll} round={state === 'first' ? 1 : 2} /> : null}
      {state === 'discussing' ? <p>{text.discuss}</p> : null}
      {state === 'closed' ? (
        <Stack gap={16}>
          <PollBars poll={poll} />
          <Text as="p" size={14} tone="soft">
            {text.yourVotes(own.map(letterOf))}
          </Text>
        </Stack>
      ) : null}
    </RecordCard>
  );
};
