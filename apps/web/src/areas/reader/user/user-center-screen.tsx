/** `/user`: the account page: profile, overview and open tasks, sign-in methods, devices, and the user's data. */
import { Block, buttonClass, Cluster, Page, PageHeader, Panel, Section, Text } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { CloseAccountDialog } from '../../../features/account/close-account-dialog.tsx';
import { ClosingNotice } from '../../../features/account/closing-notice.tsx';
import { DataExportRow } from '../../../features/account/data-export-row.tsx';
import { DevicesList } from '../../../features/account/devices-list.tsx';
import { OPERATOR_PERMISSIONS, useMayAny } from '../../../features/account/for-operators.tsx';
import { InstitutionCard, MyOverview } from '../../../features/account/my-overview.tsx';
import { ProfileCard } from '../../../features/account/profile-card.tsx';
import { userInfoQuery } from '../../../features/account/queries.ts';
import { SecurityRows } from '../../../features/account/security-rows.tsx';
import { SettingRow } from '../../../features/account/setting-row.tsx';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { useSignOut } from '../../../features/account/use-sign-out.ts';
import styles from '../../../features/account/user-center.module.css';
import { UserMenu, usePersonalPages } from '../../../features/account/user-menu.tsx';
import { NotificationList } from '../../../features/notification/notification-list.tsx';
import { ReadingWeek } from '../../../features/reading/reading-week.tsx';
import { TimeRecordingRow } from '../../../features/reading/time-recording-row.tsx';
import { ReadingGoal } from '../../../features/statistics/reading-goal.tsx';
import { ReadingHistory } from '../../../features/statistics/reading-history.tsx';
import { MyClasses } from '../../../features/teaching/my-classes.tsx';
import { WaitingInClasses } from '../../../features/teaching/waiting-in-classes.tsx';
import { accountText } from '../../../platform/messages/zh-cn/account.ts';
import { notificationText } from '../../../platform/messages/zh-cn/notifications.ts';
import { readingTimeText } from '../../../platform/messages/zh-cn/reading-time.ts';
import { teachingText } from '../../../platform/messages/zh-cn/teaching.ts';
import { userCenterText } from '../../../platform/messages/zh-cn/user-center.ts';

const morePages = [
  { page: 'teacher', to: '/user/teacher' },
  { page: 'myEditedBook', to: '/user/myEditedBook' },
] as const;

const WaitingWork = lazy(async () => ({ default: (await import('../../../features/admin/waiting-work.tsx')).WaitingWork }));

/** The pending work in the admin area; shown to operators only. */
const OperatorWork = () =>
  useMayAny(OPERATOR_PERMISSIONS) === true ? (
    <Block marginTop={24}>
      <Suspense>
        <WaitingWork />
      </Suspense>
    </Block>
  ) : null;

/** Links to personal pages that this user's menu does not contain, such as the applications to be a teacher or an author. */
const MorePages = () => {
  const pages = usePersonalPages();
  const more = pages === undefined ? [] : morePages.filter(({ page }) => !pages.includes(page));
  if (more.length === 0) return null;
  return (
    <Section title={userCenterText.morePages.title}>
      <Panel flush>
        {more.map(({ page, to }) => (
          <SettingRow key={page} name={userCenterText.morePages[page].name} hint={userCenterText.morePages[page].hint}>
            <Link to={to} className={styles.textButton}>
              {userCenterText.morePages[page].action}
            </Link>
          </SettingRow>
        ))}
      </Panel>
    </Section>
  );
};

const Center = () => {
  const user = useSuspenseQuery(userInfoQuery()).data;
  const navigate = useNavigate();
  const [isClosing, setClosing] = useState(false);
  const { signOut, signingOut } = useSignOut(() => navigate('/'));
  const { hash } = useLocation();
  useEffect(() => {
    // Scrolls to the section named in the URL's fragment once the page is rendered.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <UserMenu />
      {user.closesAt === null ? null : <ClosingNotice closesAt={user.closesAt} />}
      <ProfileCard user={user} />
      <MyOverview />
      <Cluster as="p" gap={[8, 16]} align="center" marginTop={16}>
        <Link to="/redeem?to=%2Fuser" className={buttonClass('quiet')}>
          {userCenterText.redeem}
        </Link>
        <Text size={13} tone="faint">
          {userCenterText.redeemHint}
        </Text>
      </Cluster>
      <OperatorWork />
      <WaitingInClasses userId={user.id} />
      <Section id="notices" title={notificationText.title}>
        <p className={styles.lead}>{notificationText.lead}</p>
        <NotificationList />
      </Section>
      <Section title={teachingText.mine} id="classes">
        <MyClasses />
      </Section>
      <Section title={readingTimeText.title}>
        <ReadingWeek owner={user.id} />
      </Section>
      <ReadingHistory owner={user.id} />
      <ReadingGoal owner={user.id} />
      <Section title={userCenterText.institution.title}>
        <InstitutionCard />
      </Section>
      <Section id="security" title={userCenterText.security}>
        <Panel flush>
          <SecurityRows user={user} />
        </Panel>
      </Section>
      <Section title={userCenterText.devices}>
        <p className={styles.lead}>{userCenterText.devicesLead}</p>
        <Panel flush>
          <DevicesList />
        </Panel>
      </Section>
      <MorePages />
      <Section title={userCenterText.data}>
        <Panel flush>
          <DataExportRow />
          <TimeRecordingRow
            owner={user.id}
            render={(value, button) => (
              <SettingRow name={readingTimeText.recording} value={value} hint={readingTimeText.recordingHint}>
                {button === undefined ? null : (
                  <button type="button" className={styles.textButton} onClick={button.onPress}>
                    {button.label}
                  </button>
                )}
              </SettingRow>
            )}
          />
          <SettingRow
            name={userCenterText.terms}
            value={user.consentVersion === 0 ? userCenterText.termsNotAgreed : userCenterText.termsAgreed(user.consentVersion)}
          >
            <Link to="/helper/terms" className={styles.textButton}>
              {userCenterText.readTerms}
            </Link>
          </SettingRow>
          {user.closesAt === null ? (
            <SettingRow name={userCenterText.close} hint={userCenterText.closeLead}>
              <button type="button" className={`${styles.textButton} ${styles.dangerous}`} onClick={() => setClosing(true)}>
                {userCenterText.closeBegin}
              </button>
            </SettingRow>
          ) : null}
        </Panel>
      </Section>
      <div className={styles.leave}>
        <button type="button" className={buttonClass('quiet')} disabled={signingOut} onClick={signOut}>
          {userCenterText.signOut}
        </button>
        <Text as="p" size={13} tone="faint">
          {userCenterText.signOutNote}
        </Text>
      </div>
      {isClosing ? <CloseAccountDialog user={user} onClose={() => setClosing(false)} /> : null}
    </>
  );
};

export const Component = () => (
  <Page width="text">
    <PageHeader title={accountText.center} />
    <ForSignedIn signedOutText={accountText.signedOutHere}>
      <Center />
    </ForSignedIn>
  </Page>
);
