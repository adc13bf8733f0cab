/**
 * The banners that editors put at the top of the home page (推荐, recommended). Another banner is shown only when the user switches to it,
 * never after a time.
 */
import type { getHome, OutputOf } from '@shufang/contract';
import { IconChevronLeft, IconChevronRight } from '@shufang/icons';
import { Column, IconButton, Phrases, Row, Text } from '@shufang/ui';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './banners.module.css';
import { CollectionPicture } from './collection-picture.tsx';

/** The badge of banners that readers do not see yet is loaded only when an editor previews the home page. */
const DraftBadge = lazy(async () => ({ default: (await import('./preview-bar.tsx')).DraftBadge }));

type Banner = OutputOf<typeof getHome>['banners'][number];

export const Banners = ({ banners }: { banners: readonly Banner[] }) => {
  const track = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);
  const handleScroll = (): void => {
    const element = track.current;
    if (element !== null && element.clientWidth > 0) setIndex(Math.round(element.scrollLeft / element.clientWidth));
  };
  const show = (next: number): void => {
    const element = track.current;
    element?.scrollTo({ left: next * element.clientWidth, behavior: 'smooth' });
  };
  return (
    <section className={styles.banners} aria-label={catalogText.banners}>
      <ul ref={track} className={styles.track} onScroll={handleScroll}>
        {banners.map((banner) => (
          <li key={banner.id} className={styles.banner}>
            <Column justify="center" className={styles.text}>
              {banner.draft === undefined ? null : (
                <Suspense>
                  <DraftBadge draft={banner.draft} />
                </Suspense>
              )}
              <Text as="h2" stretchedLink className={styles.title}>
                <Link to={banner.address}>
                  <Phrases text={banner.title} />
                </Link>
              </Text>
              {banner.lead === '' ? null : (
                <Text as="p" tone="soft" flex="none" marginTop={12} className={styles.lead}>
                  <Phrases text={banner.lead} />
                </Text>
              )}
              <Text size={15} tone="accent" marginTop={20} className={styles.open} aria-hidden="true">
                {catalogText.bannerOpen}
              </Text>
            </Column>
            <div className={styles.picture}>
              <CollectionPicture {...(banner.picture === undefined ? {} : { picture: banner.picture })} books={banner.books} />
            </div>
          </li>
        ))}
      </ul>
      {banners.length < 2 ? null : (
        <Row gap={4} align="center" className={styles.controls}>
          <Text size={13} tone="faint" tabular className={styles.slot} role="status">
            <span className="visually-hidden">{catalogText.bannerPosition(index + 1, banners.length)}</span>
            <span aria-hidden="true">
              {index + 1} / {banners.length}
            </span>
          </Text>
          <IconButton name={catalogText.bannerPrevious} aria-disabled={index === 0} onClick={() => show(Math.max(0, index - 1))}>
            <IconChevronLeft size={20} stroke={1.6} aria-hidden />
          </IconButton>
          <IconButton
            name={catalogText.bannerNext}
            aria-disabled={index === banners.length - 1}
            onClick={() => show(Math.min(banners.length - 1, index + 1))}
          >
            <IconChevronRight size={20} stroke={1.6} aria-hidden />
          </IconButton>
        </Row>
      )}
    </section>
  );
};
