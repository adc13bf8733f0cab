/** All listeners of one content document, attached from the engine's page: keys, clicks, links, drags, selection, focus. */
import type { SegmentFrame } from '../layout/segment-frame.ts';

export interface FrameWatcher {
  onKey(event: KeyboardEvent, frame: SegmentFrame): void;
  onLink(anchor: Element, href: string, frame: SegmentFrame): void;
  /** Called for a click that hit no control and selected nothing; its coordinates are those of the document. */
  onClick(event: MouseEvent, frame: SegmentFrame): void;
  onSelectionChange(frame: SegmentFrame): void;
  onWheel(event: WheelEvent, frame: SegmentFrame): void;
  onPointer(event: PointerEvent, frame: SegmentFrame): void;
  onFocus(target: Element, frame: SegmentFrame): void;
  onDrift(frame: SegmentFrame): void;
}

export const elementOf = (target: EventTarget | null): Element | undefined => {
  const node = target as Node | null;
  if (!node || typeof node.nodeType !== 'number') return undefined;
  return node.nodeType === 1 ? (node as Element) : (node.parentElement ?? undefined);
};

export const isInside = (target: EventTarget | null, selector: string): boolean => Boolean(elementOf(target)?.closest(selector));

const anchorOf = (target: EventTarget | null): Element | undefined =>
  elementOf(target)?.closest('a[href], area[href], a[*|href]') ?? undefined;
const hrefOf = (anchor: Element): string =>
  anchor.getAttribute('href') ?? anchor.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? '';

/** Attaches all listeners. They are released with the document when the iframe is removed. */
export const watchFrame = (frame: SegmentFrame, watcher: FrameWatcher): void => {
  const { document: doc, window: view } = frame;
  const stop = (event: Event) => event.preventDefault();

  doc.addEventListener('keydown', (event) => watcher.onKey(event, frame), { capture: true });
  doc.addEventListener(
    'click',
    (event) => {
      const anchor = anchorOf(event.target);
      if (anchor) {
        event.preventDefault();
        event.stopPropagation();
        watcher.onLink(anchor, hrefOf(anchor), frame);
        return;
      }
      if (elementOf(event.target)?.closest('audio, video, summary, button, input, select, textarea, label')) return;
      watcher.onClick(event, frame);
    },
    { capture: true },
  );
  // A middle click on a link is prevented, because it would open the link outside the engine.
  doc.addEventListener('auxclick', (event) => anchorOf(event.target) && event.preventDefault(), { capture: true });
  doc.addEventListener('submit', stop, { capture: true });
  doc.addEventListener('dragstart', stop, { capture: true });
  doc.addEventListener('drop', stop, { capture: true });
  doc.addEventListener('dragover', stop, { capture: true });
  doc.addEventListener('selectionchange', () => watcher.onSelectionChange(frame));
  doc.addEventListener('wheel', (event) => watcher.onWheel(event, frame), { passive: false });
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const) {
    doc.addEventListener(type, (event) => watcher.onPointer(event, frame), { capture: true, passive: true });
  }
  doc.addEventListener('focusin', (event) => {
    const target = elementOf(event.target);
    if (target && target !== frame.body && target !== frame.root) watcher.onFocus(target, frame);
  });
  view.addEventListener('scroll', () => watcher.onDrift(frame), { passive: true });
};
