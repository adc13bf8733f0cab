/** Finds the scope of a role to grant: a publisher, an institution or a book. */
import { listRoleScopes, type Role, role as roleNames, SCOPE_OF_ROLE } from '@shufang/contract';
import { SelectField, Stack, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { accountText } from '../../../platform/messages/zh-cn/account.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { FindRow } from '../../../platform/records/find-row.tsx';
import styles from './admin-users.module.css';

const text = adminCatalogText.users;

export interface ScopedGrant {
  readonly role: Role;
  readonly scope: string;
  readonly scopeName: string;
}

interface ScopeFinderProps {
  /** The roles that the user already has, each as `<role> <scope>`. */
  readonly taken: readonly string[];
  readonly onGive: (grant: ScopedGrant) => void;
}

const boundRoles = roleNames.options.filter((role) => SCOPE_OF_ROLE[role] !== undefined);

export const ScopeFinder = ({ taken, onGive }: ScopeFinderProps) => {
  const [role, setRole] = useState<Role>();
  const [query, setQuery] = useState('');
  const [submitted, setSubmitted] = useState<string>();
  const kind = role === undefined ? undefined : SCOPE_OF_ROLE[role];
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['account', 'scopes', role, submitted],
    queryFn: ({ signal }) => call(listRoleScopes, { role: role ?? 'reader', q: submitted ?? '' }, { signal }),
    enabled: role !== undefined && submitted !== undefined,
    staleTime: 0,
    meta: { claims: true },
  });
  const find = (): void => setSubmitted(query.trim());
  const give = (grant: ScopedGrant): void => {
    onGive(grant);
    setSubmitted(undefined);
    setQuery('');
  };
  const items = submitted === undefined ? undefined : data?.items.filter(({ scope }) => !taken.includes(`${role} ${scope}`));
  return (
    <Stack as="fieldset" gap={12} minWidth={0} className={styles.finder}>
      <legend>{text.add}</legend>
      <SelectField
        label={text.role}
        hint={kind === undefined ? undefined : text.scopeHints[kind]}
        options={[{ value: '', label: text.chooseRole }, ...boundRoles.map((value) => ({ value, label: accountText.roleNames[value] }))]}
        value={role ?? ''}
        onChange={(value) => {
          setRole(roleNames.safeParse(value).data);
          setSubmitted(undefined);
          setQuery('');
        }}
      />
      {role === undefined || kind === undefined ? null : (
        <>
          <FindRow
            label={text.scopeSearch[kind]}
            findLabel={text.find}
            maxLength={60}
            query={query}
            isBusy={isFetching}
            onQueryChange={setQuery}
            onFind={find}
          />
          {isError ? (
            <Text as="p" size={13} tone="accent" role="alert">
              {text.failed}
              <TextButton
                type="button"
                flush
                size="inherit"
                tone="inherit"
                underline
                className={styles.textButton}
                onClick={() => void refetch()}
              >
                {recordsText.retry}
              </TextButton>
            </Text>
          ) : null}
          {data?.items.length === 0 && submitted !== undefined ? (
            <Text as="p" size={14} tone="faint" role="status">
              {text.scopeNone[kind]}
            </Text>
          ) : null}
          {items === undefined || items.length === 0 ? null : (
            <ul className={styles.found}>
              {items.map(({ scope, name }) => (
                <li key={scope}>
                  <TextButton
                    type="button"
                    size={15}
                    tone="inherit"
                    fullWidth
                    textAlign="left"
                    className={styles.give}
                    onClick={() => give({ role, scope, scopeName: name })}
                  >
                    {text.give(accountText.roleNames[role], name)}
                  </TextButton>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Stack>
  );
};
