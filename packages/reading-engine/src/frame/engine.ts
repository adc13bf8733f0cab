/** The engine in its page: one open book, the view that shows it, the marks on it, and the answers to the app. */
import type { Locator, PublicationManifest, ReadingPreferences } from '@shufang/contract';
import { describeRange } from '../anchoring/describe-range.ts';
import { findTarget } from '../anchoring/find-target.ts';
import { createBookmarkRibbons } from '../decoration/bookmark-ribbons.ts';
import { createHighlightLayer } from '../decoration/highlight-layer.ts';
import type { BookView, ViewHost, ViewState } from '../layout/book-view.ts';
import { createFixedView } from '../layout/fixed-view.ts';
import { createFramePool, type FramePool } from '../layout/frame-pool.ts';
import { createPagedView } from '../layout/paged-view.ts';
import { createScrollView } from '../layout/scroll-view.ts';
import { SegmentFault, type SegmentFrame } from '../layout/segment-frame.ts';
import type { AppRequestName, AppRequests, FrameEventName, FrameEvents, FrameWords, Located } from '../navigator/protocol.ts';
import { createSpine, type PlaceRequest, type Spine } from '../publication/spine.ts';
import { applyPreferences, papers } from '../style/apply-preferences.ts';
import { findKaiFace } from '../style/faces.ts';
import { createFrameInput } from './frame-input.ts';

export type Emit = <K extends FrameEventName>(name: K, data: FrameEvents[K]) => void;

export interface Book {
  spine: Spine;
  pool: FramePool;
  view: BookView;
  kind: 'paged' | 'scroll' | 'fixed';
}

type Answers = { [K in AppRequestName]: (input: AppRequests[K]['input']) => Promise<AppRequests[K]['output']> };

export interface Engine {
  answer<K extends AppRequestName>(name: K, input: AppRequests[K]['input']): Promise<AppRequests[K]['output']>;
  dispose(): void;
}

const kindOf = (manifest: PublicationManifest, preferences: ReadingPreferences): Book['kind'] =>
  manifest.metadata.layout === 'fixed' ? 'fixed' : preferences.scroll ? 'scroll' : 'paged';

/** Where a reader begins who comes for no place: a trial may leave the beginning out. */
const firstOpenOf = ({ segments }: Spine): PlaceRequest => ({
  segmentIndex: Math.max(
    0,
    segments.findIndex(({ item }) => item.open),
  ),
});

