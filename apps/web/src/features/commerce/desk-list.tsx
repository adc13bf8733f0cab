/** A list of the desk with its states: loading, failed with a way to try again, empty with what to do, and more pages. */
import { buttonClass, EmptyState } from '@shufang/ui';
import type { ReactNode } from 'react';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './commerce.module.css';

interface DeskListProps<Item> {
  /** Undefined while it is loading. */
  readonly items: readonly Item[] | undefined;
  readonly isError: boolean;
  readonly empty: { readonly title: string; readonly hint: string };
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  readonly onRetry: () => void;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export const DeskList = <Item,>({ items, isError, empty, hasMore, isLoadingMore, onMore, onRetry, children }: DeskListProps<Item>) => {
  if (isError && items === undefined) {
    return (
      <EmptyState title={codesText.failed}>
        <button type="button" className={buttonClass('quiet')} onClick={onRetry}>
          {codesText.retry}
        </button>
      </EmptyState>
    );
  }
  if (items === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={codesText.loading} />;
  if (items.length === 0) {
    return (
      <EmptyState title={empty.title}>
        <p>{empty.hint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      {children(items)}
      {hasMore ? (
        <p className={styles.more}>
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-disabled={isLoadingMore}
            onClick={() => (isLoadingMore ? undefined : onMore())}
          >
            {isLoadingMore ? codesText.loading : codesText.more}
          </button>
        </p>
      ) : null}
    </>
  );
};
