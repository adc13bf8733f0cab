/** `/user/teacher/adoption/:id`: an adoption list with its textbooks, its approvals, and its printed sheet. */
import { type AdoptionList, saveAdoptionList } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  ConfirmDialog,
  EmptyState,
  Facts,
  LoadFailure,
  RecordsSkeleton,
  Section,
  Stack,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { AdoptionItems } from '../../../features/adoption/adoption-items.tsx';
import { ADOPTION_TONES } from '../../../features/adoption/adoption-tones.ts';
import { adoptionQuery, adoptionsQuery } from '../../../features/adoption/queries.ts';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { adoptionText as text } from '../../../platform/messages/zh-cn/adoption.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { TeacherPage } from '../teacher-page.tsx';
import styles from './adoption.module.css';
import { AdoptionActions } from './adoption-actions.tsx';
import { type AdoptionInput, inputOfList } from './adoption-input.ts';
import { AdoptionItemDialog } from './adoption-item-dialog.tsx';
import { AdoptionReviews } from './adoption-reviews.tsx';
import { AdoptionSheet } from './adoption-sheet.tsx';

/** The textbook that a dialog is about: a row of the list, or `new`. */
type Chosen = { readonly kind: 'edit' | 'remove'; readonly index: number } | { readonly kind: 'new' };

const Textbooks = ({ list, isEditable }: { list: AdoptionList; isEditable: boolean }) => {
  const queryClient = useQueryClient();
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(adoptionsQuery(userId));
  const [chosen, setChosen] = useState<Chosen>();
  const close = (): void => setChosen(undefined);
  const saving = useMutation({
    mutationFn: (items: AdoptionInput['items']) => call(saveAdoptionList, { ...inputOfList(list), items }),
    onSuccess: close,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['adoption'] }),
  });
  const { items } = inputOfList(list);
  const row = chosen === undefined || chosen.kind === 'new' ? undefined : list.items[chosen.index];
  return (
    <Section title={text.items}>
      <Stack gap={16}>
        {list.items.length === 0 ? (
          <EmptyState title={text.noItems}>{isEditable ? <p>{text.noItemsHint}</p> : null}</EmptyState>
        ) : (
          <AdoptionItems
            items={list.items}
            renderActions={
              isEditable
                ? ({ bookTitle }, index) => (
                    <>
                      <button
                        type="button"
                        className={buttonClass('quiet')}
                        aria-label={text.editOf(bookTitle)}
                        onClick={() => setChosen({ kind: 'edit', index })}
                      >
                        {text.edit}
                      </button>
                      <button
                        type="button"
                        className={buttonClass('quietDanger')}
                        aria-label={text.removeOf(bookTitle)}
                        onClick={() => setChosen({ kind: 'remove', index })}
                      >
                        {text.remove}
                      </button>
                    </>
                  )
                : undefined
            }
          />
        )}
        <Cluster gap={12} align="center" justify="between">
          <span>{text.total(list.items)}</span>
          {isEditable ? (
            <button type="button" className={buttonClass()} onClick={() => setChosen({ kind: 'new' })}>
              {text.addItem}
            </button>
          ) : null}
        </Cluster>
      </Stack>
      {chosen === undefined || chosen.kind === 'remove' ? null : (
        <AdoptionItemDialog
          listId={list.id}
          item={row}
          classes={data?.classes ?? []}
          isBusy={saving.isPending}
          onSave={(item) => saving.mutateAsync(chosen.kind === 'new' ? [...items, item] : items.with(chosen.index, item))}
          onClose={close}
        />
      )}
      {chosen?.kind === 'remove' && row !== undefined ? (
        <ConfirmDialog
          title={text.removeTitle(row.bookTitle)}
          confirmLabel={text.remove}
          cancelLabel={text.keep}
          isBusy={saving.isPending}
          isDestructive
          onConfirm={() => saving.mutate(items.toSpliced(chosen.index, 1))}
          onClose={close}
        >
          <p>{text.removeLead}</p>
        </ConfirmDialog>
      ) : null}
    </Section>
  );
};

const Loaded = ({ list }: { list: AdoptionList }) => {
  const [openedAt] = useState(() => Date.now());
  const isEditable = list.status === 'draft' || list.status === 'returned' || list.status === 'withdrawn';
  const facts: readonly (readonly [string, string])[] = [
    [text.institution, list.institution.name],
    [text.term, list.term],
    ...(list.closesAt === undefined ? [] : [[text.deadlineLabel, text.deadline(list.closesAt, openedAt)] as const]),
    ...(list.note === '' ? [] : [[text.note, list.note] as const]),
  ];
  return (
    <>
      <Stack gap={24} className={styles.screen}>
        <Text to="/user/teacher/adoption" as={Link} tone="accent" underline>
          {text.back}
        </Text>
        <Stack gap={12}>
          <p>
            <StateBadge tone={ADOPTION_TONES[list.status]}>{text.statuses[list.status]}</StateBadge> {text.detail(list)}
          </p>
          <Facts items={facts} />
          <AdoptionActions list={list} isEditable={isEditable} />
        </Stack>
        <Textbooks list={list} isEditable={isEditable} />
        <AdoptionReviews list={list} />
      </Stack>
      <AdoptionSheet list={list} />
    </>
  );
};

const Adoption = ({ id }: { id: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery(adoptionQuery(userId, id));
  if (data === undefined && isRefusal(error, 'adoption.notFound', 'request.invalid'))
    return (
      <EmptyState title={text.notFound}>
        <Link to="/user/teacher/adoption" className={buttonClass()}>
          {text.back}
        </Link>
      </EmptyState>
    );
  if (data === undefined) {
    return error === null ? (
      <RecordsSkeleton label={recordsText.loading} />
    ) : (
      <LoadFailure text={recordsText.failed(text.listWhat)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    );
  }
  return <Loaded list={data} />;
};

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <TeacherPage
      title={text.listWhat}
      lead={text.lead}
      signedOutText={text.signedOut}
      permission="adoptTextbook"
      denied={{ title: text.onlyTeachers, hint: text.onlyTeachersHint, link: text.toVerification }}
    >
      <Adoption id={id} />
    </TeacherPage>
  );
};
