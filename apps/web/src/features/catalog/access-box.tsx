/** The box about the user's access (阅读权限): one line that states the access, and one main button. */
import { buttonClass, Cluster, Text } from '@shufang/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './access-box.module.css';
import type { BookInfo } from './book-facts.tsx';
import { institutionWay } from './institution-way.ts';
import { mainWayOf } from './main-way.ts';
import { bookInfoQuery } from './queries.ts';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric', timeZone: 'Asia/Shanghai' });

const mainAction = ({ book, right }: BookInfo): string => {
  if (right.kind === 'trial') return catalogText.mainActions.trial;
  return book.progress === undefined ? catalogText.mainActions.start : catalogText.mainActions.continue;
};

const handleSignIn = (event: MouseEvent): void => {
  event.preventDefault();
  broadcast('signInRequest');
};

/**
 * Line above the price about reading through an institution, which may have paid for the book already. `way`: path to sign in through the
 * institution; absent if the main button leads there.
 */
const InstitutionLine = ({ names, way }: { names: readonly string[]; way: string | undefined }) => (
  <Cluster as="p" gap={4} size={14} fullWidth className={styles.institution}>
    {names.length === 0 ? catalogText.perhapsLicensed : catalogText.licensedBy(names.join('、'))}
    {way === undefined ? null : (
      <Text to={way} as={Link} size={14} tone="accent" underline className={styles.plain}>
        {catalogText.institutionSignIn}
      </Text>
    )}
  </Cluster>
);

/**
 * The box about the user's access, with its main button. `isSold`: whether a box with the price follows; if buying is the main action, that
 * box has the main button, and this one has none.
 */
export const AccessBox = ({ info, isSold }: { info: BookInfo; isSold: boolean }) => {
  const { book, right, institutionSignIn } = info;
  const signedIn = useSession().token !== undefined;
  const queryClient = useQueryClient();
  const main = mainWayOf(info, { signedIn, isSold });
  const throughInstitution = institutionWay(signedIn, `/course/info/${book.id}`);
  return (
    <Cluster as="section" align="center" justify="between" fullWidth className={styles.box} aria-label={catalogText.accessBox}>
      <p className={styles.line}>
        <Text weight={700} serif className={styles.kind} data-kind={right.kind}>
          {catalogText.rightNames[right.kind]}
        </Text>
        {right.reason}
        {right.endsAt === undefined ? null : (
          <Text size={14} tone="faint" className={styles.ends}>
            {catalogText.endsAt(dateFormat.format(right.endsAt))}
          </Text>
        )}
      </p>
      <Cluster align="center" className={styles.actions}>
        {main === 'signIn' ? (
          <Link to={`/user/login?redirect=/course/info/${book.id}`} className={buttonClass()} onClick={handleSignIn}>
            {accountText.goSignIn}
          </Link>
        ) : null}
        {main === 'read' || right.kind === 'trial' ? (
          <Link to={`/course/learning/${book.id}`} className={buttonClass(main === 'read' ? 'main' : 'quiet')}>
            {mainAction(info)}
          </Link>
        ) : null}
        {main === 'institution' ? (
          <Link to={throughInstitution} className={buttonClass()}>
            {catalogText.institutionSignIn}
          </Link>
        ) : null}
        {main === 'browse' ? (
          <Link to="/course/list" className={buttonClass()}>
            {catalogText.browseAll}
          </Link>
        ) : null}
        {right.full ? (
          <button
            type="button"
            className={buttonClass(main === 'again' ? 'main' : 'quiet')}
            onClick={() => void queryClient.invalidateQueries({ queryKey: bookInfoQuery(book.id).queryKey })}
          >
            {catalogText.tryAgain}
          </button>
        ) : null}
        {right.openByCode ? (
          <Link
            to={`/redeem?to=${encodeURIComponent(`/course/info/${book.id}`)}`}
            className={buttonClass(main === 'redeem' ? 'main' : 'quiet')}
          >
            {catalogText.redeem}
          </Link>
        ) : null}
        {right.openByCode && book.accessModel === 'codeOnly' ? (
          <Text to={`/user/myBooks?claim=${book.id}`} as={Link} size={14} tone="accent" underline className={styles.plain}>
            {catalogText.codeFails}
          </Text>
        ) : null}
      </Cluster>
      {institutionSignIn === undefined || (main === 'institution' && institutionSignIn.names.length === 0) ? null : (
        <InstitutionLine names={institutionSignIn.names} way={main === 'institution' ? undefined : throughInstitution} />
      )}
    </Cluster>
  );
};
