/** Joins what readers do inside the content documents to the view, the marks and the app. */
import { describeRange } from '../anchoring/describe-range.ts';
import type { HighlightLayer } from '../decoration/highlight-layer.ts';
import { isNoteLink, noteAt } from '../input/follow-link.ts';
import { figureAt, markFigures, openFigure } from '../input/open-figure.ts';
import { extendSelection } from '../input/reader-selection.ts';
import { createSwipeTracker, createWheelTurner, turnOfKey, zoneOf } from '../input/turning.ts';
import { elementOf, isInside, watchFrame } from '../input/watch-frame.ts';
import { findFragment } from '../layout/book-view.ts';
import { isLeftForward as isLeftForwardIn, type SegmentFrame } from '../layout/segment-frame.ts';
import type { FrameRect, Located, SelectionReport, SelectionUnit } from '../navigator/protocol.ts';
import { resolveHref } from '../publication/resolve-href.ts';
import type { PlaceRequest } from '../publication/spine.ts';
import type { Book, Emit } from './engine.ts';

export interface FrameInputNeeds {
  stage: HTMLElement;
  emit: Emit;
  marks: HighlightLayer;
  book(): Book | undefined;
  baseUrl(): string;
  /** What a picture without a description is called. */
  pictureName(): string;
  located(): Pick<Located, 'locator'> | undefined;
  goToPlace(place: PlaceRequest | undefined): Promise<boolean>;
  turn(direction: 1 | -1): Promise<boolean>;
  /** Document of a place that is not shown: its notes. */
  peek(place: PlaceRequest): Promise<Document | undefined>;
  onMoved(): void;
}

export interface FrameInput {
  watch(frame: SegmentFrame): void;
  describeSelection(): SelectionReport | null;
  extendSelection(unit: SelectionUnit, direction: 'forward' | 'backward'): SelectionReport | null;
  clearSelection(): void;
  /** The keyboard comes back into the page: to the picture that was looked at, if there was one. */
  takeFocus(): void;
  dispose(): void;
}

/** A selection is reported when it has rested so long: dragging reports nothing. */
const selectionRestMs = 120;
const doubleTapMs = 350;

