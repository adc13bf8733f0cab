/** The user's own rating of a book: create, change, delete; or the reason why the user may not rate it. */
import { LIMITS, type MayRate, type MyRating, removeRating, saveRating } from '@shufang/contract';
import { buttonClass, Cluster, ModalDialog, Panel, Stack, Text, TextAreaField, TextButton } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { chosen } from '../../platform/forms/chosen.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { ratingsText as text } from '../../platform/messages/zh-cn/readers-say.ts';
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

const ratingFields = z.object({ stars: chosen<number>(text.starsNeeded), body: z.string() });

interface FormProps {
  readonly bookId: string;
  readonly rating: MyRating | undefined;
  readonly onDone: () => void;
}

const Form = ({ bookId, rating, onDone }: FormProps) => {
  const refresh = useRefresh(bookId);
  const form = useForm({
    draft: `rating:${bookId}`,
    initial: { stars: rating?.stars, body: rating?.body ?? '' },
    schema: ratingFields,
  });
  const stars = form.register('stars');
  const saving = useMutation({
    mutationFn: (given: z.output<typeof ratingFields>) => call(saveRating, { bookId, ...given }),
    onSuccess: async () => {
      form.dropDraft();
      await refresh();
      onDone();
    },
  });
  const handleCancel = (): void => {
    form.dropDraft();
    onDone();
  };
  const handleSubmit = form.handleSubmit((given) => {
    if (!saving.isPending) saving.mutate(given);
  });
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
      <StarChoice value={stars.value} errorText={form.errors.stars?.message} onChange={stars.onChange} />
      <TextAreaField
        label={text.body}
        hint={text.bodyHint(LIMITS.ratingBodyChars)}
        rows={3}
        maxLength={LIMITS.ratingBodyChars}
        {...form.register('body')}
      />
      <Cluster gap={12} className={styles.actions}>
        <button type="submit" className={buttonClass()} aria-disabled={saving.isPending}>
          {saving.isPending ? text.saving : rating === undefined ? text.save : text.saveChange}
        </button>
        {rating === undefined ? null : (
          <button type="button" className={buttonClass('quiet')} onClick={handleCancel}>
            {text.cancel}
          </button>
        )}
      </Cluster>
    </Stack>
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
      <Stack gap={16}>
        <p>{text.removeLead}</p>
        <Cluster gap={12} className={styles.actions}>
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
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};

const WhyNot = ({ bookId, mayRate }: { bookId: string; mayRate: Exclude<MayRate, 'yes'> }) => (
  <Cluster as="p" align="center" tone="soft" marginBottom={24} className={styles.may}>
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
  </Cluster>
);

export const MyRatingCard = ({ bookId, rating, mayRate }: { bookId: string; rating: MyRating | undefined; mayRate: MayRate }) => {
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  if (rating === undefined && mayRate !== 'yes') return <WhyNot bookId={bookId} mayRate={mayRate} />;
  return (
    <Panel as="section" marginBottom={24} className={styles.mine} aria-label={rating === undefined ? text.write : text.mine}>
      <Text as="h2" size={17} marginBottom={12}>
        {rating === undefined ? text.write : text.mine}
      </Text>
      {rating === undefined || isEditing ? (
        <Form key={rating?.updatedAt} bookId={bookId} rating={rating} onDone={() => setEditing(false)} />
      ) : (
        <>
          <StarLine stars={rating.stars} size={20} />
          {rating.body === '' ? null : (
            <Text as="p" marginTop={6} breakWords whiteSpace="pre-line" className={styles.text}>
              {rating.body}
            </Text>
          )}
          {rating.hiddenReason === undefined ? null : (
            <Text as="p" size={14} tone="accent" marginTop={8}>
              {text.hidden(rating.hiddenReason)}
            </Text>
          )}
          <Cluster gap={12} className={styles.actions}>
            <TextButton type="button" size={13} tone="faint" className={styles.quiet} onClick={() => setEditing(true)}>
              {text.edit}
            </TextButton>
            <TextButton type="button" size={13} tone="faint" className={styles.quiet} onClick={() => setRemoving(true)}>
              {text.remove}
            </TextButton>
          </Cluster>
        </>
      )}
      {isRemoving ? <RemoveDialog bookId={bookId} onClose={() => setRemoving(false)} /> : null}
    </Panel>
  );
};
