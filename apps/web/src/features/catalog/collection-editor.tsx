/** What editors write of a collection: its facts, its picture, its books in their order with a note on each. */
import {
  type CollectionKind,
  type CollectionRecord,
  collectionKind,
  LIMITS,
  removeCollection,
  type ShelfState,
  saveCollection,
} from '@shufang/contract';
import { buttonClass, RecordCard, SelectField, SortableList, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DeskBookFinder } from './desk-book-finder.tsx';
import styles from './desk-collections.module.css';
import { type PictureChoice, PictureField } from './picture-field.tsx';

const { collections: text, order: orderText } = deskCatalogueText;
const PICTURE_SIZE = { width: 1_280, height: 720 };
const NOTE_CHARS = 200;

interface Item {
  readonly bookId: string;
  readonly title: string;
  readonly state: ShelfState;
  readonly note: string;
}

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
          lead={text.removeLead}
          confirmLabel={text.remove}
          isBusy={removing.isPending}
          onConfirm={() => removing.mutate()}
          onClose={() => setAsking(false)}
        />
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
  const [values, setValues] = useState<{ title: string; kind: CollectionKind; curator: string; intro: string; visible: boolean }>({
    title: record?.title ?? '',
    kind: record?.kind ?? 'list',
    curator: record?.curator ?? '',
    intro: record?.intro ?? '',
    visible: record?.visible ?? false,
  });
  const [picture, setPicture] = useState<PictureChoice>({ fileId: undefined, shown: record?.picture });
  const [items, setItems] = useState<readonly Item[]>(() =>
    (record?.items ?? []).map(({ bookId, title, shelfState, note }) => ({ bookId, title, state: shelfState, note })),
  );
  const [isTitleMissing, setTitleMissing] = useState(false);
  const change = (part: Partial<typeof values>): void => setValues((before) => ({ ...before, ...part }));
  const saving = useMutation({
    mutationFn: () =>
      call(saveCollection, {
        ...(record === undefined ? {} : { id: record.id }),
        ...values,
        ...(picture.fileId === undefined ? {} : { pictureFileId: picture.fileId }),
        items: items.map(({ bookId, note }) => ({ bookId, note })),
      }),
    onSuccess: async (saved) => {
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
      <RecordCard title={text.facts}>
        <div className={styles.fields}>
          <TextField
            label={text.name}
            maxLength={60}
            fault={isTitleMissing ? text.nameNeeded : undefined}
            value={values.title}
            onChange={(title) => change({ title })}
          />
          <SelectField
            label={text.kind}
            options={collectionKind.options.map((value) => ({ value, label: text.kinds[value] }))}
            value={values.kind}
            onChange={(kind) => change({ kind: collectionKind.parse(kind) })}
          />
          <TextField label={text.curator} maxLength={60} value={values.curator} onChange={(curator) => change({ curator })} />
          <div className={styles.wide}>
            <TextAreaField label={text.intro} rows={4} maxLength={2_000} value={values.intro} onChange={(intro) => change({ intro })} />
          </div>
          <label className={styles.check}>
            <input type="checkbox" checked={values.visible} onChange={(event) => change({ visible: event.target.checked })} />
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
        <Items items={items} onChange={setItems} />
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
