/** Commands of keys on the reading page. Without dependencies, because the inline script of the page contains this module. */
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
  | 'bars'
  | 'readAloud'
  | 'previousSentence'
  | 'nextSentence'
  | 'slower'
  | 'faster'
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
  h: 'bars',
  r: 'readAloud',
  '[': 'previousSentence',
  ']': 'nextSentence',
  ',': 'slower',
  '.': 'faster',
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

/** Returns whether the focused element uses the key itself. */
const isTaken = (event: KeyboardEvent, command: ReaderCommand): boolean => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  if (target.closest('dialog, [role="alertdialog"]')) return true;
  if (target.closest('[role="toolbar"]')) return command === 'next' || command === 'previous' || command === 'escape';
  if (target.closest('textarea, select, [contenteditable]')) return true;
  const input = target.closest('input');
  if (input) return !(command === 'search' && (event.ctrlKey || event.metaKey)) && command !== 'help';
  const isTurn = command === 'next' || command === 'previous';
  return (
    isTurn && target.closest('button, a, [role="dialog"]') !== null && (event.key === ' ' || target.closest('[role="dialog"]') !== null)
  );
};

/** Returns the command of a key pressed outside the frame; undefined also for keys that a text field or the focused element uses. */
export const commandOfPress = (event: KeyboardEvent, isLeftForward: boolean): ReaderCommand | undefined => {
  const command = event.defaultPrevented || event.isComposing ? undefined : commandOf(event, isLeftForward);
  return command === undefined || isTaken(event, command) ? undefined : command;
};
