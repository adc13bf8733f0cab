/** `/redeem`: opens a book with the code printed in it. A scanned code comes along in the history entry, never in an address that is sent. */
import { Page, PageHeader, Section } from '@shufang/ui';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { RedeemPanel } from '../../features/commerce/redeem-panel.tsx';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { codeInHistory } from '../../platform/session/code-in-history.ts';
import styles from './redeem-screen.module.css';

/** A path of the product; nothing else is followed. */
const pathOf = (to: string | null): string | undefined => (to !== null && /^\/(?![/\\])/.test(to) ? to : undefined);

export const Component = () => {
  const { state, key, hash } = useLocation();
  const [params] = useSearchParams();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Page width="text">
      <PageHeader title={codesText.redeemTitle} lead={codesText.redeemLead} />
      <RedeemPanel
        key={key}
        initialCode={codeInHistory(state)}
        backTo={pathOf(params.get('to'))}
        renderCover={(book) => <BookCover book={book} />}
      />
      <Section title={codesText.scanTitle} id="scan">
        <ol className={styles.steps}>
          {codesText.scanSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Section>
    </Page>
  );
};
