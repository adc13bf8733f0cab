/** Admin list of the home slots: banners and rows in order, with the days on which each is shown. */
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
  CheckboxOption,
  Cluster,
  ConfirmDialog,
  DialogActions,
  Grid,
  ModalDialog,
  RecordList,
  Section,
  SelectField,
  SortableList,
  Stack,
  StateBadge,
  Text,
  TextField,
} from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { homePreviewAddress } from '../../../features/catalog/home-preview.ts';
import { call } from '../../../platform/api/client.ts';
import { type RegisteredField, useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { homePreviewText } from '../../../platform/messages/zh-cn/home-preview.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { dayOf } from '../../../platform/records/days.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { AdminBookFinder } from './admin-book-finder.tsx';
import { collectionRecordsQuery } from './admin-collections.tsx';
import styles from './admin-home-slots.module.css';
import { inputOf, type SlotValues, slotFields, statusOf, valuesOf } from './home-slot-form.ts';
import { type PictureChoice, PictureField } from './picture-field.tsx';

const { home: text, order: orderText } = adminCatalogText;
const PICTURE_SIZE = { width: 1_200, height: 600 };

const homeSlotsQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'admin-slots'],
    queryFn: ({ signal }) => call(listHomeSlots, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const nameOf = ({ title, targetTitle, target }: HomeSlotRecord): string => title || targetTitle || target;

interface TargetProps {
  readonly targetType: HomeSlotRecord['targetType'];
  readonly target: RegisteredField;
  readonly targetTitle: string;
  readonly errorText: string | undefined;
  readonly onTarget: (target: string, title: string) => void;
}

const CollectionTarget = ({ target, errorText }: Pick<TargetProps, 'target' | 'errorText'>) => {
  const { data } = useQuery(collectionRecordsQuery());
  const options = (data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }));
  return (
    <SelectField
      label={text.collection}
      hint={data?.items.length === 0 ? text.noCollections : undefined}
      error={errorText}
      options={[{ value: '', label: text.chooseCollection }, ...options]}
      {...target}
    />
  );
};

const Target = ({ targetType, target, targetTitle, errorText, onTarget }: TargetProps) => {
  if (targetType === 'collection') return <CollectionTarget target={target} errorText={errorText} />;
  if (targetType === 'page') {
    return <TextField label={text.page} hint={text.pageHint} error={errorText} maxLength={500} {...target} />;
  }
  if (target.value !== '') {
    return (
      <Cluster as="p" gap={[4, 16]} align="center">
        <strong>{text.chosenBook(targetTitle)}</strong>
        <button type="button" className={styles.textButton} onClick={() => onTarget('', '')}>
          {text.changeBook}
        </button>
      </Cluster>
    );
  }
  return (
    <div>
      <AdminBookFinder selectedIds={[]} actionLabel="choose" onSelect={({ bookId, title }) => onTarget(bookId, title)} />
      {errorText === undefined ? null : (
        <Text as="p" size={13} tone="accent" marginTop={8} role="alert">
          {errorText}
        </Text>
      )}
    </div>
  );
};

interface SlotDialogProps {
  readonly kind: HomeSlotKind;
  /** The home slot to edit; undefined when a new one is created. */
  readonly record: HomeSlotRecord | undefined;
  readonly onClose: () => void;
}

