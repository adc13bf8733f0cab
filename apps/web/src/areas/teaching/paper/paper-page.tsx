/** What the pages of a paper share: the assignment is loaded, and shown only to teachers of its class. */
import type { Assignment } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { RecordNotFound, RecordPage, RecordPending } from '../../../features/account/record-page.tsx';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { useSession } from '../../../platform/session/session.ts';
import { assignmentQuery } from '../assignment/queries.ts';

interface PaperPageProps {
  readonly title: string;
  readonly width?: 'text';
  readonly children: (one: Assignment) => ReactNode;
}

const missing = { title: text.notFound, hint: text.notFoundHint, link: { to: '/user#classes', text: text.toClasses } };

interface PendingProps {
  readonly title: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Shown until data of a paper is loaded, or because it could not be. */
export const PaperPending = ({ title, error, onRetry }: PendingProps) => (
  <RecordPending
    title={title}
    what={title}
    error={error}
    onRetry={onRetry}
    missingCodes={['assignment.notFound', 'request.invalid', 'forbidden']}
    missing={missing}
  />
);

const Loaded = ({ id, title, children }: { readonly id: string } & Pick<PaperPageProps, 'title' | 'children'>) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery(assignmentQuery(userId, id));
  if (data === undefined) return <PaperPending title={title} error={error} onRetry={() => void refetch()} />;
  return data.role === 'teacher' ? children(data) : <RecordNotFound title={title} missing={missing} />;
};

export const PaperPage = ({ title, width, children }: PaperPageProps) => {
  const { id = '' } = useParams();
  return (
    <RecordPage title={title} signedOutText={text.signedOut} {...(width === undefined ? {} : { width })}>
      <Loaded key={id} id={id} title={title}>
        {children}
      </Loaded>
    </RecordPage>
  );
};
