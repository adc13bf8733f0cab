/** Search hits in closed chapters: the chapter, the number of hits, a short snippet, and the reason for the limit. */
import { IconLock } from '@shufang/icons';
import { Block, Button, Cluster, LinkButton, Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { useSession } from '../../platform/session/session.ts';
import { buyPath } from './buy-path.ts';
import styles from './search.module.css';
import type { LockedHits } from './use-search-in-book.ts';

const Snippet = ({ text, matchRanges: [match = [0, 0]] }: NonNullable<LockedHits['chapters'][number]['snippet']>) => (
  <p className={styles.passage}>
    {'…'}
    {text.slice(0, match[0])}
    <mark>{text.slice(...match)}</mark>
    {text.slice(match[1])}
    {'…'}
  </p>
);

export const LockedHitList = ({ bookId, found: { chapters, previewsSpent } }: { bookId: string; found: LockedHits }) => {
  const isSignedIn = useSession((session) => session.userId !== undefined);
  return (
    <section aria-labelledby="locked-hits">
      <Text id="locked-hits" as="h3" size={14} tone="soft" className={styles.chapter}>
        {readingText.lockedHits(chapters.length)}
      </Text>
      <ul className={styles.lockedList}>
        {chapters.map(({ href, title, hits, snippet }) => (
          <li key={`${href} ${title}`} className={styles.lockedItem}>
            <Row as="p" gap={6} align="center" tone="soft" minWidth={0} className={styles.lockedTitle}>
              <IconLock size={15} stroke={1.5} aria-hidden />
              <span>{title}</span>
              <Text size={13} tone="faint" flex="none">
                {readingText.lockedHitsOf(hits)}
              </Text>
            </Row>
            {snippet === undefined ? null : <Snippet {...snippet} />}
          </li>
        ))}
      </ul>
      <Block size={14} tone="soft" className={styles.lockedWhy}>
        <p>{previewsSpent ? readingText.lockedHitsSpent : readingText.lockedHitsWhy}</p>
        {isSignedIn ? null : <p>{readingText.lockedHitsSignedOut}</p>}
        <Cluster gap={8} marginTop={12}>
          {isSignedIn ? null : (
            <Button size="xs" onClick={() => broadcast('signInRequest')}>
              {readingText.wallSignIn}
            </Button>
          )}
          <LinkButton size="xs" variant={isSignedIn ? 'main' : 'quiet'}>
            <Link to={buyPath(bookId)}>{readingText.wallBuy}</Link>
          </LinkButton>
        </Cluster>
      </Block>
    </section>
  );
};
