/**
 * `/redeem`: redeems an activation code. A scanned code is passed in the history state, so that it never appears in a URL sent to the
 * server.
 */
import { isProductPath } from '@shufang/contract';
import { Page, PageHeader, Section, Stack } from '@shufang/ui';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { RedeemPanel } from '../../../features/activation-code/redeem-panel.tsx';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { codeInHistory } from '../../../platform/session/code-in-history.ts';
import styles from './redeem-screen.module.css';

/** Returns `to` if it is a path of this site; undefined for anything else. */
const pathOf = (to: string | null): string | undefined => (to !== null && isProductPath(to) ? to : undefined);

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
        <Stack as="ol" gap={8} tone="soft" className={styles.steps}>
          {codesText.scanSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </Stack>
      </Section>
    </Page>
  );
};
