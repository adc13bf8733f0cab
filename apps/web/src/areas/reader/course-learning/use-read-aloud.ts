/** Whether the open book is read aloud, from where, and the commands for it. */
import type { SentenceOrigin } from '@shufang/reading-engine';
import { useState } from 'react';
import type { BookReader } from '../../../features/read-aloud/create-reader.ts';
import type { ReaderCommand } from '../../../features/reading/reader-commands.ts';
import { reportUnlessClosed } from '../../../features/reading/report-unless-closed.ts';

export const useReadAloud = () => {
  const [origin, setOrigin] = useState<SentenceOrigin>();
  const [reader, setReader] = useState<BookReader>();
  const start = (from: SentenceOrigin): void => {
    if (origin === undefined) setOrigin(from);
    else reader?.start(from);
  };
  const close = (): void => setOrigin(undefined);
  const commands: Partial<Record<ReaderCommand, () => void>> = {
    readAloud: () => (origin === undefined ? start('screen') : reader?.toggle()),
    previousSentence: () => reader?.previous(),
    nextSentence: () => reader?.next(),
    slower: () => reader?.changeRate(-1),
    faster: () => reader?.changeRate(1),
  };
  return {
    /** Where the reading started; undefined if nothing is read aloud. */
    origin,
    isOn: origin !== undefined,
    setReader,
    start,
    close,
    toggle: (): void => (origin === undefined ? start('screen') : close()),
    handleMoved: (): void => void reportUnlessClosed(reader?.handleMoved()),
    /** Runs a command of the keyboard. Returns whether it is one of reading aloud. */
    run: (command: ReaderCommand): boolean => {
      commands[command]?.();
      return command in commands;
    },
  };
};
