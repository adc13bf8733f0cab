/** Searches the open book: hits in their context under their chapters, next and previous by button or Enter. */

import { Button } from '@mantine/core';
import type { Locator } from '@shufang/contract';
import { IconButton } from '@shufang/ui';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { isNetworkFailure } from '../../platform/api/api-error.ts';
import { FormulaLine } from '../../platform/formula/formula-line.tsx';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './search.module.css';
import { type FoundFormulas, groupHits, useSearchInBook } from './use-search-in-book.ts';

/** Kept by the screen, so that closing the panel loses neither the words nor the place among the hits. */
export interface SearchState {
  words: string;
  current: number | undefined;
}

export interface SearchPanelProps {
  bookId: string;
  state: SearchState;
  titleOf: (href: string) => string;
  onChange: (state: SearchState) => void;
  onOpen: (hit: Locator) => void;
}

/** Formulas that hold what was typed, above the words: nobody looks for them among sentences. */
const Formulas = ({ found, onOpen }: { found: FoundFormulas; onOpen: (place: Locator) => void }) => (
  <section>
    <h3 className={styles.chapter}>{readingText.foundFormulas(found.total)}</h3>
    <ol>
      {found.items.map(({ locator, formula }, index) => (
        <li key={`${locator.href} ${locator.locations.block?.blockId ?? ''} ${index}`} className={styles.item}>
          <button
            type="button"
            className={styles.hit}
            aria-label={readingText.formulaAt(formula.latex, locator.title ?? '')}
            onClick={() => onOpen(locator)}
          >
            <FormulaLine formula={formula} />
            {locator.title === undefined || locator.title === '' ? null : <span className={styles.formulaPlace}>{locator.title}</span>}
          </button>
        </li>
      ))}
    </ol>
  </section>
);

const Passage = ({ hit }: { hit: Locator }) => (
  <span className={styles.passage}>
    {hit.text?.before}
    <mark>{hit.text?.highlight}</mark>
    {hit.text?.after}
  </span>
);

export const SearchPanel = ({ bookId, state, titleOf, onChange, onOpen }: SearchPanelProps) => {
  const { q, query, hits, total, formulas } = useSearchInBook(bookId, state.words);
  const groups = useMemo(() => groupHits(hits, titleOf), [hits, titleOf]);
  const list = useRef<HTMLDivElement>(null);
  const open = (index: number): void => {
    const hit = hits[index];
    if (!hit) return;
    onChange({ ...state, current: index });
    onOpen(hit);
    list.current?.querySelector(`[data-hit="${index}"]`)?.scrollIntoView({ block: 'nearest' });
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
  const standing = query.isError
    ? isNetworkFailure(query.error)
      ? readingText.searchOffline
      : readingText.searchFailed
    : q === ''
      ? readingText.searchHint
      : query.isPending
        ? readingText.searching
        : total === 0
          ? formulas === undefined
            ? readingText.notFound(q)
            : readingText.foundFormulas(formulas.total)
          : state.current === undefined
            ? readingText.found(total)
            : readingText.foundAt(state.current + 1, total);
  return (
    <div className={styles.search}>
      <div className={styles.box}>
        <input
          type="search"
          data-autofocus
          className={styles.field}
          aria-label={readingText.searchField}
          placeholder={readingText.searchPlaceholder}
          value={state.words}
          maxLength={200}
          onChange={(event) => onChange({ words: event.target.value, current: undefined })}
          onKeyDown={handleKeyDown}
        />
        <IconButton name={readingText.previousHit} disabled={hits.length === 0} onClick={() => step(-1)}>
          <IconChevronUp size={20} stroke={1.6} aria-hidden />
        </IconButton>
        <IconButton name={readingText.nextHit} disabled={hits.length === 0} onClick={() => step(1)}>
          <IconChevronDown size={20} stroke={1.6} aria-hidden />
        </IconButton>
      </div>
      <p className={styles.standing} role="status">
        {standing}
      </p>
      {query.isError && (
        <Button variant="default" size="xs" className={styles.retry} onClick={() => void query.refetch()}>
          {readingText.retry}
        </Button>
      )}
      <div ref={list} className={styles.list}>
        {formulas === undefined ? null : (
          <Formulas
            found={formulas}
            onOpen={(place) => {
              onChange({ ...state, current: undefined });
              onOpen(place);
            }}
          />
        )}
        {groups.map((group) => (
          <section key={`${group.key}-${group.hits[0]?.index}`}>
            <h3 className={styles.chapter}>{group.title}</h3>
            <ol>
              {group.hits.map(({ locator, index }) => (
                <li key={index} className={styles.item}>
                  <button
                    type="button"
                    data-hit={index}
                    className={styles.hit}
                    aria-current={index === state.current ? 'true' : undefined}
                    onClick={() => open(index)}
                  >
                    <Passage hit={locator} />
                  </button>
                </li>
              ))}
            </ol>
          </section>
        ))}
        {query.hasNextPage && (
          <Button
            variant="default"
            size="sm"
            className={styles.retry}
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {readingText.moreHits}
          </Button>
        )}
      </div>
    </div>
  );
};
