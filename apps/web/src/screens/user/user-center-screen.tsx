/** `/user`: who the person is here, what they have and what waits, how they sign in and where, and what becomes of their data. */
import { buttonClass, Page, PageHeader, Section } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { CloseAccountDialog } from '../../features/account/close-account-dialog.tsx';
import { ClosingNotice } from '../../features/account/closing-notice.tsx';
import { DataExportRow } from '../../features/account/data-export-row.tsx';
import { DevicesList } from '../../features/account/devices-list.tsx';
import { OPERATOR_PERMISSIONS, useMayAny } from '../../features/account/for-operators.tsx';
import { InstitutionCard, MyOverview } from '../../features/account/my-overview.tsx';
import { ProfileCard } from '../../features/account/profile-card.tsx';
import { userInfoQuery } from '../../features/account/queries.ts';
import { SecurityRows } from '../../features/account/security-rows.tsx';
import { SettingRow } from '../../features/account/setting-row.tsx';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { useSignOut } from '../../features/account/use-sign-out.ts';
import styles from '../../features/account/user-center.module.css';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { NoticeList } from '../../features/notice/notice-list.tsx';
import { ReadingWeek } from '../../features/reading/reading-week.tsx';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { noticeText } from '../../platform/messages/zh-cn/notices.ts';
import { readingTimeText } from '../../platform/messages/zh-cn/reading-time.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';

const WaitingWork = lazy(async () => ({ default: (await import('../../features/desk/waiting-work.tsx')).WaitingWork }));

/** What waits at the desk, for those who run the library. */
const OperatorWork = () =>
  useMayAny(OPERATOR_PERMISSIONS) === true ? (
    <div className={styles.work}>
      <Suspense>
        <WaitingWork />
      </Suspense>
    </div>
  ) : null;

const Center = () => {
  const user = useSuspenseQuery(userInfoQuery()).data;
  const navigate = useNavigate();
  const [isClosing, setClosing] = useState(false);
  const { signOut, signingOut } = useSignOut(() => navigate('/'));
  const { hash } = useLocation();
  useEffect(() => {
    // A link to one section leads there once the page has come.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <UserMenu />
      {user.closesAt === null ? null : <ClosingNotice closesAt={user.closesAt} />}
      <ProfileCard user={user} />
      <MyOverview />
      <p className={styles.redeem}>
        <Link to="/redeem?to=%2Fuser" className={buttonClass('quiet')}>
          {userCenterText.redeem}
        </Link>
        <span className={styles.hint}>{userCenterText.redeemHint}</span>
      </p>
      <OperatorWork />
      <Section id="notices" title={noticeText.title}>
        <p className={styles.lead}>{noticeText.lead}</p>
        <NoticeList />
      </Section>
      <Section title={readingTimeText.title}>
        <ReadingWeek owner={user.id} />
      </Section>
      <Section title={userCenterText.institution.title}>
        <InstitutionCard />
      </Section>
      <Section id="security" title={userCenterText.security}>
        <div className={styles.rows}>
          <SecurityRows user={user} />
        </div>
      </Section>
      <Section title={userCenterText.devices}>
        <p className={styles.lead}>{userCenterText.devicesLead}</p>
        <div className={styles.rows}>
          <DevicesList />
        </div>
      </Section>
      <Section title={userCenterText.data}>
        <div className={styles.rows}>
          <DataExportRow />
          <SettingRow
            name={userCenterText.terms}
            value={user.consentVersion === 0 ? userCenterText.termsNotAgreed : userCenterText.termsAgreed(user.consentVersion)}
          >
            <Link to="/helper/contact#terms" className={styles.textButton}>
              {userCenterText.readTerms}
            </Link>
          </SettingRow>
          {user.closesAt === null ? (
            <SettingRow name={userCenterText.close} hint={userCenterText.closeLead}>
              <button type="button" className={styles.textButton} onClick={() => setClosing(true)}>
                {userCenterText.closeBegin}
              </button>
            </SettingRow>
          ) : null}
        </div>
      </Section>
      <div className={styles.leave}>
        <button type="button" className={buttonClass('quiet')} disabled={signingOut} onClick={signOut}>
          {userCenterText.signOut}
        </button>
        <p className={styles.hint}>{userCenterText.signOutNote}</p>
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
