/** `/redeem`: opens a book with the code printed in it. A scanned code comes along in the history entry, never in an address that is sent. */
import { Page, PageHeader } from '@shufang/ui';
import { useLocation, useSearchParams } from 'react-router';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { RedeemPanel } from '../../features/commerce/redeem-panel.tsx';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';

const codeOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'code' in state && typeof state.code === 'string' ? state.code : '';

/** A path of the product; nothing else is followed. */
const pathOf = (to: string | null): string | undefined => (to !== null && /^\/(?![/\\])/.test(to) ? to : undefined);

export const Component = () => {
  const { state, key } = useLocation();
  const [params] = useSearchParams();
  return (
    <Page width="text">
      <PageHeader title={codesText.redeemTitle} lead={codesText.redeemLead} />
      <RedeemPanel
        key={key}
        initialCode={codeOf(state)}
        backTo={pathOf(params.get('to'))}
        renderCover={(book) => <BookCover book={book} />}
      />
    </Page>
  );
};
