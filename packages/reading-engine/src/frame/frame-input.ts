/** Connects user input inside the content documents to the view, the decorations and the app. */
import { type FormulaNotation, readableQuote } from '@shufang/contract/formula-text';
import { describeRange } from '../anchoring/describe-range.ts';
import { noteReferencesIn, withoutSpans } from '../anchoring/note-references.ts';
import type { HighlightLayer } from '../decoration/highlight-layer.ts';
import { isNoteLink, noteAt } from '../input/follow-link.ts';
import { figureAt, makeFiguresOpenable, openFigure } from '../input/open-figure.ts';
import { extendSelection } from '../input/reader-selection.ts';
import { createSwipeTracker, createWheelTurner, turnOfKey, zoneOf } from '../input/turning.ts';
import { elementOf, isInside, watchFrame } from '../input/watch-frame.ts';
import { findFragment } from '../layout/book-view.ts';
import { isLeftForward as isLeftForwardIn, type SegmentFrame } from '../layout/segment-frame.ts';
import type { FrameRect, Located, SelectionReport, SelectionUnit } from '../navigator/protocol.ts';
import { practiceButtonAt, practiceOf } from '../practice/practice-buttons.ts';
import { readPractice } from '../practice/read-practice.ts';
import { resolveHref } from '../publication/resolve-href.ts';
import type { Destination, Spine } from '../publication/spine.ts';
import type { Book, Emit } from './engine.ts';

export interface FrameInputDependencies {
  stage: HTMLElement;
  emit: Emit;
  highlightLayer: HighlightLayer;
  book(): Book | undefined;
  baseUrl(): string;
  /** Returns the accessible name of a picture without a description. */
  pictureName(): string;
  located(): Pick<Located, 'locator'> | undefined;
  /** Returns how copied text shows formulas. */
  formulaNotation(): FormulaNotation | undefined;
  /** Goes to the destination that `search` returns; waits for the whole reading order if it is not among the known documents. */
  goToDestination(search: (spine: Spine) => Destination | undefined): Promise<boolean>;
  /** Returns the destination that `search` returns, in the same way. */
  findDestination(search: (spine: Spine) => Destination | undefined): Promise<Destination | undefined>;
  turn(direction: 1 | -1): Promise<boolean>;
  /** Loads the document of a destination without showing it, to read its footnotes. */
  loadDocument(destination: Destination): Promise<Document | undefined>;
  onMoved(): void;
}

export interface FrameInput {
  watch(frame: SegmentFrame): void;
  describeSelection(): SelectionReport | null;
  extendSelection(unit: SelectionUnit, direction: 'forward' | 'backward'): SelectionReport | null;
  clearSelection(): void;
  /** Moves the keyboard focus into the page: to the picture or the practice question that was shown before, if any. */
  restoreFocus(): void;
  dispose(): void;
}

/** Time for which a selection must not change before it is reported, so that nothing is reported while the user drags. */
const selectionSettleMs = 120;
const doubleTapMs = 350;