export const createFrameInput = (needs: FrameInputNeeds): FrameInput => {
  const { stage, emit, marks } = needs;
  let selectionTimer: ReturnType<typeof setTimeout> | undefined;
  let selected: SegmentFrame | undefined;
  let isPointerDown = false;
  let lastPointer = 'mouse';
  /** There was a selection when the pointer went down: the click that follows only ends it. */
  let endsSelection = false;
  let driftTimer: ReturnType<typeof setTimeout> | undefined;
  /** The picture that is shown large: the browser forgets what had the focus in a document that it leaves. */
  let lookedAt: HTMLElement | SVGElement | undefined;
  /** When a finger last tapped a picture that is a whole page. */
  let tappedAt = Number.NEGATIVE_INFINITY;

  const isLeftForward = (): boolean => {
    const book = needs.book();
    const frame = book?.view.shownFrames()[0];
    if (!book || !frame) return false;
    return book.kind === 'fixed' ? book.spine.manifest.metadata.readingProgression === 'rtl' : isLeftForwardIn(frame);
  };
  const isScrolling = () => needs.book()?.kind === 'scroll';

  const turn = (direction: 'forward' | 'backward') => {
    marks.clearFlash();
    void needs.turn(direction === 'forward' ? 1 : -1);
  };
  const turnByWheel = createWheelTurner(turn);
  const swipe = createSwipeTracker({
    isLeftForward,
    isOn: () => !isScrolling(),
    follow: (offsetPx) => needs.book()?.view.drag(offsetPx),
    release: () => needs.book()?.view.release(),
    turn: (direction) => {
      marks.clearFlash();
      void needs.turn(direction === 'forward' ? 1 : -1).then((isTurned) => isTurned || needs.book()?.view.release());
    },
  });

  const toStage = (frame: SegmentFrame, box: { x: number; y: number; width: number; height: number }): FrameRect => {
    const origin = needs.book()?.view.originOf(frame) ?? { x: 0, y: 0, scale: 1 };
    return {
      x: origin.x + box.x * origin.scale,
      y: origin.y + box.y * origin.scale,
      width: box.width * origin.scale,
      height: box.height * origin.scale,
    };
  };

  const rangeIn = (frame: SegmentFrame | undefined): Range | undefined => {
    const selection = frame?.document.getSelection();
    return selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
  };

  /** The box of the selection that is on the screen: of a long one, not the part on other pages. */
  const visibleBox = (frame: SegmentFrame, range: Range): FrameRect => {
    let found: FrameRect | undefined;
    for (const box of range.getClientRects()) {
      const at = toStage(frame, box);
      if (at.width === 0 || at.x + at.width <= 0 || at.y + at.height <= 0 || at.x >= stage.clientWidth || at.y >= stage.clientHeight)
        continue;
      if (!found) found = at;
      else {
        const x = Math.min(found.x, at.x);
        const y = Math.min(found.y, at.y);
        found = {
          x,
          y,
          width: Math.max(found.x + found.width, at.x + at.width) - x,
          height: Math.max(found.y + found.height, at.y + at.height) - y,
        };
      }
    }
    return found ?? toStage(frame, range.getBoundingClientRect());
  };

  const describe = (frame: SegmentFrame): SelectionReport | null => {
    const range = rangeIn(frame);
    const book = needs.book();
    if (!range || !book) return null;
    const target = describeRange({ range, index: frame.text, spine: frame.spine });
    if (!target || target.quote.exact.trim() === '') return null;
    return {
      target,
      text: target.quote.exact,
      locator: book.spine.locatorAt(frame.spine.itemIndex, target.position.start, target.blocks.start),
      rect: visibleBox(frame, range),
      isCollapsed: false,
      byTouch: lastPointer === 'touch',
    };
  };

  const reportSelection = (frame: SegmentFrame) => {
    const report = describe(frame);
    if (report) {
      selected = frame;
      emit('selection', report);
    } else if (selected) {
      selected = undefined;
      emit('selectionCleared', {});
    }
  };

  const growSelection = (unit: SelectionUnit, direction: 'forward' | 'backward'): SelectionReport | null => {
    const book = needs.book();
    const state = book?.view.state();
    const frame = rangeIn(selected) ? selected : state?.frame;
    const selection = frame?.document.getSelection();
    if (!book || !state || !frame || !selection) return null;
    const range = extendSelection(selection, frame.text, state.startChar, unit, direction);
    if (!range) return null;
    const focus = selection.focusNode;
    if (focus) {
      const end = frame.document.createRange();
      end.setStart(focus, selection.focusOffset);
      end.collapse(true);
      const box = end.getClientRects()[0];
      if (box && book.view.reveal(frame, box)) needs.onMoved();
    }
    selected = frame;
    const report = describe(frame);
    if (report) emit('selection', report);
    return report;
  };

  const followLink = (anchor: Element, rawHref: string, frame: SegmentFrame) => {
    const book = needs.book();
    if (!book || rawHref === '' || /^\s*javascript:/i.test(rawHref)) return;
    const rect = toStage(frame, anchor.getBoundingClientRect());
    const text = (anchor.textContent ?? '').trim().slice(0, 200);
    const target = resolveHref(rawHref, frame.document.URL, needs.baseUrl());
    const { href } = target;
    if (!target.inside) {
      emit('link', { kind: 'external', href, text, rect });
      return;
    }
    const place = book.spine.placeOfHref(href);
    const follow = () => {
      const from = needs.located()?.locator;
      emit('link', from ? { kind: 'internal', href, text, rect, from } : { kind: 'internal', href, text, rect });
      void needs.goToPlace(place);
    };
    if (!place?.fragment || !isNoteLink(anchor)) {
      follow();
      return;
    }
    const showOrFollow = (noteText: string | undefined) => {
      if (noteText === undefined) follow();
      else emit('link', { kind: 'note', href, text, rect, noteText });
    };
    const { fragment } = place;
    if (findFragment(frame.document, fragment)) showOrFollow(noteAt(frame.document, fragment, anchor));
    else
      needs.peek(place).then(
        (other) => showOrFollow(other && noteAt(other, fragment)),
        () => follow(),
      );
  };

  const handleClick = (event: MouseEvent, frame: SegmentFrame) => {
    if (event.button !== 0 || swipe.wasSwipe() || rangeIn(frame)) return;
    if (endsSelection) {
      clearSelection();
      return;
    }
    const mark = marks.hit(frame, event.clientX, event.clientY);
    if (mark) {
      emit('decorationActivated', { id: mark.id, group: mark.group, rect: toStage(frame, mark.box) });
      return;
    }
    const at = toStage(frame, { x: event.clientX, y: event.clientY, width: 0, height: 0 });
    const figure = figureAt(elementOf(event.target));
    if (figure) {
      if (opensByTap(figure, frame, at.x)) showFigure(figure, frame);
      else tapAt(at.x);
      return;
    }
    if (elementOf(event.target)?.closest('[tabindex], [role="button"]')) return;
    tapAt(at.x);
  };
  /**
   * A picture that is the whole page leaves the outer thirds to turning. On fixed pages, where every page may be one, a finger's tap in the
   * middle is for the bars: two taps open it.
   */
  const opensByTap = (figure: Element, frame: SegmentFrame, x: number): boolean => {
    const isFixed = frame.spine.item.layout === 'fixed';
    const [shown, page] = [figure.getBoundingClientRect(), frame.body.getBoundingClientRect()];
    const isWholePage = frame.plate !== undefined || (isFixed && shown.width * shown.height > 0.5 * page.width * page.height);
    if (!isWholePage || isScrolling()) return true;
    if (zoneOf(x, stage.clientWidth, isLeftForward()) !== 'center') return false;
    const isSecond = performance.now() - tappedAt < doubleTapMs;
    tappedAt = performance.now();
    return !isFixed || lastPointer !== 'touch' || isSecond;
  };
  const showFigure = (figure: Element, frame: SegmentFrame): void => {
    lookedAt = figure as HTMLElement | SVGElement;
    openFigure(figure, frame).then(
      (opened) => emit('figure', opened),
      (fault: unknown) => emit('error', { code: 'layout', message: `a picture cannot be shown large: ${String(fault)}` }),
    );
  };
  const tapAt = (x: number) => {
    const zone = isScrolling() ? 'center' : zoneOf(x, stage.clientWidth, isLeftForward());
    if (zone === 'next') turn('forward');
    else if (zone === 'previous') turn('backward');
    emit('tap', { zone });
  };

  const isEditing = (event: KeyboardEvent) => isInside(event.target, 'input, select, textarea, audio, video, [contenteditable]');

  const handleKey = (event: KeyboardEvent, frame?: SegmentFrame) => {
    if (event.isComposing || isEditing(event)) return;
    const book = needs.book();
    if (!book) return;
    const figure = event.key === 'Enter' || event.key === ' ' ? figureAt(elementOf(event.target)) : undefined;
    if (figure && frame) {
      event.preventDefault();
      showFigure(figure, frame);
      return;
    }
    if (event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey && event.key.startsWith('Arrow')) {
      const isForward = event.key === 'ArrowDown' || event.key === 'ArrowRight';
      const unit: SelectionUnit = event.key === 'ArrowDown' || event.key === 'ArrowUp' ? 'sentence' : 'character';
      event.preventDefault();
      growSelection(unit, isForward ? 'forward' : 'backward');
      return;
    }
    const hasTarget = isInside(event.target, 'a[href], summary, button');
    const wanted = hasTarget && event.key === ' ' ? undefined : turnOfKey(event, isLeftForward());
    if (wanted) {
      event.preventDefault();
      if (wanted === 'start' || wanted === 'end') {
        const { segments } = book.spine;
        void needs.goToPlace(wanted === 'start' ? { segmentIndex: 0 } : { segmentIndex: segments.length - 1, atEnd: true });
        return;
      }
      if (isScrolling() && event.key.startsWith('Arrow')) {
        const sign = wanted === 'forward' ? 1 : -1;
        book.view.scrollBy(sign * 0.12);
        return;
      }
      turn(wanted);
      return;
    }
    if (event.key === 'Escape' && rangeIn(selected)) clearSelection();
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    // The browser's own search cannot see other chapters: the app opens its own.
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'f') event.preventDefault();
    emit('key', { key, ctrlKey, metaKey, shiftKey, altKey });
  };

  const clearSelection = () => {
    for (const frame of needs.book()?.view.shownFrames() ?? []) frame.document.getSelection()?.removeAllRanges();
    if (!selected) return;
    selected = undefined;
    emit('selectionCleared', {});
  };

  const handleCopy = (event: ClipboardEvent, frame: SegmentFrame) => {
    const report = describe(frame);
    if (!report || !event.clipboardData) return;
    // Without readings: the browser would put them between the characters.
    event.clipboardData.setData('text/plain', report.text);
    event.preventDefault();
  };

  const handleStageClick = (event: MouseEvent) => {
    if (event.target === stage) tapAt(event.clientX);
  };
  const handleStageWheel = (event: WheelEvent) => handleWheel(event);
  const handleWheel = (event: WheelEvent) => {
    if (event.ctrlKey) return;
    if (isScrolling()) {
      // Vertical text scrolls sideways: an ordinary wheel moves it on.
      if (stage.dataset.axis === 'x' && Math.abs(event.deltaY) > Math.abs(event.deltaX)) {
        event.preventDefault();
        stage.scrollBy({ left: -event.deltaY, behavior: 'instant' });
      }
      return;
    }
    const scroller = elementOf(event.target)?.closest('[data-sf-wide]');
    if (scroller && scroller.scrollWidth > scroller.clientWidth && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    turnByWheel(event, isLeftForward());
  };
  const handleStageKey = (event: KeyboardEvent) => handleKey(event);
  document.addEventListener('keydown', handleStageKey);
  stage.addEventListener('click', handleStageClick);
  stage.addEventListener('wheel', handleStageWheel, { passive: false });

  return {
    watch: (frame) => {
      watchFrame(frame, {
        onKey: handleKey,
        onLink: followLink,
        onClick: handleClick,
        onWheel: handleWheel,
        onPointer: (event) => {
          if (event.type === 'pointerdown') {
            isPointerDown = true;
            lastPointer = event.pointerType;
            endsSelection = rangeIn(frame) !== undefined || rangeIn(selected) !== undefined;
          } else if (event.type !== 'pointermove') {
            isPointerDown = false;
            if (event.type === 'pointerup' && rangeIn(frame)) {
              clearTimeout(selectionTimer);
              selectionTimer = setTimeout(() => reportSelection(frame), 10);
            }
          }
          swipe.onPointer(event, rangeIn(frame) !== undefined);
        },
        onSelectionChange: () => {
          clearTimeout(selectionTimer);
          if (isPointerDown && lastPointer === 'mouse' && rangeIn(frame)) return;
          selectionTimer = setTimeout(() => reportSelection(frame), selectionRestMs);
        },
        onFocus: (target) => {
          if (needs.book()?.view.reveal(frame, target.getBoundingClientRect())) needs.onMoved();
        },
        onDrift: () => {
          // Selecting past the edge or a focus moves the columns under us: settle on a whole page.
          if (isScrolling()) return;
          clearTimeout(driftTimer);
          driftTimer = setTimeout(() => {
            if (!isPointerDown && needs.book()?.view.settle()) needs.onMoved();
          }, 80);
        },
      });
      markFigures(frame, needs.pictureName());
      frame.document.addEventListener('copy', (event) => handleCopy(event, frame));
    },
    describeSelection: () => (selected ? describe(selected) : null),
    extendSelection: growSelection,
    clearSelection,
    takeFocus: () => {
      const picture = lookedAt;
      lookedAt = undefined;
      const frame = needs.book()?.view.state()?.frame;
      (frame?.window ?? window).focus();
      if (picture?.isConnected) picture.focus({ preventScroll: true });
    },
    dispose: () => {
      clearTimeout(selectionTimer);
      clearTimeout(driftTimer);
      document.removeEventListener('keydown', handleStageKey);
      stage.removeEventListener('click', handleStageClick);
      stage.removeEventListener('wheel', handleStageWheel);
    },
  };
};
