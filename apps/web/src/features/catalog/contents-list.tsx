/** The tab with the table of contents (目录); entries that the user may open are links. */
import type { TocEntry } from '@shufang/contract';
import { IconChevronRight, IconLock } from '@shufang/icons';
import { Row, Text } from '@shufang/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './contents-list.module.css';

/** A table of contents with at most this number of entries is fully expanded at first. */
const OPEN_WHEN_FEWER = 60;

const countEntries = (entries: readonly TocEntry[]): number =>
  entries.reduce((sum, { children }) => sum + 1 + countEntries(children ?? []), 0);

interface EntryProps {
  readonly bookId: string;
  readonly entry: TocEntry;
  readonly trial: boolean;
  readonly startsOpen: boolean;
}

const EntryTitle = ({ bookId, entry, trial }: Omit<EntryProps, 'startsOpen'>) => {
  if (entry.href === undefined) return <Text weight={600}>{entry.title}</Text>;
  if (!entry.open) {
    return (
      <Row as="span" gap={8} align="center" tone="faint" flex={1} minWidth={0} className={styles.locked}>
        <span className={styles.name}>{entry.title}</span>
        <IconLock size={15} stroke={1.5} aria-hidden />
        <span className="visually-hidden">{catalogText.lockedChapter}</span>
      </Row>
    );
  }
  return (
    <>
      <Text
        to={`/course/learning/${bookId}?href=${encodeURIComponent(entry.href)}`}
        as={Link}
        flex={1}
        minWidth={0}
        className={styles.link}
      >
        {entry.title}
      </Text>
      {trial ? (
        <Text size={12} tone="accent" flex="none" className={styles.trial}>
          {catalogText.openChapter}
        </Text>
      ) : null}
    </>
  );
};

const Times = ({ entry: { minutes, mediaMinutes } }: Pick<EntryProps, 'entry'>) =>
  minutes === undefined && mediaMinutes === undefined ? null : (
    <Text size={13} tone="faint" flex="none" tabular className={styles.minutes}>
      {[
        ...(minutes === undefined ? [] : [catalogText.readingMinutes(minutes)]),
        ...(mediaMinutes === undefined ? [] : [catalogText.mediaMinutes(mediaMinutes)]),
      ].join(' · ')}
    </Text>
  );

const Entry = ({ bookId, entry, trial, startsOpen }: EntryProps) => {
  const [open, setOpen] = useState(startsOpen);
  const children = entry.children ?? [];
  return (
    <li>
      <Row gap={4} align="center" className={styles.entry}>
        {children.length === 0 ? (
          <span className={styles.noToggle} />
        ) : (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-label={catalogText.expand(entry.title)}
            onClick={() => setOpen(!open)}
          >
            <IconChevronRight size={16} stroke={1.5} aria-hidden />
          </button>
        )}
        <EntryTitle bookId={bookId} entry={entry} trial={trial} />
        <Times entry={entry} />
      </Row>
      {open && children.length > 0 ? <Entries bookId={bookId} entries={children} trial={trial} startsOpen={startsOpen} /> : null}
    </li>
  );
};

const Entries = ({ bookId, entries, trial, startsOpen }: Omit<EntryProps, 'entry'> & { entries: readonly TocEntry[] }) => (
  <ol className={styles.list}>
    {entries.map((entry, index) => (
      <Entry key={`${index}${entry.title}`} bookId={bookId} entry={entry} trial={trial} startsOpen={startsOpen} />
    ))}
  </ol>
);

/** `trial`: whether the user may read the trial chapters only; these have a badge then. */
export const ContentsList = ({ bookId, entries, trial }: { bookId: string; entries: readonly TocEntry[]; trial: boolean }) => (
  <div className={styles.contents}>
    <Entries bookId={bookId} entries={entries} trial={trial} startsOpen={countEntries(entries) <= OPEN_WHEN_FEWER} />
  </div>
);
