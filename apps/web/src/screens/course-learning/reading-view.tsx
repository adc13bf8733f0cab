/** An open book: the page in its frame, the bars, the panels and the marks, put together. */
import type { Annotation, Locator } from '@shufang/contract';
import type { FigureReport, LinkReport, Located, Navigator } from '@shufang/reading-engine';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { MARK_COLORS, SelectionToolbar } from '../../features/annotation/selection-toolbar.tsx';
import { isClosedAt, nextOpenHref, outlineOf, rowAt } from '../../features/reading/book-outline.ts';
import { ExternalLinkDialog, NotePopover } from '../../features/reading/link-popovers.tsx';
import { ForeignPlaceNotice, KeyboardHelp, PageSkeleton } from '../../features/reading/notices.tsx';
import { BottomBar, EdgeButton, type PanelName, TopBar } from '../../features/reading/reader-bars.tsx';
import styles from '../../features/reading/reading.module.css';
import { ReadingFrame } from '../../features/reading/reading-frame.tsx';
import type { SearchState } from '../../features/reading/search-panel.tsx';
import type { OpenedBook } from '../../features/reading/use-open-book.ts';
import { usePlaceHistory } from '../../features/reading/use-place-history.ts';
import { type ReaderCommand, useReaderKeys } from '../../features/reading/use-reader-keys.ts';
import { useReadingPreferences } from '../../features/reading/use-reading-preferences.ts';
import { useReadingTime } from '../../features/reading/use-reading-time.ts';
import { AdoptOffer } from '../../features/sync/adopt-offer.tsx';
import { SyncStateLine } from '../../features/sync/sync-state-line.tsx';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { useSession } from '../../platform/session/session.ts';
import { PageNotice, ReanchorNotice } from './page-notice.tsx';
import { ReaderPanels } from './reader-panels.tsx';
import { ReaderWall } from './reader-wall.tsx';
import { useAddressedPlace } from './use-addressed-place.ts';
import { useArea } from './use-area.ts';
import { useContentTicket } from './use-content-ticket.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useMarksOnPage } from './use-marks-on-page.ts';
import { usePause } from './use-pause.ts';
import type { StartPlace } from './use-start-place.ts';

/** Asked for by few readers on few days. */
const SharePlace = lazy(async () => ({ default: (await import('./share-place.tsx')).SharePlace }));
const ReportDialog = lazy(async () => ({ default: (await import('../../features/errata/report-dialog.tsx')).ReportDialog }));
/** Comes with the first picture somebody looks at. */
const FigureViewer = lazy(async () => ({ default: (await import('../../features/reading/figure-viewer.tsx')).FigureViewer }));

interface ReadingViewProps {
  opened: OpenedBook;
  start: StartPlace;
  onFailed: () => void;
}

const COLOR_KEYS: readonly ReaderCommand[] = ['color1', 'color2', 'color3', 'color4', 'color5'];

/** A question to a frame that is being taken away is answered by nobody; anything else is a fault to report. */
const quietly = (question: Promise<unknown> | undefined): void => {
  question?.catch((fault: unknown) => {
    if (!String(fault).includes('closed')) reportError(fault);
  });
};

