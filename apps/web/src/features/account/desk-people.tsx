/** Accounts for administrators: found, given roles, another number, frozen and unfrozen, each with its reason. */
import {
  accountStatus,
  freezePerson,
  type HeldRole,
  LIMITS,
  listPeople,
  type PersonRecord,
  type PersonStatus,
  type Role,
  role as roleNames,
  setPersonRoles,
  unfreezePerson,
} from '@shufang/contract';
import {
  buttonClass,
  DialogActions,
  ModalDialog,
  type RecordColumn,
  RecordList,
  RecordTable,
  StateBadge,
  TextAreaField,
  TextField,
} from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { ChoiceField } from '../../platform/records/choice-field.tsx';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import styles from './desk-people.module.css';
import { PersonPhoneDialog } from './person-phone-dialog.tsx';
import { type ScopedGrant, ScopeFinder } from './scope-finder.tsx';

const text = deskText.users;
const scopeWords = deskCatalogueText.users;
const day = chineseDates({ dateStyle: 'medium' });

interface PeopleFilters {
  readonly q: string;
  readonly role: Role | undefined;
  readonly status: PersonStatus | undefined;
}

const peopleQuery = ({ q, role, status }: PeopleFilters) =>
  recordPagesQuery(['account', 'people', q, role, status], (from, signal) =>
    call(
      listPeople,
      {
        q,
        ...(role === undefined ? {} : { role }),
        ...(status === undefined ? {} : { status }),
        ...from,
      },
      { signal },
    ),
  );

const useRefresh = (): (() => Promise<void>) => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['account', 'people'] });
};

const scopeText = ({ scope, scopeName }: Pick<HeldRole, 'scope' | 'scopeName'>): string =>
  scopeName === undefined ? scopeWords.gone(scope) : scopeWords.limitedTo(scopeName);
const keyOf = ({ role, scope }: Pick<HeldRole, 'role' | 'scope'>): string => `${role} ${scope}`;

