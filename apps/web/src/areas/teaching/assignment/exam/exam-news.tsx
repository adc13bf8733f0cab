/** Beside the paper of a running attempt: corrections of the invigilator, and the notice that the exam is paused. */
import { acknowledgeCorrection, type ExamNews } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, Stack, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../../platform/api/client.ts';
import { useBroadcast } from '../../../../platform/events/use-broadcast.ts';
import { examText as text } from '../../../../platform/messages/zh-cn/exam.ts';
import styles from './exam.module.css';
import { newsQuery } from './queries.ts';

const Correction = ({ attemptId, one }: { attemptId: string; one: ExamNews['corrections'][number] }) => {
  const queryClient = useQueryClient();
  const confirming = useMutation({
    mutationFn: () => call(acknowledgeCorrection, { attemptId, incidentId: one.id }),
    onSuccess: (news) => queryClient.setQueryData(newsQuery(attemptId).queryKey, news),
  });
  return (
    <li className={styles.correction} data-is-new={!one.isAcknowledged}>
      <Cluster gap={12} align="center" justify="between">
        <span>
          <Text size={13} tone="soft" block>
            {text.correctionAt(one.at)}
          </Text>
          {one.body}
        </span>
        {one.isAcknowledged ? (
          <Text size={13} tone="faint">
            {text.acknowledged}
          </Text>
        ) : (
          <button
            type="button"
            className={buttonClass()}
            aria-label={text.understoodOf(one.body)}
            aria-disabled={confirming.isPending}
            onClick={() => {
              if (!confirming.isPending) confirming.mutate();
            }}
          >
            {text.understood}
          </button>
        )}
      </Cluster>
    </li>
  );
};

/**
 * Shows the corrections above the questions, and hides the questions while the exam is paused. Without a network the paper stays usable: the
 * news come with the next call.
 */
export const WithExamNews = ({ attemptId, children }: { attemptId: string; children: ReactNode }) => {
  const { data, refetch } = useQuery(newsQuery(attemptId));
  useBroadcast('attemptChanged', () => void refetch());
  const corrections = data?.corrections ?? [];
  return (
    <Stack gap={20}>
      <div role="alert">
        {corrections.length === 0 ? null : (
          <section aria-label={text.corrections}>
            <ul className={styles.corrections}>
              {corrections.map((one) => (
                <Correction key={one.id} attemptId={attemptId} one={one} />
              ))}
            </ul>
          </section>
        )}
        {data?.isPaused === true ? (
          <EmptyState title={text.pausedTitle}>
            <p>{text.pausedLead(data.leftMs)}</p>
          </EmptyState>
        ) : null}
      </div>
      <div hidden={data?.isPaused === true}>{children}</div>
    </Stack>
  );
};