const SlotDialog = ({ kind, record, onClose }: SlotDialogProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    draft: `slot:${record?.id ?? kind}`,
    draftFields: ['title', 'lead'],
    initial: () => valuesOf(kind, record),
    schema: slotFields,
  });
  const { values, errors } = form;
  const target = form.register('target');
  const [targetTitle, setTargetTitle] = useState(record?.targetTitle ?? '');
  const [picture, setPicture] = useState<PictureChoice>({ fileId: undefined, shown: record?.picture });
  const saving = useMutation({
    mutationFn: (slot: SlotValues) => call(saveHomeSlot, inputOf(record?.id, slot, picture.fileId)),
    onSuccess: async () => {
      form.dropDraft();
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
  const handleSubmit = form.handleSubmit((slot) => {
    if (!saving.isPending) saving.mutate(slot);
  });
  return (
    <ModalDialog title={record === undefined ? text.add[kind] : text.editOf(nameOf(record))} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        {kind === 'row' ? null : (
          <SelectField
            label={text.targetType}
            options={homeTargetType.options.map((value) => ({ value, label: text.targets[value] }))}
            value={values.targetType}
            onChange={(value) => {
              form.setValue('targetType', homeTargetType.parse(value));
              form.setValue('target', '');
              form.clearErrors('target', 'title');
            }}
          />
        )}
        <Target
          targetType={values.targetType}
          target={target}
          targetTitle={targetTitle}
          errorText={errors.target?.message}
          onTarget={(bookId, title) => {
            target.onChange(bookId);
            setTargetTitle(title);
          }}
        />
        {kind === 'row' ? null : (
          <>
            <TextField
              label={text.name}
              hint={values.targetType === 'page' ? undefined : text.nameHint}
              error={errors.title?.message}
              maxLength={40}
              {...form.register('title')}
            />
            <TextField label={text.lead2} maxLength={100} {...form.register('lead')} />
            <PictureField
              choice={picture}
              size={PICTURE_SIZE}
              texts={{
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
        <Grid gap={[8, 16]} className={styles.dates}>
          <TextField label={text.from} type="date" error={errors.from?.message} {...form.register('from')} />
          <TextField label={text.to} type="date" {...form.register('to', ['from'])} />
          <Text as="p" size={13} tone="faint" className={styles.hint}>
            {text.datesHint}
          </Text>
        </Grid>
        <CheckboxOption checked={values.visible} onChange={(visible) => form.setValue('visible', visible)}>
          {text.visible}
        </CheckboxOption>
        <DialogActions cancelLabel={adminText.cancel} submitLabel={adminText.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
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
  const [isConfirming, setConfirming] = useState(false);
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['catalog'] });
  const showing = useMutation({ mutationFn: () => call(saveHomeSlot, { id: record.id, visible: !record.visible }), onSuccess: refresh });
  const removing = useMutation({ mutationFn: () => call(removeHomeSlot, { id: record.id }), onSuccess: refresh });
  const name = nameOf(record);
  const status = statusOf(record, now);
  const [from, to] = [record.startAt, record.endAt === undefined ? undefined : record.endAt - 1].map((ms) =>
    ms === undefined ? '' : dayOf(ms),
  );
  return (
    <Cluster align="center" className={styles.slot}>
      {record.picture === undefined ? null : <img className={styles.thumb} src={record.picture} alt="" loading="lazy" />}
      <div className={styles.text}>
        <Text as="p" weight={600} breakWords>
          {name}
        </Text>
        <Text as="p" size={13} tone="faint" breakWords>
          {text.targets[record.targetType]}
          {record.targetType === 'page' ? ` ${record.target}` : record.title === '' ? '' : ` ${record.targetTitle ?? ''}`}
          {' · '}
          {from === '' && to === '' ? text.always : text.fromTo(from ?? '', to ?? '')}
        </Text>
      </div>
      <StateBadge tone={TONES[status]}>{text.states[status]}</StateBadge>
      <Cluster gap={[4, 16]}>
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
        {status === 'hidden' || status === 'before' || record.obstacle !== undefined ? (
          <Link
            to={homePreviewAddress({
              ...(record.startAt === undefined || record.startAt < now ? {} : { at: record.startAt }),
              drafts: true,
            })}
            className={styles.textButton}
            aria-label={homePreviewText.slotOf(name)}
          >
            {homePreviewText.slot}
          </Link>
        ) : null}
        <button type="button" className={styles.textButton} aria-label={text.removeOf(name)} onClick={() => setConfirming(true)}>
          {text.remove}
        </button>
      </Cluster>
      {isConfirming ? (
        <ConfirmDialog
          title={text.removeOf(name)}
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
    </Cluster>
  );
};

interface Editing {
  readonly kind: HomeSlotKind;
  readonly record: HomeSlotRecord | undefined;
}

export const AdminHomeSlots = () => {
  const queryClient = useQueryClient();
  const slotsQuery = useQuery(homeSlotsQuery());
  const records = useRecordPages(slotsQuery, recordsText.failed(text.what));
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
                  labels={{
                    hint: orderText.hint,
                    handleOf: (record) => orderText.handleOf(nameOf(record)),
                    movedTo: (record, position, count) => orderText.movedTo(nameOf(record), position, count),
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
        <Text as="p" size={13} tone="faint" breakWords>
          {text.collectionsLead}
        </Text>
        <Text as="p" marginTop={16}>
          <Link to="/admin/collections" className={buttonClass('quiet')}>
            {text.toCollections}
          </Link>
        </Text>
      </Section>
      {editing === undefined ? null : <SlotDialog {...editing} onClose={() => setEditing(undefined)} />}
    </>
  );
};
