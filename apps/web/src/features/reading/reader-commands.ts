/** Commands of keys on the reading page. Without dependencies, because the inline script of the page contains this module. Pure. */
import type { KeyReport } from '@shufang/reading-engine';

export type ReaderCommand =
  | 'next'
  | 'previous'
  | 'contents'
  | 'search'
  | 'notes'
  | 'display'
  | 'bookmark'
  | 'help'
  | 'escape'
  | 'wayBack'
  | 'writeNote'
  | 'toolbar'
  | 'color1'
  | 'color2'
  | 'color3'
  | 'color4'
  | 'color5';

const plain: Record<string, ReaderCommand> = {
  t: 'contents',
  n: 'notes',
  d: 'display',
  b: 'bookmark',
  w: 'writeNote',
  m: 'toolbar',
  '/': 'search',
  '?': 'help',
  Escape: 'escape',
  Backspace: 'wayBack',
  '1': 'color1',
  '2': 'color2',
  '3': 'color3',
  '4': 'color4',
  '5': 'color5',
};
const turning: Record<string, ReaderCommand> = {
  ArrowDown: 'next',
  PageDown: 'next',
  ' ': 'next',
  ArrowUp: 'previous',
  PageUp: 'previous',
};

/** Returns the command of a key; undefined for keys left to the browser. `isLeftForward`: the next page is on the left. Pure. */
export const commandOf = (event: KeyReport, isLeftForward: boolean): ReaderCommand | undefined => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'f' && !altKey ? 'search' : undefined;
  if (altKey) return undefined;
  if (key === ' ' && shiftKey) return 'previous';
  if (key === 'ArrowRight') return isLeftForward ? 'previous' : 'next';
  if (key === 'ArrowLeft') return isLeftForward ? 'next' : 'previous';
  return turning[key] ?? plain[key.length === 1 ? key.toLowerCase() : key];
};
