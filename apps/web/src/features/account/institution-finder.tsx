/** Search field that finds an institution by name, pinyin or domain. */
import { LIMITS } from '@shufang/contract';
import { buttonClass, Cluster, Column, Text, TextButton, TextField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useDeferredValue, useState } from 'react';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import styles from './institution.module.css';
import { institutionsQuery } from './institution-queries.ts';

export interface ChosenInstitution {
  readonly id: string;
  readonly name: string;
}

interface InstitutionFinderProps {
  readonly isBusy?: boolean;
  readonly onChoose: (institution: ChosenInstitution) => void;
  /** Called when the user prefers to select the institution from the federation's own list; absent if that is not offered. */
  readonly onDiscovery?: () => void;
  /** Error of a form in which an institution must be chosen. */
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export const InstitutionFinder = ({ isBusy = false, onChoose, onDiscovery, error, inputRef }: InstitutionFinderProps) => {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data, isPending, isError, refetch } = useQuery(institutionsQuery(q));
  return (
    <Column gap={12}>
      <TextField
        label={text.search}
        hint={text.searchHint}
        error={error}
        type="search"
        maxLength={60}
        ref={inputRef}
        value={typed}
        onChange={setTyped}
      />
      {isPending ? <p role="status">{text.looking}</p> : null}
      {isError ? (
        <Cluster role="alert" gap={12} align="center">
          <p>{text.failed}</p>
          <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
            {text.retry}
          </button>
        </Cluster>
      ) : null}
      {data === undefined ? null : data.items.length === 0 ? (
        <Text as="p" size={13} tone="faint" role="status">
          {q === '' ? text.noneAtAll : text.none}
        </Text>
      ) : (
        <>
          <ul className={styles.results} aria-label={text.results}>
            {data.items.map(({ id, name, domain }) => (
              <li key={id}>
                <button type="button" className={styles.result} disabled={isBusy} onClick={() => onChoose({ id, name })}>
                  <span>{name}</span>
                  <Text size={13} tone="faint">
                    {domain}
                  </Text>
                </button>
              </li>
            ))}
          </ul>
          {data.more && data.items.length >= LIMITS.institutionsShown ? (
            <Text as="p" size={13} tone="faint">
              {text.more}
            </Text>
          ) : null}
        </>
      )}
      {data?.discovery === true && onDiscovery !== undefined ? (
        <TextButton type="button" flush className={styles.discovery} disabled={isBusy} onClick={onDiscovery}>
          {text.discovery}
        </TextButton>
      ) : null}
    </Column>
  );
};
