/** The places of the front page for editors: banners and rows, each in its order, with the days it is shown. */
import {
  arrangeHomeSlots,
  type HomeSlotKind,
  type HomeSlotRecord,
  homeSlotKind,
  homeTargetType,
  listHomeSlots,
  removeHomeSlot,
  saveHomeSlot,
} from '@shufang/contract';
import {
  buttonClass,
  ConfirmDialog,
  DialogActions,
  ModalDialog,
  RecordList,
  Section,
  SelectField,
  SortableList,
  StateBadge,
  TextField,
} from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { useRecords } from '../../platform/records/use-records.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import { DeskBookFinder } from './desk-book-finder.tsx';
import { collectionRecordsQuery } from './desk-collections.tsx';
import styles from './desk-home-slots.module.css';
import { homePreviewAddress } from './home-preview.ts';
import { dayOf, faultsIn, inputOf, type SlotFaults, standingOf, valuesOf } from './home-slot-form.ts';
import { type PictureChoice, PictureField } from './picture-field.tsx';

const { home: text, order: orderText } = deskCatalogueText;
const PICTURE_SIZE = { width: 1_200, height: 600 };

const homeSlotsQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'desk-slots'],
    queryFn: ({ signal }) => call(listHomeSlots, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const nameOf = ({ title, targetTitle, target }: HomeSlotRecord): string => title || targetTitle || target;

interface TargetProps {
  readonly targetType: HomeSlotRecord['targetType'];
  readonly target: string;
  readonly targetTitle: string;
  readonly fault: string | undefined;
  readonly onTarget: (target: string, title: string) => void;
}

const CollectionTarget = ({ target, fault, onTarget }: Pick<TargetProps, 'target' | 'fault' | 'onTarget'>) => {
  const { data } = useQuery(collectionRecordsQuery());
  const options = (data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }));
  return (
    <SelectField
      label={text.collection}
      hint={data?.items.length === 0 ? text.noCollections : undefined}
      fault={fault}
      options={[{ value: '', label: text.chooseCollection }, ...options]}
      value={target}
      onChange={(id) => onTarget(id, '')}
    />
  );
};

