/** 目录: the table of contents with what may be opened. */
import type { TocEntry } from '@shufang/contract';
import { IconChevronRight, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './contents-list.module.css';

/** Books with more entries than this begin with their parts closed. */
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
  if (entry.href === undefined) return <span className={styles.heading}>{entry.title}</span>;
  if (!entry.open) {
    return (
      <span className={styles.locked}>
        <span className={styles.name}>{entry.title}</span>
        <IconLock size={15} stroke={1.5} aria-hidden />
        <span className="visually-hidden">{catalogText.lockedChapter}</span>
      </span>
    );
  }
  return (
    <>
      <Link to={`/course/learning/${bookId}?href=${encodeURIComponent(entry.href)}`} className={styles.link}>
        {entry.title}
      </Link>
      {trial ? <span className={styles.trial}>{catalogText.openChapter}</span> : null}
    </>
  );
};

const Times = ({ entry: { minutes, mediaMinutes } }: Pick<EntryProps, 'entry'>) =>
  minutes === undefined && mediaMinutes === undefined ? null : (
    <span className={styles.minutes}>
      {[
        ...(minutes === undefined ? [] : [catalogText.readingMinutes(minutes)]),
        ...(mediaMinutes === undefined ? [] : [catalogText.mediaMinutes(mediaMinutes)]),
      ].join(' · ')}
    </span>
  );

const Entry = ({ bookId, entry, trial, startsOpen }: EntryProps) => {
  const [open, setOpen] = useState(startsOpen);
  const children = entry.children ?? [];
  return (
    <li>
      <div className={styles.entry}>
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
      </div>
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

/** `trial`: the person only has the open chapters, so they are marked. */
export const ContentsList = ({ bookId, entries, trial }: { bookId: string; entries: readonly TocEntry[]; trial: boolean }) => (
  <div className={styles.contents}>
    <Entries bookId={bookId} entries={entries} trial={trial} startsOpen={countEntries(entries) <= OPEN_WHEN_FEWER} />
  </div>
);
