/**
 * `/404`: the message that a page does not exist (页面不存在), with the requested URL and links to other pages. An unknown printed code can be
 * reported.
 */
import { SHORT_CODE_PATH } from '@shufang/contract';
import { buttonClass, Page, PageHeader, Row, Text } from '@shufang/ui';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { SearchBox } from '../../../features/catalog/search-box.tsx';
import { DeadCodeReport } from '../../../features/help/dead-code-report.tsx';
import { shellText } from '../../../platform/messages/zh-cn/shell.ts';

export const Component = () => {
  const from = useSearchParams()[0].get('from');
  const navigate = useNavigate();
  const code = SHORT_CODE_PATH.exec((from ?? '').replace(/[?#].*$/, ''))?.[1];
  return (
    <Page width="text">
      <PageHeader title={shellText.notFoundTitle} lead={shellText.notFoundHint} />
      {from === null ? null : (
        <Text as="p" tone="soft" marginBottom={24} breakWords>
          {shellText.notFoundAddress}
          <code>{from}</code>
        </Text>
      )}
      {code === undefined ? null : <DeadCodeReport key={code} code={code} />}
      <SearchBox />
      <Row as="p" gap={12} marginTop={24}>
        <Link to="/" className={buttonClass()}>
          {shellText.backHome}
        </Link>
        {history.length > 1 ? (
          <button type="button" className={buttonClass('quiet')} onClick={() => void navigate(-1)}>
            {shellText.goBack}
          </button>
        ) : null}
      </Row>
    </Page>
  );
};
