/**
 * `/q/:code`: the target of a printed code. Activation codes redirect to `/redeem`, short codes to their target, and unknown codes to the
 * page with the report form.
 */
import { clientSentences, readActivationCode } from '@shufang/contract';
import { buttonClass, EmptyState, Page, PageHeader } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { shortLinkQuery } from '../../../features/catalog/short-link-query.ts';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';

const ShortLink = ({ code }: { code: string }) => {
  const { data: way, error, refetch } = useQuery(shortLinkQuery(code));
  if (way !== undefined) return <Navigate to={way.path} replace />;
  if (isRefusal(error, 'catalog.shortLinkUnknown', 'request.invalid')) {
    return <Navigate to={`/404?from=${encodeURIComponent(`/q/${code}`)}`} replace />;
  }
  return (
    <Page width="text">
      <PageHeader title={screenTitle.shortCode} />
      {error === null ? (
        <p role="status">{codesText.opening}</p>
      ) : (
        <EmptyState title={codesText.openFailed}>
          <p>{error instanceof Error ? error.message : clientSentences.unavailable}</p>
          <button type="button" className={buttonClass()} onClick={() => void refetch()}>
            {codesText.retry}
          </button>
        </EmptyState>
      )}
    </Page>
  );
};

export const Component = () => {
  const { code = '' } = useParams();
  return readActivationCode(code) === undefined ? <ShortLink code={code} /> : <Navigate to="/redeem" replace state={{ code }} />;
};
