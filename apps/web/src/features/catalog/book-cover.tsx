/** A book's cover: the publisher's image, or one generated from the title if there is none or it cannot be loaded. */
import type { BookCard } from '@shufang/contract';
import { Phrases, Text } from '@shufang/ui';
import { type CSSProperties, useState } from 'react';
import styles from './book-cover.module.css';
import { type CoverPattern, coverStyle } from './cover-style.ts';

const figures: Record<CoverPattern, string> = {
  waves:
    'M0 78c12-8 24-8 36 0s24 8 36 0 24-8 36 0M0 86c12-8 24-8 36 0s24 8 36 0 24-8 36 0M0 94c12-8 24-8 36 0s24 8 36 0 24-8 36 0M0 102c12-8 24-8 36 0s24 8 36 0 24-8 36 0',
  mountains: 'M0 106 24 74l13 16 23-34 21 30 9-10 10 13M0 92l16-14 9 8M46 106l18-22 12 12 8-8 16 18M0 106h100',
  lattice: 'M12 62h76v44H12ZM12 76.500h76M12 91.500h76M31 62v44M69 62v44M50 62v14.500M50 91.500V106M40.500 76.500v15M59.500 76.500v15',
  moon: 'M74 74a22 22 0 1 1-44 0 22 22 0 0 1 44 0ZM0 102h100M18 106.500h64M30 97.500h44',
};

interface BookCoverProps {
  readonly book: Pick<BookCard, 'id' | 'title' | 'authors' | 'publisher' | 'cover'>;
  /** Alternative text of the cover; empty if the title is next to it. */
  readonly alt?: string;
  /** Whether the cover is loaded at once, because it is the largest element of the page. */
  readonly eager?: boolean;
}

export const BookCover = ({ book, alt = '', eager = false }: BookCoverProps) => {
  const [isBroken, setBroken] = useState(false);
  if (book.cover && !isBroken) {
    return (
      <div className={styles.cover}>
        <img
          className={styles.image}
          src={book.cover.url}
          width={book.cover.width}
          height={book.cover.height}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(true)}
        />
      </div>
    );
  }
  const look = coverStyle(book.id, book.title);
  const style = { '--ground': look.ground, '--figure': look.figure, '--title-size': `${look.titleSize}cqw` } as CSSProperties;
  return (
    <div className={styles.cover} style={style} {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}>
      <div className={styles.made} data-layout={look.layout}>
        <svg className={styles.figure} viewBox="0 0 100 133.333" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
          <path d={figures[look.pattern]} fill="none" stroke="currentColor" strokeWidth="0.700" />
        </svg>
        <Text weight={700} breakWords className={styles.title}>
          {look.layout === 'slip' ? book.title : <Phrases text={book.title} />}
        </Text>
        <span className={styles.authors}>{book.authors}</span>
        {book.publisher === undefined ? null : <span className={styles.publisher}>{book.publisher}</span>}
      </div>
    </div>
  );
};
