/** The view of an open book: combines the frame with the text, the bars, the panels and the annotations. */
import type { Annotation, Locator, ReadingPreferences } from '@shufang/contract';
import type { LinkReport, Located, Navigator } from '@shufang/reading-engine';
import { Grid } from '@shufang/ui';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { ANNOTATION_COLORS } from '../../../features/annotation/selection-toolbar.tsx';
import { isClosedAt, nextOpenHref, outlineOf, rowAt } from '../../../features/reading/book-outline.ts';
import { ChangesNotice } from '../../../features/reading/changes-notice.tsx';
import { ExternalLinkDialog, NotePopover } from '../../../features/reading/link-popovers.tsx';
import { MediaBar } from '../../../features/reading/media-bar.tsx';
import { OtherDevicePositionNotice, PageSkeleton, ReadingEnded } from '../../../features/reading/notices.tsx';
import { BottomBar, EdgeButton, Folio, type PanelName, TopBar } from '../../../features/reading/reader-bars.tsx';
import type { ReaderCommand } from '../../../features/reading/reader-commands.ts';
import styles from '../../../features/reading/reading.module.css';
import { ReadingFrame } from '../../../features/reading/reading-frame.tsx';
import { reportUnlessClosed } from '../../../features/reading/report-unless-closed.ts';
import type { SearchState } from '../../../features/reading/search-panel.tsx';
import { isInPart } from '../../../features/reading/start-locator.ts';
import { useManifest } from '../../../features/reading/use-manifest.ts';
import { useMedia } from '../../../features/reading/use-media.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { usePositionHistory } from '../../../features/reading/use-position-history.ts';
import { useReaderKeys } from '../../../features/reading/use-reader-keys.ts';
import { useReadingTime } from '../../../features/reading/use-reading-time.ts';
import { useTimeLeft } from '../../../features/reading/use-time-left.ts';
import { AdoptOffer } from '../../../features/sync/adopt-offer.tsx';
import { SyncStateLine } from '../../../features/sync/sync-state-line.tsx';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { readingText } from '../../../platform/messages/zh-cn/reading.ts';
import { useSession } from '../../../platform/session/session.ts';
import { InteractiveLayer } from './interactive-layer.tsx';
import { mendIfStored } from './mend-if-stored.ts';
import { type PanelSide, pageBesidePanel } from './page-beside.ts';
import { PageNotice, ReanchorNotice } from './page-notice.tsx';
import { PassageToolbar } from './passage-toolbar.tsx';
import { ReaderPanels } from './reader-panels.tsx';
import { ReaderWall } from './reader-wall.tsx';
import { useAnnotationsOnPage } from './use-annotations-on-page.ts';
import { useAppliedPreferences } from './use-applied-preferences.ts';
import { useArea } from './use-area.ts';
import { useBars } from './use-bars.ts';
import { useContentTicket } from './use-content-ticket.ts';
import { useLocatorInUrl } from './use-locator-in-url.ts';
import { useOpenedAgain, useWholeReadingOrder } from './use-opened-again.ts';
import { useRateLimitPause } from './use-rate-limit-pause.ts';
import { useReadAloud } from './use-read-aloud.ts';
import { useReadingDialogs } from './use-reading-dialogs.tsx';
import { useSavedPosition } from './use-saved-position.ts';
import type { StartPosition } from './use-start-position.ts';

/** The layers of classes and of heat are loaded after the first page, for signed-in users; reading aloud when the user starts to listen. */
const ReaderLayers = lazy(async () => ({ default: (await import('./reader-layers.tsx')).ReaderLayers }));
const ReadAloud = lazy(async () => ({ default: (await import('../../../features/read-aloud/read-aloud.tsx')).ReadAloud }));

interface ReadingViewProps {
  opened: OpenedBook;
  start: StartPosition;
  /** The preferences with the paper that is shown, and those that the user has chosen. */
  preferences: ReadingPreferences;
  chosenPreferences: ReadingPreferences;
  onPreferences: (fields: Partial<ReadingPreferences>) => void;
  onFailed: () => void;
  /** Opens the book again with the right that remains, such as the trial, after another right has ended. */
  onOpenAgain: () => void;
}

const COLOR_KEYS: readonly ReaderCommand[] = ['color1', 'color2', 'color3', 'color4', 'color5'];

