/** The events of the reading engine, received by one function. Without dependencies except the navigator. */
import type { FrameEventName, FrameEvents, NavigatorOptions } from '@shufang/reading-engine';

export interface FrameEvent<K extends FrameEventName = FrameEventName> {
  readonly name: K;
  readonly data: FrameEvents[K];
}

const NAMES = [
  'opened',
  'located',
  'selection',
  'selectionCleared',
  'decorationActivated',
  'decorationState',
  'link',
  'figure',
  'tap',
  'key',
  'contentExpired',
  'wall',
  'error',
] as const;

/** Returns the handlers of a navigator that pass all events to `receive`. */
export const eventHandlers = (receive: (event: FrameEvent) => void): NavigatorOptions['on'] =>
  Object.fromEntries(NAMES.map((name) => [name, (data: never) => receive({ name, data })]));
