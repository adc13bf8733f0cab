/** `/user/teacher`: the teacher's classes, the status of the verification, and the application form. */
import { LoadFailure, Page, PageHeader, RecordsSkeleton, Section } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { teacherApplicationQuery } from '../../features/verification/queries.ts';
import { BookStatusCard } from '../../features/verification/status-card.tsx';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText } from '../../platform/messages/zh-cn/teaching.ts';
import { codeInHistory } from '../../platform/session/code-in-history.ts';
import { useSession } from '../../platform/session/session.ts';
import { QuestionBanks } from './questions/question-banks.tsx';
import { TaughtClasses } from './taught-classes.tsx';
import { TeacherMenu } from './teacher-menu.tsx';
import styles from './teaching.module.css';

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

const ApplicationStatus = () => {
  const queryClient = useQueryClient();
  const { state, key } = useLocation();
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(teacherApplicationQuery(userId));
  useBroadcast('roleChanged', () => void queryClient.invalidateQueries({ queryKey: ['application'] }));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.loadFailed)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  return (
    <>
      {data.state === 'approved' ? null : <Benefits />}
      <BookStatusCard key={key} kind="teacher" status={data} prompt={text.nonePrompt} initialCode={codeInHistory(state)} />
    </>
  );
};

export const Component = () => (
  <Page width="text">
    <PageHeader title={text.teacherTitle} lead={text.teacherLead} />
    <ForSignedIn signedOutText={text.teacherSignedOut}>
      <UserMenu />
      <TeacherMenu />
      <TaughtClasses />
      <QuestionBanks />
      <Section title={teachingText.verification}>
        <ApplicationStatus />
      </Section>
    </ForSignedIn>
  </Page>
);
