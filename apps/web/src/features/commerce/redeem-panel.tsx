/** Using a code in two steps: it is looked up and the book shown, then it is bound. Works by typing, pasting, or from a scanned address. */
import {
  type BookCard,
  checkActivationCode,
  type ErrorCode,
  errorSentence,
  mayReadAll,
  type OutputOf,
  readActivationCode,
  redeemActivationCode,
} from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { useSession } from '../../platform/session/session.ts';
import { signInFor } from '../../platform/session/sign-in-intent.ts';
import { useAfterSignIn } from '../../platform/session/use-after-sign-in.ts';
import styles from './commerce.module.css';
import { Field } from './field.tsx';
import { refreshRights } from './queries.ts';

const CLAIMED: readonly ErrorCode[] = [
  'commerce.codeMistyped',
  'commerce.codeUnknown',
  'commerce.codeForTeachers',
  'commerce.codeUsed',
  'commerce.codeVoid',
  'commerce.codeExpired',
  'commerce.codeNotYetValid',
  'commerce.codeBookClosed',
  'commerce.codeBookRemoved',
  'commerce.codeTries',
  'catalog.bookNotFound',
];
const dateFormat = chineseDates({ dateStyle: 'long' });

type Checked = OutputOf<typeof checkActivationCode>;

interface RedeemPanelProps {
  /** Of a scanned address: looked up at once. */
  readonly initialCode?: string | undefined;
  readonly renderCover: (book: BookCard) => ReactNode;
  /** Where the person came from. */
  readonly backTo?: string | undefined;
}

const BookLine = ({ book, cover, children }: { book: BookCard; cover: ReactNode; children: ReactNode }) => (
  <div className={styles.found}>
    <div className={styles.cover}>{cover}</div>
    <div className={styles.foundText}>
      <h2 className={styles.foundTitle}>{book.title}</h2>
      <p className={styles.faint}>{[book.authors, book.publisher].filter((part) => part !== undefined && part !== '').join(' · ')}</p>
      {children}
    </div>
  </div>
);

/** Opens the book for who may read it all; for whose right is over by now, the page that says what to do. */
const ReadLink = ({ book, right }: Pick<Checked, 'book' | 'right'>) =>
  mayReadAll(right) ? (
    <Link to={`/course/learning/${book.id}`} className={buttonClass()}>
      {codesText.startReading}
    </Link>
  ) : (
    <Link to={`/course/info/${book.id}`} className={buttonClass()}>
      {codesText.readOn}
    </Link>
  );

const standingOf = ({ state }: Checked): string => {
  if (state === 'open') return codesText.genuine;
  return state === 'mine' ? codesText.boundMine : codesText.notBindable;
};

