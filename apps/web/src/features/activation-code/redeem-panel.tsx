/**
 * Redeems a code in two steps: looks the code up and shows its book, then binds the code to the user. The code is typed, pasted, or comes
 * from a scanned URL.
 */
import { type BookCard, checkActivationCode, type ErrorCode, mayReadAll, type OutputOf, redeemActivationCode } from '@shufang/contract';
import { buttonClass, Cluster, Grid, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { activationCodeField } from '../../platform/forms/activation-code-field.ts';
import { showRefusal } from '../../platform/forms/show-refusal.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { useSession } from '../../platform/session/session.ts';
import { signInFor } from '../../platform/session/sign-in-intent.ts';
import { useAfterSignIn } from '../../platform/session/use-after-sign-in.ts';
import styles from './activation-code.module.css';
import { refreshRights } from './queries.ts';

/** Errors that concern the code, shown at its field. Binding a code can fail for every reason for which checking it can. */
const CLAIMED: readonly ErrorCode[] = redeemActivationCode.errors;
const FOR_TEACHERS: ErrorCode = 'activationCode.codeForTeachers';

const codeFields = z.object({ code: activationCodeField(codesText.code) });

const dateFormat = chineseDates({ dateStyle: 'long' });

type Checked = OutputOf<typeof checkActivationCode>;

interface RedeemPanelProps {
  /** The activation code of a scanned URL, which is looked up immediately. */
  readonly initialCode?: string | undefined;
  readonly renderCover: (book: BookCard) => ReactNode;
  /** The path of the page to which the user can return afterwards. */
  readonly backTo?: string | undefined;
}

const BookLine = ({ book, cover, children }: { book: BookCard; cover: ReactNode; children: ReactNode }) => (
  <Grid gap={24} align="start" className={styles.found}>
    <div>{cover}</div>
    <Stack gap={8}>
      <Text as="h2" size={20}>
        {book.title}
      </Text>
      <Text as="p" size={13} tone="faint">
        {[book.authors, book.publisher].filter((part) => part !== undefined && part !== '').join(' · ')}
      </Text>
      {children}
    </Stack>
  </Grid>
);

/**
 * Link to the text of the book if the user may read the whole book; otherwise, when their entitlement has ended, link to the page of the
 * book.
 */
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

const statusOf = ({ state }: Checked): string => {
  if (state === 'open') return codesText.genuine;
  return state === 'mine' ? codesText.boundMine : codesText.notBindable;
};

export const RedeemPanel = ({ initialCode = '', renderCover, backTo }: RedeemPanelProps) => {
  const queryClient = useQueryClient();
  const isSignedIn = useSession((session) => session.token !== undefined);
  const form = useForm({ initial: { code: initialCode }, schema: codeFields });
  const { code: error } = form.errors;
  const checking = useMutation({
    mutationFn: (code: string) => call(checkActivationCode, { code }),
    meta: { claims: CLAIMED },
    onError: (failure) => showRefusal(form, 'code', failure, CLAIMED),
  });
  const redeeming = useMutation({
    mutationFn: (code: string) => call(redeemActivationCode, { code }),
    meta: { claims: CLAIMED },
    onError: (failure) => {
      checking.reset();
      showRefusal(form, 'code', failure, CLAIMED);
    },
    onSuccess: () => refreshRights(queryClient),
  });
  const handleSubmit = form.handleSubmit(({ code }) => {
    if (isSignedIn) checking.mutate(code);
    else signInFor('redeem', code);
  });
  useAfterSignIn('redeem', true, (code) => {
    form.setValue('code', code);
    handleSubmit();
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
  const wasShown = useRef(false);
  const focusPart = useEffectEvent((part: typeof shown) => {
    if (part !== undefined) heading.current?.focus();
    // The button of the result that had the focus is gone when the field returns.
    else if (wasShown.current) form.setFocus('code');
    wasShown.current = part !== undefined;
  });
  useEffect(() => focusPart(shown), [shown]);
  const handleOther = (): void => {
    checking.reset();
    redeeming.reset();
    form.reset({ code: '' });
  };
  if (redeeming.data !== undefined) {
    const { book, right } = redeeming.data;
    return (
      <Stack ref={heading} gap={24} className={styles.card} tabIndex={-1} role="status">
        <BookLine book={book} cover={renderCover(book)}>
          <Cluster as="p" gap={[4, 12]} align="center" className={styles.status} data-state="open">
            {codesText.opened(book.title)}
          </Cluster>
          <p>{right.reason}</p>
        </BookLine>
        <Cluster gap={12} align="center" className={styles.actions}>
          <ReadLink book={book} right={right} />
          <Link to={backTo ?? '/user/myBooks'} className={buttonClass('quiet')}>
            {backTo === undefined ? codesText.toMyBooks : codesText.back}
          </Link>
        </Cluster>
      </Stack>
    );
  }
  if (checking.data !== undefined) {
    const { book, state, bindable, reason, validUntil, right } = checking.data;
    return (
      <Stack ref={heading} gap={24} className={styles.card} tabIndex={-1} role="status">
        <BookLine book={book} cover={renderCover(book)}>
          <Cluster as="p" gap={[4, 12]} align="center" className={styles.status} data-state={state}>
            <Text size={14} weight={700} serif className={styles.seal}>
              {statusOf(checking.data)}
            </Text>
            {reason}
          </Cluster>
          {bindable && validUntil !== undefined ? (
            <Text as="p" size={13} tone="faint">
              {codesText.validUntil(dateFormat.format(validUntil - 1))}
            </Text>
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
        <Cluster gap={12} align="center" className={styles.actions}>
          {bindable ? (
            <button
              type="button"
              className={buttonClass()}
              disabled={redeeming.isPending}
              onClick={() => redeeming.mutate(form.values.code)}
            >
              {redeeming.isPending ? codesText.redeeming : codesText.redeem}
            </button>
          ) : null}
          {state === 'mine' ? <ReadLink book={book} right={right} /> : null}
          <button type="button" className={buttonClass('quiet')} onClick={handleOther}>
            {codesText.otherCode}
          </button>
        </Cluster>
      </Stack>
    );
  }
  return (
    <Stack as="form" gap={16} className={styles.redeem} noValidate onSubmit={handleSubmit}>
      <TextField
        variant="soft"
        label={codesText.code}
        hint={codesText.codeHint}
        error={error?.message}
        placeholder={codesText.codePlaceholder}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        action={
          <button type="submit" className={buttonClass()} disabled={checking.isPending}>
            {checking.isPending ? codesText.checking : isSignedIn ? codesText.check : codesText.signInToCheck}
          </button>
        }
        {...form.register('code')}
      />
      {error?.type === FOR_TEACHERS ? (
        <Link to="/user/teacher" state={{ code: form.values.code }} className={styles.plain}>
          {codesText.toTeacher}
        </Link>
      ) : null}
      {isSignedIn ? null : (
        <Text as="p" size={13} tone="faint">
          {codesText.signInHint}
        </Text>
      )}
    </Stack>
  );
};