export const ReadingView = ({ opened, start, onFailed }: ReadingViewProps) => {
  const { manifest, book } = opened;
  const { preferences, changePreferences } = useReadingPreferences(opened.preferences);
  const [navigator, setNavigator] = useState<Navigator>();
  const [located, setLocated] = useState<Located>();
  const [panel, setPanel] = useState<PanelName>();
  const [areBarsHidden, setBarsHidden] = useState(false);
  const [search, setSearch] = useState<SearchState>({ words: '', current: undefined });
  const [wall, setWall] = useState<{ title: string; href: string }>();
  const [hasMoved, setMoved] = useState(false);
  const [link, setLink] = useState<LinkReport>();
  const [figure, setFigure] = useState<FigureReport>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [shared, setShared] = useState<Locator>();
  const [faulty, setFaulty] = useState<{ quote: string; locator: Locator }>();
  const [isSegmentMissing, setSegmentMissing] = useState(false);
  const [page, area] = useArea();
  const hasJumped = useRef(false);
  const toolbar = useRef<{ focus: () => void }>(null);
  const place = useRef<Locator>(start.locator);
  const isSignedIn = useSession((session) => session.userId !== undefined);

  const outline = useMemo(() => outlineOf(manifest), [manifest]);
  const chapterOf = (where: Locator): string => rowAt(outline, manifest, where)?.title ?? where.title ?? '';
  const placeName = (where: Locator): string =>
    readingText.place(chapterOf(where), readingText.percent(where.locations.totalProgression ?? 0));
  const chapter = located ? chapterOf(located.locator) : '';
  const kept = useKeptPlace(opened, start);
  const noteActivity = useReadingTime(book.id);
  const ticket = useContentTicket(opened, navigator);
  const pause = usePause(() => void ticket.renew());
  const marks = useMarksOnPage({ opened, navigator, located, chapterOf });
  const goTo = (where: Locator): void => quietly(navigator?.goTo({ locator: where }));
  const history = usePlaceHistory(() => place.current, goTo);
  const jump = (go: (engine: Navigator) => Promise<unknown>): void => {
    if (!navigator) return;
    setWall(undefined);
    hasJumped.current = true;
    history.noteJump(place.current);
    quietly(go(navigator));
  };
  const jumpTo = (where: Locator): void => jump((engine) => engine.goTo({ locator: where }));

  const togglePanel = (name: PanelName): void => setPanel((before) => (before === name ? undefined : name));
  const closeSheet = (): void => {
    // Where the panel lies on the page it makes room for the place that was asked for.
    if (window.matchMedia('(max-width: 1099.98px)').matches) setPanel(undefined);
  };

  useOpenedAgain(opened, navigator, place, () => setWall(undefined));
  useAddressedPlace(jumpTo);
  useEffect(() => {
    if (navigator && preferences) quietly(navigator.applyPreferences(preferences));
  }, [navigator, preferences]);

  const closeOne = (): void => {
    if (link) setLink(undefined);
    else if (marks.chosen) marks.dismiss();
    else if (panel) setPanel(undefined);
    else if (search.current !== undefined) quietly(navigator?.clearSearchResult());
  };
  const turn = (direction: 'next' | 'previous'): void => {
    // The page before the wall is the one the reader stands on.
    if (wall && direction === 'previous') setWall(undefined);
    else quietly(navigator?.[direction]());
  };
  const run = (command: ReaderCommand): void => {
    const color = MARK_COLORS[COLOR_KEYS.indexOf(command)];
    if (color) void marks.chooseColor(color);
    else if (command === 'next' || command === 'previous') turn(command);
    else if (command === 'bookmark') void marks.toggleBookmark();
    else if (command === 'help') setHelpOpen(true);
    else if (command === 'escape') closeOne();
    else if (command === 'writeNote') void marks.writeNote();
    else if (command === 'toolbar') toolbar.current?.focus();
    else if (command === 'wayBack') {
      if (history.previous) history.goBack();
    } else if (command === 'search') setPanel('search');
    else if (command === 'contents' || command === 'notes' || command === 'display') togglePanel(command);
  };
  const handleKey = useReaderKeys(manifest.metadata.readingProgression === 'rtl', run);

  // A right that ended, or a link from elsewhere: the wall stands before the first page that can be read, and the place stays.
  const isShutOut = start.locator !== undefined && isClosedAt(manifest, start.locator.href);

  const behindWall = wall && nextOpenHref(manifest, outline, wall.href);

  const handleLocated = (now: Located): void => {
    setLocated(now);
    if (isShutOut && located === undefined) {
      if (start.isRestored && start.locator) kept.keep(start.locator);
      return;
    }
    place.current = now.locator;
    setMoved(true);
    kept.keep(now.locator);
    // A window that changed takes nothing away from the reader: what they opened or wait for stays.
    if (now.cause === 'layout') return;
    noteActivity();
    // Turning pages is reading: the bars go. After a jump they stay for the way back.
    if (located && !panel) setBarsHidden(!hasJumped.current);
    hasJumped.current = false;
    setLink(undefined);
    setWall(undefined);
    setSegmentMissing(false);
    pause.end();
  };
  const handleLink = (report: LinkReport): void => {
    if (report.kind !== 'internal') {
      setLink(report);
      return;
    }
    hasJumped.current = true;
    history.noteJump(report.from ?? place.current);
  };
  const closeFigure = (): void => {
    figure?.picture.close();
    setFigure(undefined);
    quietly(navigator?.focus());
  };
  const openMark = (mark: Annotation): void => {
    closeSheet();
    jumpTo({ href: mark.target.href, locations: { block: mark.target.blocks.start } });
  };

  const { chosen } = marks;
  return (
    <div
      className={styles.reader}
      data-paper={preferences?.paper}
      data-progression={manifest.metadata.readingProgression}
      data-bars={areBarsHidden && !panel ? 'hidden' : undefined}
    >
      <TopBar
        bookId={book.id}
        title={book.title}
        chapter={chapter}
        panel={panel}
        isBookmarked={marks.isBookmarked}
        onPanel={togglePanel}
        onBookmark={() => void marks.toggleBookmark()}
        onShare={() => setShared(place.current)}
        onHelp={() => setHelpOpen(true)}
      />
      <div className={styles.running} aria-hidden>
        {chapter}
      </div>
      <EdgeButton turn="previous" disabled={located?.atStart ?? true} onTurn={() => turn('previous')} />
      <section ref={page} className={styles.page} aria-label={readingText.region}>
        {preferences && (
          <ReadingFrame
            opened={opened}
            start={start.locator}
            preferences={preferences}
            onNavigator={setNavigator}
            onFailed={onFailed}
            onLocated={handleLocated}
            onSelection={(report) => {
              noteActivity();
              marks.handleSelection(report);
            }}
            onSelectionCleared={marks.handleSelectionCleared}
            onDecorationActivated={marks.handleActivated}
            onDecorationState={marks.handleState}
            onLink={handleLink}
            onFigure={(report) => {
              noteActivity();
              marks.dismiss();
              setLink(undefined);
              setFigure(report);
            }}
            onTap={({ zone }) => {
              noteActivity();
              marks.dismiss();
              setLink(undefined);
              if (zone === 'center' && panel) setPanel(undefined);
              else if (zone === 'center') setBarsHidden((before) => !before);
            }}
            onKey={(report) => {
              noteActivity();
              handleKey(report);
            }}
            onContentExpired={() => void ticket.renew()}
            onWall={({ title, href }) => setWall({ title, href })}
            onError={({ code, message }) => {
              if (code === 'tooMany') pause.begin();
              else if (code === 'segmentMissing' || code === 'network') {
                pause.end();
                setSegmentMissing(true);
              } else reportError(new Error(`reading frame: ${code} ${message}`));
            }}
          />
        )}
        {!located && !isSegmentMissing && !pause.isOn && !wall && <PageSkeleton />}
        {wall && (
          <ReaderWall
            bookId={book.id}
            title={wall.title}
            isSignedIn={isSignedIn}
            isAtStart={isShutOut && !hasMoved}
            onBack={() => setWall(undefined)}
            onNext={behindWall === undefined ? undefined : () => jump((engine) => engine.goTo({ href: behindWall }))}
          />
        )}
        {kept.foreign && located && placeName(kept.foreign) !== placeName(located.locator) && (
          <ForeignPlaceNotice
            place={placeName(kept.foreign)}
            onJump={() => {
              if (kept.foreign) jumpTo(kept.foreign);
              kept.dismissForeign();
            }}
            onStay={kept.dismissForeign}
          />
        )}
        <div className={styles.offer}>
          <AdoptOffer />
        </div>
        {marks.reanchoring && <ReanchorNotice onCancel={marks.stopReanchoring} />}
        <PageNotice
          isTooFast={pause.isOn}
          isSegmentMissing={isSegmentMissing}
          isOffline={ticket.isOffline}
          onRetry={() => void ticket.renew()}
        />
        {chosen && (
          <SelectionToolbar
            key={chosen.kind}
            ref={toolbar}
            passage={chosen.kind === 'selection' ? chosen.report.rect : chosen.rect}
            area={area}
            byTouch={chosen.kind === 'selection' && chosen.report.byTouch}
            color={chosen.kind === 'mark' ? chosen.mark.color : undefined}
            hasNote={chosen.kind === 'mark' && chosen.mark.body !== ''}
            onColor={(color) => void marks.chooseColor(color)}
            onWriteNote={() => void marks.writeNote()}
            onCopyCitation={() => void marks.copyCitation()}
            onReport={() => {
              const passage = marks.passage();
              marks.dismiss();
              if (isSignedIn) setFaulty(passage);
              else broadcast('signInRequest');
            }}
            onPlaceHere={marks.reanchoring && chosen.kind === 'selection' ? () => void marks.reanchorHere() : undefined}
            onDelete={chosen.kind === 'mark' ? () => void marks.deleteMark(chosen.mark) : undefined}
            onDismiss={() => {
              marks.dismiss();
              quietly(navigator?.focus());
            }}
          />
        )}
        {link?.kind === 'note' && (
          <NotePopover
            key={link.href}
            link={link}
            area={area}
            onOpenNote={() => {
              setLink(undefined);
              jump((engine) => engine.goTo({ href: link.href }));
            }}
            onClose={() => setLink(undefined)}
          />
        )}
      </section>
      <EdgeButton turn="next" disabled={located?.atEnd ?? true} onTurn={() => turn('next')} />
      <div className={styles.folio} aria-hidden>
        {located && `${located.page.n} / ${located.page.of} · ${readingText.percent(located.locator.locations.totalProgression ?? 0)}`}
      </div>
      <BottomBar
        located={located}
        outline={outline}
        chapter={chapter}
        wayBack={history.previous && chapterOf(history.previous)}
        standing={<SyncStateLine />}
        panel={panel}
        onPanel={togglePanel}
        onWayBack={history.goBack}
        onPrevious={() => turn('previous')}
        onNext={() => turn('next')}
        onSeek={(progression) => jump((engine) => engine.goToProgression(progression))}
      />
      {preferences && (
        <ReaderPanels
          opened={opened}
          outline={outline}
          place={located?.locator}
          panel={panel}
          marks={marks}
          search={search}
          preferences={preferences}
          onClose={() => setPanel(undefined)}
          onSearch={(state) => {
            setSearch(state);
            if (state.words === '') quietly(navigator?.clearSearchResult());
          }}
          onHit={(hit) => {
            closeSheet();
            // Going from hit to hit is one journey: the way back leads to where it began.
            if (search.current === undefined) jump((engine) => engine.showSearchResult(hit));
            else quietly(navigator?.showSearchResult(hit));
          }}
          onEntry={(row) => {
            const { href } = row;
            if (href === undefined) return;
            closeSheet();
            if (isClosedAt(manifest, href)) setWall({ title: row.title, href });
            else jump((engine) => engine.goTo({ href }));
          }}
          onMark={openMark}
          onPreferences={(fields) => void changePreferences(fields)}
        />
      )}
      {link?.kind === 'external' && <ExternalLinkDialog href={link.href} onClose={() => setLink(undefined)} />}
      {figure && (
        <Suspense>
          <FigureViewer figure={figure} onClose={closeFigure} />
        </Suspense>
      )}
      {faulty && (
        <Suspense>
          <ReportDialog bookId={book.id} passage={faulty} onClose={() => setFaulty(undefined)} />
        </Suspense>
      )}
      {shared && (
        <Suspense>
          <SharePlace bookId={book.id} title={book.title} chapter={chapterOf(shared)} place={shared} onClose={() => setShared(undefined)} />
        </Suspense>
      )}
      {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
      {marks.undoNotice}
    </div>
  );
};

/** Another person's right (after signing in or out) shows another book: it is opened again where the reader is. */
const useOpenedAgain = (
  opened: OpenedBook,
  navigator: Navigator | undefined,
  place: React.RefObject<Locator | undefined>,
  onOpened: () => void,
): void => {
  const shown = useRef(opened);
  const { preferences } = useReadingPreferences(opened.preferences);
  useEffect(() => {
    if (!navigator || !preferences || shown.current === opened) return;
    shown.current = opened;
    const locator = place.current;
    quietly(
      navigator
        .open({ baseUrl: opened.content.baseUrl, manifest: opened.manifest, preferences, ...(locator ? { locator } : {}) })
        .then(onOpened),
    );
  }, [opened, navigator, preferences, place, onOpened]);
};
