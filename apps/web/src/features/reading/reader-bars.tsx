/** The slim bars above and below the text of an open book. */
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkFilled,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconHeadphones,
  IconKeyboard,
  IconList,
  IconNotes,
  IconSearch,
  IconShare2,
  IconTextSize,
} from '@shufang/icons';
import type { Located } from '@shufang/reading-engine';
import { IconButton, Row, Slider, Stack, Text } from '@shufang/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { readAloudText } from '../../platform/messages/zh-cn/read-aloud.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './bars.module.css';
import { type OutlineRow, rowAtProgression } from './book-outline.ts';
import type { TimeLeft } from './time-left.ts';

/** Id of the element in the top bar that contains the buttons of the layers (`LayerTool`). */
export const LAYER_TOOLS_ID = 'reader-layer-tools';

export type PanelName = 'contents' | 'search' | 'notes' | 'display';

const panels: readonly { panel: PanelName; name: string; Icon: typeof IconList; shortcut: string }[] = [
  { panel: 'contents', name: readingText.contents, Icon: IconList, shortcut: 'T' },
  { panel: 'search', name: readingText.search, Icon: IconSearch, shortcut: '/' },
  { panel: 'notes', name: readingText.notes, Icon: IconNotes, shortcut: 'N' },
  { panel: 'display', name: readingText.display, Icon: IconTextSize, shortcut: 'D' },
];

export interface PanelToolsProps {
  /** Name of the open panel; undefined if none is open. */
  panel: PanelName | undefined;
  onPanel: (panel: PanelName) => void;
  isReadAloud: boolean;
  /** Starts to read aloud, or ends it. */
  onReadAloud: () => void;
}

/** The buttons that open the panels and read aloud. They are in the top bar, or in the bottom bar if the title leaves no space in the top bar. */
const PanelTools = ({ panel, onPanel, isReadAloud, onReadAloud }: PanelToolsProps) => (
  <div className={styles.tools}>
    {panels.map(({ panel: opens, name, Icon, shortcut }) => (
      <IconButton key={opens} name={name} shortcut={shortcut} aria-expanded={panel === opens} onClick={() => onPanel(opens)}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </IconButton>
    ))}
    <IconButton name={readAloudText.name} shortcut="R" aria-pressed={isReadAloud} onClick={onReadAloud}>
      <IconHeadphones size={20} stroke={1.6} aria-hidden />
    </IconButton>
  </div>
);

export interface TopBarProps extends PanelToolsProps {
  bookId: string;
  title: string;
  /** Base direction of the title; undefined if it follows from the first letter. */
  titleDirection: 'ltr' | 'rtl' | undefined;
  chapter: string;
  isBookmarked: boolean;
  onBookmark: () => void;
  onShare: () => void;
  /** Absent if this reader cannot download the book. */
  onDownload: (() => void) | undefined;
  onHelp: () => void;
}

