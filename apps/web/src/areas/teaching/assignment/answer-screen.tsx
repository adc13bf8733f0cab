/** `/assignment/:id/answer`: a student answers. Every input is on the device before it is shown as stored, and then at the server. */
import { type AttemptReceipt, getPaper, startAttempt } from '@shufang/contract';
import { buttonClass, EmptyState, LoadFailure, Page, PageHeader, RecordsSkeleton } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { isNetworkError, isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { type AttemptRow, answerDatabase } from '../../../platform/storage/attempt-database.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';
import { AnswerPaper } from './answer-paper.tsx';
import { findStoredAttempt, storeAttempt } from './answer-store.ts';
import { HandedIn } from './handed-in.tsx';
import { refreshAssignments } from './queries.ts';
import type { ClockReading } from './remaining-time.ts';

interface OpenedAttempt {
  readonly row: AttemptRow;
  readonly reading: ClockReading;
}

/** Starts or continues the attempt and stores it on the device. Without a network or a session, returns the one that is stored here. */
const openAttempt = async (owner: string, assignmentId: string): Promise<OpenedAttempt> => {
  const db = answerDatabase();
  try {
    const attempt = await call(startAttempt, { assignmentId });
    const reading = { clock: attempt.clock, atMs: performance.now() };
    const paper = await call(getPaper, { attemptId: attempt.id });
    const row = { owner, assignmentId, attempt, paper };
    await storeAttempt(db, row);
    return { row, reading };
  } catch (error) {
    const isUnreachable = isNetworkError(error) || isRefusal(error, 'requestLogin', 'userBeenKickedOut');
    const row = isUnreachable ? await findStoredAttempt(db, owner, assignmentId) : undefined;
    if (row === undefined) throw error;
    // The device's clock is the only one until the server responds.
    return { row, reading: { clock: { ...row.attempt.clock, now: Date.now() }, atMs: performance.now() } };
  }
};

/** Shown until the paper is open: it loads, cannot be opened, or could not be loaded. */
const NotOpened = ({ assignmentId, error, onRetry }: { assignmentId: string; error: Error | null; onRetry: () => void }) => {
  if (error === null) return <RecordsSkeleton label={text.loadingPaper} />;
  if (!isRefusal(error, ...startAttempt.errors, 'request.invalid'))
    return <LoadFailure text={recordsText.failed(text.paperFailed)} retryLabel={recordsText.retry} onRetry={onRetry} />;
  return (
    <EmptyState title={error.message}>
      <Link to={`/assignment/${assignmentId}`} className={buttonClass('quiet')}>
        {text.toAssignmentPage}
      </Link>
    </EmptyState>
  );
};

const Loaded = ({ assignmentId }: { assignmentId: string }) => {
  const owner = useOwner();
  const queryClient = useQueryClient();
  const [receipt, setReceipt] = useState<{ readonly receipt: AttemptReceipt }>();
  const { data, error, refetch } = useQuery({
    // Not one of the keys that a change of an assignment invalidates: this query starts attempts.
    queryKey: ['answering', owner, assignmentId],
    queryFn: () => openAttempt(owner, assignmentId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (receipt !== undefined)
    return <HandedIn assignmentId={assignmentId} receipt={receipt.receipt} isTask={data?.row.paper.kind === 'upload'} />;
  if (data === undefined) {
    return (
      <>
        <PageHeader title={text.start} />
        <NotOpened assignmentId={assignmentId} error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  return (
    <AnswerPaper
      key={data.row.attempt.id}
      {...data}
      onHandedIn={(handedIn) => {
        setReceipt({ receipt: handedIn });
        void refreshAssignments(queryClient);
      }}
    />
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  // A paper stays open when the session ends: what is written meanwhile is sent after the next sign-in.
  const mayAnswer = useSession(({ token, lapsedUserId }) => token !== undefined || lapsedUserId !== undefined);
  return (
    <Page width="text">
      {mayAnswer ? (
        <Loaded key={id} assignmentId={id} />
      ) : (
        <ForSignedIn signedOutText={text.answerSignedOut}>
          <Loaded key={id} assignmentId={id} />
        </ForSignedIn>
      )}
    </Page>
  );
};
