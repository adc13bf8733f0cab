/** Searches the open book: hits in their context under their chapters, next and previous by button or Enter. */
import type { Locator } from '@shufang/contract';
import { IconChevronDown, IconChevronUp } from '@shufang/icons';
import { Button, Column, IconButton, Row, SearchInput, Text, TextButton } from '@shufang/ui';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { isNetworkError } from '../../platform/api/api-error.ts';
import { FormulaLine } from '../../platform/formula/formula-line.tsx';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import type { HitRow } from './hit-rows.ts';
import { LockedHitList } from './locked-hit-list.tsx';
import styles from './search.module.css';
import { type FoundFormulas, groupHits, useSearchInBook } from './use-search-in-book.ts';

/** State owned by the screen, so that closing the panel preserves the query and the current hit. */
export interface SearchState {
  text: string;
  current: number | undefined;
}

export interface SearchPanelProps {
  bookId: string;
  state: SearchState;
  titleOf: (href: string) => string;
  onChange: (state: SearchState) => void;
  /** Called when a hit is pressed, before the click that opens it. */
  onPress: (hit: Locator) => void;
  onOpen: (hit: Locator) => void;
}

/** The formulas that a search found, shown above the hits in the text. */
const Formulas = ({ found, onOpen }: { found: FoundFormulas; onOpen: (locator: Locator) => void }) => (
  <section>
    <Text as="h3" size={14} tone="soft" className={styles.chapter}>
      {readingText.foundFormulas(found.total)}
    </Text>
    <ol>
      {found.items.map(({ locator, formula }, index) => (
        <li key={`${locator.href} ${locator.locations.block?.blockId ?? ''} ${index}`} className={styles.item}>
          <TextButton type="button" size="inherit" tone="inherit" fullWidth className={styles.hit} onClick={() => onOpen(locator)}>
            {/* Screen readers read the letters of a rendered formula without its structure, so its TeX is read instead. */}
            <span className="visually-hidden">{readingText.formulaAt(formula.latex, locator.title ?? '')}</span>
            <span aria-hidden="true">
              <FormulaLine formula={formula} />
              {locator.title === undefined || locator.title === '' ? null : (
                <Text block size={13} tone="faint">
                  {locator.title}
                </Text>
              )}
            </span>
          </TextButton>
        </li>
      ))}
    </ol>
  </section>
);

const Passage = ({ parts }: Pick<HitRow, 'parts'>) => (
  <span className={styles.passage}>{parts.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))}</span>
);

const isInRow = ({ index, count }: HitRow, current: number | undefined): boolean =>
  current !== undefined && index <= current && current < index + count;

export const SearchPanel = ({ bookId, state, titleOf, onChange, onPress, onOpen }: SearchPanelProps) => {
  const { q, query, hits, isIndexing, isUnsearchable, total, locked, formulas } = useSearchInBook(bookId, state.text);
  const groups = useMemo(() => groupHits(hits, titleOf), [hits, titleOf]);
  const list = useRef<HTMLDivElement>(null);
  const open = (index: number): void => {
    const hit = hits[index];
    if (!hit) return;
    onChange({ ...state, current: index });
    onOpen(hit);
    const row = groups.flatMap(({ rows }) => rows).find((each) => isInRow(each, index));
    list.current?.querySelector(`[data-hit="${row?.index}"]`)?.scrollIntoView({ block: 'nearest' });
    if (index >= hits.length - 5 && query.hasNextPage) void query.fetchNextPage();
  };
  const step = (by: 1 | -1): void => {
    if (hits.length === 0) return;
    const from = state.current ?? (by === 1 ? -1 : 0);
    open((from + by + hits.length) % hits.length);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const positionText = query.isError
    ? isNetworkError(query.error)
      ? readingText.searchOffline
      : readingText.searchFailed
    : q === ''
      ? readingText.searchHint
      : query.isPending
        ? readingText.searching
        : isIndexing
          ? readingText.searchIndexing
          : isUnsearchable
            ? readingText.unsearchable
            : total === 0
              ? formulas === undefined
                ? readingText.notFound(q)
                : readingText.foundFormulas(formulas.total)
              : state.current === undefined
                ? readingText.found(total)
                : readingText.foundAt(state.current + 1, total - (locked?.hits ?? 0));
  return (
    <Column flex={1} className={styles.search}>
      <Row gap={4} align="center" className={styles.box}>
        <SearchInput
          data-autofocus
          className={styles.field}
          aria-label={readingText.searchField}
          placeholder={readingText.searchPlaceholder}
          value={state.text}
          maxLength={200}
          onChange={(text) => onChange({ text, current: undefined })}
          onKeyDown={handleKeyDown}
        />
        <IconButton name={readingText.previousHit} disabled={hits.length === 0} onClick={() => step(-1)}>
          <IconChevronUp size={20} stroke={1.6} aria-hidden />
        </IconButton>
        <IconButton name={readingText.nextHit} disabled={hits.length === 0} onClick={() => step(1)}>
          <IconChevronDown size={20} stroke={1.6} aria-hidden />
        </IconButton>
      </Row>
      <Text as="p" size={13} tone="faint" className={styles.status} role="status">
        {positionText}
      </Text>
      {query.isError && (
        <Button variant="quiet" size="xs" className={styles.retry} onClick={() => void query.refetch()}>
          {readingText.retry}
        </Button>
      )}
      <div ref={list} className={styles.list}>
        {formulas === undefined ? null : (
          <Formulas
            found={formulas}
            onOpen={(locator) => {
              onChange({ ...state, current: undefined });
              onOpen(locator);
            }}
          />
        )}
        {groups.map((group) => (
          <section key={`${group.key}-${group.rows[0]?.index}`}>
            <Text as="h3" size={14} tone="soft" className={styles.chapter}>
              {group.title}
            </Text>
            <ol>
              {group.rows.map((row) => (
                <li key={row.index} className={styles.item}>
                  <TextButton
                    type="button"
                    data-hit={row.index}
                    size="inherit"
                    tone="inherit"
                    fullWidth
                    className={styles.hit}
                    aria-current={isInRow(row, state.current) ? 'true' : undefined}
                    onPointerDown={() => onPress(row.locator)}
                    onClick={() => open(row.index)}
                  >
                    <Passage parts={row.parts} />
                  </TextButton>
                </li>
              ))}
            </ol>
          </section>
        ))}
        {query.hasNextPage && (
          <Button
            variant="quiet"
            size="sm"
            className={styles.retry}
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {readingText.moreHits}
          </Button>
        )}
        {locked === undefined ? null : <LockedHitList bookId={bookId} found={locked} />}
      </div>
    </Column>
  );
};
