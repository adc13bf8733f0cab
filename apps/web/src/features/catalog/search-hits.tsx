/** Search hits that follow each other in the same book: the book once, then each hit as a link to its sentence. */
import { encodeLocatorParam, type SearchHit } from '@shufang/contract';
import { IconLock } from '@shufang/icons';
import { Block, Cluster, Grid, Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { FormulaLine } from '../../platform/formula/formula-line.tsx';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { BookCover } from './book-cover.tsx';
import { HighlightedText } from './highlighted-text.tsx';
import styles from './search-hits.module.css';

type HitGroup = readonly [SearchHit, ...SearchHit[]];

/** Groups consecutive hits of the same book; preserves the order. */
export const groupByBook = (hits: readonly SearchHit[]): readonly HitGroup[] => {
  const groups: [SearchHit, ...SearchHit[]][] = [];
  for (const hit of hits) {
    const last = groups.at(-1);
    if (last?.[0].book.id === hit.book.id) last.push(hit);
    else groups.push([hit]);
  }
  return groups;
};

/** A row: one hit, or several open ones in the text of one chapter. `title`: the hit in the title of that chapter. */
interface HitRow {
  readonly hits: readonly [SearchHit, ...SearchHit[]];
  readonly title: SearchHit | undefined;
}

const isOpenText = ({ kind, locked }: SearchHit): boolean => kind === 'body' && !locked;

/**
 * Combines the open hits in the text of one chapter to a row, at the rank of the first one. A hit in the title of a chapter is shown in the
 * row of its text, if there is one.
 */
const rowsOf = (hits: readonly SearchHit[]): readonly HitRow[] => {
  const titles = new Map(
    hits.flatMap((hit) => (hit.kind === 'chapter' && hit.field !== undefined ? [[hit.field.text, hit] as const] : [])),
  );
  const textTitles = new Set(hits.flatMap(({ kind, chapter }) => (kind === 'body' && chapter !== undefined ? [chapter] : [])));
  const rows: { hits: [SearchHit, ...SearchHit[]]; title: SearchHit | undefined }[] = [];
  for (const hit of hits) {
    const { kind, chapter, field, locator } = hit;
    if (kind === 'chapter' && textTitles.has(field?.text ?? '')) continue;
    const row = isOpenText(hit)
      ? rows.find(({ hits: [first] }) => isOpenText(first) && first.chapter === chapter && first.locator?.href === locator?.href)
      : undefined;
    if (row !== undefined) row.hits.push(hit);
    else rows.push({ hits: [hit], title: kind === 'body' ? titles.get(chapter ?? '') : undefined });
  }
  return rows;
};

const hitUrl = ({ book, locator, locked }: SearchHit): string =>
  locator === undefined || locked ? `/course/info/${book.id}` : `/course/learning/${book.id}?at=${encodeLocatorParam(locator)}`;

/** The title of the chapter of a hit, with the match in it. */
const ChapterTitle = ({ hit: { chapter }, title }: { hit: SearchHit; title: SearchHit | undefined }) =>
  title?.field === undefined ? (chapter ?? catalogText.inText) : <HighlightedText highlighted={title.field} />;

const HitLocation = ({ hit, title }: { hit: SearchHit; title: SearchHit | undefined }) => {
  const { kind, field, page, snippet, formula, resource, locked, hits } = hit;
  return (
    <li className={styles.position}>
      <Cluster as="p" gap={[0, 12]} size={14} weight={600} stretchedLink className={styles.chapter}>
        {kind === 'chapter' ? (
          <Text tone="faint" weight={400}>
            {catalogText.hitKinds.chapter}
          </Text>
        ) : null}
        <Link to={hitUrl(hit)}>
          {kind === 'chapter' && field ? <HighlightedText highlighted={field} /> : <ChapterTitle hit={hit} title={title} />}
        </Link>
        {resource === undefined ? null : (
          <Text tone="faint" weight={400}>
            {catalogText.resourceNames[resource]}
          </Text>
        )}
        {hits === undefined ? null : (
          <Text tone="faint" weight={400}>
            {catalogText.hitCount(hits)}
          </Text>
        )}
        {page === undefined ? null : (
          <Text tone="faint" weight={400}>
            {catalogText.paperPage(page)}
          </Text>
        )}
        {locked ? (
          <Row as="span" gap={4} align="center" inline tone="faint" weight={400}>
            <IconLock size={14} stroke={1.5} aria-hidden />
            <span className={styles.lockText}>{catalogText.locked}</span>
          </Row>
        ) : null}
      </Cluster>
      {formula === undefined ? null : <FormulaLine formula={formula} />}
      {snippet === undefined ? null : (
        <Text as="p" tone="soft" serif className={styles.snippet}>
          <HighlightedText highlighted={snippet} />
        </Text>
      )}
    </li>
  );
};

/** Several hits in the text of one chapter: the chapter once, then each sentence as a link. */
const HitsInChapter = ({ hits, title }: HitRow) => {
  const [first] = hits;
  return (
    <li className={styles.several}>
      <Cluster as="p" gap={[0, 12]} size={14} weight={600} className={styles.chapter}>
        <Link to={hitUrl(title ?? first)}>
          <ChapterTitle hit={first} title={title} />
        </Link>
        <Text tone="faint" weight={400}>
          {catalogText.hitCount(hits.reduce((count, { snippet }) => count + (snippet?.matchRanges.length ?? 1), 0))}
        </Text>
      </Cluster>
      <ul>
        {hits.map((hit, index) => (
          <Text key={index} as="li" tone="soft" serif className={styles.sentence}>
            <Link to={hitUrl(hit)}>{hit.snippet === undefined ? hit.chapter : <HighlightedText highlighted={hit.snippet} />}</Link>
            {hit.page === undefined ? null : (
              <Text tone="faint" size={13} className={styles.page}>
                {catalogText.paperPage(hit.page)}
              </Text>
            )}
          </Text>
        ))}
      </ul>
    </li>
  );
};

/** Placeholder that is shown while search hits are loading; has the same size as the hits. */
export const HitsSkeleton = () => (
  <div role="status" aria-label={shellText.loading}>
    {[0, 1, 2].map((index) => (
      <Grid key={index} gap={24} className={styles.group} aria-hidden="true">
        <div className={styles.skeletonCover} />
        <div>
          <div className={styles.skeletonLine} />
          <div className={styles.skeletonLine} />
        </div>
      </Grid>
    ))}
  </div>
);

export const HitsInBook = ({ hits }: { hits: HitGroup }) => {
  const { book } = hits[0];
  const fieldOf = (kind: SearchHit['kind']) => hits.find((hit) => hit.kind === kind)?.field;
  const [title, author, isbn] = [fieldOf('title'), fieldOf('author'), fieldOf('isbn')];
  // A book whose match is spread over several chapter titles has no single chapter to open.
  const locations = hits.filter(({ kind, field }) => ['body', 'formula', 'resource'].includes(kind) || (kind === 'chapter' && field));
  return (
    <Grid as="li" gap={24} className={styles.group}>
      <Link to={`/course/info/${book.id}`} tabIndex={-1} aria-hidden="true">
        <BookCover book={book} />
      </Link>
      <div>
        <h3 className={styles.title}>
          <Link to={`/course/info/${book.id}`}>{title ? <HighlightedText highlighted={title} /> : book.title}</Link>
        </h3>
        <Cluster as="p" gap={[0, 16]} size={13} tone="faint">
          <span>{author ? <HighlightedText highlighted={author} /> : book.authors}</span>
          {isbn ? (
            <span>
              {catalogText.isbn} <HighlightedText highlighted={isbn} />
            </span>
          ) : null}
          {book.edition === undefined ? null : <span>{catalogText.editionNo(book.edition)}</span>}
          {book.newerEditionId === undefined ? null : <span>{catalogText.olderEdition}</span>}
          {book.publisher === undefined ? null : <span>{book.publisher}</span>}
        </Cluster>
        {locations.length === 0 ? null : (
          <Block as="ul" marginTop={12}>
            {rowsOf(locations).map((row, index) => {
              const key = `${index}${row.hits[0].locator?.href ?? ''}`;
              return row.hits.length === 1 ? (
                <HitLocation key={key} hit={row.hits[0]} title={row.title} />
              ) : (
                <HitsInChapter key={key} {...row} />
              );
            })}
          </Block>
        )}
      </div>
    </Grid>
  );
};
