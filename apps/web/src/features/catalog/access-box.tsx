/** 阅读权限: one honest line about what this person may read, and one main button. */
import { buttonClass } from '@shufang/ui';
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

/** Said before the price: an institution may have paid already. `way` absent: the main button leads there. */
const InstitutionLine = ({ names, way }: { names: readonly string[]; way: string | undefined }) => (
  <p className={styles.institution}>
    {names.length === 0 ? catalogText.perhapsLicensed : catalogText.licensedBy(names.join('、'))}
    {way === undefined ? null : (
      <Link to={way} className={styles.plain}>
        {catalogText.institutionSignIn}
      </Link>
    )}
  </p>
);

/** `isSold`: a box with the price stands below; where buying is the main way, its button is the main one and here is none. */
export const AccessBox = ({ info, isSold }: { info: BookInfo; isSold: boolean }) => {
  const { book, right, institutionSignIn } = info;
  const signedIn = useSession().token !== undefined;
  const queryClient = useQueryClient();
  const main = mainWayOf(info, { signedIn, isSold });
  const throughInstitution = institutionWay(signedIn, `/course/info/${book.id}`);
  return (
    <section className={styles.box} aria-label={catalogText.accessBox}>
      <p className={styles.line}>
        <span className={styles.kind} data-kind={right.kind}>
          {catalogText.rightNames[right.kind]}
        </span>
        {right.reason}
        {right.endsAt === undefined ? null : <span className={styles.ends}>{catalogText.endsAt(dateFormat.format(right.endsAt))}</span>}
      </p>
      <div className={styles.actions}>
        {main === 'signIn' ? (
          <Link to={`/user/login?redirect=/course/info/${book.id}`} className={buttonClass()} onClick={handleSignIn}>
            {accountText.goSignIn}
          </Link>
        ) : null}
        {main === 'read' ? (
          <Link to={`/course/learning/${book.id}`} className={buttonClass()}>
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
          <Link to={`/user/myBooks?claim=${book.id}`} className={styles.plain}>
            {catalogText.codeFails}
          </Link>
        ) : null}
      </div>
      {institutionSignIn === undefined || (main === 'institution' && institutionSignIn.names.length === 0) ? null : (
        <InstitutionLine names={institutionSignIn.names} way={main === 'institution' ? undefined : throughInstitution} />
      )}
    </section>
  );
};
