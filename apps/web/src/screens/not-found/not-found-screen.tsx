/** `/404`: 页面不存在, with the address the person came from and ways on. A printed code that leads nowhere can be reported. */
import { SHORT_CODE_PATH } from '@shufang/contract';
import { buttonClass, Page, PageHeader } from '@shufang/ui';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { DeadCodeReport } from '../../features/help/dead-code-report.tsx';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './not-found-screen.module.css';

export const Component = () => {
  const from = useSearchParams()[0].get('from');
  const navigate = useNavigate();
  const code = SHORT_CODE_PATH.exec((from ?? '').replace(/[?#].*$/, ''))?.[1];
  return (
    <Page width="text">
      <PageHeader title={shellText.notFoundTitle} lead={shellText.notFoundHint} />
      {from === null ? null : (
        <p className={styles.address}>
          {shellText.notFoundAddress}
          <code>{from}</code>
        </p>
      )}
      {code === undefined ? null : <DeadCodeReport key={code} code={code} />}
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