const RolesDialog = ({ person, onClose }: { person: PersonRecord; onClose: () => void }) => {
  const refresh = useRefresh();
  const held = person.roles.filter(({ scope }) => scope === '').map(({ role }) => role);
  const [fresh, setFresh] = useState<readonly ScopedGrant[]>([]);
  const scoped = [...person.roles.filter(({ scope }) => scope !== ''), ...fresh];
  const [chosen, setChosen] = useState<ReadonlySet<Role>>(new Set(held));
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set(person.roles.filter(({ scope }) => scope !== '').map(keyOf)));
  const typed = useTyped(`roles:${person.userId}`, { reason: '' });
  const { reason } = typed.values;
  const [fault, setFault] = useState<string>();
  const [choiceFault, setChoiceFault] = useState<string>();
  const add = [
    ...[...chosen].filter((role) => !held.includes(role)).map((role) => ({ role, scope: '' })),
    ...fresh.filter((one) => kept.has(keyOf(one))).map(({ role, scope }) => ({ role, scope })),
  ];
  const remove = [
    ...held.filter((role) => !chosen.has(role)).map((role) => ({ role, scope: '' })),
    ...person.roles.filter((one) => one.scope !== '' && !kept.has(keyOf(one))).map(({ role, scope }) => ({ role, scope })),
  ];
  const saving = useMutation({
    mutationFn: () => call(setPersonRoles, { userId: person.userId, add, remove, reason: reason.trim() }),
    onSuccess: async () => {
      typed.drop();
      onClose();
      await refresh();
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wrong = add.length + remove.length === 0 ? text.unchanged : chosen.size + kept.size === 0 ? text.keepOne : undefined;
    setChoiceFault(wrong);
    setFault(reason.trim() === '' ? deskText.reasonNeeded : undefined);
    if (wrong === undefined && reason.trim() !== '' && !saving.isPending) saving.mutate();
  };
  const flip = <Value,>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> =>
    set.has(value) ? new Set([...set].filter((one) => one !== value)) : new Set([...set, value]);
  return (
    <ModalDialog title={text.changeOf(person.nickname)} onClose={onClose}>
      <form className={styles.dialog} noValidate onSubmit={handleSubmit}>
        <p>{text.rolesLead}</p>
        <fieldset className={styles.choices}>
          <legend>{text.rolesPlatform}</legend>
          {roleNames.options.map((role) => (
            <label key={role} className={styles.choice}>
              <input type="checkbox" checked={chosen.has(role)} onChange={() => setChosen((before) => flip(before, role))} />
              {accountText.roleNames[role]}
            </label>
          ))}
        </fieldset>
        {scoped.length === 0 ? null : (
          <fieldset className={styles.choices} data-wide>
            <legend>{text.rolesScoped}</legend>
            {scoped.map((one) => (
              <label key={keyOf(one)} className={styles.choice}>
                <input type="checkbox" checked={kept.has(keyOf(one))} onChange={() => setKept((before) => flip(before, keyOf(one)))} />
                <span>
                  {accountText.roleNames[one.role]}
                  <span className={styles.note}>{scopeText(one)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <ScopeFinder
          taken={scoped.map(keyOf)}
          onGive={(grant) => {
            setFresh((before) => [...before, grant]);
            setKept((before) => new Set([...before, keyOf(grant)]));
            setChoiceFault(undefined);
          }}
        />
        {choiceFault === undefined ? null : (
          <p role="alert" className={styles.fault}>
            {choiceFault}
          </p>
        )}
        <TextAreaField
          label={deskText.reason}
          hint={deskText.reasonHint}
          fault={fault}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          value={reason}
          onChange={(value) => typed.type('reason', value)}
        />
        <DialogActions cancelLabel={deskText.cancel} submitLabel={deskText.save} isBusy={saving.isPending} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};

const Actions = ({ person }: { person: PersonRecord }) => {
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<'roles' | 'phone' | 'status'>();
  const isFrozen = person.status === 'frozen';
  const changing = useMutation({
    mutationFn: (reason: string) => call(isFrozen ? unfreezePerson : freezePerson, { userId: person.userId, reason }),
    onSuccess: async () => {
      setDialog(undefined);
      await refresh();
    },
  });
  if (person.status === 'closed') return null;
  const title = isFrozen ? text.unfreezeOf(person.nickname) : text.freezeOf(person.nickname);
  return (
    <>
      <button type="button" className={buttonClass('quiet')} aria-label={text.changeOf(person.nickname)} onClick={() => setDialog('roles')}>
        {text.change}
      </button>
      <button type="button" className={buttonClass('quiet')} aria-label={text.phoneOf(person.nickname)} onClick={() => setDialog('phone')}>
        {text.phone}
      </button>
      {person.status === 'closing' ? null : (
        <button type="button" className={buttonClass('quiet')} aria-label={title} onClick={() => setDialog('status')}>
          {isFrozen ? text.unfreeze : text.freeze}
        </button>
      )}
      {dialog === 'roles' ? <RolesDialog person={person} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'phone' ? <PersonPhoneDialog person={person} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'status' ? (
        <KeptReasonDialog
          form={`${isFrozen ? 'unfreeze' : 'freeze'}:${person.userId}`}
          title={title}
          lead={isFrozen ? text.unfreezeLead : text.freezeLead}
          label={deskText.reason}
          hint={deskText.reasonHint}
          needText={deskText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={isFrozen ? text.unfreeze : text.freeze}
          cancelLabel={deskText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync(reason)}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </>
  );
};

const TONES = { active: 'good', frozen: 'stop', closing: 'wait', closed: 'plain' } as const;

const columns: readonly RecordColumn<PersonRecord>[] = [
  { name: text.name, kind: 'head', render: ({ nickname }) => nickname },
  { name: text.tel, kind: 'figure', render: ({ tel }) => tel },
  { name: text.status, render: ({ status }) => <StateBadge tone={TONES[status]}>{text.statuses[status]}</StateBadge> },
  {
    name: text.role,
    render: ({ roles }) => (
      <ul>
        {roles.map(({ role, scope, scopeName, expiresAt }) => (
          <li key={`${role} ${scope}`}>
            {accountText.roleNames[role]}
            {scope === '' ? null : <span className={styles.note}>{scopeText({ scope, ...(scopeName && { scopeName }) })}</span>}
            {expiresAt === undefined ? null : <span className={styles.note}>{text.until(day.format(expiresAt))}</span>}
          </li>
        ))}
      </ul>
    ),
  },
  { name: text.joined, kind: 'figure', render: ({ createdAt }) => day.format(createdAt) },
  { name: text.lastSeen, kind: 'figure', render: ({ lastSeenAt }) => (lastSeenAt === undefined ? text.never : day.format(lastSeenAt)) },
  { name: deskText.actions, kind: 'actions', render: (person) => <Actions person={person} /> },
];

export const DeskPeople = () => {
  const { valueOf, change } = useAddressFilters();
  const filters: PeopleFilters = {
    q: valueOf('q').trim().slice(0, 40),
    role: roleNames.safeParse(valueOf('role')).data,
    status: accountStatus.safeParse(valueOf('status')).data,
  };
  const pages = useRecordPages(useInfiniteQuery(peopleQuery(filters)), deskText.failed(text.what));
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.filters,
        fields: (
          <>
            <TextField
              label={text.search}
              type="search"
              placeholder={text.searchHint}
              maxLength={40}
              value={valueOf('q')}
              onChange={(value) => change('q', value)}
            />
            <ChoiceField
              name="role"
              label={text.role}
              choices={roleNames.options}
              labels={accountText.roleNames}
              value={filters.role}
              change={change}
            />
            <ChoiceField
              name="status"
              label={text.status}
              choices={accountStatus.options}
              labels={text.statuses}
              value={filters.status}
              change={change}
            />
          </>
        ),
      }}
      empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
    >
      {(people) => <RecordTable caption={text.what} columns={columns} rows={people} keyOf={({ userId }) => userId} />}
    </RecordList>
  );
};
