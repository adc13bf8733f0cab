/** `/404`: 页面不存在, with the address the person came from and ways on. */
import { buttonClass, Page, PageHeader } from '@shufang/ui';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './not-found-screen.module.css';

export const Component = () => {
  const from = useSearchParams()[0].get('from');
  const navigate = useNavigate();
  return (
    <Page width="text">
      <PageHeader title={shellText.notFoundTitle} lead={shellText.notFoundHint} />
      {from === null ? null : (
        <p className={styles.address}>
          {shellText.notFoundAddress}
          <code>{from}</code>
        </p>
      )}
      <SearchBox />
      <p className={styles.actions}>
        <Link to="/" className={buttonClass()}>
          {shellText.backHome}
        </Link>
        {history.length > 1 ? (
          <button type="button" className={buttonClass('quiet')} onClick={() => void navigate(-1)}>
            {shellText.goBack}
          </button>
        ) : null}
      </p>
    </Page>
  );
};
