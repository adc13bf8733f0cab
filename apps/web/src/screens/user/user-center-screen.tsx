/** `/user`: who is signed in here, and the way out. */
import { buttonClass, Page, PageHeader } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { PersonPicture } from '../../features/account/person-picture.tsx';
import { userInfoQuery } from '../../features/account/queries.ts';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { useSignOut } from '../../features/account/use-sign-out.ts';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './user-center-screen.module.css';

const dateFormat = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', day: 'numeric' });

const Profile = () => {
  const user = useSuspenseQuery(userInfoQuery()).data;
  const navigate = useNavigate();
  const { signOut, signingOut } = useSignOut(() => void navigate('/'));
  const roleName = useSession().role ?? 'reader';
  const facts = [
    [accountText.accountPhone, user.tel],
    [accountText.role, accountText.roleNames[roleName]],
    [accountText.passwordState, user.hasPassword ? accountText.withPassword : accountText.withoutPassword],
    [accountText.joinedAt, dateFormat.format(user.createdAt)],
  ] as const;
  return (
    <>
      <UserMenu />
      <section className={styles.profile} aria-label={user.nickname}>
        <PersonPicture address={user.avatar === '' ? undefined : user.avatar} sizePx={80} />
        <div>
          <h2 className={styles.name}>{user.nickname}</h2>
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <button type="button" className={buttonClass('quiet')} disabled={signingOut} onClick={signOut}>
        {accountText.signOut}
      </button>
      <p className={styles.note}>{accountText.thisDevice}</p>
    </>
  );
};

export const Component = () => (
  <Page width="text">
    <PageHeader title={accountText.center} />
    <ForSignedIn signedOutText={accountText.signedOutHere}>
      <Profile />
    </ForSignedIn>
  </Page>
);
