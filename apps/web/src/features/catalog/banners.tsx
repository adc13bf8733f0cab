/** 推荐: what editors put at the top of the front page. Moves only when it is moved. */
import type { getHome, OutputOf } from '@shufang/contract';
import { IconButton, Phrases } from '@shufang/ui';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './banners.module.css';
import { CollectionPicture } from './collection-picture.tsx';

/** In a preview alone. */
const DraftMark = lazy(async () => ({ default: (await import('./preview-bar.tsx')).DraftMark }));

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
            <div className={styles.words}>
              {banner.draft === undefined ? null : (
                <Suspense>
                  <DraftMark draft={banner.draft} />
                </Suspense>
              )}
              <h2 className={styles.title}>
                <Link to={banner.address}>
                  <Phrases text={banner.title} />
                </Link>
              </h2>
              {banner.lead === '' ? null : <p className={styles.lead}>{banner.lead}</p>}
              <span className={styles.open} aria-hidden="true">
                {catalogText.bannerOpen}
              </span>
            </div>
            <div className={styles.picture}>
              <CollectionPicture {...(banner.picture === undefined ? {} : { picture: banner.picture })} books={banner.books} />
            </div>
          </li>
        ))}
      </ul>
      {banners.length < 2 ? null : (
        <div className={styles.controls}>
          <span className={styles.place} role="status">
            <span className="visually-hidden">{catalogText.bannerPlace(index + 1, banners.length)}</span>
            <span aria-hidden="true">
              {index + 1} / {banners.length}
            </span>
          </span>
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
        </div>
      )}
    </section>
  );
};