export const ReadingView = ({ opened, start, preferences, chosenPreferences, onPreferences, onFailed, onOpenAgain }: ReadingViewProps) => {
  const { metadata, book } = opened;
  const [navigator, setNavigator] = useState<Navigator>();
  const [located, setLocated] = useState<Located>();
  const [panel, setPanel] = useState<PanelName>();
  const [search, setSearch] = useState<SearchState>({ text: '', current: undefined });
  const [wall, setWall] = useState<{ title: string; href: string }>();
  const [hasMoved, setMoved] = useState(false);
  const [link, setLink] = useState<LinkReport>();
  const [isSegmentMissing, setSegmentMissing] = useState(false);
  const [screen, screenArea] = useArea();
  const [page, area] = useArea();
  const hasJumped = useRef(false);
  const toolbar = useRef<{ focus: () => void }>(null);
  const locator = useRef<Locator>(start.locator);
  const isSignedIn = useSession((session) => session.userId !== undefined);

  const isNeeded =
    located !== undefined || wall !== undefined || isSegmentMissing || panel !== undefined || !isInPart(opened, start.locator);
  const whole = useManifest(opened, isNeeded);
  const documents = whole.manifest?.readingOrder ?? opened.readingOrder.items;
  const outline = useMemo(() => (whole.manifest ? outlineOf(whole.manifest.readingOrder, whole.manifest.toc) : []), [whole.manifest]);
  const chapterOf = (where: Locator): string => rowAt(outline, documents, where)?.title ?? where.title ?? '';
  const positionLabel = (where: Locator): string =>
    readingText.positionOf(chapterOf(where), readingText.percent(where.locations.totalProgression ?? 0));
  const chapter = located ? chapterOf(located.locator) : '';
  const positions = useSavedPosition(opened, start);
  const { touch: noteActivity, show: noteShown } = useReadingTime(
    { bookId: book.id, versionId: opened.version.id },
    preferences.restReminder,
  );
  const time = useTimeLeft(whole.manifest?.readingOrder, located && rowAt(outline, documents, located.locator), located);
  const ticket = useContentTicket(opened, navigator);
  const pause = useRateLimitPause(() => void ticket.renew());
  const annotations = useAnnotationsOnPage({ opened, navigator, located, chapterOf });
  const aloud = useReadAloud();
  const media = useMedia(navigator, book.id);
  const bars = useBars(panel !== undefined);
  const dialogs = useReadingDialogs({ opened, chapterOf, onClosed: () => void reportUnlessClosed(navigator?.focus()) });
  const goTo = (where: Locator): void => void reportUnlessClosed(navigator?.goTo({ locator: where }));
  const history = usePositionHistory(() => locator.current, goTo);
  const jump = (go: (engine: Navigator) => Promise<unknown>): void => {
    if (!navigator) return;
    setWall(undefined);
    hasJumped.current = true;
    history.recordJump(locator.current);
    void reportUnlessClosed(go(navigator));
  };
  const jumpTo = (where: Locator): void => jump((engine) => engine.goTo({ locator: where }));

  // In vertical books the text begins at the right edge, so panels open on the left.
  const panelSide: PanelSide = !located?.isVertical && (annotations.editing || panel !== 'contents') ? 'right' : 'left';
  const pageBeside = pageBesidePanel({
    side: annotations.editing || panel ? panelSide : undefined,
    screen: screenArea,
    page: area,
    preferences,
    isFixedLayout: metadata.layout === 'fixed',
    isVertical: located?.isVertical ?? false,
  });
  const togglePanel = (name: PanelName): void => setPanel((before) => (before === name ? undefined : name));
  const closeSheet = (): void => {
    // A panel that covers the page is closed to show the requested position.
    if (pageBeside.beside === undefined) setPanel(undefined);
  };

  useOpenedAgain(opened, whole.manifest, preferences, navigator, locator, () => setWall(undefined));
  useWholeReadingOrder(navigator, whole.manifest);
  useLocatorInUrl(jumpTo);
  useAppliedPreferences(navigator, preferences);

  const closeOne = (): void => {
    if (link) setLink(undefined);
    else if (annotations.chosen) annotations.dismiss();
    else if (panel) setPanel(undefined);
    else if (search.current !== undefined) void reportUnlessClosed(navigator?.clearSearchResult());
    else aloud.close();
  };
  const turn = (direction: 'next' | 'previous'): void => {
    // The paywall of a closed chapter covers the page before that chapter, so going to the previous page only removes the paywall.
    if (wall && direction === 'previous') setWall(undefined);
    else void reportUnlessClosed(navigator?.[direction]());
  };
  const run = (command: ReaderCommand): void => {
    const color = ANNOTATION_COLORS[COLOR_KEYS.indexOf(command)];
    if (color) void annotations.chooseLook({ color });
    else if (command === 'next' || command === 'previous') turn(command);
    else if (command === 'bookmark') void annotations.toggleBookmark();
    else if (command === 'bars') bars.toggle();
    else if (command === 'help') dialogs.showHelp();
    else if (command === 'escape') closeOne();
    else if (command === 'writeNote') void annotations.writeNote();
    else if (command === 'toolbar') toolbar.current?.focus();
    else if (aloud.run(command)) noteActivity();
    else if (command === 'wayBack') {
      if (history.previous) history.goBack();
    } else if (command === 'search') setPanel('search');
    else if (command === 'contents' || command === 'notes' || command === 'display') togglePanel(command);
  };
  const handleKey = useReaderKeys(metadata.readingProgression === 'rtl', run);

  // Whether the start position is in a closed chapter, because the right has ended or a link leads there. Then the paywall is shown before
  // any page of the book, and the start position is preserved.
  const isShutOut = start.locator !== undefined && isClosedAt(documents, start.locator.href);

  const behindWall = wall && nextOpenHref(documents, outline, wall.href);

  const handleLocated = (now: Located): void => {
    setLocated(now);
    if (isShutOut && located === undefined) {
      if (start.isRestored && start.locator) positions.save(start.locator);
      return;
    }
    locator.current = now.locator;
    noteShown(now.visible);
    setMoved(true);
    positions.save(now.locator);
    // If only the layout has changed, the link popovers, bars and toolbars that the user has opened stay open.
    if (now.cause === 'layout') return;
    noteActivity();
    setWall(undefined);
    setSegmentMissing(false);
    pause.end();
    if (now.cause === 'follow') return;
    time.noteMoved(now);
    aloud.handleMoved();
    // Turning a page hides the bars. After a jump they stay visible, because they contain the button that goes back.
    if (located && !panel) bars.show(hasJumped.current ? 'tools' : 'none');
    hasJumped.current = false;
    setLink(undefined);
  };
  const handleLink = (report: LinkReport): void => {
    if (report.kind !== 'internal') {
      setLink(report);
      return;
    }
    hasJumped.current = true;
    history.recordJump(report.from ?? locator.current);
  };
  const openAnnotation = (annotation: Annotation): void => {
    closeSheet();
    jumpTo({ href: annotation.target.href, locations: { block: annotation.target.blocks.start } });
  };

  return (
    <Grid
      ref={screen}
      tone="ink"
      className={styles.reader}
      data-beside={pageBeside.beside}
      style={pageBeside.style}
      data-paper={preferences.paper}
      data-progression={metadata.readingProgression}
      data-bars={bars.isHidden ? 'hidden' : undefined}
    >
      <TopBar
        bookId={book.id}
        title={book.title}
        titleDirection={metadata.titleDirection}
        chapter={chapter}
        panel={panel}
        isReadAloud={aloud.isOn}
        onReadAloud={aloud.toggle}
        isBookmarked={annotations.isBookmarked}
        onPanel={togglePanel}
        onBookmark={() => void annotations.toggleBookmark()}
        onShare={() => dialogs.share(locator.current)}
        onDownload={dialogs.showDownload}
        onHelp={dialogs.showHelp}
      />
      <EdgeButton turn="previous" disabled={located?.atStart ?? true} onTurn={() => turn('previous')} />
      <section ref={page} className={styles.page} aria-label={readingText.region}>
        {ticket.ended === undefined && (
          <ReadingFrame
            opened={opened}
            start={start.locator}
            preferences={preferences}
            onNavigator={setNavigator}
            onFailed={onFailed}
            onLocated={handleLocated}
            onSelection={(report) => {
              noteActivity();
              annotations.handleSelection(report);
            }}
            onSelectionCleared={annotations.handleSelectionCleared}
            onDecorationActivated={annotations.handleActivated}
            onDecorationState={annotations.handleState}
            onLink={handleLink}
            onFigure={(report) => {
              noteActivity();
              annotations.dismiss();
              setLink(undefined);
              dialogs.showFigure(report);
            }}
            onPractice={(item) => {
              noteActivity();
              annotations.dismiss();
              setLink(undefined);
              dialogs.showPractice(item);
            }}
            onMedia={({ player }) => media.handleReport(player)}
            onTap={({ zone }) => {
              noteActivity();
              annotations.dismiss();
              setLink(undefined);
              if (zone === 'center' && panel) setPanel(undefined);
              else if (zone === 'center') bars.toggle();
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
                mendIfStored(opened);
              } else reportError(new Error(`reading frame: ${code} ${message}`));
            }}
          />
        )}
        {ticket.ended && (
          <ReadingEnded
            bookId={book.id}
            reason={ticket.ended.reason}
            isSignedIn={isSignedIn}
            onTrial={ticket.ended.isTrial ? onOpenAgain : undefined}
          />
        )}
        {!located && !isSegmentMissing && !pause.isOn && !wall && !ticket.ended && <PageSkeleton />}
        {wall && !ticket.ended && (
          <ReaderWall
            bookId={book.id}
            title={wall.title}
            isSignedIn={isSignedIn}
            isAtStart={isShutOut && !hasMoved}
            onBack={() => setWall(undefined)}
            onNext={behindWall === undefined ? undefined : () => jump((engine) => engine.goTo({ href: behindWall }))}
          />
        )}
        {positions.fromOtherDevice && located && positionLabel(positions.fromOtherDevice) !== positionLabel(located.locator) && (
          <OtherDevicePositionNotice
            positionLabel={positionLabel(positions.fromOtherDevice)}
            onJump={() => {
              if (positions.fromOtherDevice) jumpTo(positions.fromOtherDevice);
              positions.dismissOtherDevice();
            }}
            onStay={positions.dismissOtherDevice}
          />
        )}
        {located && opened.changedSince !== undefined && positions.fromOtherDevice === undefined && (
          <ChangesNotice bookId={book.id} since={opened.changedSince} isFloating />
        )}
        <div className={styles.offer}>
          <AdoptOffer />
        </div>
        {located && !wall && !ticket.ended && (
          <InteractiveLayer
            opened={opened}
            documents={documents}
            href={located.locator.href}
            title={chapter}
            onExternalLink={setLink}
            onJump={(href) => jump((engine) => engine.goTo({ href }))}
          />
        )}
        {annotations.reanchoring && <ReanchorNotice onCancel={annotations.stopReanchoring} />}
        <PageNotice
          isTooFast={pause.isOn}
          incomplete={isSegmentMissing ? opened.content : undefined}
          isOffline={ticket.isOffline}
          onRetry={() => void ticket.renew()}
        />
        {annotations.chosen && (
          <PassageToolbar
            ref={toolbar}
            annotations={annotations}
            area={area}
            onReadAloud={(from) => aloud.start({ locator: from })}
            onSearch={(text) => {
              setSearch({ text, current: undefined });
              setPanel('search');
            }}
            onReport={(passage) => (isSignedIn ? dialogs.reportPassage(passage) : broadcast('signInRequest'))}
            onDismiss={() => void reportUnlessClosed(navigator?.focus())}
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
      <Folio located={located} chapter={chapter} timeLeft={time.left} className={styles.folio} />
      {media.player && navigator && !aloud.isOn && <MediaBar player={media.player} navigator={navigator} />}
      {aloud.origin && navigator && (
        <Suspense>
          <ReadAloud
            bookId={book.id}
            versionId={opened.version.id}
            metadata={metadata}
            title={book.title}
            navigator={navigator}
            origin={aloud.origin}
            chapterOf={chapterOf}
            onClosed={setWall}
            onClose={aloud.close}
            onReader={aloud.setReader}
          />
        </Suspense>
      )}
      <BottomBar
        located={located}
        outline={outline}
        chapter={chapter}
        timeLeft={time.left}
        returnTo={history.previous && chapterOf(history.previous)}
        positionText={<SyncStateLine />}
        panel={panel}
        isReadAloud={aloud.isOn}
        onReadAloud={aloud.toggle}
        onPanel={togglePanel}
        onReturn={history.goBack}
        onTurn={turn}
        onSeek={(progression) => jump((engine) => engine.goToProgression(progression))}
      />
      <Suspense>
        {located && navigator && isSignedIn && !wall && <ReaderLayers {...{ opened, navigator, annotations, located }} onJump={jumpTo} />}
      </Suspense>
      <ReaderPanels
        opened={opened}
        whole={whole}
        outline={outline}
        locator={located?.locator}
        panel={panel}
        side={panelSide}
        annotations={annotations}
        search={search}
        preferences={chosenPreferences}
        onClose={() => setPanel(undefined)}
        onPress={(target) => navigator?.prepare(target)}
        onSearch={(state) => {
          setSearch(state);
          if (state.text === '') void reportUnlessClosed(navigator?.clearSearchResult());
        }}
        onHit={(hit) => {
          closeSheet();
          // Going from one search hit to the next counts as the same jump, so that going back returns to the position before the first
          // hit.
          if (search.current === undefined) jump((engine) => engine.showSearchResult(hit));
          else void reportUnlessClosed(navigator?.showSearchResult(hit));
        }}
        onEntry={(row) => {
          const { href } = row;
          if (href === undefined) return;
          closeSheet();
          if (isClosedAt(documents, href)) setWall({ title: row.title, href });
          else jump((engine) => engine.goTo({ href }));
        }}
        onAnnotation={openAnnotation}
        onPreferences={onPreferences}
      />
      {link?.kind === 'external' && <ExternalLinkDialog href={link.href} onClose={() => setLink(undefined)} />}
      {dialogs.elements}
      {annotations.passageDialog}
      {annotations.undoNotice}
    </Grid>
  );
};
