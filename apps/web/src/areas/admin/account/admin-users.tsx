/** Admin list of accounts: search, roles, phone number, freeze and unfreeze, each change with a reason. */
import {
  type AccountStatus,
  accountStatus,
  freezeUser,
  type GrantedRole,
  LIMITS,
  listUsers,
  type Role,
  role as roleNames,
  setUserRoles,
  type UserRecord,
  unfreezeUser,
} from '@shufang/contract';
import {
  buttonClass,
  CheckboxOption,
  DialogActions,
  Grid,
  ModalDialog,
  type RecordColumn,
  RecordList,
  RecordTable,
  Stack,
  StateBadge,
  Text,
  TextAreaField,
  TextField,
} from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { accountText } from '../../../platform/messages/zh-cn/account.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { ChoiceField } from '../../../platform/records/choice-field.tsx';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import styles from './admin-users.module.css';
import { type ScopedGrant, ScopeFinder } from './scope-finder.tsx';
import { UserPhoneDialog } from './user-phone-dialog.tsx';

const text = adminText.users;
const scopeText = adminCatalogText.users;
const day = chineseDates({ dateStyle: 'medium' });

interface UserFilters {
  readonly q: string;
  readonly role: Role | undefined;
  readonly status: AccountStatus | undefined;
}

