/** A page of the services for teachers: its heading, and its content for verified teachers. */

import type { Permission } from '@shufang/contract';
import { buttonClass, EmptyState, LoadFailure, Page, PageHeader, RecordsSkeleton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMayAny } from '../../features/account/for-operators.tsx';
import { rolesQuery } from '../../features/account/queries.ts';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import { TeacherMenu } from './teacher-menu.tsx';

interface TeacherPageProps {
  readonly title: string;
  readonly lead: string;
  readonly signedOutText: string;
  readonly permission: Permission;
  /** What a user reads who is no verified teacher. */
  readonly denied: { readonly title: string; readonly hint: string; readonly link: string };
  readonly children: ReactNode;
}

const ForTeachers = ({ permission, denied, children }: Pick<TeacherPageProps, 'permission' | 'denied' | 'children'>) => {
  const may = useMayAny([permission]);
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(rolesQuery(userId));
  if (isError && data === undefined)
    return <LoadFailure text={shellText.screenFailed} retryLabel={shellText.retry} onRetry={() => void refetch()} />;
  if (may === undefined) return <RecordsSkeleton label={recordsText.loading} />;
  if (may) return children;
  return (
    <EmptyState title={denied.title}>
      <p>{denied.hint}</p>
      <Link to="/user/teacher" className={buttonClass()}>
        {denied.link}
      </Link>
    </EmptyState>
  );
};

export const TeacherPage = ({ title, lead, signedOutText, permission, denied, children }: TeacherPageProps) => (
  <Page width="text">
    <PageHeader title={title} lead={lead} />
    <ForSignedIn signedOutText={signedOutText}>
      <UserMenu />
      <TeacherMenu />
      <ForTeachers permission={permission} denied={denied}>
        {children}
      </ForTeachers>
    </ForSignedIn>
  </Page>
);
