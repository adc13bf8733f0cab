/** Results that follow one another in the same book: the book once, then each place in its text. A place opens at its sentence. */
import { encodeLocatorParam, type SearchHit } from '@shufang/contract';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { FormulaLine } from '../../platform/formula/formula-line.tsx';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { BookCover } from './book-cover.tsx';
import { MarkedText } from './marked-text.tsx';
import styles from './search-hits.module.css';

type HitGroup = readonly [SearchHit, ...SearchHit[]];

/** Cuts the list where the book changes; the order stays. */
export const groupByBook = (hits: readonly SearchHit[]): readonly HitGroup[] => {
  const groups: [SearchHit, ...SearchHit[]][] = [];
  for (const hit of hits) {
    const last = groups.at(-1);
    if (last?.[0].book.id === hit.book.id) last.push(hit);
    else groups.push([hit]);
  }
  return groups;
};

const placeAddress = ({ book, locator, locked }: SearchHit): string =>
  locator === undefined || locked ? `/course/info/${book.id}` : `/course/learning/${book.id}?at=${encodeLocatorParam(locator)}`;

const Place = ({ hit }: { hit: SearchHit }) => {
  const { kind, field, chapter, page, snippet, formula, resource, locked } = hit;
  return (
    <li className={styles.place}>
      <p className={styles.chapter}>
        {kind === 'chapter' ? <span className={styles.page}>{catalogText.hitKinds.chapter}</span> : null}
        <Link to={placeAddress(hit)}>{kind === 'chapter' && field ? <MarkedText marked={field} /> : (chapter ?? catalogText.inText)}</Link>
        {resource === undefined ? null : <span className={styles.page}>{catalogText.resourceNames[resource]}</span>}
        {page === undefined ? null : <span className={styles.page}>{catalogText.paperPage(page)}</span>}
        {locked ? (
          <span className={styles.locked}>
            <IconLock size={14} stroke={1.5} aria-hidden />
            {catalogText.locked}
          </span>
        ) : null}
      </p>
      {formula === undefined ? null : <FormulaLine formula={formula} />}
      {snippet === undefined ? null : (
        <p className={styles.snippet}>
          <MarkedText marked={snippet} />
        </p>
      )}
    </li>
  );
};

/** Stands where hits will be, in their size. */
export const HitsSkeleton = () => (
  <div role="status" aria-label={shellText.loading}>
    {[0, 1, 2].map((index) => (
      <div key={index} className={styles.group} aria-hidden="true">
        <div className={styles.skeletonCover} />
        <div className={styles.text}>
          <div className={styles.skeletonLine} />
          <div className={styles.skeletonLine} />
        </div>
      </div>
    ))}
  </div>
);

export const HitsInBook = ({ hits }: { hits: HitGroup }) => {
  const { book } = hits[0];
  const fieldOf = (kind: SearchHit['kind']) => hits.find((hit) => hit.kind === kind)?.field;
  const [title, author, isbn] = [fieldOf('title'), fieldOf('author'), fieldOf('isbn')];
  // A book found by words that are spread over its titles has no one chapter to open.
  const places = hits.filter(({ kind, field }) => ['body', 'formula', 'resource'].includes(kind) || (kind === 'chapter' && field));
  return (
    <li className={styles.group}>
      <Link to={`/course/info/${book.id}`} className={styles.cover} tabIndex={-1} aria-hidden="true">
        <BookCover book={book} />
      </Link>
      <div className={styles.text}>
        <h3 className={styles.title}>
          <Link to={`/course/info/${book.id}`}>{title ? <MarkedText marked={title} /> : book.title}</Link>
        </h3>
        <p className={styles.meta}>
          <span>{author ? <MarkedText marked={author} /> : book.authors}</span>
          {isbn ? (
            <span>
              {catalogText.isbn} <MarkedText marked={isbn} />
            </span>
          ) : null}
          {book.edition === undefined ? null : <span>{catalogText.editionNo(book.edition)}</span>}
          {book.newerEditionId === undefined ? null : <span>{catalogText.olderEdition}</span>}
          {book.publisher === undefined ? null : <span>{book.publisher}</span>}
        </p>
        {places.length === 0 ? null : (
          <ul className={styles.places}>
            {places.map((hit, index) => (
              <Place key={`${index}${hit.locator?.href ?? ''}`} hit={hit} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
};
