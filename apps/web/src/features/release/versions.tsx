/** Loads the app versions for the given platforms, and shows a loading, error or empty state. */
import type { AppBuild, ReleasePlatform } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { appVersionsQuery } from './queries.ts';
import styles from './release.module.css';

interface VersionsProps {
  readonly of: readonly ReleasePlatform[];
  /** Content that is shown if the operator published no build for these platforms. */
  readonly none: ReactNode;
  readonly children: (builds: readonly AppBuild[]) => ReactNode;
}

export const Versions = ({ of, none, children }: VersionsProps) => {
  const { data, isError, refetch } = useQuery(appVersionsQuery());
  if (isError && data === undefined) {
    return (
      <div className={styles.failed} role="status">
        <p>{clientsText.unreachable}</p>
        <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
          {clientsText.retry}
        </button>
      </div>
    );
  }
  if (data === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={clientsText.loading} />;
  const builds = data.newest.filter(({ platform }) => of.includes(platform));
  return builds.length === 0 ? none : children(builds);
};
