import { buttonClass } from '@shufang/ui';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './load-more.module.css';

/** The button that loads the next page of a list. */
export const LoadMore = ({ loading, onMore }: { loading: boolean; onMore: () => void }) => (
  <p className={styles.more}>
    <button type="button" className={buttonClass('quiet')} aria-disabled={loading} onClick={() => (loading ? undefined : onMore())}>
      {loading ? catalogText.loadingMore : catalogText.loadMore}
    </button>
  </p>
);
