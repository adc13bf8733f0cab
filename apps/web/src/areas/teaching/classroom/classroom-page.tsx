/** The frame of a page about one attendance session or poll: signing in, loading, and what is shown if there is none. */
import type { ReactNode } from 'react';
import { RecordPage, RecordPending } from '../../../features/account/record-page.tsx';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';

interface PendingProps {
  readonly title: string;
  readonly classId: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly notFound: { readonly title: string; readonly hint: string };
}

/** What a page shows while its data is not there. */
export const ClassroomPending = ({ title, classId, error, onRetry, notFound }: PendingProps) => (
  <RecordPending
    title={title}
    what={title}
    error={error}
    onRetry={onRetry}
    missingCodes={['attendance.notFound', 'poll.notFound', 'request.invalid']}
    missing={{ ...notFound, link: { to: `/class/${classId}?tab=interact`, text: text.back } }}
  />
);

export const ClassroomPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <RecordPage title={title} signedOutText={text.signedOut}>
    {children}
  </RecordPage>
);