const usersQuery = ({ q, role, status }: UserFilters) =>
  recordPagesQuery(['account', 'people', q, role, status], (from, signal) =>
    call(
      listUsers,
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

const scopeLabel = ({ scope, scopeName }: Pick<GrantedRole, 'scope' | 'scopeName'>): string =>
  scopeName === undefined ? scopeText.gone(scope) : scopeText.limitedTo(scopeName);
const keyOf = ({ role, scope }: Pick<GrantedRole, 'role' | 'scope'>): string => `${role} ${scope}`;

/** Schema of the form. `held`: the roles that the user has already, each as `<role> <scope>`. */
const rolesFields = (held: readonly string[]) =>
  z.object({
    grants: z
      .array(z.string())
      .refine((grants) => grants.length !== held.length || grants.some((grant) => !held.includes(grant)), text.unchanged)
      .refine((grants) => grants.length > 0, text.keepOne),
    reason: z.string().trim().min(1, adminText.reasonNeeded),
  });

const RolesDialog = ({ user, onClose }: { user: UserRecord; onClose: () => void }) => {
  const refresh = useRefresh();
  const [newGrants, setNewGrants] = useState<readonly ScopedGrant[]>([]);
  const scoped = [...user.roles.filter(({ scope }) => scope !== ''), ...newGrants];
  const held = user.roles.map(keyOf);
  const form = useForm({ draft: `roles:${user.userId}`, initial: { grants: held, reason: '' }, schema: rolesFields(held) });
  const { errors } = form;
  const grants = form.register('grants');
  const isChosen = (grant: Pick<GrantedRole, 'role' | 'scope'>): boolean => grants.value.includes(keyOf(grant));
  const choose = (grant: Pick<GrantedRole, 'role' | 'scope'>, isAdded: boolean): void =>
    grants.onChange(isAdded ? [...grants.value, keyOf(grant)] : grants.value.filter((one) => one !== keyOf(grant)));
  const platformGrants = roleNames.options.map((role) => ({ role, scope: '' }));
  const saving = useMutation({
    mutationFn: (reason: string) =>
      call(setUserRoles, {
        userId: user.userId,
        add: [...platformGrants, ...newGrants]
          .filter((grant) => isChosen(grant) && !held.includes(keyOf(grant)))
          .map(({ role, scope }) => ({ role, scope })),
        remove: user.roles.filter((grant) => !isChosen(grant)).map(({ role, scope }) => ({ role, scope })),
        reason,
      }),
    onSuccess: async () => {
      form.dropDraft();
      onClose();
      await refresh();
    },
  });
  const handleSubmit = form.handleSubmit(({ reason }) => {
    if (!saving.isPending) saving.mutate(reason);
  });
  return (
    <ModalDialog title={text.changeOf(user.nickname)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{text.rolesLead}</p>
        <Grid as="fieldset" gap={[8, 16]} className={styles.choices}>
          <legend>{text.rolesPlatform}</legend>
          {platformGrants.map((grant) => (
            <CheckboxOption key={grant.role} breakWords checked={isChosen(grant)} onChange={(checked) => choose(grant, checked)}>
              {accountText.roleNames[grant.role]}
            </CheckboxOption>
          ))}
        </Grid>
        {scoped.length === 0 ? null : (
          <Grid as="fieldset" gap={[8, 16]} className={styles.choices} data-wide>
            <legend>{text.rolesScoped}</legend>
            {scoped.map((one) => (
              <CheckboxOption key={keyOf(one)} breakWords checked={isChosen(one)} onChange={(checked) => choose(one, checked)}>
                <span>
                  {accountText.roleNames[one.role]}
                  <Text size={13} tone="faint" className={styles.note}>
                    {scopeLabel(one)}
                  </Text>
                </span>
              </CheckboxOption>
            ))}
          </Grid>
        )}
        <ScopeFinder
          taken={scoped.map(keyOf)}
          onGive={(grant) => {
            setNewGrants((before) => [...before, grant]);
            choose(grant, true);
          }}
        />
        {errors.grants === undefined ? null : (
          <Text role="alert" as="p" size={13} tone="accent">
            {errors.grants.message}
          </Text>
        )}
        <TextAreaField
          label={adminText.reason}
          hint={adminText.reasonHint}
          error={errors.reason?.message}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          {...form.register('reason')}
        />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={adminText.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

const Actions = ({ user }: { user: UserRecord }) => {
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<'roles' | 'phone' | 'status'>();
  const isFrozen = user.status === 'frozen';
  const changing = useMutation({
    mutationFn: (reason: string) => call(isFrozen ? unfreezeUser : freezeUser, { userId: user.userId, reason }),
    onSuccess: async () => {
      setDialog(undefined);
      await refresh();
    },
  });
  if (user.status === 'closed') return null;
  const title = isFrozen ? text.unfreezeOf(user.nickname) : text.freezeOf(user.nickname);
  return (
    <>
      <button type="button" className={buttonClass('quiet')} aria-label={text.changeOf(user.nickname)} onClick={() => setDialog('roles')}>
        {text.change}
      </button>
      <button type="button" className={buttonClass('quiet')} aria-label={text.phoneOf(user.nickname)} onClick={() => setDialog('phone')}>
        {text.phone}
      </button>
      {user.status === 'closing' ? null : (
        <button type="button" className={buttonClass('quiet')} aria-label={title} onClick={() => setDialog('status')}>
          {isFrozen ? text.unfreeze : text.freeze}
        </button>
      )}
      {dialog === 'roles' ? <RolesDialog user={user} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'phone' ? <UserPhoneDialog user={user} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'status' ? (
        <ReasonDialogWithDraft
          form={`${isFrozen ? 'unfreeze' : 'freeze'}:${user.userId}`}
          title={title}
          lead={isFrozen ? text.unfreezeLead : text.freezeLead}
          label={adminText.reason}
          hint={adminText.reasonHint}
          needText={adminText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={isFrozen ? text.unfreeze : text.freeze}
          isDestructive={!isFrozen}
          cancelLabel={adminText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync(reason)}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </>
  );
};

const TONES = { active: 'good', frozen: 'stop', closing: 'wait', closed: 'plain' } as const;

const columns: readonly RecordColumn<UserRecord>[] = [
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
            {scope === '' ? null : (
              <Text size={13} tone="faint" className={styles.note}>
                {scopeLabel({ scope, ...(scopeName && { scopeName }) })}
              </Text>
            )}
            {expiresAt === undefined ? null : (
              <Text size={13} tone="faint" className={styles.note}>
                {text.until(day.format(expiresAt))}
              </Text>
            )}
          </li>
        ))}
      </ul>
    ),
  },
  { name: text.joined, kind: 'figure', render: ({ createdAt }) => day.format(createdAt) },
  { name: text.lastSeen, kind: 'figure', render: ({ lastSeenAt }) => (lastSeenAt === undefined ? text.never : day.format(lastSeenAt)) },
  { name: recordsText.actions, kind: 'actions', render: (user) => <Actions user={user} /> },
];

export const AdminUsers = () => {
  const { valueOf, change } = useUrlFilters();
  const filters: UserFilters = {
    q: valueOf('q').trim().slice(0, 40),
    role: roleNames.safeParse(valueOf('role')).data,
    status: accountStatus.safeParse(valueOf('status')).data,
  };
  const pages = useRecordPages(useInfiniteQuery(usersQuery(filters)), recordsText.failed(text.what));
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
      {(users) => <RecordTable caption={text.what} columns={columns} rows={users} keyOf={({ userId }) => userId} />}
    </RecordList>
  );
};
