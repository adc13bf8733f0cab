/** The frame of a page about one record: signing in, and what the page shows while the record is loading, missing or unavailable. */
import type { ErrorCode } from '@shufang/contract';
import { buttonClass, EmptyState, LoadFailure, Page, PageHeader, RecordsSkeleton } from '@shufang/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isRefusal } from '../../platform/api/api-error.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../platform/session/session.ts';
import { ForSignedIn } from './signed-out.tsx';

interface RecordPageProps {
  /** The heading for users who are signed out; the loaded record has its own. */
  readonly title: string;
  readonly signedOutText: string;
  readonly width?: 'text';
  readonly children: ReactNode;
}

/** A page whose record is for signed-in users. `children` show the heading themselves. */
export const RecordPage = ({ title, signedOutText, width, children }: RecordPageProps) => {
  const isSignedOut = useSession((session) => session.token === undefined);
  return (
    <Page {...(width === undefined ? {} : { width })}>
      {isSignedOut ? <PageHeader title={title} /> : null}
      <ForSignedIn signedOutText={signedOutText}>{children}</ForSignedIn>
    </Page>
  );
};

/** What is said about a record that does not exist for the caller, and where they can go from there. */
interface MissingRecord {
  readonly title: string;
  readonly hint: string;
  readonly link: { readonly to: string; readonly text: string };
}

/** The page of a record that does not exist, or that the caller may not see. */
export const RecordNotFound = ({ title, missing }: { readonly title: string; readonly missing: MissingRecord }) => (
  <>
    <PageHeader title={title} />
    <EmptyState title={missing.title}>
      <p>{missing.hint}</p>
      <Link to={missing.link.to} className={buttonClass('quiet')}>
        {missing.link.text}
      </Link>
    </EmptyState>
  </>
);

interface RecordPendingProps {
  readonly title: string;
  /** Name of what is loaded, for the error message. */
  readonly what: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** The refusals that mean that there is no such record for the caller. */
  readonly missingCodes: readonly ErrorCode[];
  readonly missing: MissingRecord;
}

/** What a page shows instead of a record that is not loaded: its loading state, its failure, or that there is none. */
export const RecordPending = ({ title, what, error, onRetry, missingCodes, missing }: RecordPendingProps) => {
  if (isRefusal(error, ...missingCodes)) return <RecordNotFound title={title} missing={missing} />;
  return (
    <>
      <PageHeader title={title} />
      {error === null ? (
        <RecordsSkeleton label={recordsText.loading} />
      ) : (
        <LoadFailure text={recordsText.failed(what)} retryLabel={recordsText.retry} onRetry={onRetry} />
      )}
    </>
  );
};
