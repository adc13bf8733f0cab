/** Keyboard shortcuts of the reading page, pressed in the page or inside the frame. */
import type { KeyReport } from '@shufang/reading-engine';
import { useEffect, useEffectEvent } from 'react';

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

/** Runs the commands of keys pressed outside the frame. Returns the handler for keys that the frame reports. */
export const useReaderKeys = (isLeftForward: boolean, run: (command: ReaderCommand) => void): ((key: KeyReport) => void) => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const command = event.defaultPrevented || event.isComposing ? undefined : commandOf(event, isLeftForward);
    if (!command || isTaken(event, command)) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (key) => {
    const command = commandOf(key, isLeftForward);
    if (command && command !== 'next' && command !== 'previous') run(command);
  };
};
