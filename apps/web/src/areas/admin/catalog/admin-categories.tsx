/** Admin editor of the category trees: add, rename, move, and remove if empty. */
import {
  type CategoryKind,
  type CategoryRecord,
  categoryKind,
  LIMITS,
  listCategoryRecords,
  moveCategory,
  type OutputOf,
  removeCategory,
  saveCategory,
} from '@shufang/contract';
import {
  buttonClass,
  ConfirmDialog,
  DialogActions,
  Grid,
  ModalDialog,
  RecordList,
  Row,
  Section,
  SelectField,
  Stack,
  Text,
  TextButton,
  TextField,
} from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { categoryTreeQuery } from '../../../features/catalog/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import styles from './admin-categories.module.css';

const text = adminCatalogText.categories;
const NAME_CHARS = 30;

type Tree = OutputOf<typeof listCategoryRecords>;
type Categories = readonly CategoryRecord[];

const categoriesQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'admin-categories'],
    queryFn: ({ signal }) => call(listCategoryRecords, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const useCacheTree = (): ((tree: Tree) => void) => {
  const queryClient = useQueryClient();
  return (tree) => {
    queryClient.setQueryData(categoriesQuery().queryKey, tree);
    void queryClient.invalidateQueries({ queryKey: categoryTreeQuery().queryKey });
  };
};

const levelOf = (all: Categories, { parentId }: CategoryRecord): number => {
  const parent = all.find(({ id }) => id === parentId);
  return parent === undefined ? 1 : levelOf(all, parent) + 1;
};
const partsOf = (all: Categories, parentId: string | undefined): CategoryRecord[] => all.filter((one) => one.parentId === parentId);
const heightOf = (all: Categories, one: CategoryRecord): number =>
  1 + Math.max(0, ...partsOf(all, one.id).map((part) => heightOf(all, part)));
const isWithin = (all: Categories, one: CategoryRecord, ancestorId: string): boolean =>
  one.id === ancestorId || all.some((parent) => parent.id === one.parentId && isWithin(all, parent, ancestorId));

const nameFields = z.object({ name: saveCategory.input.shape.name });

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly isBusy: boolean;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

const NameDialog = ({ title, name: known, isBusy, onSave, onClose }: NameDialogProps) => {
  const form = useForm({ initial: { name: known }, schema: nameFields });
  const handleSubmit = form.handleSubmit(({ name }) => {
    if (!isBusy) onSave(name);
  });
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <TextField label={text.name} maxLength={NAME_CHARS} error={form.errors.name?.message} {...form.register('name')} />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={adminText.save} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

interface MoveDialogProps {
  readonly all: Categories;
  readonly one: CategoryRecord;
  readonly isBusy: boolean;
  readonly onMove: (position: { parentId: string; beforeId: string }) => void;
  readonly onClose: () => void;
}

const MoveDialog = ({ all, one, isBusy, onMove, onClose }: MoveDialogProps) => {
  const form = useForm({ initial: { parentId: one.parentId ?? '', beforeId: '' } });
  const { parentId } = form.values;
  const parentField = form.register('parentId');
  const handleSubmit = form.handleSubmit((position) => {
    if (!isBusy) onMove(position);
  });
  const height = heightOf(all, one);
  const parents = all.filter(
    (parent) => parent.kind === one.kind && !isWithin(all, parent, one.id) && levelOf(all, parent) + height <= LIMITS.categoryDepth,
  );
  const sisters = partsOf(all, parentId === '' ? undefined : parentId).filter(({ id, kind }) => id !== one.id && kind === one.kind);
  return (
    <ModalDialog title={text.moveOf(one.name)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <SelectField
          label={text.parent}
          options={[
            { value: '', label: text.top },
            ...parents.map((parent) => ({ value: parent.id, label: '　'.repeat(levelOf(all, parent) - 1) + parent.name })),
          ]}
          {...parentField}
          onChange={(id) => {
            parentField.onChange(id);
            form.setValue('beforeId', '');
          }}
        />
        <SelectField
          label={text.before}
          options={[{ value: '', label: text.last }, ...sisters.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.register('beforeId')}
        />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={text.move} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

type DialogState =
  | { readonly action: 'rename' | 'add' | 'move' | 'remove'; readonly one: CategoryRecord }
  | { readonly action: 'addTop'; readonly kind: CategoryKind };

const Node = ({ all, one, onOpenDialog }: { all: Categories; one: CategoryRecord; onOpenDialog: (dialog: DialogState) => void }) => {
  const parts = partsOf(all, one.id);
  const level = levelOf(all, one);
  const isFree = parts.length === 0 && one.books === 0;
  const verb = (action: 'rename' | 'add' | 'move' | 'remove', label: string, name: string) => (
    <TextButton type="button" className={styles.verb} aria-label={name} onClick={() => onOpenDialog({ action, one })}>
      {label}
    </TextButton>
  );
  return (
    <li className={styles.node} data-level={level}>
      <Grid gap={[4, 16]} align="center" className={styles.line}>
        <span className={styles.name}>{one.name}</span>
        <Text size={13} tone="faint" tabular className={styles.books}>
          {text.books(one.books)}
        </Text>
        <Row as="span" gap={[4, 16]} className={styles.actions}>
          {level < LIMITS.categoryDepth ? verb('add', text.addPart, text.addPartOf(one.name)) : null}
          {verb('rename', text.rename, text.renameOf(one.name))}
          {verb('move', text.move, text.moveOf(one.name))}
          {isFree ? verb('remove', text.remove, text.removeOf(one.name)) : null}
        </Row>
      </Grid>
      {parts.length === 0 ? null : (
        // The tree of school subjects is collapsed at first, because its many grades and subjects fill a long list.
        <details className={styles.parts} open={one.kind !== 'school'}>
          <summary>{text.parts(parts.length)}</summary>
          <ul>
            {parts.map((part) => (
              <Node key={part.id} all={all} one={part} onOpenDialog={onOpenDialog} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
};

const Dialog = ({ all, dialog, onClose }: { all: Categories; dialog: DialogState; onClose: () => void }) => {
  const cache = useCacheTree();
  const done = (tree: Tree): void => {
    onClose();
    cache(tree);
  };
  const saving = useMutation({
    mutationFn: (input: { id?: string; parentId?: string; kind?: CategoryKind; name: string }) => call(saveCategory, input),
    onSuccess: done,
  });
  const moving = useMutation({
    mutationFn: (input: { id: string; parentId?: string; beforeId?: string }) => call(moveCategory, input),
    onSuccess: done,
  });
  const removing = useMutation({ mutationFn: (id: string) => call(removeCategory, { id }), onSuccess: done });
  const common = { isBusy: saving.isPending, onClose };
  switch (dialog.action) {
    case 'addTop':
      return (
        <NameDialog {...common} title={text.addTitle[dialog.kind]} name="" onSave={(name) => saving.mutate({ kind: dialog.kind, name })} />
      );
    case 'add':
      return (
        <NameDialog
          {...common}
          title={text.addPartOf(dialog.one.name)}
          name=""
          onSave={(name) => saving.mutate({ parentId: dialog.one.id, name })}
        />
      );
    case 'rename':
      return (
        <NameDialog
          {...common}
          title={text.renameOf(dialog.one.name)}
          name={dialog.one.name}
          onSave={(name) => saving.mutate({ id: dialog.one.id, name })}
        />
      );
    case 'move':
      return (
        <MoveDialog
          all={all}
          one={dialog.one}
          isBusy={moving.isPending}
          onMove={({ parentId, beforeId }) =>
            moving.mutate({ id: dialog.one.id, ...(parentId === '' ? {} : { parentId }), ...(beforeId === '' ? {} : { beforeId }) })
          }
          onClose={onClose}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          title={text.removeOf(dialog.one.name)}
          confirmLabel={text.remove}
          isDestructive
          cancelLabel={adminText.cancel}
          isBusy={removing.isPending}
          onConfirm={() => removing.mutate(dialog.one.id)}
          onClose={onClose}
        >
          <p>{text.removeLead}</p>
        </ConfirmDialog>
      );
  }
};

export const AdminCategories = () => {
  const records = useRecordPages(useQuery(categoriesQuery()), recordsText.failed(text.what));
  const [dialog, setDialog] = useState<DialogState>();
  const add = (kind: CategoryKind) => (
    <button type="button" className={buttonClass('quiet')} onClick={() => setDialog({ action: 'addTop', kind })}>
      {text.add[kind]}
    </button>
  );
  return (
    <>
      <RecordList
        pages={records}
        empty={{
          title: text.none,
          children: (
            <>
              <p>{text.noneHint}</p>
              {add('discipline')}
            </>
          ),
        }}
      >
        {(all) => (
          <>
            {categoryKind.options.map((kind) => {
              const tops = partsOf(all, undefined).filter((one) => one.kind === kind);
              return (
                <Section key={kind} title={catalogText.categoryKinds[kind]} more={add(kind)}>
                  {tops.length === 0 ? (
                    <p>{text.none}</p>
                  ) : (
                    <ul className={styles.tree} aria-label={catalogText.categoryKinds[kind]}>
                      {tops.map((one) => (
                        <Node key={one.id} all={all} one={one} onOpenDialog={setDialog} />
                      ))}
                    </ul>
                  )}
                </Section>
              );
            })}
          </>
        )}
      </RecordList>
      {dialog === undefined ? null : <Dialog all={records.rows ?? []} dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
};
