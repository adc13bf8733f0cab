/** The engine in the frame's page: one open book, its view, its decorations, and the request handlers for the app. */
import type { Locator, ReadingPreferences } from '@shufang/contract';
import { describeRange } from '../anchoring/describe-range.ts';
import { createBlockShades } from '../decoration/block-shades.ts';
import { createBookmarkRibbons } from '../decoration/bookmark-ribbons.ts';
import { createHighlightLayer } from '../decoration/highlight-layer.ts';
import { type BookView, hasSize, type ViewHost } from '../layout/book-view.ts';
import { createFramePool, type FramePool } from '../layout/frame-pool.ts';
import { SegmentError, type SegmentFrame } from '../layout/segment-frame.ts';
import { prepareFrame } from '../layout/spare-frame.ts';
import { createView, kindOf, type ViewKind } from '../layout/view-kind.ts';
import { watchSize } from '../layout/watch-size.ts';
import type { AppRequestName, AppRequests, FrameEventName, FrameEvents, FrameTexts, Located, Target } from '../navigator/protocol.ts';
import { addPracticeButtons } from '../practice/practice-buttons.ts';
import { createSpine, type Destination, type Spine } from '../publication/spine.ts';
import { applyNight, applyPreferences, papers } from '../style/apply-preferences.ts';
import { findKaiFace } from '../style/faces.ts';
import { createOwnFont } from '../style/own-font.ts';
import { addWebFaces, restyleFrame } from '../style/web-faces.ts';
import { findSearchResult } from './find-search-result.ts';
import { createFrameInput } from './frame-input.ts';
import { createLocationReport, type Position, positionOf } from './location-report.ts';
import { createMediaPlayers } from './media-players.ts';
import { createReadAloud } from './read-aloud.ts';

export type Emit = <K extends FrameEventName>(name: K, data: FrameEvents[K]) => void;

export interface Book {
  spine: Spine;
  pool: FramePool;
  view: BookView;
  kind: ViewKind;
}

const destinationOf = (spine: Spine, target: Target): Destination | undefined =>
  'href' in target ? spine.destinationOfHref(target.href) : spine.destinationOfLocator(target.locator);

type RequestHandlers = { [K in AppRequestName]: (input: AppRequests[K]['input']) => Promise<AppRequests[K]['output']> };

export interface Engine {
  handleRequest<K extends AppRequestName>(name: K, input: AppRequests[K]['input']): Promise<AppRequests[K]['output']>;
  dispose(): void;
}

/**
 * Returns the document with which the book opens, or the first known segment that the reader may open; a trial may exclude the beginning.
 * Undefined if no known one is open, although others may be.
 */
const firstOpenDestination = (spine: Spine): Destination | undefined => {
  const { startHref } = spine.metadata;
  const stated = startHref === undefined ? undefined : spine.destinationOfHref(startHref);
  if (stated && spine.segmentAt(stated.segmentIndex)?.item.open) return stated;
  const first = spine.knownSegments().find(({ item }) => item.open);
  return first || spine.isComplete() ? { segmentIndex: first?.index ?? 0 } : undefined;
};

