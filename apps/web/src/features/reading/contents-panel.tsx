/**
 * The table of contents: the current chapter, the progress in each, and closed chapters. Virtualized, because a book may have ten thousand
 * rows.
 */
import type { Locator, ReadingOrderItem } from '@shufang/contract';
import { IconCheck, IconChevronDown, IconChevronRight, IconLock } from '@shufang/icons';
import { Button, Column, Row, SearchInput, Text, TextButton } from '@shufang/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { firstRowsOfDocuments, type OutlineRow, outlineOf, rowAt, shareRead, visibleRows } from './book-outline.ts';
import styles from './contents.module.css';
import type { ManifestState, OpenManifest } from './use-manifest.ts';

export interface ContentsPanelProps {
  whole: ManifestState;
  outline: readonly OutlineRow[];
  locator: Locator | undefined;
  isTrial: boolean;
  /** The user's reading time in seconds by document; absent until it is known. */
  times?: ReadonlyMap<string, number> | undefined;
  /** What classes plan for documents, by URL; absent until it is known. */
  planLabels?: ReadonlyMap<string, string> | undefined;
  /** Called when a row is pressed, before the click that opens it. */
  onPress: (row: OutlineRow) => void;
  onOpen: (row: OutlineRow) => void;
}

/** If the table of contents has at least this number of rows, the panel has a field that filters them. */
const FILTER_FROM = 24;
const ROW_PX = 44;

const parentsOf = (key: string): string[] => {
  const parts = key.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
};

interface RowProps {
  row: OutlineRow;
  isCurrent: boolean;
  isExpanded: boolean;
  isTrial: boolean;
  progression: number;
  /** The user's reading time in the document that starts with this row. */
  seconds: number;
  /** What a class plans for the document that starts with this row. */
  planLabel: string | undefined;
  onPress: () => void;
  onOpen: () => void;
  onToggle: () => void;
}

const ContentsRow = ({ row, isCurrent, isExpanded, isTrial, progression, seconds, planLabel, onPress, onOpen, onToggle }: RowProps) => {
  const share = row.document < 0 ? 0 : shareRead(row, progression);
  const percent = readingText.percent(share);
  return (
    <>
      {row.hasChildren ? (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isExpanded}
          aria-label={isExpanded ? readingText.collapse(row.title) : readingText.expand(row.title)}
          onClick={onToggle}
        >
          {isExpanded ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        </button>
      ) : (
        <span className={styles.toggle} />
      )}
      <button
        type="button"
        className={styles.entry}
        aria-current={isCurrent ? 'location' : undefined}
        data-current={isCurrent || undefined}
        disabled={row.href === undefined && !row.hasChildren}
        onPointerDown={onPress}
        onClick={row.href === undefined ? onToggle : onOpen}
      >
        <Text flex={1} whiteSpace="nowrap" className={styles.name}>
          {row.title}
        </Text>
        {planLabel === undefined ? null : (
          <Text size={12} tone="accent" flex="none" tabular>
            {planLabel}
          </Text>
        )}
        {seconds > 0 ? (
          <Text size={12} tone="faint" flex="none" tabular>
            {readingText.minutesRead(seconds)}
          </Text>
        ) : null}
        {!row.isOpen ? (
          <IconLock size={16} stroke={1.6} className={styles.mark} role="img" aria-label={readingText.locked} />
        ) : share === 1 ? (
          <IconCheck size={16} stroke={2} className={styles.mark} role="img" aria-label={readingText.readWhole} />
        ) : share > 0 ? (
          <Text size={12} tone="faint" flex="none" tabular title={readingText.readShare(percent)}>
            {percent}
          </Text>
        ) : isTrial && row.document >= 0 ? (
          <span className={styles.trial}>{readingText.trial}</span>
        ) : null}
      </button>
    </>
  );
};

