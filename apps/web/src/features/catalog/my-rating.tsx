/** One's own rating of a book: to write, to change, to take back; or why one may not. */
import { LIMITS, type MayRate, type MyRating, removeRating, saveRating } from '@shufang/contract';
import { buttonClass, ModalDialog, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { ratingsText as text } from '../../platform/messages/zh-cn/readers-say.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import { bookInfoQuery, ratingsKey } from './queries.ts';
import styles from './ratings.module.css';
import { StarChoice, StarLine } from './stars.tsx';

const useRefresh = (bookId: string): (() => Promise<unknown>) => {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ratingsKey(bookId) }),
      queryClient.invalidateQueries({ queryKey: bookInfoQuery(bookId).queryKey }),
    ]);
};

interface FormProps {
  readonly bookId: string;
  readonly mine: MyRating | undefined;
  readonly onDone: () => void;
}

const Form = ({ bookId, mine, onDone }: FormProps) => {
  const refresh = useRefresh(bookId);
  const [stars, setStars] = useState(mine?.stars);
  const typed = useTyped(`rating:${bookId}`, { body: mine?.body ?? '' });
  const { body } = typed.values;
  const [isMissing, setMissing] = useState(false);
  const saving = useMutation({
    mutationFn: (given: number) => call(saveRating, { bookId, stars: given, body }),
    onSuccess: async () => {
      typed.drop();
      await refresh();
      onDone();
    },
  });
  const handleCancel = (): void => {
    typed.drop();
    onDone();
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setMissing(stars === undefined);
    if (stars !== undefined && !saving.isPending) saving.mutate(stars);
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <StarChoice value={stars} fault={isMissing && stars === undefined ? text.starsNeeded : undefined} onChange={setStars} />
      <TextAreaField
        label={text.body}
        hint={text.bodyHint(LIMITS.ratingBodyChars)}
        rows={3}
        maxLength={LIMITS.ratingBodyChars}
        value={body}
        onChange={(value) => typed.type('body', value)}
      />
      <div className={styles.actions}>
        <button type="submit" className={buttonClass()} aria-disabled={saving.isPending}>
          {saving.isPending ? text.saving : mine === undefined ? text.save : text.saveChange}
        </button>
        {mine === undefined ? null : (
          <button type="button" className={buttonClass('quiet')} onClick={handleCancel}>
            {text.cancel}
          </button>
        )}
      </div>
    </form>
  );
};

const RemoveDialog = ({ bookId, onClose }: { bookId: string; onClose: () => void }) => {
  const refresh = useRefresh(bookId);
  const removing = useMutation({
    mutationFn: () => call(removeRating, { bookId }),
    onSuccess: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <ModalDialog title={text.removeTitle} onClose={onClose}>
      <div className={styles.form}>
        <p>{text.removeLead}</p>
        <div className={styles.actions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {text.cancel}
          </button>
          <button
            type="button"
            className={buttonClass()}
            aria-disabled={removing.isPending}
            onClick={() => {
              if (!removing.isPending) removing.mutate();
            }}
          >
            {text.remove}
          </button>
        </div>
      </div>
    </ModalDialog>
  );
};

const WhyNot = ({ bookId, mayRate }: { bookId: string; mayRate: Exclude<MayRate, 'yes'> }) => (
  <p className={styles.may}>
    {text.may[mayRate]}
    {mayRate === 'signIn' ? (
      <button type="button" className={buttonClass('quiet')} onClick={() => broadcast('signInRequest')}>
        {accountText.goSignIn}
      </button>
    ) : null}
    {mayRate === 'notOpened' ? (
      <Link to={`/course/learning/${bookId}`} className={buttonClass('quiet')}>
        {catalogText.mainActions.start}
      </Link>
    ) : null}
  </p>
);

export const MyRatingCard = ({ bookId, mine, mayRate }: { bookId: string; mine: MyRating | undefined; mayRate: MayRate }) => {
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  if (mine === undefined && mayRate !== 'yes') return <WhyNot bookId={bookId} mayRate={mayRate} />;
  return (
    <section className={styles.mine} aria-label={mine === undefined ? text.write : text.mine}>
      <h2 className={styles.mineTitle}>{mine === undefined ? text.write : text.mine}</h2>
      {mine === undefined || isEditing ? (
        <Form key={mine?.updatedAt} bookId={bookId} mine={mine} onDone={() => setEditing(false)} />
      ) : (
        <>
          <StarLine stars={mine.stars} size={20} />
          {mine.body === '' ? null : <p className={styles.words}>{mine.body}</p>}
          {mine.hiddenReason === undefined ? null : <p className={styles.hiddenNote}>{text.hidden(mine.hiddenReason)}</p>}
          <div className={styles.actions}>
            <button type="button" className={styles.quiet} onClick={() => setEditing(true)}>
              {text.edit}
            </button>
            <button type="button" className={styles.quiet} onClick={() => setRemoving(true)}>
              {text.remove}
            </button>
          </div>
        </>
      )}
      {isRemoving ? <RemoveDialog bookId={bookId} onClose={() => setRemoving(false)} /> : null}
    </section>
  );
};
