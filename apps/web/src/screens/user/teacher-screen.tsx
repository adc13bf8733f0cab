/** `/user/teacher`: how the person stands as a verified teacher, and the form that makes them one. */
import { LoadFailure, Page, PageHeader, RecordsSkeleton } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { teacherStandingQuery } from '../../features/application/queries.ts';
import { StandingCard } from '../../features/application/standing-card.tsx';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { codeInHistory } from '../../platform/session/code-in-history.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './application-screens.module.css';

const Benefits = () => (
  <section aria-labelledby="benefits" className={styles.benefits}>
    <h2 id="benefits">{text.benefitsTitle}</h2>
    <ul>
      {text.benefits.map((benefit) => (
        <li key={benefit}>{benefit}</li>
      ))}
    </ul>
  </section>
);

const Standing = () => {
  const queryClient = useQueryClient();
  const { state, key } = useLocation();
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(teacherStandingQuery(userId));
  useBroadcast('roleChanged', () => void queryClient.invalidateQueries({ queryKey: ['application'] }));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={deskText.failed(text.loadFailed)} retryLabel={deskText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={deskText.loading} />
    );
  }
  return (
    <>
      {data.state === 'approved' ? null : <Benefits />}
      <StandingCard key={key} kind="teacher" standing={data} prompt={text.nonePrompt} initialCode={codeInHistory(state)} />
    </>
  );
};

export const Component = () => (
  <Page width="text">
    <PageHeader title={text.teacherTitle} lead={text.teacherLead} />
    <ForSignedIn signedOutText={text.teacherSignedOut}>
      <UserMenu />
      <Standing />
    </ForSignedIn>
  </Page>
);