export const createFrameInput = (dependencies: FrameInputDependencies): FrameInput => {
  const { stage, emit, highlightLayer } = dependencies;
  let selectionTimer: ReturnType<typeof setTimeout> | undefined;
  let selected: SegmentFrame | undefined;
  let isPointerDown = false;
  let lastPointer = 'mouse';
  /** Whether text was selected when the pointer was pressed: the click that follows then only clears the selection. */
  let endsSelection = false;
  let driftTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * The picture that the app shows enlarged, or the button of the practice question that it shows. It gets the focus again afterwards: the
   * browser forgets the focused element of a document that is not focused.
   */
  let opened: HTMLElement | SVGElement | undefined;
  /** Time of the last touch tap on a picture that fills the page. */
  let lastTapAt = Number.NEGATIVE_INFINITY;

  const isLeftForward = (): boolean => {
    const book = dependencies.book();
    const frame = book?.view.shownFrames()[0];
    if (!book || !frame) return false;
    return frame.spine.item.layout === 'fixed' ? book.spine.metadata.readingProgression === 'rtl' : isLeftForwardIn(frame);
  };
  const isScrolling = () => dependencies.book()?.kind === 'scroll';

  const turn = (direction: 'forward' | 'backward') => {
    highlightLayer.clearPassage('search');
    void dependencies.turn(direction === 'forward' ? 1 : -1);
  };
  const turnByWheel = createWheelTurner(turn);
  const swipe = createSwipeTracker({
    isLeftForward,
    isEnabled: () => !isScrolling(),
    follow: (offsetPx) => dependencies.book()?.view.drag(offsetPx),
    release: () => dependencies.book()?.view.release(),
    turn: (direction) => {
      highlightLayer.clearPassage('search');
      void dependencies.turn(direction === 'forward' ? 1 : -1).then((isTurned) => isTurned || dependencies.book()?.view.release());
    },
  });

  const toStage = (frame: SegmentFrame, box: { x: number; y: number; width: number; height: number }): FrameRect => {
    const origin = dependencies.book()?.view.originOf(frame) ?? { x: 0, y: 0, scale: 1 };
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

  /** Returns the box of the visible part of a passage, without the parts on other pages. */
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
    const book = dependencies.book();
    if (!range || !book) return null;
    const target = describeRange({ range, index: frame.text, spine: frame.spine });
    if (!target || target.quote.exact.trim() === '') return null;
    return {
      target,
      text: readableQuote(target.quote, dependencies.formulaNotation()).exact,
      citedText: readableQuote(withoutSpans(target.quote, noteReferencesIn(range, frame.text)), dependencies.formulaNotation()).exact,
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

  const extendAndReportSelection = (unit: SelectionUnit, direction: 'forward' | 'backward'): SelectionReport | null => {
    const book = dependencies.book();
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
      if (box && book.view.reveal(frame, box)) dependencies.onMoved();
    }
    selected = frame;
    const report = describe(frame);
    if (report) emit('selection', report);
    return report;
  };

  const followLink = (anchor: Element, rawHref: string, frame: SegmentFrame) => {
    const book = dependencies.book();
    if (!book || rawHref === '' || /^\s*javascript:/i.test(rawHref)) return;
    const rect = toStage(frame, anchor.getBoundingClientRect());
    const text = (anchor.textContent ?? '').trim().slice(0, 200);
    const target = resolveHref(rawHref, frame.document.URL, dependencies.baseUrl());
    const { href } = target;
    if (!target.inside) {
      emit('link', { kind: 'external', href, text, rect });
      return;
    }
    const search = (spine: Spine) => spine.destinationOfHref(href);
    const follow = () => {
      const from = dependencies.located()?.locator;
      emit('link', from ? { kind: 'internal', href, text, rect, from } : { kind: 'internal', href, text, rect });
      void dependencies.goToDestination(search);
    };
    if (!isNoteLink(anchor)) {
      follow();
      return;
    }
    const showOrFollow = (noteText: string | undefined) => {
      if (noteText === undefined) follow();
      else emit('link', { kind: 'note', href, text, rect, noteText });
    };
    const readNote = async (): Promise<string | undefined> => {
      const destination = await dependencies.findDestination(search);
      const fragment = destination?.fragment;
      if (!fragment) return undefined;
      if (findFragment(frame.document, fragment)) return noteAt(frame.document, fragment, anchor);
      const other = await dependencies.loadDocument(destination);
      return other && noteAt(other, fragment);
    };
    readNote().then(showOrFollow, follow);
  };

  const handleClick = (event: MouseEvent, frame: SegmentFrame) => {
    if (event.button !== 0 || swipe.wasSwipe() || rangeIn(frame)) return;
    if (endsSelection) {
      clearSelection();
      return;
    }
    const hit = highlightLayer.hit(frame, event.clientX, event.clientY);
    if (hit) {
      emit('decorationActivated', { id: hit.id, group: hit.group, rect: visibleBox(frame, hit.range) });
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
   * Returns whether a click opens the picture. On a picture that fills the page the outer thirds turn the page. On fixed pages, where every
   * page may be one picture, a touch tap in the middle toggles the bars and a double tap opens the picture.
   */
  const opensByTap = (figure: Element, frame: SegmentFrame, x: number): boolean => {
    const isFixed = frame.spine.item.layout === 'fixed';
    const [shown, page] = [figure.getBoundingClientRect(), frame.body.getBoundingClientRect()];
    const isWholePage = frame.plate !== undefined || (isFixed && shown.width * shown.height > 0.5 * page.width * page.height);
    if (!isWholePage || isScrolling()) return true;
    if (zoneOf(x, stage.clientWidth, isLeftForward()) !== 'center') return false;
    const isSecond = performance.now() - lastTapAt < doubleTapMs;
    lastTapAt = performance.now();
    return !isFixed || lastPointer !== 'touch' || isSecond;
  };
  const showFigure = (figure: Element, frame: SegmentFrame): void => {
    opened = figure as HTMLElement | SVGElement;
    openFigure(figure, frame).then(
      (report) => emit('figure', report),
      (error: unknown) => emit('error', { code: 'layout', message: `a picture cannot be shown large: ${String(error)}` }),
    );
  };
  const showPractice = (event: MouseEvent, frame: SegmentFrame): void => {
    const button = practiceButtonAt(elementOf(event.target));
    const element = button && practiceOf(button);
    const item = element && readPractice(element, frame.spine.item.href);
    if (item === undefined) return;
    opened = button;
    emit('practice', item);
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
    const book = dependencies.book();
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
      extendAndReportSelection(unit, isForward ? 'forward' : 'backward');
      return;
    }
    const hasTarget = isInside(event.target, 'a[href], summary, button');
    const turnCommand = hasTarget && event.key === ' ' ? undefined : turnOfKey(event, isLeftForward());
    if (turnCommand) {
      event.preventDefault();
      if (turnCommand === 'start' || turnCommand === 'end') {
        const segmentIndex = turnCommand === 'start' ? 0 : book.spine.segmentCount - 1;
        void dependencies.goToDestination((spine) =>
          spine.segmentAt(segmentIndex) ? { segmentIndex, atEnd: turnCommand === 'end' } : undefined,
        );
        return;
      }
      if (isScrolling() && event.key.startsWith('Arrow')) {
        const sign = turnCommand === 'forward' ? 1 : -1;
        book.view.scrollBy(sign * 0.12);
        return;
      }
      turn(turnCommand);
      return;
    }
    if (event.key === 'Escape' && rangeIn(selected)) clearSelection();
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    // The browser's own search does not find text in other chapters, so the key opens the search of the app.
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'f') event.preventDefault();
    emit('key', { key, ctrlKey, metaKey, shiftKey, altKey });
  };

  const clearSelection = () => {
    for (const frame of dependencies.book()?.view.shownFrames() ?? []) frame.document.getSelection()?.removeAllRanges();
    if (!selected) return;
    selected = undefined;
    emit('selectionCleared', {});
  };

  const handleCopy = (event: ClipboardEvent, frame: SegmentFrame) => {
    const report = describe(frame);
    if (!report || !event.clipboardData) return;
    // Copies the text without ruby readings, which the browser would put between the characters, and with each formula once.
    event.clipboardData.setData('text/plain', report.text);
    event.preventDefault();
  };

  const handleStageClick = (event: MouseEvent) => {
    if (event.target === stage) tapAt(event.clientX);
  };
  const handleStageWheel = (event: WheelEvent) => handleWheel(event);
  const isInWideTable = (target: EventTarget | null): boolean => {
    const table = elementOf(target)?.closest('[data-sf-wide]');
    return table ? table.scrollWidth > table.clientWidth : false;
  };
  const handleWheel = (event: WheelEvent) => {
    if (event.ctrlKey) return;
    if (isScrolling()) {
      // Vertical text scrolls horizontally, so a wheel that turns vertically scrolls it too.
      if (stage.dataset.axis === 'x' && Math.abs(event.deltaY) > Math.abs(event.deltaX)) {
        event.preventDefault();
        stage.scrollBy({ left: -event.deltaY, behavior: 'instant' });
      }
      return;
    }
    if (isInWideTable(event.target) && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
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
          // A finger on a wide table scrolls the table.
          swipe.onPointer(event, rangeIn(frame) !== undefined || isInWideTable(event.target));
        },
        onSelectionChange: () => {
          clearTimeout(selectionTimer);
          if (isPointerDown && lastPointer === 'mouse' && rangeIn(frame)) return;
          selectionTimer = setTimeout(() => reportSelection(frame), selectionSettleMs);
        },
        onFocus: (target) => {
          if (dependencies.book()?.view.reveal(frame, target.getBoundingClientRect())) dependencies.onMoved();
        },
        onDrift: () => {
          // Selecting past the edge or focusing an element makes the browser scroll the columns, so the view returns to a whole page.
          if (isScrolling()) return;
          clearTimeout(driftTimer);
          driftTimer = setTimeout(() => {
            if (!isPointerDown && dependencies.book()?.view.settle()) dependencies.onMoved();
          }, 80);
        },
      });
      makeFiguresOpenable(frame, dependencies.pictureName());
      frame.document.addEventListener('click', (event) => showPractice(event, frame));
      frame.document.addEventListener('copy', (event) => handleCopy(event, frame));
    },
    describeSelection: () => (selected ? describe(selected) : null),
    extendSelection: extendAndReportSelection,
    clearSelection,
    restoreFocus: () => {
      const element = opened;
      opened = undefined;
      const frame = dependencies.book()?.view.state()?.frame;
      (frame?.window ?? window).focus();
      if (element?.isConnected) element.focus({ preventScroll: true });
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