export const createEngine = (stage: HTMLElement, emit: Emit): Engine => {
  let book: Book | undefined;
  let baseUrl = '';
  let preferences: ReadingPreferences | undefined;
  let words: FrameWords = { untitled: '', picture: '' };
  let locateTimer = 0;

  let hasKai = true;
  const kaiProbe = findKaiFace().then((found) => {
    hasKai = found;
  });

  const needBook = (): Book => {
    if (!book) throw new Error('no book is open');
    return book;
  };

  const marks = createHighlightLayer({
    loaded: () => book?.pool.loaded() ?? [],
    onState: (id, group, matched) => emit('decorationState', { id, group, matched }),
  });
  const ribbons = createBookmarkRibbons(stage, marks);

  const locatedOf = (state: ViewState): Omit<Located, 'cause'> => {
    const { spine } = needBook();
    const { itemIndex, item, segment } = state.frame.spine;
    const char = segment.startChar + state.pointChar;
    return {
      locator: spine.locatorAt(itemIndex, char, state.point),
      page: state.page,
      atStart: state.isAtStart,
      atEnd: state.isAtEnd,
      visible: { href: item.href, startChar: segment.startChar + state.startChar, endChar: segment.startChar + state.endChar },
    };
  };
  const located = (): Omit<Located, 'cause'> | undefined => {
    const state = book?.view.state();
    return state && locatedOf(state);
  };
  let lastPlace = '';
  /** A move and a change of the layout in the same frame are one report, of the move. */
  let hasMoved = false;
  /** Of a layout that settled by itself the app hears only when something it shows is different. */
  const reportPlace = (cause: Located['cause']) => {
    hasMoved ||= cause === 'move';
    cancelAnimationFrame(locateTimer);
    // After the turn is painted: the reader waits for the page, not for the report.
    locateTimer = requestAnimationFrame(() => {
      setTimeout(() => {
        const now = located();
        if (!now) return;
        const place = JSON.stringify(now);
        if (hasMoved || place !== lastPlace) emit('located', { ...now, cause: hasMoved ? 'move' : 'layout' });
        hasMoved = false;
        lastPlace = place;
        if (book) ribbons.draw(book);
      }, 0);
    });
  };

  const reportFault = (fault: unknown) => {
    if (fault instanceof SegmentFault) {
      if (fault.kind === 'aborted') return;
      if (fault.kind === 'expired') {
        emit('contentExpired', { href: fault.href });
        return;
      }
      const codes = { missing: 'segmentMissing', tooMany: 'tooMany', network: 'network' } as const;
      emit('error', { code: codes[fault.kind], message: fault.href });
      return;
    }
    emit('error', { code: 'layout', message: fault instanceof Error ? fault.message : String(fault) });
  };

  /** Runs a move; a fault is reported and answered with false. Where the reader wanted to go is tried again after a fresh ticket. */
  let missed: (() => Promise<boolean>) | undefined;
  /** What was missed is there, only not now: nothing else is shown in its place. */
  let comesLater = false;
  const move = async (go: () => Promise<boolean>): Promise<boolean> => {
    try {
      missed = undefined;
      const moved = await go();
      if (moved) reportPlace('move');
      return moved;
    } catch (fault) {
      missed = go;
      comesLater = fault instanceof SegmentFault && (fault.kind === 'expired' || fault.kind === 'tooMany');
      reportFault(fault);
      return false;
    }
  };

  const goToPlace = (place: PlaceRequest | undefined): Promise<boolean> => {
    if (!place) {
      emit('error', { code: 'unknownPlace', message: 'the place is not in this book' });
      return Promise.resolve(false);
    }
    return move(() => needBook().view.show(place));
  };

  const input = createFrameInput({
    stage,
    emit,
    marks,
    book: () => book,
    baseUrl: () => baseUrl,
    pictureName: () => words.picture,
    located,
    goToPlace,
    turn: (direction) => move(() => needBook().view.turn(direction)),
    peek: async (place) => {
      const { pool, spine } = needBook();
      if (!spine.segments[place.segmentIndex]?.item.open) return undefined;
      const wasKept = pool.has(place.segmentIndex);
      const frame = await pool.get(place.segmentIndex);
      const { document } = frame;
      // The document stays readable after its frame is gone.
      if (!wasKept) pool.drop(place.segmentIndex);
      return document;
    },
    onMoved: () => reportPlace('move'),
  });

  /** Late fonts and pictures that came without a size change the lines: lay out again around the reader's place. */
  const watchSize = (frame: SegmentFrame) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refit = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!book?.pool.loaded().includes(frame)) return;
        book.view.refit(frame);
        reportPlace('layout');
      }, 60);
    };
    frame.document.fonts.addEventListener('loadingdone', refit);
    frame.document.addEventListener(
      'load',
      (event) => {
        const element = event.target as Element | null;
        if (element?.localName === 'img' && !(element.hasAttribute('width') && element.hasAttribute('height'))) refit();
      },
      { capture: true },
    );
  };

  const titleOf = (spine: Spine, index: number): string =>
    spine.segments[index]?.item.title || spine.manifest.metadata.title || words.untitled;

  const makeBook = (spine: Spine, prefs: ReadingPreferences): Book => {
    const kind = kindOf(spine.manifest, prefs);
    const pool = createFramePool({
      stage,
      spine,
      baseUrl: () => baseUrl,
      titleOf: (index) => titleOf(spine, index),
      onParsed: (root, index) => {
        if (!root.lang && !root.getAttributeNS('http://www.w3.org/XML/1998/namespace', 'lang'))
          root.lang = spine.manifest.metadata.languages[0] ?? 'zh';
        root.toggleAttribute('data-sf-no-kai', !hasKai);
        if (spine.segments[index]?.item.layout !== 'fixed') applyPreferences(root, preferences ?? prefs);
      },
      onLoaded: (frame) => {
        input.watch(frame);
        marks.draw(frame);
        watchSize(frame);
      },
      onDropped: marks.forget,
    });
    const host: ViewHost = {
      stage,
      spine,
      pool,
      preferences: () => preferences ?? prefs,
      onMoved: () => reportPlace('move'),
      onMissing: (load) => void move(load),
      onShown: () => undefined,
      onWall: (segmentIndex, direction) => {
        const item = spine.segments[segmentIndex]?.item;
        if (item) emit('wall', { href: item.href, title: item.title ?? '', direction });
      },
    };
    stage.dataset.view = kind;
    const view = kind === 'fixed' ? createFixedView(host) : kind === 'scroll' ? createScrollView(host) : createPagedView(host);
    return { spine, pool, view, kind };
  };

  const paintPaper = () => {
    if (preferences) document.documentElement.style.setProperty('--paper', papers[preferences.paper]);
  };

  const resizer = new ResizeObserver(() => {
    if (!book?.view.state()) return;
    book.view.relayout();
    reportPlace('layout');
  });
  resizer.observe(stage);

  const selectionReport = () => input.describeSelection();

  const answers: Answers = {
    open: async (request) => {
      book?.view.dispose();
      stage.replaceChildren();
      ({ baseUrl, preferences, words = words } = request);
      if (!baseUrl.endsWith('/')) baseUrl += '/';
      paintPaper();
      await kaiProbe;
      const spine = createSpine(request.manifest);
      book = makeBook(spine, preferences);
      const first = firstOpenOf(spine);
      const wanted = (request.locator && spine.placeOfLocator(request.locator)) ?? first;
      const isShown = await move(() => needBook().view.show(wanted));
      if (!isShown && request.locator && !comesLater) await move(() => needBook().view.show(first));
      emit('opened', { segments: spine.segments.length });
      return undefined;
    },
    goTo: (request) => {
      const { spine } = needBook();
      return goToPlace('href' in request ? spine.placeOfHref(request.href) : spine.placeOfLocator(request.locator));
    },
    next: () => move(() => needBook().view.turn(1)),
    previous: () => move(() => needBook().view.turn(-1)),
    goToProgression: ({ totalProgression }) => goToPlace(needBook().spine.placeOfTotalProgression(totalProgression)),
    applyPreferences: async ({ preferences: wanted }) => {
      const { spine, kind, pool, view } = needBook();
      const locator = located()?.locator;
      preferences = wanted;
      paintPaper();
      if (kindOf(spine.manifest, wanted) === kind) {
        if (kind !== 'fixed') for (const frame of pool.loaded()) applyPreferences(frame.root, wanted);
        view.relayout();
        reportPlace('layout');
        return undefined;
      }
      view.dispose();
      stage.replaceChildren();
      book = makeBook(spine, wanted);
      await goToPlace((locator && spine.placeOfLocator(locator)) ?? firstOpenOf(spine));
      return undefined;
    },
    setDecorations: async ({ group, items }) => {
      marks.set(group, items);
      if (book) ribbons.draw(book);
      return undefined;
    },
    showSearchResult: async ({ locator }) => {
      const isThere = await answers.goTo({ locator });
      const { view } = needBook();
      const frame = view.state()?.frame;
      if (!isThere || !frame) return false;
      const range = searchRange(frame, locator);
      if (!range) return true;
      view.reveal(frame, range.getBoundingClientRect());
      marks.flash(frame, range);
      return true;
    },
    clearSearchResult: async () => {
      marks.clearFlash();
      return undefined;
    },
    clearSelection: async () => {
      input.clearSelection();
      return undefined;
    },
    describeSelection: async () => selectionReport(),
    extendSelection: async ({ unit, direction }) => input.extendSelection(unit, direction),
    describePlace: async () => {
      const state = book?.view.state();
      if (!state) return null;
      const range = state.point ? state.frame.text.rangeOf(state.pointChar, state.pointChar) : undefined;
      const here = range ?? state.frame.document.createRange();
      if (!range) here.setStart(state.frame.body, 0);
      return describeRange({ range: here, index: state.frame.text, spine: state.frame.spine }) ?? null;
    },
    setTicket: async (request) => {
      baseUrl = request.baseUrl.endsWith('/') ? request.baseUrl : `${request.baseUrl}/`;
      const again = missed;
      if (again) await move(again);
      return undefined;
    },
    focus: async () => {
      input.takeFocus();
      return undefined;
    },
  };

  return {
    answer: (name, request) => answers[name](request),
    dispose: () => {
      resizer.disconnect();
      cancelAnimationFrame(locateTimer);
      input.dispose();
      book?.view.dispose();
      book = undefined;
      stage.replaceChildren();
    },
  };
};

/** The words found, at the block the server names or wherever they stand near it. */
const searchRange = (frame: SegmentFrame, locator: Locator): Range | undefined => {
  const highlight = locator.text?.highlight;
  const { block } = locator.locations;
  if (!highlight || !block) return undefined;
  const found = findTarget(
    { text: frame.text.text, startChar: frame.spine.segment.startChar, charOf: frame.text.charOf },
    {
      href: locator.href,
      blocks: { start: block, end: { blockId: block.blockId, offset: block.offset + highlight.length } },
      quote: { exact: highlight, prefix: locator.text?.before ?? '', suffix: locator.text?.after ?? '' },
      position: { start: 0, end: 0 },
      cfi: '',
    },
  );
  return found && found.state !== 'fuzzy' ? frame.text.rangeOf(found.start, found.end) : undefined;
};
