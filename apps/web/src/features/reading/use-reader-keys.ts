/** Keyboard shortcuts of the reading page, pressed in the page or inside the frame. */
import type { KeyReport } from '@shufang/reading-engine';
import { useEffect, useEffectEvent } from 'react';
import { commandOf, commandOfPress, type ReaderCommand } from './reader-commands.ts';

/** Runs the commands of keys pressed outside the frame. Returns the handler for keys that the frame reports. */
export const useReaderKeys = (isLeftForward: boolean, run: (command: ReaderCommand) => void): ((key: KeyReport) => void) => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOfPress(event, isLeftForward);
    if (!command) return;
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