export const createEngine = (stage: HTMLElement, emit: Emit): Engine => {
  let book: Book | undefined;
  /** The spine of the last `open`, which also exists while its view is being created. */
  let openedSpine: Spine | undefined;
  /** The position that the last `open` requested. */
  let requestedStart: Locator | undefined;
  /** Number of openings, jumps and page turns so far. One that waits for the reading order has no effect if another has followed. */
  let navigations = 0;
  /** Resolves when another book is opened, which ends the waits for the reading order. */
  let replaced = Promise.resolve();
  let endWaits = (): void => undefined;
  let baseUrl = '';
  let preferences: ReadingPreferences | undefined;
  let texts: FrameTexts = { untitled: '', picture: '' };

  let hasKai = true;
  let kaiProbe: Promise<void> | undefined;
  /** Looks up the installed Kai fonts once. That takes as long as a layout, so it is done while the first document is loading. */
  const probeKai = (): Promise<void> => {
    kaiProbe ??= findKaiFace().then((found) => {
      hasKai = found;
    });
    return kaiProbe;
  };

  const ownFont = createOwnFont();
  const media = createMediaPlayers(emit);

  const requireBook = (): Book => {
    if (!book) throw new Error('no book is open');
    return book;
  };

  const highlightLayer = createHighlightLayer({
    loaded: () => book?.pool.loaded() ?? [],
    onState: (id, group, matched) => emit('decorationState', { id, group, matched }),
  });
  const ribbons = createBookmarkRibbons(stage, highlightLayer);
  const blockShades = createBlockShades();

  const located = (): Position | undefined => {
    const state = book?.view.state();
    return state && positionOf(requireBook().spine, state);
  };
  const reportLocation = createLocationReport({
    // Without a size nothing is visible; the location is reported when the stage has a size again.
    position: () => (hasSize(stage) ? located() : undefined),
    emit: (report) => emit('located', report),
    onPainted: () => {
      if (book) ribbons.draw(book);
      prepareFrame(stage);
    },
  });

  const reportError = (error: unknown) => {
    if (error instanceof SegmentError) {
      if (error.kind === 'aborted') return;
      if (error.kind === 'expired') {
        emit('contentExpired', { href: error.href });
        return;
      }
      const codes = { missing: 'segmentMissing', tooMany: 'tooMany', network: 'network' } as const;
      emit('error', { code: codes[error.kind], message: error.href });
      return;
    }
    emit('error', { code: 'layout', message: error instanceof Error ? error.message : String(error) });
  };

  /** The last navigation (page turn, jump) that failed; it is retried after the app has sent a new content ticket. */
  let failedMove: (() => Promise<boolean>) | undefined;
  /** Whether the failed navigation can be retried: its destination exists but cannot be loaded now, so no other page is shown instead. */
  let isRetryable = false;
  /** Runs a navigation (page turn, jump). Reports an error and returns false when it fails. */
  const move = async (action: () => Promise<boolean>, cause: Located['cause'] = 'move'): Promise<boolean> => {
    try {
      failedMove = undefined;
      const moved = await action();
      if (moved) reportLocation(cause);
      return moved;
    } catch (error) {
      failedMove = action;
      isRetryable = error instanceof SegmentError && (error.kind === 'expired' || error.kind === 'tooMany');
      reportError(error);
      return false;
    }
  };

  /** Searches for a destination among the known documents; if it is not there, in the whole book, as soon as it is known. */
  const findDestination = async (search: (spine: Spine) => Destination | undefined): Promise<Destination | undefined> => {
    const { spine, kind } = requireBook();
    // The pages of a spread follow from the pages before them.
    const known = (kind === 'fixed' || kind === 'mixed') && !spine.isComplete() ? undefined : search(spine);
    if (known !== undefined || spine.isComplete()) return known;
    await Promise.race([spine.completed, replaced]);
    return search(spine);
  };

  const goToDestination = async (search: (spine: Spine) => Destination | undefined): Promise<boolean> => {
    navigations += 1;
    const own = navigations;
    const destination = await findDestination(search);
    if (own !== navigations) return false;
    if (destination) return move(() => requireBook().view.show(destination));
    emit('error', { code: 'unknownPlace', message: 'the place is not in this book' });
    return false;
  };

  /** Shows a position. If it is not in the book or closed, or without one, shows the first open document. */
  const showStart = async (locator: Locator | undefined): Promise<void> => {
    navigations += 1;
    const own = navigations;
    const show = async (search: (spine: Spine) => Destination | undefined): Promise<boolean> => {
      const destination = await findDestination(search);
      return destination !== undefined && own === navigations && (await move(() => requireBook().view.show(destination)));
    };
    isRetryable = false;
    const isShown = locator !== undefined && (await show((spine) => spine.destinationOfLocator(locator)));
    if (!isShown && !isRetryable && own === navigations) await show(firstOpenDestination);
  };

  /** Turns a page. At the last known document, waits for the document after it. */
  const turn = async (direction: 1 | -1): Promise<boolean> => {
    navigations += 1;
    const own = navigations;
    const { view, spine } = requireBook();
    if (await view.turn(direction)) return true;
    const index = view
      .shownFrames()
      .map((frame) => frame.spine.index)
      .sort((a, b) => (a - b) * direction)
      .at(-1);
    if (index === undefined || spine.isComplete() || spine.neighbor(index, direction)) return false;
    await Promise.race([spine.completed, replaced]);
    return own === navigations && requireBook().view.turn(direction);
  };

  /** Turns a page. Returns false if no page is shown yet: then a failed opening can still be retried. */
  const turnIfShown = async (direction: 1 | -1): Promise<boolean> =>
    book !== undefined && book.view.shownFrames().length > 0 && (await move(() => turn(direction)));

  const input = createFrameInput({
    stage,
    emit,
    highlightLayer,
    book: () => book,
    baseUrl: () => baseUrl,
    pictureName: () => texts.picture,
    formulaNotation: () => preferences?.formulaNotation,
    located,
    goToDestination,
    findDestination,
    turn: turnIfShown,
    loadDocument: async (destination) => {
      const { pool, spine } = requireBook();
      if (!spine.segmentAt(destination.segmentIndex)?.item.open) return undefined;
      const wasLoaded = pool.has(destination.segmentIndex);
      const frame = await pool.get(destination.segmentIndex);
      const { document } = frame;
      // A frame that was loaded only for this call is removed; its document remains readable for the caller.
      if (!wasLoaded) pool.drop(destination.segmentIndex);
      return document;
    },
    onMoved: () => reportLocation('move'),
  });

  const readAloud = createReadAloud({
    stage,
    book: requireBook,
    highlightLayer,
    move,
    reportLocation,
    reportError,
    findDestination,
    completed: () => Promise.race([requireBook().spine.completed, replaced]),
  });

  /** Lays out a frame again, at the reader's position. Returns false if that must be tried again later. */
  const refit = (frame: SegmentFrame): boolean => {
    if (!book?.pool.loaded().includes(frame)) return true;
    const isDone = book.view.refit(frame);
    if (isDone) reportLocation('layout');
    return isDone;
  };

  const titleOf = (spine: Spine, index: number): string => spine.segmentAt(index)?.item.title || spine.metadata.title || texts.untitled;

  const makeBook = (spine: Spine, prefs: ReadingPreferences): Book => {
    const kind = kindOf(spine, prefs);
    const pool = createFramePool({
      stage,
      spine,
      baseUrl: () => baseUrl,
      titleOf: (index) => titleOf(spine, index),
      whileLoading: probeKai,
      onParsed: (root, index) => {
        root.toggleAttribute('data-sf-no-kai', !hasKai);
        applyNight(root, preferences ?? prefs);
        if (spine.segmentAt(index)?.item.layout === 'fixed') return;
        applyPreferences(root, preferences ?? prefs);
        if (texts.practice !== undefined) addPracticeButtons(root.ownerDocument, texts.practice);
        book?.view.prepare(root);
      },
      onLoaded: (frame) => {
        input.watch(frame);
        highlightLayer.draw(frame);
        blockShades.draw(frame);
        readAloud.draw(frame);
        media.watch(frame);
        watchSize(frame, refit);
        addWebFaces(frame, preferences ?? prefs);
        void ownFont.addTo(frame);
      },
      onDropped: (frame) => {
        highlightLayer.forget(frame);
        media.forget(frame);
      },
    });
    const host: ViewHost = {
      stage,
      spine,
      pool,
      preferences: () => preferences ?? prefs,
      onMoved: () => reportLocation('move'),
      onMissing: (load) => void move(load),
      onShown: () => undefined,
      onWall: (segmentIndex, direction) => {
        const item = spine.segmentAt(segmentIndex)?.item;
        if (item) emit('wall', { href: item.href, title: item.title ?? '', direction });
      },
    };
    stage.dataset.view = kind;
    const view = createView[kind](host);
    return { spine, pool, view, kind };
  };

  const paintPaper = () => {
    if (preferences) document.documentElement.style.setProperty('--paper', papers[preferences.paper]);
  };

  const resizer = new ResizeObserver(() => {
    if (!hasSize(stage) || !book?.view.state()) return;
    book.view.relayout();
    reportLocation('layout');
  });
  resizer.observe(stage);

  const selectionReport = () => input.describeSelection();

  const handlers: RequestHandlers = {
    open: async (request) => {
      navigations += 1;
      endWaits();
      replaced = new Promise((resolve) => {
        endWaits = resolve;
      });
      if (book) {
        book.view.dispose();
        stage.replaceChildren();
      }
      book = undefined;
      failedMove = undefined;
      const spine = createSpine(request.publication);
      openedSpine = spine;
      requestedStart = request.locator;
      ({ baseUrl, preferences, texts = texts } = request);
      if (!baseUrl.endsWith('/')) baseUrl += '/';
      paintPaper();
      book = makeBook(spine, preferences);
      await showStart(requestedStart);
      if (openedSpine === spine) emit('opened', { segments: spine.segmentCount });
      return undefined;
    },
    completeReadingOrder: async ({ items }) => {
      openedSpine?.complete(items);
      if (book?.spine !== openedSpine) return undefined;
      book?.view.loadAhead();
      reportLocation('layout');
      return undefined;
    },
    goTo: (target) => goToDestination((spine) => destinationOf(spine, target)),
    prepare: async (target) => {
      const destination = book && destinationOf(book.spine, target);
      if (destination) book?.pool.expect(destination.segmentIndex);
      return undefined;
    },
    next: () => turnIfShown(1),
    previous: () => turnIfShown(-1),
    goToProgression: ({ totalProgression }) => goToDestination((spine) => spine.destinationOfTotalProgression(totalProgression)),
    applyPreferences: async ({ preferences: wanted }) => {
      const locator = located()?.locator ?? requestedStart;
      preferences = wanted;
      paintPaper();
      // A book that is being opened will be shown with these preferences.
      if (!book) return undefined;
      const { spine, kind, pool, view } = book;
      if (kindOf(spine, wanted) === kind) {
        for (const frame of pool.loaded()) restyleFrame(frame, wanted);
        view.relayout();
        reportLocation('layout');
        return undefined;
      }
      view.dispose();
      stage.replaceChildren();
      book = makeBook(spine, wanted);
      await showStart(locator);
      return undefined;
    },
    setOwnFont: async ({ bytes }) => {
      const isAccepted = await ownFont.replace(bytes, book?.pool.loaded() ?? []);
      for (const frame of book?.pool.loaded() ?? []) refit(frame);
      return isAccepted;
    },
    setDecorations: async ({ group, items }) => {
      highlightLayer.set(group, items);
      if (book) ribbons.draw(book);
      return undefined;
    },
    setBlockShades: async ({ shades }) => {
      blockShades.set(shades, book?.pool.loaded() ?? []);
      return undefined;
    },
    showSearchResult: async ({ locator }) => {
      const isInBook = await handlers.goTo({ locator });
      const { view } = requireBook();
      const frame = view.state()?.frame;
      if (!isInBook || !frame) return false;
      const range = findSearchResult(frame, locator);
      if (!range) return true;
      view.reveal(frame, range.getBoundingClientRect());
      highlightLayer.showPassage('search', frame, range);
      return true;
    },
    clearSearchResult: async () => {
      highlightLayer.clearPassage('search');
      return undefined;
    },
    clearSelection: async () => {
      input.clearSelection();
      return undefined;
    },
    describeSelection: async () => selectionReport(),
    extendSelection: async ({ unit, direction }) => input.extendSelection(unit, direction),
    describePosition: async () => {
      const state = book?.view.state();
      if (!state) return null;
      const range = state.point ? state.frame.text.rangeOf(state.pointChar, state.pointChar) : undefined;
      const pointRange = range ?? state.frame.document.createRange();
      if (!range) pointRange.setStart(state.frame.body, 0);
      return describeRange({ range: pointRange, index: state.frame.text, spine: state.frame.spine }) ?? null;
    },
    setTicket: async (request) => {
      baseUrl = request.baseUrl.endsWith('/') ? request.baseUrl : `${request.baseUrl}/`;
      readAloud.handleTicket();
      const retriedMove = failedMove;
      if (retriedMove) await move(retriedMove);
      return undefined;
    },
    focus: async () => {
      input.restoreFocus();
      return undefined;
    },
    findSentence: (request) => readAloud.findSentence(request),
    showSentence: (request) => readAloud.showSentence(request),
    setNarration: async (request) => readAloud.setNarration(request),
    clearSentence: async () => {
      readAloud.clearSentence();
      return undefined;
    },
    setMediaPositions: async ({ positions }) => {
      media.setPositions(positions);
      return undefined;
    },
    controlMedia: async (command) => {
      media.control(command);
      return undefined;
    },
    readTranscript: () => media.readTranscript(),
  };

  return {
    handleRequest: (name, request) => handlers[name](request),
    dispose: () => {
      resizer.disconnect();
      input.dispose();
      navigations += 1;
      endWaits();
      openedSpine = undefined;
      book?.view.dispose();
      book = undefined;
      stage.replaceChildren();
    },
  };
};
