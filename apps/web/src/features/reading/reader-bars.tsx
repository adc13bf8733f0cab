/** The slim bars above and below the page. */
import type { Located } from '@shufang/reading-engine';
import { IconButton } from '@shufang/ui';
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkFilled,
  IconChevronLeft,
  IconChevronRight,
  IconKeyboard,
  IconList,
  IconNotes,
  IconSearch,
  IconShare2,
  IconTextSize,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './bars.module.css';
import { type OutlineRow, rowAtProgression } from './book-outline.ts';

export type PanelName = 'contents' | 'search' | 'notes' | 'display';

const tools: readonly { panel: PanelName; name: string; Icon: typeof IconList; shortcut: string }[] = [
  { panel: 'contents', name: readingText.contents, Icon: IconList, shortcut: 'T' },
  { panel: 'search', name: readingText.search, Icon: IconSearch, shortcut: '/' },
  { panel: 'notes', name: readingText.notes, Icon: IconNotes, shortcut: 'N' },
  { panel: 'display', name: readingText.display, Icon: IconTextSize, shortcut: 'D' },
];

export interface PanelToolsProps {
  /** The one that is open. */
  panel: PanelName | undefined;
  onPanel: (panel: PanelName) => void;
}

/** Above the page; below it where the title would have no room beside them. */
const PanelTools = ({ panel, onPanel }: PanelToolsProps) => (
  <div className={styles.tools}>
    {tools.map(({ panel: opens, name, Icon, shortcut }) => (
      <IconButton key={opens} name={name} shortcut={shortcut} aria-expanded={panel === opens} onClick={() => onPanel(opens)}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </IconButton>
    ))}
  </div>
);

export interface TopBarProps extends PanelToolsProps {
  bookId: string;
  title: string;
  chapter: string;
  isBookmarked: boolean;
  onBookmark: () => void;
  onShare: () => void;
  onHelp: () => void;
}

export const TopBar = ({ bookId, title, chapter, panel, isBookmarked, onPanel, onBookmark, onShare, onHelp }: TopBarProps) => {
  const Ribbon = isBookmarked ? IconBookmarkFilled : IconBookmark;
  return (
    <header className={styles.top} aria-label={readingText.topBar}>
      <Link to={`/course/info/${bookId}`} className={styles.back} aria-label={readingText.backToInfo} title={readingText.backToInfo}>
        <IconChevronLeft size={22} stroke={1.6} aria-hidden />
      </Link>
      <div className={styles.titles}>
        <h1>{title}</h1>
        {chapter !== '' && chapter !== title && <span>{chapter}</span>}
      </div>
      <PanelTools panel={panel} onPanel={onPanel} />
      <IconButton name={readingText.bookmark} shortcut="B" aria-pressed={isBookmarked} onClick={onBookmark}>
        <Ribbon size={20} stroke={1.6} aria-hidden />
      </IconButton>
      <IconButton name={readingText.sharePlace} onClick={onShare}>
        <IconShare2 size={20} stroke={1.6} aria-hidden />
      </IconButton>
      <IconButton name={readingText.help} shortcut="?" className={styles.wideOnly} onClick={onHelp}>
        <IconKeyboard size={20} stroke={1.6} aria-hidden />
      </IconButton>
    </header>
  );
};

export interface BottomBarProps extends PanelToolsProps {
  located: Located | undefined;
  outline: readonly OutlineRow[];
  chapter: string;
  /** Where the way back leads; absent when there is none. */
  wayBack: string | undefined;
  standing: ReactNode;
  onWayBack: () => void;
  onPrevious: () => void;
  onNext: () => void;
  onSeek: (progression: number) => void;
}

const STEPS = 1000;
/** A drag passes hundreds of places; the page follows when the hand rests. */
const SEEK_REST_MS = 160;
const SEEK_GIVEN_UP_MS = 2_000;

export const BottomBar = (props: BottomBarProps) => {
  const { located, outline, chapter, wayBack, standing, panel, onPanel, onWayBack, onPrevious, onNext, onSeek } = props;
  const progression = located?.locator.locations.totalProgression ?? 0;
  const [dragged, setDragged] = useState<{ from: number; to: number }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Once the page has moved, the slider follows it again.
  const wanted = dragged?.from === progression ? dragged.to : undefined;
  const shown = wanted ?? progression;
  const named = wanted === undefined ? chapter : (rowAtProgression(outline, wanted)?.title ?? chapter);
  const label = readingText.place(named, readingText.percent(shown));
  const seek = (value: number): void => {
    setDragged({ from: progression, to: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onSeek(value);
      // Where the page could not follow (the end of a trial), the slider comes back to where the reader is.
      timer.current = setTimeout(() => setDragged(undefined), SEEK_GIVEN_UP_MS);
    }, SEEK_REST_MS);
  };
  return (
    <footer className={styles.bottom} aria-label={readingText.bottomBar}>
      <div className={styles.turns}>
        <IconButton name={readingText.previous} disabled={located?.atStart ?? true} onClick={onPrevious}>
          <IconChevronLeft size={22} stroke={1.6} aria-hidden />
        </IconButton>
      </div>
      {wayBack !== undefined && (
        <button type="button" className={styles.wayBack} title={readingText.wayBackTo(wayBack)} onClick={onWayBack}>
          <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
          {readingText.wayBack}
        </button>
      )}
      <span className={styles.where}>{chapter}</span>
      <div className={styles.slider}>
        {wanted !== undefined && (
          <span className={styles.bubble} style={{ left: `${shown * 100}%` }} aria-hidden>
            {label}
          </span>
        )}
        <input
          type="range"
          min={0}
          max={STEPS}
          value={Math.round(shown * STEPS)}
          disabled={!located}
          aria-label={readingText.slider}
          aria-valuetext={label}
          title={label}
          style={{ '--filled': `${shown * 100}%` } as React.CSSProperties}
          onChange={(event) => seek(Number(event.target.value) / STEPS)}
        />
      </div>
      <span className={styles.percent}>{readingText.percent(shown)}</span>
      {located && <span className={styles.page}>{readingText.pageOf(located.page.n, located.page.of)}</span>}
      <PanelTools panel={panel} onPanel={onPanel} />
      <span className={styles.standing}>{standing}</span>
      <div className={styles.turns}>
        <IconButton name={readingText.next} disabled={located?.atEnd ?? true} onClick={onNext}>
          <IconChevronRight size={22} stroke={1.6} aria-hidden />
        </IconButton>
      </div>
    </footer>
  );
};

/** The turning buttons at the edges of a wide page. */
export const EdgeButton = ({ turn, disabled, onTurn }: { turn: 'previous' | 'next'; disabled: boolean; onTurn: () => void }) => {
  const Icon = turn === 'previous' ? IconChevronLeft : IconChevronRight;
  return (
    <div className={styles.edge} data-turn={turn}>
      <IconButton name={readingText[turn]} disabled={disabled} className={styles.edgeButton} onClick={onTurn}>
        <Icon size={28} stroke={1.2} aria-hidden />
      </IconButton>
    </div>
  );
};
