/** Error view of a failed screen. A business error shows its message; other errors offer a retry. */
import { Column, Row, Text } from '@shufang/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError, isNetworkError } from '../../platform/api/api-error.ts';
import { useConnection } from '../../platform/api/connection.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { findSessionToken } from '../../platform/session/session.ts';
import styles from './screen-error.module.css';
import { ScreenSkeleton } from './screen-skeleton.tsx';

const handleSignIn = (): void => broadcast('signInRequest');

export const ScreenError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const queryClient = useQueryClient();
  const refused = error instanceof ApiError && error.kind === 'refused';
  // Whether the page was loaded with a session that has ended or whose storage was cleared.
  const isSignedOut = refused && (error.code === undefined || error.code === 'requestLogin') && findSessionToken() === undefined;
  const traceId = error instanceof ApiError && !refused ? error.requestId : undefined;
  const handleRetry = (): void => {
    // A failed import of a module is retried by reloading the page, because the browser caches the failure until then.
    if (!(error instanceof ApiError)) return location.reload();
    void queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
    onRetry();
  };
  useBroadcast('reloadRequest', handleRetry);
  const isAlerted = useConnection((connection) => connection.isAlerted);
  if (isAlerted && isNetworkError(error)) return <ScreenSkeleton />;
  return (
    <Column as="section" gap={16} align="center" textAlign="center" className={styles.error}>
      <h1 className={styles.title}>{refused ? error.message : shellText.screenFailed}</h1>
      {refused ? null : (
        <Text as="p" tone="soft">
          {shellText.screenFailedHint}
        </Text>
      )}
      {traceId === undefined ? null : (
        <Text as="p" size={13} tone="faint" breakWords>
          {shellText.traceId(traceId)}
        </Text>
      )}
      <Row as="p" gap={12} marginTop={8}>
        {isSignedOut ? (
          <button type="button" className={styles.retry} onClick={handleSignIn}>
            {shellText.signIn}
          </button>
        ) : refused ? null : (
          <button type="button" className={styles.retry} onClick={handleRetry}>
            {shellText.retry}
          </button>
        )}
        <Link to="/" className={styles.home}>
          {shellText.backHome}
        </Link>
      </Row>
    </Column>
  );
};
