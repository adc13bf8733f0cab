/** Keyboard shortcuts of the reading page, pressed in the page or inside the frame. */
import type { KeyReport } from '@shufang/reading-engine';
import { useEffect, useEffectEvent } from 'react';
import { commandOf, type ReaderCommand } from './reader-commands.ts';

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
