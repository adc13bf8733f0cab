/** The table of contents: the current chapter, how much of each is read, what is not open. Draws only the rows on the screen: books have ten thousand. */
import type { Locator, PublicationManifest } from '@shufang/contract';
import { IconCheck, IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { type OutlineRow, outlineOf, rowAt, shareRead, visibleRows } from './book-outline.ts';
import styles from './contents.module.css';

export interface ContentsPanelProps {
  manifest: PublicationManifest;
  outline: readonly OutlineRow[];
  place: Locator | undefined;
  isTrial: boolean;
  onOpen: (row: OutlineRow) => void;
}

/** Filtering is worth a field from here on. */
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
  onOpen: () => void;
  onToggle: () => void;
}

const Row = ({ row, isCurrent, isExpanded, isTrial, progression, onOpen, onToggle }: RowProps) => {
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
        onClick={row.href === undefined ? onToggle : onOpen}
      >
        <span className={styles.name}>{row.title}</span>
        {!row.isOpen ? (
          <IconLock size={16} stroke={1.6} className={styles.mark} role="img" aria-label={readingText.locked} />
        ) : share === 1 ? (
          <IconCheck size={16} stroke={2} className={styles.mark} role="img" aria-label={readingText.readWhole} />
        ) : share > 0 ? (
          <span className={styles.share} title={readingText.readShare(percent)}>
            {percent}
          </span>
        ) : isTrial && row.document >= 0 ? (
          <span className={styles.trial}>{readingText.trial}</span>
        ) : null}
      </button>
    </>
  );
};

const EntryList = ({
  rows: all,
  manifest,
  place,
  isTrial,
  onOpen,
}: Omit<ContentsPanelProps, 'outline'> & { rows: readonly OutlineRow[] }) => {
  const current = useMemo(() => rowAt(all, manifest, place), [all, manifest, place]);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => {
    const few = all.length <= 60 ? all.filter((row) => row.hasChildren).map((row) => row.key) : [];
    return new Set([...few, ...(current ? parentsOf(current.key) : [])]);
  });
  const [words, setWords] = useState('');
  const rows = useMemo(() => visibleRows(all, expanded, words), [all, expanded, words]);
  const scroller = useRef<HTMLDivElement>(null);
  // Its functions change with every scroll by design, so this component is not memoised.
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
  const progression = place?.locations.totalProgression ?? 0;
  return (
    <>
      {all.length >= FILTER_FROM && (
        <input
          type="search"
          className={styles.filter}
          aria-label={readingText.filterContents}
          placeholder={readingText.filterContents}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {rows.length === 0 && <p className={styles.empty}>{readingText.noMatch}</p>}
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
                  <Row
                    row={row}
                    isCurrent={row.key === current?.key}
                    isExpanded={words !== '' || expanded.has(row.key)}
                    isTrial={isTrial}
                    progression={progression}
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

export const ContentsPanel = ({ outline, manifest, ...rest }: ContentsPanelProps) => {
  const [tab, setTab] = useState<Tab>('contents');
  const lists = useMemo(
    () => ({ contents: outline, pages: outlineOf(manifest, manifest.pageList), landmarks: outlineOf(manifest, manifest.landmarks) }),
    [outline, manifest],
  );
  const tabs = (['contents', 'pages', 'landmarks'] as const).filter((name) => name === 'contents' || lists[name].length > 0);
  const rows = lists[tab];
  return (
    <div className={styles.contents}>
      {tabs.length > 1 && (
        <div role="group" aria-label={readingText.contents} className={styles.tabs}>
          {tabs.map((name) => (
            <button key={name} type="button" aria-pressed={name === tab} className={styles.tab} onClick={() => setTab(name)}>
              {readingText.tabs[name]}
            </button>
          ))}
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.empty}>{readingText.noContents}</p>
      ) : (
        <EntryList key={tab} rows={rows} manifest={manifest} {...rest} />
      )}
    </div>
  );
};
