/** `/class/:id/poll/:itemId`: a poll for the projector: the question, how many have voted, the rounds, and the bars when they are shown. */
import { NEXT_POLL_STATES, type Poll, type PollState, setPollState } from '@shufang/contract';
import { buttonClass, Cluster, PageHeader, Stack, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './classroom.module.css';
import { ClassroomPage, ClassroomPending } from './classroom-page.tsx';
import { PollBars } from './poll-bars.tsx';
import { pollQuery, refreshClassroom } from './queries.ts';
import { useClassroomChanges } from './use-classroom-changes.ts';

const Moves = ({ poll: { id, state } }: { poll: Poll }) => {
  const queryClient = useQueryClient();
  const moving = useMutation({
    mutationFn: (to: PollState) => call(setPollState, { id, from: state, to }),
    onSettled: () => refreshClassroom(queryClient),
  });
  return NEXT_POLL_STATES[state].map((to, at) =>
    to === 'draft' ? null : (
      <button
        key={to}
        type="button"
        className={buttonClass(at === 0 ? undefined : 'quiet')}
        aria-disabled={moving.isPending}
        onClick={() => {
          if (!moving.isPending) moving.mutate(to);
        }}
      >
        {text.moves[to]}
      </button>
    ),
  );
};

/** The options without their votes, which would influence those who have not voted. */
const Options = ({ options }: { options: readonly string[] }) => (
  <ul className={styles.bars}>
    {options.map((option, at) => (
      <li key={`${at}${option}`} className={styles.label}>
        {text.letter(at)}. {option}
      </li>
    ))}
  </ul>
);

const Board = ({ poll }: { poll: Poll }) => {
  const { classId, question, state, mayEdit } = poll;
  const [isShown, setShown] = useState(false);
  const hasBars = poll.tallies !== undefined && (state === 'closed' || (isShown && state !== 'draft'));
  return (
    <div className={styles.boardPoll}>
      <Text as="p" className={styles.question}>
        {question}
      </Text>
      {hasBars ? <PollBars poll={poll} /> : <Options options={poll.options} />}
      <Text as="p" tabular className={styles.boardText} role="status">
        {state === 'draft' ? text.pollStates.draft : `${text.pollStates[state]} · ${text.voted(poll)}`}
      </Text>
      <Cluster gap={12}>
        {mayEdit ? <Moves poll={poll} /> : null}
        {poll.tallies === undefined || state === 'draft' || state === 'closed' ? null : (
          <button type="button" className={buttonClass('quiet')} onClick={() => setShown(!isShown)}>
            {isShown ? text.hideBars : text.showBars}
          </button>
        )}
        <Link to={`/class/${classId}?tab=interact`} className={buttonClass('quiet')}>
          {text.back}
        </Link>
      </Cluster>
    </div>
  );
};

const Loaded = ({ id, classId }: { id: string; classId: string }) => {
  const userId = useSession((session) => session.userId);
  useClassroomChanges();
  const { data, error, refetch } = useQuery(pollQuery(userId, id));
  if (data === undefined) {
    return (
      <ClassroomPending
        title={text.polls}
        classId={classId}
        error={error}
        onRetry={() => void refetch()}
        notFound={{ title: text.pollNotFound, hint: text.pollNotFoundHint }}
      />
    );
  }
  return (
    <Stack gap={12}>
      <PageHeader title={data.className} />
      <Board poll={data} />
    </Stack>
  );
};

export const Component = () => {
  const { id = '', itemId = '' } = useParams();
  return (
    <ClassroomPage title={text.polls}>
      <Loaded key={itemId} id={itemId} classId={id} />
    </ClassroomPage>
  );
};
