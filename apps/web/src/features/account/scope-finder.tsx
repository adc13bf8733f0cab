/** Finds what a role is to be given for: a publisher, an institution, a book. */
import { listRoleScopes, type Role, role as roleNames, SCOPE_OF_ROLE } from '@shufang/contract';
import { SelectField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { FindRow } from '../../platform/records/find-row.tsx';
import styles from './desk-people.module.css';

const text = deskCatalogueText.users;

export interface ScopedGrant {
  readonly role: Role;
  readonly scope: string;
  readonly scopeName: string;
}

interface ScopeFinderProps {
  /** `<role> <scope>` of those there are already. */
  readonly taken: readonly string[];
  readonly onGive: (grant: ScopedGrant) => void;
}

const boundRoles = roleNames.options.filter((role) => SCOPE_OF_ROLE[role] !== undefined);

export const ScopeFinder = ({ taken, onGive }: ScopeFinderProps) => {
  const [role, setRole] = useState<Role>();
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState<string>();
  const kind = role === undefined ? undefined : SCOPE_OF_ROLE[role];
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['account', 'scopes', role, asked],
    queryFn: ({ signal }) => call(listRoleScopes, { role: role ?? 'reader', q: asked ?? '' }, { signal }),
    enabled: role !== undefined && asked !== undefined,
    staleTime: 0,
    meta: { claims: true },
  });
  const find = (): void => setAsked(words.trim());
  const give = (grant: ScopedGrant): void => {
    onGive(grant);
    setAsked(undefined);
    setWords('');
  };
  const items = asked === undefined ? undefined : data?.items.filter(({ scope }) => !taken.includes(`${role} ${scope}`));
  return (
    <fieldset className={styles.finder}>
      <legend>{text.add}</legend>
      <SelectField
        label={text.role}
        hint={kind === undefined ? undefined : text.scopeHints[kind]}
        options={[{ value: '', label: text.chooseRole }, ...boundRoles.map((value) => ({ value, label: accountText.roleNames[value] }))]}
        value={role ?? ''}
        onChange={(value) => {
          setRole(roleNames.safeParse(value).data);
          setAsked(undefined);
          setWords('');
        }}
      />
      {role === undefined || kind === undefined ? null : (
        <>
          <FindRow
            label={text.scopeSearch[kind]}
            findLabel={text.find}
            maxLength={60}
            words={words}
            isBusy={isFetching}
            onWords={setWords}
            onFind={find}
          />
          {isError ? (
            <p className={styles.fault} role="alert">
              {text.failed}
              <button type="button" className={styles.textButton} onClick={() => void refetch()}>
                {deskText.retry}
              </button>
            </p>
          ) : null}
          {data?.items.length === 0 && asked !== undefined ? (
            <p className={styles.none} role="status">
              {text.scopeNone[kind]}
            </p>
          ) : null}
          {items === undefined || items.length === 0 ? null : (
            <ul className={styles.found}>
              {items.map(({ scope, name }) => (
                <li key={scope}>
                  <button type="button" className={styles.give} onClick={() => give({ role, scope, scopeName: name })}>
                    {text.give(accountText.roleNames[role], name)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </fieldset>
  );
};