export const TopBar = (props: TopBarProps) => {
  const { bookId, title, titleDirection, chapter, isBookmarked, onBookmark, onShare, onDownload, onHelp, ...tools } = props;
  const Ribbon = isBookmarked ? IconBookmarkFilled : IconBookmark;
  return (
    <header className={styles.top} aria-label={readingText.topBar}>
      <Link to={`/course/info/${bookId}`} className={styles.back} aria-label={readingText.backToInfo} title={readingText.backToInfo}>
        <IconChevronLeft size={22} stroke={1.6} aria-hidden />
      </Link>
      <Row gap={12} align="baseline" flex={1} minWidth={0} className={styles.titles}>
        <h1 dir={titleDirection ?? 'auto'}>{title}</h1>
        {chapter !== '' && chapter !== title && <span>{chapter}</span>}
      </Row>
      <div id={LAYER_TOOLS_ID} className={styles.layerTools} />
      <PanelTools {...tools} />
      <IconButton name={readingText.bookmark} shortcut="B" aria-pressed={isBookmarked} onClick={onBookmark}>
        <Ribbon size={20} stroke={1.6} aria-hidden />
      </IconButton>
      <IconButton name={readingText.sharePosition} onClick={onShare}>
        <IconShare2 size={20} stroke={1.6} aria-hidden />
      </IconButton>
      {onDownload === undefined ? null : (
        <IconButton name={readingText.download} onClick={onDownload}>
          <IconDownload size={20} stroke={1.6} aria-hidden />
        </IconButton>
      )}
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
  timeLeft: TimeLeft | undefined;
  /** Name of the reading position to which the reader can go back after a jump; absent when there is none. */
  returnTo: string | undefined;
  positionText: ReactNode;
  onReturn: () => void;
  onTurn: (direction: 'previous' | 'next') => void;
  onSeek: (progression: number) => void;
}

const STEPS = 1000;
/** How long the position slider must rest before the text jumps to its position, because dragging passes hundreds of positions. */
const SEEK_DEBOUNCE_MS = 160;
const SEEK_TIMEOUT_MS = 2_000;

export const BottomBar = (props: BottomBarProps) => {
  const { located, outline, chapter, timeLeft, returnTo, positionText, onReturn, onTurn, onSeek } = props;
  const progression = located?.locator.locations.totalProgression ?? 0;
  const [dragged, setDragged] = useState<{ from: number; to: number }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The slider stays at the dragged position until the text has jumped there; after that it shows the position of the text again.
  const target = dragged?.from === progression ? dragged.to : undefined;
  const shown = target ?? progression;
  const named = target === undefined ? chapter : (rowAtProgression(outline, target)?.title ?? chapter);
  const label = readingText.positionOf(named, readingText.percent(shown));
  const seek = (value: number): void => {
    setDragged({ from: progression, to: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onSeek(value);
      // If the text did not jump to the position, for example behind the end of a trial, the slider returns to the current position.
      timer.current = setTimeout(() => setDragged(undefined), SEEK_TIMEOUT_MS);
    }, SEEK_DEBOUNCE_MS);
  };
  return (
    <footer className={styles.bottom} aria-label={readingText.bottomBar}>
      <div className={styles.turns}>
        <IconButton name={readingText.previous} disabled={located?.atStart ?? true} onClick={() => onTurn('previous')}>
          <IconChevronLeft size={22} stroke={1.6} aria-hidden />
        </IconButton>
      </div>
      {returnTo !== undefined && (
        <button type="button" className={styles.wayBack} title={readingText.wayBackTo(returnTo)} onClick={onReturn}>
          <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
          {readingText.wayBack}
        </button>
      )}
      <span className={styles.where}>{chapter}</span>
      <div className={styles.slider}>
        {target !== undefined && (
          <span className={styles.bubble} style={{ left: `${shown * 100}%` }} aria-hidden>
            {label}
          </span>
        )}
        <Slider
          min={0}
          max={STEPS}
          value={Math.round(shown * STEPS)}
          disabled={!located}
          aria-label={readingText.slider}
          aria-valuetext={label}
          title={label}
          style={{ '--filled': `${shown * 100}%` } as React.CSSProperties}
          onChange={(value) => seek(value / STEPS)}
        />
      </div>
      <Text tabular whiteSpace="nowrap">
        {readingText.percent(shown)}
      </Text>
      {located && (
        <Text tabular whiteSpace="nowrap" className={styles.page}>
          {readingText.pageOf(located.page.n, located.page.of)}
        </Text>
      )}
      {timeLeft && timeLeft.book > 0 && (
        <Text tabular whiteSpace="nowrap" className={styles.left}>
          {timeLeft.chapter === undefined
            ? readingText.timeLeftInBook(readingText.minutes(timeLeft.book))
            : readingText.timeLeft(readingText.minutes(timeLeft.chapter), readingText.minutes(timeLeft.book))}
        </Text>
      )}
      <PanelTools panel={props.panel} onPanel={props.onPanel} isReadAloud={props.isReadAloud} onReadAloud={props.onReadAloud} />
      <span className={styles.status}>{positionText}</span>
      <div className={styles.turns}>
        <IconButton name={readingText.next} disabled={located?.atEnd ?? true} onClick={() => onTurn('next')}>
          <IconChevronRight size={22} stroke={1.6} aria-hidden />
        </IconButton>
      </div>
    </footer>
  );
};

/** The running line below the text of narrow windows, shown while the bars are hidden: the chapter, and the progress. */
export const Folio = ({
  located,
  chapter,
  timeLeft,
  className,
}: Pick<BottomBarProps, 'located' | 'chapter' | 'timeLeft'> & { className: string | undefined }) => (
  <div className={className} aria-hidden>
    <span className={styles.folioChapter}>{chapter}</span>
    <span>
      {located && `${located.page.n} / ${located.page.of} · ${readingText.percent(located.locator.locations.totalProgression ?? 0)}`}
      {timeLeft?.chapter !== undefined &&
        timeLeft.chapter > 0 &&
        ` · ${readingText.timeLeftInChapter(readingText.minutes(timeLeft.chapter))}`}
    </span>
  </div>
);

/** One of the two page-turn buttons beside the text; hidden in narrow windows. */
export const EdgeButton = ({ turn, disabled, onTurn }: { turn: 'previous' | 'next'; disabled: boolean; onTurn: () => void }) => {
  const Icon = turn === 'previous' ? IconChevronLeft : IconChevronRight;
  return (
    <Stack placeItems="center" className={styles.edge} data-turn={turn}>
      <IconButton name={readingText[turn]} disabled={disabled} className={styles.edgeButton} onClick={onTurn}>
        <Icon size={28} stroke={1.2} aria-hidden />
      </IconButton>
    </Stack>
  );
};
