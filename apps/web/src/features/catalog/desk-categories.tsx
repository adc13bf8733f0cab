/** The tree of disciplines for those who look after the catalogue: added to, renamed, moved, removed where nothing is in it. */
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
import { buttonClass, ConfirmDialog, DialogActions, ModalDialog, RecordList, Section, SelectField, TextField } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { useRecords } from '../../platform/records/use-records.ts';
import styles from './desk-categories.module.css';
import { categoryTreeQuery } from './queries.ts';

const text = deskCatalogueText.categories;
const NAME_CHARS = 30;

type Tree = OutputOf<typeof listCategoryRecords>;
type Categories = readonly CategoryRecord[];

const categoriesQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'desk-categories'],
    queryFn: ({ signal }) => call(listCategoryRecords, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const useKeepTree = (): ((tree: Tree) => void) => {
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

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly isBusy: boolean;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

const NameDialog = ({ title, name: known, isBusy, onSave, onClose }: NameDialogProps) => {
  const [name, setName] = useState(known);
  const [isMissing, setMissing] = useState(false);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => setMissing(name.trim() === ''));
    if (name.trim() === '') form.querySelector('input')?.focus();
    else if (!isBusy) onSave(name.trim());
  };
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form className={styles.dialog} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.name}
          maxLength={NAME_CHARS}
          fault={isMissing ? text.nameNeeded : undefined}
          value={name}
          onChange={setName}
        />
        <DialogActions cancelLabel={deskText.cancel} submitLabel={deskText.save} isBusy={isBusy} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};

interface MoveDialogProps {
  readonly all: Categories;
  readonly one: CategoryRecord;
  readonly isBusy: boolean;
  readonly onMove: (place: { parentId: string; beforeId: string }) => void;
  readonly onClose: () => void;
}

const MoveDialog = ({ all, one, isBusy, onMove, onClose }: MoveDialogProps) => {
  const [parentId, setParentId] = useState(one.parentId ?? '');
  const [beforeId, setBeforeId] = useState('');
  const height = heightOf(all, one);
  const parents = all.filter(
    (parent) => parent.kind === one.kind && !isWithin(all, parent, one.id) && levelOf(all, parent) + height <= LIMITS.categoryDepth,
  );
  const sisters = partsOf(all, parentId === '' ? undefined : parentId).filter(({ id, kind }) => id !== one.id && kind === one.kind);
  return (
    <ModalDialog title={text.moveOf(one.name)} onClose={onClose}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onMove({ parentId, beforeId });
        }}
      >
        <SelectField
          label={text.parent}
          options={[
            { value: '', label: text.top },
            ...parents.map((parent) => ({ value: parent.id, label: '　'.repeat(levelOf(all, parent) - 1) + parent.name })),
          ]}
          value={parentId}
          onChange={(id) => {
            setParentId(id);
            setBeforeId('');
          }}
        />
        <SelectField
          label={text.before}
          options={[{ value: '', label: text.last }, ...sisters.map(({ id, name }) => ({ value: id, label: name }))]}
          value={beforeId}
          onChange={setBeforeId}
        />
        <DialogActions cancelLabel={deskText.cancel} submitLabel={text.move} isBusy={isBusy} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};

type Asked =
  | { readonly act: 'rename' | 'add' | 'move' | 'remove'; readonly one: CategoryRecord }
  | { readonly act: 'addTop'; readonly kind: CategoryKind };

const Node = ({ all, one, onAsk }: { all: Categories; one: CategoryRecord; onAsk: (asked: Asked) => void }) => {
  const parts = partsOf(all, one.id);
  const level = levelOf(all, one);
  const isFree = parts.length === 0 && one.books === 0;
  const verb = (act: 'rename' | 'add' | 'move' | 'remove', label: string, name: string) => (
    <button type="button" className={styles.verb} aria-label={name} onClick={() => onAsk({ act, one })}>
      {label}
    </button>
  );
  return (
    <li className={styles.node} data-level={level}>
      <div className={styles.line}>
        <span className={styles.name}>{one.name}</span>
        <span className={styles.books}>{text.books(one.books)}</span>
        <span className={styles.verbs}>
          {level < LIMITS.categoryDepth ? verb('add', text.addPart, text.addPartOf(one.name)) : null}
          {verb('rename', text.rename, text.renameOf(one.name))}
          {verb('move', text.move, text.moveOf(one.name))}
          {isFree ? verb('remove', text.remove, text.removeOf(one.name)) : null}
        </span>
      </div>
      {parts.length === 0 ? null : (
        // The grades of schools and their subjects are many.
        <details className={styles.parts} open={one.kind !== 'school'}>
          <summary>{text.parts(parts.length)}</summary>
          <ul>
            {parts.map((part) => (
              <Node key={part.id} all={all} one={part} onAsk={onAsk} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
};

const Dialog = ({ all, asked, onClose }: { all: Categories; asked: Asked; onClose: () => void }) => {
  const keep = useKeepTree();
  const done = (tree: Tree): void => {
    onClose();
    keep(tree);
  };
  const saving = useMutation({
    mutationFn: (wish: { id?: string; parentId?: string; kind?: CategoryKind; name: string }) => call(saveCategory, wish),
    onSuccess: done,
  });
  const moving = useMutation({
    mutationFn: (wish: { id: string; parentId?: string; beforeId?: string }) => call(moveCategory, wish),
    onSuccess: done,
  });
  const removing = useMutation({ mutationFn: (id: string) => call(removeCategory, { id }), onSuccess: done });
  const common = { isBusy: saving.isPending, onClose };
  switch (asked.act) {
    case 'addTop':
      return (
        <NameDialog {...common} title={text.addTitle[asked.kind]} name="" onSave={(name) => saving.mutate({ kind: asked.kind, name })} />
      );
    case 'add':
      return (
        <NameDialog
          {...common}
          title={text.addPartOf(asked.one.name)}
          name=""
          onSave={(name) => saving.mutate({ parentId: asked.one.id, name })}
        />
      );
    case 'rename':
      return (
        <NameDialog
          {...common}
          title={text.renameOf(asked.one.name)}
          name={asked.one.name}
          onSave={(name) => saving.mutate({ id: asked.one.id, name })}
        />
      );
    case 'move':
      return (
        <MoveDialog
          all={all}
          one={asked.one}
          isBusy={moving.isPending}
          onMove={({ parentId, beforeId }) =>
            moving.mutate({ id: asked.one.id, ...(parentId === '' ? {} : { parentId }), ...(beforeId === '' ? {} : { beforeId }) })
          }
          onClose={onClose}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          title={text.removeOf(asked.one.name)}
          confirmLabel={text.remove}
          cancelLabel={deskText.cancel}
          isBusy={removing.isPending}
          onConfirm={() => removing.mutate(asked.one.id)}
          onClose={onClose}
        >
          <p>{text.removeLead}</p>
        </ConfirmDialog>
      );
  }
};

export const DeskCategories = () => {
  const records = useRecords(useQuery(categoriesQuery()), deskText.failed(text.what));
  const [asked, setAsked] = useState<Asked>();
  const add = (kind: CategoryKind) => (
    <button type="button" className={buttonClass('quiet')} onClick={() => setAsked({ act: 'addTop', kind })}>
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
                        <Node key={one.id} all={all} one={one} onAsk={setAsked} />
                      ))}
                    </ul>
                  )}
                </Section>
              );
            })}
          </>
        )}
      </RecordList>
      {asked === undefined ? null : <Dialog all={records.rows ?? []} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
};
