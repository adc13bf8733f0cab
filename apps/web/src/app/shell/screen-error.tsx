/** Stands in for a screen that failed. A claimed refusal says its own sentence; everything else offers to try again. */
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { findSessionToken } from '../../platform/session/session.ts';
import styles from './screen-error.module.css';

const handleSignIn = (): void => broadcast('signInRequest');

export const ScreenError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const queryClient = useQueryClient();
  const refused = error instanceof ApiError && error.kind === 'refused';
  // A page that asked as somebody, without a session: the storage was cleared beneath it, or the session has ended.
  const isSignedOut = refused && (error.code === undefined || error.code === 'requestLogin') && findSessionToken() === undefined;
  const traceId = error instanceof ApiError && !refused ? error.requestId : undefined;
  const handleRetry = (): void => {
    // A chunk that could not be loaded stays failed until the page is loaded again.
    if (!(error instanceof ApiError)) return location.reload();
    void queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
    onRetry();
  };
  useBroadcast('reloadRequest', handleRetry);
  return (
    <section className={styles.error}>
      <h1 className={styles.title}>{refused ? error.message : shellText.screenFailed}</h1>
      {refused ? null : <p className={styles.hint}>{shellText.screenFailedHint}</p>}
      {traceId === undefined ? null : <p className={styles.trace}>{shellText.traceId(traceId)}</p>}
      <p className={styles.actions}>
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
      </p>
    </section>
  );
};
