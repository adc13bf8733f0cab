/** The current status of the parts of the service. */
import { type getServiceStatus, LIMITS, type OutputOf } from '@shufang/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@shufang/icons';
import { Block, Cluster, Row, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import styles from './help.module.css';
import { statusQuery } from './queries.ts';

const icons = { ok: IconCircleCheck, failed: IconAlertTriangle, off: IconCircleMinus } as const;

const MINUTE_MS = 60_000;

const History = ({ outages }: { outages: OutputOf<typeof getServiceStatus>['history'] }) => (
  <Block as="section" marginTop={24} aria-label={helpText.history}>
    <h3 className={styles.historyTitle}>{helpText.history}</h3>
    {outages.length === 0 ? (
      <Text as="p" tone="soft" marginTop={8}>
        {helpText.noHistory(LIMITS.serviceHistoryDays)}
      </Text>
    ) : (
      <ol>
        {outages.map(({ part, from, until }) => (
          <Cluster key={`${part} ${from}`} as="li" gap={[4, 24]} size={14} className={styles.outage}>
            <span>{helpText.parts[part]}</span>
            <time dateTime={new Date(from).toISOString()}>{helpText.since(from)}</time>
            <Text size={14} tone="soft" marginLeft="auto" className={styles.partState}>
              {until === undefined ? helpText.stillFailing : helpText.lasted(Math.round((until - from) / MINUTE_MS))}
            </Text>
          </Cluster>
        ))}
      </ol>
    )}
    <Text as="p" tone="soft" marginTop={8}>
      {helpText.historyNote(LIMITS.serviceHistoryDays)}
    </Text>
  </Block>
);

export const StatusBoard = () => {
  const { data: board, isError, isFetching, refetch } = useQuery(statusQuery());
  if (isError) {
    return (
      <Text as="p" tone="soft" role="status">
        {helpText.statusFailed}
        <TextButton type="button" size="inherit" underline className={styles.textButton} onClick={() => void refetch()}>
          {helpText.retry}
        </TextButton>
      </Text>
    );
  }
  if (board === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={helpText.statusLoading} />;
  return (
    <>
      <ul className={styles.board}>
        {board.parts.map(({ part, state }) => {
          const Icon = icons[state];
          return (
            <Row key={part} as="li" gap={8} align="center" className={styles.part} data-state={state}>
              <Icon size={18} stroke={1.75} aria-hidden />
              <span>{helpText.parts[part]}</span>
              <Text size={14} tone="soft" marginLeft="auto" className={styles.partState}>
                {helpText.partStates[state]}
              </Text>
            </Row>
          );
        })}
      </ul>
      <Text as="p" tone="soft" marginTop={8}>
        {helpText.checkedAt(board.checkedAt)}
        <TextButton
          type="button"
          size="inherit"
          underline
          className={styles.textButton}
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {helpText.retry}
        </TextButton>
      </Text>
      <History outages={board.history} />
    </>
  );
};