export const RedeemPanel = ({ initialCode = '', renderCover, backTo }: RedeemPanelProps) => {
  const queryClient = useQueryClient();
  const isSignedIn = useSession((session) => session.token !== undefined);
  const [typed, setTyped] = useState(initialCode);
  const [fault, setFault] = useState<string>();
  const [isForTeachers, setForTeachers] = useState(false);
  const showRefusal = (error: unknown): void => {
    if (isRefusal(error, ...CLAIMED)) setFault(error.message);
    setForTeachers(isRefusal(error, 'commerce.codeForTeachers'));
  };
  const checking = useMutation({
    mutationFn: (code: string) => call(checkActivationCode, { code }),
    meta: { claims: CLAIMED },
    onError: showRefusal,
  });
  const redeeming = useMutation({
    mutationFn: (code: string) => call(redeemActivationCode, { code }),
    meta: { claims: CLAIMED },
    onError: (error) => {
      checking.reset();
      showRefusal(error);
    },
    onSuccess: () => refreshRights(queryClient),
  });
  const check = (code: string): void => {
    setFault(undefined);
    setForTeachers(false);
    if (code.trim() === '') setFault(codesText.codeMissing);
    // The check character says so by itself: no try is spent on it.
    else if (readActivationCode(code) === undefined) setFault(errorSentence('commerce.codeMistyped', { kind: codesText.code }));
    else if (isSignedIn) checking.mutate(code);
    else signInFor('redeem', code);
  };
  useAfterSignIn('redeem', true, (code) => {
    setTyped(code);
    check(code);
  });
  const scanned = useRef(initialCode);
  useEffect(() => {
    if (scanned.current === '' || !isSignedIn) return;
    const code = scanned.current;
    scanned.current = '';
    checking.mutate(code);
  }, [isSignedIn, checking]);
  const heading = useRef<HTMLDivElement>(null);
  const shown = redeeming.data === undefined ? checking.data?.state : 'done';
  useEffect(() => {
    if (shown !== undefined) heading.current?.focus();
  }, [shown]);
  const handleOther = (): void => {
    checking.reset();
    redeeming.reset();
    setTyped('');
  };
  if (redeeming.data !== undefined) {
    const { book, right } = redeeming.data;
    return (
      <div ref={heading} className={styles.card} tabIndex={-1} role="status">
        <BookLine book={book} cover={renderCover(book)}>
          <p className={styles.standing} data-state="open">
            {codesText.opened(book.title)}
          </p>
          <p>{right.reason}</p>
        </BookLine>
        <div className={styles.actions}>
          <ReadLink book={book} right={right} />
          <Link to={backTo ?? '/user/myBooks'} className={buttonClass('quiet')}>
            {backTo === undefined ? codesText.toMyBooks : codesText.back}
          </Link>
        </div>
      </div>
    );
  }
  if (checking.data !== undefined) {
    const { book, state, bindable, reason, validUntil, right } = checking.data;
    return (
      <div ref={heading} className={styles.card} tabIndex={-1} role="status">
        <BookLine book={book} cover={renderCover(book)}>
          <p className={styles.standing} data-state={state}>
            <span className={styles.seal}>{standingOf(checking.data)}</span>
            {reason}
          </p>
          {bindable && validUntil !== undefined ? (
            <p className={styles.faint}>{codesText.validUntil(dateFormat.format(validUntil - 1))}</p>
          ) : null}
          {bindable && mayReadAll(right) ? (
            <p className={styles.warning}>
              {codesText.already(right.reason)}
              {codesText.alreadyHint}
            </p>
          ) : null}
          {state === 'used' ? (
            <Link to={`/user/myBooks?claim=${book.id}`} className={styles.plain}>
              {codesText.claimInstead}
            </Link>
          ) : null}
        </BookLine>
        <div className={styles.actions}>
          {bindable ? (
            <button type="button" className={buttonClass()} disabled={redeeming.isPending} onClick={() => redeeming.mutate(typed)}>
              {redeeming.isPending ? codesText.redeeming : codesText.redeem}
            </button>
          ) : null}
          {state === 'mine' ? <ReadLink book={book} right={right} /> : null}
          <button type="button" className={buttonClass('quiet')} onClick={handleOther}>
            {codesText.otherCode}
          </button>
        </div>
      </div>
    );
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    check(typed);
  };
  return (
    <form className={styles.redeem} noValidate onSubmit={handleSubmit}>
      <Field
        label={codesText.code}
        hint={codesText.codeHint}
        fault={fault}
        value={typed}
        placeholder={codesText.codePlaceholder}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onValue={(value) => {
          setTyped(value);
          setFault(undefined);
          setForTeachers(false);
        }}
      >
        <button type="submit" className={buttonClass()} disabled={checking.isPending}>
          {checking.isPending ? codesText.checking : isSignedIn ? codesText.check : codesText.signInToCheck}
        </button>
      </Field>
      {isForTeachers ? (
        <Link to="/user/teacher" state={{ code: typed }} className={styles.plain}>
          {codesText.toTeacher}
        </Link>
      ) : null}
      {isSignedIn ? null : <p className={styles.faint}>{codesText.signInHint}</p>}
    </form>
  );
};
