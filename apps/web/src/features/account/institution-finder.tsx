/** Finds one's institution by name, pinyin or domain. */
import { LIMITS } from '@shufang/contract';
import { buttonClass, TextField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
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
  /** The federation's own list of institutions. */
  readonly onDiscovery?: () => void;
}

export const InstitutionFinder = ({ isBusy = false, onChoose, onDiscovery }: InstitutionFinderProps) => {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data, isPending, isError, refetch } = useQuery(institutionsQuery(q));
  return (
    <div className={styles.finder}>
      <TextField label={text.search} hint={text.searchHint} type="search" maxLength={60} value={typed} onChange={setTyped} />
      {isPending ? <p role="status">{text.looking}</p> : null}
      {isError ? (
        <div role="alert" className={styles.failed}>
          <p>{text.failed}</p>
          <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
            {text.retry}
          </button>
        </div>
      ) : null}
      {data === undefined ? null : data.items.length === 0 ? (
        <p className={styles.none} role="status">
          {q === '' ? text.noneAtAll : text.none}
        </p>
      ) : (
        <>
          <ul className={styles.results} aria-label={text.results}>
            {data.items.map(({ id, name, domain }) => (
              <li key={id}>
                <button type="button" className={styles.result} disabled={isBusy} onClick={() => onChoose({ id, name })}>
                  <span>{name}</span>
                  <span className={styles.domain}>{domain}</span>
                </button>
              </li>
            ))}
          </ul>
          {data.more && data.items.length >= LIMITS.institutionsShown ? <p className={styles.none}>{text.more}</p> : null}
        </>
      )}
      {data?.discovery === true && onDiscovery !== undefined ? (
        <button type="button" className={styles.discovery} disabled={isBusy} onClick={onDiscovery}>
          {text.discovery}
        </button>
      ) : null}
    </div>
  );
};