const EntryList = ({
  rows: all,
  documents,
  locator,
  isTrial,
  times,
  planLabels,
  onPress,
  onOpen,
}: Omit<ContentsPanelProps, 'outline' | 'whole'> & { rows: readonly OutlineRow[]; documents: readonly ReadingOrderItem[] }) => {
  const current = useMemo(() => rowAt(all, documents, locator), [all, documents, locator]);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => {
    const few = all.length <= 60 ? all.filter((row) => row.hasChildren).map((row) => row.key) : [];
    return new Set([...few, ...(current ? parentsOf(current.key) : [])]);
  });
  const [filterText, setFilterText] = useState('');
  const rows = useMemo(() => visibleRows(all, expanded, filterText), [all, expanded, filterText]);
  const scroller = useRef<HTMLDivElement>(null);
  // The functions of the virtualizer change with every scroll by design, so this component cannot be memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 8 });
  const currentIndex = rows.findIndex((row) => row.key === current?.key);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current || currentIndex < 0) return;
    first.current = false;
    virtual.scrollToIndex(currentIndex, { align: 'center' });
  }, [currentIndex, virtual]);
  const toggle = (key: string): void => {
    const next = new Set(expanded);
    if (!next.delete(key)) next.add(key);
    setExpanded(next);
  };
  const progression = locator?.locations.totalProgression ?? 0;
  const firstRows = useMemo(() => firstRowsOfDocuments(all), [all]);
  return (
    <>
      {all.length >= FILTER_FROM && (
        <SearchInput
          className={styles.filter}
          aria-label={readingText.filterContents}
          placeholder={readingText.filterContents}
          value={filterText}
          onChange={setFilterText}
        />
      )}
      {rows.length === 0 && (
        <Text as="p" tone="soft" textAlign="center" className={styles.empty}>
          {readingText.noMatch}
        </Text>
      )}
      <div ref={scroller} className={styles.scroller}>
        <ul style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <li
                  key={row.key}
                  className={styles.row}
                  aria-posinset={item.index + 1}
                  aria-setsize={rows.length}
                  data-level={Math.min(row.level, 5)}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <ContentsRow
                    row={row}
                    isCurrent={row.key === current?.key}
                    isExpanded={filterText !== '' || expanded.has(row.key)}
                    isTrial={isTrial}
                    progression={progression}
                    seconds={firstRows.has(row.key) ? (times?.get(documents[row.document]?.href ?? '') ?? 0) : 0}
                    planLabel={firstRows.has(row.key) ? planLabels?.get(documents[row.document]?.href ?? '') : undefined}
                    onPress={() => onPress(row)}
                    onOpen={() => onOpen(row)}
                    onToggle={() => toggle(row.key)}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </>
  );
};

type Tab = keyof typeof readingText.tabs;

export const ContentsPanel = ({ whole, ...rest }: ContentsPanelProps) => {
  if (whole.manifest) return <Contents manifest={whole.manifest} {...rest} />;
  return (
    <Column flex={1} align="center" gap={12} className={styles.contents}>
      <Text as="p" tone="soft" textAlign="center" className={styles.empty} role="status">
        {whole.hasFailed ? readingText.contentsFailed : readingText.contentsLoading}
      </Text>
      {whole.hasFailed && (
        <Button variant="quiet" size="xs" onClick={whole.retry}>
          {readingText.retry}
        </Button>
      )}
    </Column>
  );
};

const Contents = ({ outline, manifest, ...rest }: Omit<ContentsPanelProps, 'whole'> & { manifest: OpenManifest }) => {
  const [tab, setTab] = useState<Tab>('contents');
  const lists = useMemo(
    () => ({
      contents: outline,
      pages: outlineOf(manifest.readingOrder, manifest.pageList),
      landmarks: outlineOf(manifest.readingOrder, manifest.landmarks),
    }),
    [outline, manifest],
  );
  const tabs = (['contents', 'pages', 'landmarks'] as const).filter((name) => name === 'contents' || lists[name].length > 0);
  const rows = lists[tab];
  return (
    <Column flex={1} className={styles.contents}>
      {tabs.length > 1 && (
        <Row role="group" aria-label={readingText.contents} gap={4} className={styles.tabs}>
          {tabs.map((name) => (
            <TextButton
              key={name}
              type="button"
              aria-pressed={name === tab}
              size="inherit"
              tone="soft"
              className={styles.tab}
              onClick={() => setTab(name)}
            >
              {readingText.tabs[name]}
            </TextButton>
          ))}
        </Row>
      )}
      {rows.length === 0 ? (
        <Text as="p" tone="soft" textAlign="center" className={styles.empty}>
          {readingText.noContents}
        </Text>
      ) : (
        <EntryList key={tab} rows={rows} documents={manifest.readingOrder} {...rest} />
      )}
    </Column>
  );
};
