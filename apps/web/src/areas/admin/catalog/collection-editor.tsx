/** The editor of a collection: its facts, its image, and its books in order with a note for each. */
import { type CollectionRecord, collectionKind, LIMITS, removeCollection, saveCollection, shelfState } from '@shufang/contract';
import {
  buttonClass,
  CheckboxOption,
  Cluster,
  ConfirmDialog,
  Grid,
  RecordCard,
  SelectField,
  SortableList,
  Stack,
  Text,
  TextAreaField,
  TextButton,
  TextField,
} from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { RestoredDraftNotice } from '../../../platform/records/restored-draft-notice.tsx';
import { AdminBookFinder } from './admin-book-finder.tsx';
import styles from './admin-collections.module.css';
import { type PictureChoice, PictureField } from './picture-field.tsx';

const { collections: text, order: orderText } = adminCatalogText;
const PICTURE_SIZE = { width: 1_280, height: 720 };
const NOTE_CHARS = 200;

const itemList = z.array(z.object({ bookId: z.string(), title: z.string(), state: shelfState, note: z.string() }));
type Item = Readonly<z.output<typeof itemList>[number]>;

/** Parses the stored draft of the books in a collection; returns none if an earlier client stored the draft in another format. */
const readItems = (text: string): readonly Item[] => {
  try {
    return itemList.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
};

const draftOf = (record: CollectionRecord | undefined) => ({
  title: record?.title ?? '',
  kind: record?.kind ?? 'list',
  curator: record?.curator ?? '',
  intro: record?.intro ?? '',
  visible: String(record?.visible ?? false),
  items: JSON.stringify((record?.items ?? []).map(({ bookId, title, shelfState: state, note }): Item => ({ bookId, title, state, note }))),
});

const collectionFields = z.object({
  title: z.string().refine((title) => title.trim() !== '', text.nameNeeded),
  kind: z.string(),
  curator: z.string(),
  intro: z.string(),
  visible: z.string(),
  items: z.string(),
});

interface ItemsProps {
  readonly items: readonly Item[];
  readonly onChange: (items: readonly Item[]) => void;
}

const Items = ({ items, onChange }: ItemsProps) => (
  <Stack gap={24}>
    {items.length < LIMITS.collectionItems ? (
      <AdminBookFinder
        selectedIds={items.map(({ bookId }) => bookId)}
        actionLabel="add"
        onSelect={({ bookId, title, state }) => onChange([...items, { bookId, title, state, note: '' }])}
      />
    ) : (
      <p>{text.full}</p>
    )}
    {items.length === 0 ? (
      <Text as="p" size={13} tone="faint" className={styles.hint}>
        {text.noItems}
      </Text>
    ) : (
      <div>
        <SortableList
          label={text.itemsLabel}
          rows={items}
          keyOf={({ bookId }) => bookId}
          labels={{
            hint: orderText.hint,
            handleOf: ({ title }) => orderText.handleOf(`《${title}》`),
            movedTo: ({ title }, position, count) => orderText.movedTo(`《${title}》`, position, count),
          }}
          onOrder={onChange}
        >
          {(item) => (
            <Grid gap={[8, 16]} align="start" className={styles.item}>
              <Text as="p" weight={600} breakWords className={styles.itemTitle}>
                {item.title}
                {item.state === 'published' ? null : (
                  <Text block size={13} tone="faint" weight={400}>
                    {text.notListed}
                  </Text>
                )}
              </Text>
              <TextButton
                type="button"
                className={styles.textButton}
                aria-label={text.removeItemOf(item.title)}
                onClick={() => onChange(items.filter(({ bookId }) => bookId !== item.bookId))}
              >
                {text.removeItem}
              </TextButton>
              <TextField
                label={text.note}
                maxLength={NOTE_CHARS}
                value={item.note}
                onChange={(note) => onChange(items.map((one) => (one.bookId === item.bookId ? { ...one, note } : one)))}
              />
            </Grid>
          )}
        </SortableList>
      </div>
    )}
  </Stack>
);

const Removal = ({ record, onRemoved }: { record: CollectionRecord; onRemoved: () => void }) => {
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const removing = useMutation({
    mutationFn: () => call(removeCollection, { id: record.id }),
    onSuccess: () => {
      onRemoved();
      return queryClient.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
  return (
    <>
      <button type="button" className={buttonClass('quietDanger')} data-end onClick={() => setConfirming(true)}>
        {text.remove}
      </button>
      {isConfirming ? (
        <ConfirmDialog
          title={text.removeTitle(record.title)}
          confirmLabel={text.remove}
          isDestructive
          cancelLabel={adminText.cancel}
          isBusy={removing.isPending}
          onConfirm={() => removing.mutate()}
          onClose={() => setConfirming(false)}
        >
          <p>{text.removeLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

interface CollectionEditorProps {
  /** The collection to edit; absent when a new one is created. */
  readonly record?: CollectionRecord;
  readonly onSaved: (record: CollectionRecord) => void;
  readonly onRemoved: () => void;
}

export const CollectionEditor = ({ record, onSaved, onRemoved }: CollectionEditorProps) => {
  const queryClient = useQueryClient();
  const typed = useForm({ draft: `collection:${record?.id ?? 'new'}`, initial: draftOf(record), schema: collectionFields });
  const { values, errors, setValue } = typed;
  const items = readItems(values.items);
  const isVisible = values.visible === 'true';
  const [picture, setPicture] = useState<PictureChoice>({ fileId: undefined, shown: record?.picture });
  const saving = useMutation({
    mutationFn: () =>
      call(saveCollection, {
        ...(record === undefined ? {} : { id: record.id }),
        title: values.title,
        kind: collectionKind.safeParse(values.kind).data ?? 'list',
        curator: values.curator,
        intro: values.intro,
        visible: isVisible,
        ...(picture.fileId === undefined ? {} : { pictureFileId: picture.fileId }),
        items: items.map(({ bookId, note }) => ({ bookId, note })),
      }),
    onSuccess: async (saved) => {
      if (record === undefined) typed.dropDraft();
      else typed.reset(draftOf(saved));
      setPicture({ fileId: undefined, shown: saved.picture });
      await queryClient.invalidateQueries({ queryKey: ['catalog'] });
      onSaved(saved);
    },
  });
  const handleSubmit = typed.handleSubmit(() => {
    if (!saving.isPending) saving.mutate();
  });
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <RestoredDraftNotice isRestored={typed.isRestored} onGiveUp={() => typed.reset()} />
      <RecordCard title={text.facts}>
        <div className={styles.fields}>
          <TextField label={text.name} maxLength={60} error={errors.title?.message} {...typed.register('title')} />
          <SelectField
            label={text.kind}
            options={collectionKind.options.map((value) => ({ value, label: text.kinds[value] }))}
            {...typed.register('kind')}
          />
          <TextField label={text.curator} maxLength={60} {...typed.register('curator')} />
          <div className={styles.wide}>
            <TextAreaField label={text.intro} rows={4} maxLength={2_000} {...typed.register('intro')} />
          </div>
          <CheckboxOption checked={isVisible} onChange={(checked) => setValue('visible', String(checked))}>
            {text.visible}
          </CheckboxOption>
        </div>
      </RecordCard>
      <RecordCard title={text.picture}>
        <PictureField
          choice={picture}
          size={PICTURE_SIZE}
          texts={{
            title: text.choosePicture,
            hint: text.pictureHint,
            choose: text.choosePicture,
            remove: text.removePicture,
            alt: text.pictureOf(values.title),
          }}
          onChoose={setPicture}
        />
      </RecordCard>
      <RecordCard
        title={text.items}
        badge={
          <Text size={13} tone="faint">
            {text.books(items.length)}
          </Text>
        }
      >
        <Items items={items} onChange={(next) => setValue('items', JSON.stringify(next))} />
      </RecordCard>
      <Cluster gap={12} align="center" className={styles.actions}>
        <button type="submit" className={buttonClass()} aria-disabled={saving.isPending}>
          {saving.isPending ? adminText.saving : adminText.save}
        </button>
        {record?.visible ? (
          <Link to={`/book/collection/${record.id}`} className={buttonClass('quiet')}>
            {text.view}
          </Link>
        ) : null}
        {record === undefined ? null : <Removal record={record} onRemoved={onRemoved} />}
      </Cluster>
    </form>
  );
};