const Target = ({ targetType, target, targetTitle, fault, onTarget }: TargetProps) => {
  if (targetType === 'collection') return <CollectionTarget target={target} fault={fault} onTarget={onTarget} />;
  if (targetType === 'page') {
    return (
      <TextField
        label={text.page}
        hint={text.pageHint}
        fault={fault}
        maxLength={500}
        value={target}
        onChange={(address) => onTarget(address, '')}
      />
    );
  }
  if (target !== '') {
    return (
      <p className={styles.chosen}>
        <strong>{text.chosenBook(targetTitle)}</strong>
        <button type="button" className={styles.textButton} onClick={() => onTarget('', '')}>
          {text.changeBook}
        </button>
      </p>
    );
  }
  return (
    <div>
      <DeskBookFinder taken={[]} verb="choose" onTake={({ bookId, title }) => onTarget(bookId, title)} />
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
};

const targetFault = ({ target }: SlotFaults): string | undefined =>
  target === undefined ? undefined : target === 'missing' ? text.targetNeeded : text.pageWrong;

interface SlotDialogProps {
  readonly kind: HomeSlotKind;
  /** Absent: a new one. */
  readonly record: HomeSlotRecord | undefined;
  readonly onClose: () => void;
}

const SlotDialog = ({ kind, record, onClose }: SlotDialogProps) => {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(() => valuesOf(kind, record));
  const typed = useTyped(`slot:${record?.id ?? kind}`, { title: record?.title ?? '', lead: record?.lead ?? '' });
  const values = { ...chosen, ...typed.values };
  const [targetTitle, setTargetTitle] = useState(record?.targetTitle ?? '');
  const [picture, setPicture] = useState<PictureChoice>({ fileId: undefined, shown: record?.picture });
  const [faults, setFaults] = useState<SlotFaults>({});
  const change = (part: Partial<typeof chosen>): void => setChosen((before) => ({ ...before, ...part }));
  const saving = useMutation({
    mutationFn: () => call(saveHomeSlot, inputOf(record?.id, values, picture.fileId)),
    onSuccess: async () => {
      typed.drop();
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = faultsIn(values);
    flushSync(() => setFaults(found));
    if (Object.keys(found).length > 0) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!saving.isPending) saving.mutate();
  };
  return (
    <ModalDialog title={record === undefined ? text.add[kind] : text.editOf(nameOf(record))} onClose={onClose}>
      <form className={styles.dialog} noValidate onSubmit={handleSubmit}>
        {kind === 'row' ? null : (
          <SelectField
            label={text.targetType}
            options={homeTargetType.options.map((value) => ({ value, label: text.targets[value] }))}
            value={values.targetType}
            onChange={(value) => change({ targetType: homeTargetType.parse(value), target: '' })}
          />
        )}
        <Target
          targetType={values.targetType}
          target={values.target}
          targetTitle={targetTitle}
          fault={targetFault(faults)}
          onTarget={(target, title) => {
            change({ target });
            setTargetTitle(title);
          }}
        />
        {kind === 'row' ? null : (
          <>
            <TextField
              label={text.name}
              hint={values.targetType === 'page' ? undefined : text.nameHint}
              fault={faults.title ? text.nameNeeded : undefined}
              maxLength={40}
              value={values.title}
              onChange={(title) => typed.type('title', title)}
            />
            <TextField label={text.lead2} maxLength={100} value={values.lead} onChange={(lead) => typed.type('lead', lead)} />
            <PictureField
              choice={picture}
              size={PICTURE_SIZE}
              words={{
                title: text.choosePicture,
                hint: text.pictureHint,
                choose: text.choosePicture,
                remove: text.removePicture,
                alt: text.pictureOf(values.title || targetTitle),
              }}
              onChoose={setPicture}
            />
          </>
        )}
        <div className={styles.dates}>
          <TextField
            label={text.from}
            type="date"
            fault={faults.dates ? text.datesWrong : undefined}
            value={values.from}
            onChange={(from) => change({ from })}
          />
          <TextField label={text.to} type="date" value={values.to} onChange={(to) => change({ to })} />
          <p className={styles.hint}>{text.datesHint}</p>
        </div>
        <label className={styles.check}>
          <input type="checkbox" checked={values.visible} onChange={(event) => change({ visible: event.target.checked })} />
          {text.visible}
        </label>
        <DialogActions cancelLabel={deskText.cancel} submitLabel={deskText.save} isBusy={saving.isPending} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};

const TONES = {
  shown: 'good',
  hidden: 'plain',
  before: 'wait',
  after: 'plain',
  gone: 'stop',
  collectionHidden: 'wait',
  collectionEmpty: 'wait',
  bookOffShelf: 'wait',
} as const;

const Slot = ({ record, now, onEdit }: { record: HomeSlotRecord; now: number; onEdit: () => void }) => {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['catalog'] });
  const showing = useMutation({ mutationFn: () => call(saveHomeSlot, { id: record.id, visible: !record.visible }), onSuccess: refresh });
  const removing = useMutation({ mutationFn: () => call(removeHomeSlot, { id: record.id }), onSuccess: refresh });
  const name = nameOf(record);
  const standing = standingOf(record, now);
  const [from, to] = [record.startAt, record.endAt === undefined ? undefined : record.endAt - 1].map((ms) =>
    ms === undefined ? '' : dayOf(ms),
  );
  return (
    <div className={styles.slot}>
      {record.picture === undefined ? null : <img className={styles.thumb} src={record.picture} alt="" loading="lazy" />}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.facts}>
          {text.targets[record.targetType]}
          {record.targetType === 'page' ? ` ${record.target}` : record.title === '' ? '' : ` ${record.targetTitle ?? ''}`}
          {' · '}
          {from === '' && to === '' ? text.always : text.fromTo(from ?? '', to ?? '')}
        </p>
      </div>
      <StateBadge tone={TONES[standing]}>{text.states[standing]}</StateBadge>
      <div className={styles.verbs}>
        <button type="button" className={styles.textButton} aria-label={text.editOf(name)} onClick={onEdit}>
          {text.edit}
        </button>
        <button
          type="button"
          className={styles.textButton}
          aria-label={record.visible ? text.hideOf(name) : text.showOf(name)}
          aria-disabled={showing.isPending}
          onClick={() => {
            if (!showing.isPending) showing.mutate();
          }}
        >
          {record.visible ? text.hide : text.show}
        </button>
        {standing === 'hidden' || standing === 'before' || record.obstacle !== undefined ? (
          <Link
            to={homePreviewAddress({
              ...(record.startAt === undefined || record.startAt < now ? {} : { at: record.startAt }),
              drafts: true,
            })}
            className={styles.textButton}
            aria-label={deskCatalogueText.homePreview.slotOf(name)}
          >
            {deskCatalogueText.homePreview.slot}
          </Link>
        ) : null}
        <button type="button" className={styles.textButton} aria-label={text.removeOf(name)} onClick={() => setAsking(true)}>
          {text.remove}
        </button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={text.removeOf(name)}
          confirmLabel={text.remove}
          cancelLabel={deskText.cancel}
          isBusy={removing.isPending}
          onConfirm={() => removing.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{text.removeLead}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
};

interface Editing {
  readonly kind: HomeSlotKind;
  readonly record: HomeSlotRecord | undefined;
}

export const DeskHomeSlots = () => {
  const queryClient = useQueryClient();
  const slotsQuery = useQuery(homeSlotsQuery());
  const records = useRecords(slotsQuery, deskText.failed(text.what));
  const [editing, setEditing] = useState<Editing>();
  const arranging = useMutation({
    mutationFn: (order: readonly HomeSlotRecord[]) => {
      queryClient.setQueryData(homeSlotsQuery().queryKey, { items: [...order] });
      return call(arrangeHomeSlots, { ids: order.map(({ id }) => id) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  });
  return (
    <>
      {homeSlotKind.options.map((kind) => {
        const mine = records.rows?.filter(({ slot }) => slot === kind);
        const others = records.rows?.filter(({ slot }) => slot !== kind) ?? [];
        const add = (
          <button type="button" className={buttonClass('quiet')} onClick={() => setEditing({ kind, record: undefined })}>
            {text.add[kind]}
          </button>
        );
        return (
          <Section key={kind} title={text.kinds[kind]} more={mine === undefined || mine.length === 0 ? undefined : add}>
            <RecordList
              pages={{ ...records, rows: mine }}
              empty={{
                title: text.none[kind],
                children: (
                  <>
                    <p>{text.noneHint[kind]}</p>
                    {add}
                  </>
                ),
              }}
            >
              {(rows) => (
                <SortableList
                  label={text.listOf[kind]}
                  rows={rows}
                  keyOf={({ id }) => id}
                  words={{
                    hint: orderText.hint,
                    handleOf: (record) => orderText.handleOf(nameOf(record)),
                    movedTo: (record, place, count) => orderText.movedTo(nameOf(record), place, count),
                  }}
                  onOrder={(order) => arranging.mutate(kind === 'banner' ? [...order, ...others] : [...others, ...order])}
                >
                  {(record) => <Slot record={record} now={slotsQuery.dataUpdatedAt} onEdit={() => setEditing({ kind, record })} />}
                </SortableList>
              )}
            </RecordList>
          </Section>
        );
      })}
      <Section title={text.collectionsTitle}>
        <p className={styles.facts}>{text.collectionsLead}</p>
        <p className={styles.onward}>
          <Link to="/admin/collections" className={buttonClass('quiet')}>
            {text.toCollections}
          </Link>
        </p>
      </Section>
      {editing === undefined ? null : <SlotDialog {...editing} onClose={() => setEditing(undefined)} />}
    </>
  );
};
