/** What editors write of a collection: its facts, its picture, its books in their order with a note on each. */
import { type CollectionRecord, collectionKind, LIMITS, removeCollection, saveCollection, shelfState } from '@shufang/contract';
import { buttonClass, ConfirmDialog, RecordCard, SelectField, SortableList, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { KeptWordsNotice } from '../../platform/records/kept-words-notice.tsx';
import { useTyped } from '../../platform/storage/use-typed.ts';
import { DeskBookFinder } from './desk-book-finder.tsx';
import styles from './desk-collections.module.css';
import { type PictureChoice, PictureField } from './picture-field.tsx';

const { collections: text, order: orderText } = deskCatalogueText;
const PICTURE_SIZE = { width: 1_280, height: 720 };
const NOTE_CHARS = 200;

const itemList = z.array(z.object({ bookId: z.string(), title: z.string(), state: shelfState, note: z.string() }));
type Item = Readonly<z.output<typeof itemList>[number]>;

/** Nothing for what an earlier client kept in another form. */
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

interface ItemsProps {
  readonly items: readonly Item[];
  readonly onChange: (items: readonly Item[]) => void;
}

const Items = ({ items, onChange }: ItemsProps) => (
  <div className={styles.items}>
    {items.length < LIMITS.collectionItems ? (
      <DeskBookFinder
        taken={items.map(({ bookId }) => bookId)}
        verb="add"
        onTake={({ bookId, title, state }) => onChange([...items, { bookId, title, state, note: '' }])}
      />
    ) : (
      <p>{text.full}</p>
    )}
    {items.length === 0 ? (
      <p className={styles.hint}>{text.noItems}</p>
    ) : (
      <div>
        <SortableList
          label={text.itemsLabel}
          rows={items}
          keyOf={({ bookId }) => bookId}
          words={{
            hint: orderText.hint,
            handleOf: ({ title }) => orderText.handleOf(`《${title}》`),
            movedTo: ({ title }, place, count) => orderText.movedTo(`《${title}》`, place, count),
          }}
          onOrder={onChange}
        >
          {(item) => (
            <div className={styles.item}>
              <p className={styles.itemTitle}>
                {item.title}
                {item.state === 'published' ? null : <span className={styles.itemState}>{text.notListed}</span>}
              </p>
              <button
                type="button"
                className={styles.textButton}
                aria-label={text.removeItemOf(item.title)}
                onClick={() => onChange(items.filter(({ bookId }) => bookId !== item.bookId))}
              >
                {text.removeItem}
              </button>
              <TextField
                label={text.note}
                maxLength={NOTE_CHARS}
                value={item.note}
                onChange={(note) => onChange(items.map((one) => (one.bookId === item.bookId ? { ...one, note } : one)))}
              />
            </div>
          )}
        </SortableList>
      </div>
    )}
  </div>
);

const Removal = ({ record, onGone }: { record: CollectionRecord; onGone: () => void }) => {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const removing = useMutation({
    mutationFn: () => call(removeCollection, { id: record.id }),
    onSuccess: () => {
      onGone();
      return queryClient.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
  return (
    <>
      <button type="button" className={buttonClass('quiet')} data-end onClick={() => setAsking(true)}>
        {text.remove}
      </button>
      {isAsking ? (
        <ConfirmDialog
          title={text.removeTitle(record.title)}
          confirmLabel={text.remove}
          cancelLabel={deskText.cancel}
          isBusy={removing.isPending}
          onConfirm={() => removing.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{text.removeLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

interface CollectionEditorProps {
  /** Absent: a new one. */
  readonly record?: CollectionRecord;
  readonly onSaved: (record: CollectionRecord) => void;
  readonly onGone: () => void;
}

export const CollectionEditor = ({ record, onSaved, onGone }: CollectionEditorProps) => {
  const queryClient = useQueryClient();
  const typed = useTyped<keyof ReturnType<typeof draftOf>>(`collection:${record?.id ?? 'new'}`, draftOf(record));
  const { values, type } = typed;
  const items = readItems(values.items);
  const isVisible = values.visible === 'true';
  const [picture, setPicture] = useState<PictureChoice>({ fileId: undefined, shown: record?.picture });
  const [isTitleMissing, setTitleMissing] = useState(false);
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
      typed.drop(record === undefined ? undefined : draftOf(saved));
      setPicture({ fileId: undefined, shown: saved.picture });
      await queryClient.invalidateQueries({ queryKey: ['catalog'] });
      onSaved(saved);
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => setTitleMissing(values.title.trim() === ''));
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong !== null) wrong.focus();
    else if (!saving.isPending) saving.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <KeptWordsNotice isRestored={typed.isRestored} onGiveUp={typed.giveUp} />
      <RecordCard title={text.facts}>
        <div className={styles.fields}>
          <TextField
            label={text.name}
            maxLength={60}
            fault={isTitleMissing ? text.nameNeeded : undefined}
            value={values.title}
            onChange={(value) => type('title', value)}
          />
          <SelectField
            label={text.kind}
            options={collectionKind.options.map((value) => ({ value, label: text.kinds[value] }))}
            value={values.kind}
            onChange={(value) => type('kind', value)}
          />
          <TextField label={text.curator} maxLength={60} value={values.curator} onChange={(value) => type('curator', value)} />
          <div className={styles.wide}>
            <TextAreaField label={text.intro} rows={4} maxLength={2_000} value={values.intro} onChange={(value) => type('intro', value)} />
          </div>
          <label className={styles.check}>
            <input type="checkbox" checked={isVisible} onChange={(event) => type('visible', String(event.target.checked))} />
            {text.visible}
          </label>
        </div>
      </RecordCard>
      <RecordCard title={text.picture}>
        <PictureField
          choice={picture}
          size={PICTURE_SIZE}
          words={{
            title: text.choosePicture,
            hint: text.pictureHint,
            choose: text.choosePicture,
            remove: text.removePicture,
            alt: text.pictureOf(values.title),
          }}
          onChoose={setPicture}
        />
      </RecordCard>
      <RecordCard title={text.items} mark={<span className={styles.facts}>{text.books(items.length)}</span>}>
        <Items items={items} onChange={(next) => type('items', JSON.stringify(next))} />
      </RecordCard>
      <div className={styles.actions}>
        <button type="submit" className={buttonClass()} aria-disabled={saving.isPending}>
          {saving.isPending ? deskText.saving : deskText.save}
        </button>
        {record?.visible ? (
          <Link to={`/book/collection/${record.id}`} className={buttonClass('quiet')}>
            {text.view}
          </Link>
        ) : null}
        {record === undefined ? null : <Removal record={record} onGone={onGone} />}
      </div>
    </form>
  );
};
