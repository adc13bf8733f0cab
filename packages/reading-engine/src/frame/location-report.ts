/** Reports to the app which part of the book is shown. */
import type { ViewState } from '../layout/book-view.ts';
import type { Located } from '../navigator/protocol.ts';
import type { Spine } from '../publication/spine.ts';

export type Position = Omit<Located, 'cause'>;

/** Returns the position of the shown page in the book. */
export const positionOf = (spine: Spine, state: ViewState): Position => {
  const { itemIndex, item, segment } = state.frame.spine;
  return {
    locator: spine.locatorAt(itemIndex, segment.startChar + state.pointChar, state.point),
    page: state.page,
    atStart: state.isAtStart,
    atEnd: state.isAtEnd,
    isVertical: state.frame.isVertical,
    visible: {
      href: item.href,
      startChar: segment.startChar + state.startChar,
      endChar: segment.startChar + state.endChar,
      blocks: state.frame.text.blocksBetween(state.startChar, state.endChar),
    },
  };
};

interface LocationReportDependencies {
  /** Returns the position of the shown page; undefined if none is shown or the stage has no size. */
  position(): Position | undefined;
  emit(located: Located): void;
  /** Called after each report: the page is painted then. */
  onPainted(): void;
}

/**
 * Returns a function that reports the position two animation frames later, so that the report does not delay the page: the first frame passes
 * the page to the threads that draw it, which use the processor until the second. Several causes before a report are reported once. A layout
 * change is reported only if the position has changed.
 */
export const createLocationReport = ({ position, emit, onPainted }: LocationReportDependencies): ((cause: Located['cause']) => void) => {
  let isPending = false;
  let pendingCause: Located['cause'] = 'layout';
  let last = '';
  const report = (): void => {
    isPending = false;
    const now = position();
    if (!now) return;
    const text = JSON.stringify(now);
    if (pendingCause !== 'layout' || text !== last) emit({ ...now, cause: pendingCause });
    pendingCause = 'layout';
    last = text;
    onPainted();
  };
  return (cause) => {
    if (pendingCause === 'layout' || cause === 'move') pendingCause = cause;
    if (isPending) return;
    isPending = true;
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(report, 0)));
  };
};
