/** 阅读权限: one honest line about what this person may read, and one main button. */
import { buttonClass } from '@shufang/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './access-box.module.css';
import type { BookInfo } from './book-facts.tsx';
import { bookInfoQuery } from './queries.ts';

const dateFormat = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', day: 'numeric' });

const mainAction = ({ book, right }: BookInfo): string => {
  if (right.kind === 'trial') return catalogText.mainActions.trial;
  return book.progress === undefined ? catalogText.mainActions.start : catalogText.mainActions.continue;
};

const handleSignIn = (event: MouseEvent): void => {
  event.preventDefault();
  broadcast('signInRequest');
};

export const AccessBox = ({ info }: { info: BookInfo }) => {
  const { book, right } = info;
  const signedIn = useSession().token !== undefined;
  const queryClient = useQueryClient();
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
        {right.kind === 'none' ? (
          signedIn ? null : (
            <Link to={`/user/login?redirect=/course/info/${book.id}`} className={buttonClass()} onClick={handleSignIn}>
              {accountText.goSignIn}
            </Link>
          )
        ) : (
          <Link to={`/course/learning/${book.id}`} className={buttonClass()}>
            {mainAction(info)}
          </Link>
        )}
        {right.full ? (
          <button
            type="button"
            className={buttonClass('quiet')}
            onClick={() => void queryClient.invalidateQueries({ queryKey: bookInfoQuery(book.id).queryKey })}
          >
            {catalogText.tryAgain}
          </button>
        ) : null}
        {right.openByCode ? (
          <Link to={`/redeem?to=${encodeURIComponent(`/course/info/${book.id}`)}`} className={buttonClass('quiet')}>
            {catalogText.redeem}
          </Link>
        ) : null}
        {right.openByCode && book.accessModel === 'codeOnly' ? (
          <Link to={`/user/myBooks?claim=${book.id}`} className={styles.plain}>
            {catalogText.codeFails}
          </Link>
        ) : null}
      </div>
    </section>
  );
};
