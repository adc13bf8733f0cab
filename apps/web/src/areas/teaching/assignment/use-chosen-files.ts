/** The files that a student chose for one answer: on the device, under way, or stored at the server. */
import { newId, type UserFile } from '@shufang/contract';
import { liveQuery } from 'dexie';
import { useEffect, useRef, useState } from 'react';
import { answerDatabase, type ChosenFile } from '../../../platform/storage/attempt-database.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';
import { type FileSender, startFileSender } from './file-sender.ts';

export interface ChosenFiles {
  /** Every chosen file of the question, in the order of the choice. */
  readonly rows: readonly ChosenFile[];
  /** The part of each file that was sent, 0 to 1, by key. */
  readonly progress: ReadonlyMap<string, number>;
  /** Whether uploads wait for a network or a session. */
  readonly isWaiting: boolean;
  /** Whether the device could not store the last chosen files. */
  readonly isFull: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
  readonly retry: () => void;
}

interface Question {
  readonly attemptId: string;
  readonly questionId: string;
  readonly onUploaded: (file: UserFile) => void;
}

export const useChosenFiles = ({ attemptId, questionId, onUploaded }: Question): ChosenFiles => {
  const owner = useOwner();
  const [rows, setRows] = useState<readonly ChosenFile[]>([]);
  const [progress, setProgress] = useState<ReadonlyMap<string, number>>(new Map());
  const [isWaiting, setWaiting] = useState(false);
  const [isFull, setFull] = useState(false);
  const sender = useRef<FileSender>(undefined);
  const latest = useRef(onUploaded);
  useEffect(() => {
    latest.current = onUploaded;
  });
  useEffect(() => {
    const subscription = liveQuery(() => answerDatabase().files.where({ attemptId, questionId }).sortBy('key')).subscribe({
      next: setRows,
    });
    const started = startFileSender({
      db: answerDatabase(),
      attemptId,
      questionId,
      onProgress: (key, sent) => setProgress((before) => new Map(before).set(key, sent)),
      onUploaded: (file) => latest.current(file),
      onWaiting: setWaiting,
    });
    sender.current = started;
    return () => {
      subscription.unsubscribe();
      started.stop();
    };
  }, [attemptId, questionId]);

  const add = async (files: readonly File[]): Promise<void> => {
    const now = Date.now();
    const fresh = files.map((file, index) => ({ key: newId(now + index), owner, attemptId, questionId, file, state: 'waiting' as const }));
    try {
      await answerDatabase().files.bulkAdd(fresh);
      setFull(false);
    } catch (error) {
      console.error(error);
      setFull(true);
    }
    sender.current?.requestSend();
  };
  return {
    rows,
    progress,
    isWaiting,
    isFull,
    add: (files) => void add(files),
    remove: (key) => void answerDatabase().files.delete(key),
    retry: () => sender.current?.requestSend(),
  };
};

/** Returns the number of chosen files of an attempt that the server has not stored yet. */
export const useWaitingFiles = (attemptId: string): number => {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const waiting = () =>
      answerDatabase()
        .files.where({ attemptId })
        .filter(({ state }) => state === 'waiting')
        .count();
    const subscription = liveQuery(waiting).subscribe({ next: setCount });
    return () => subscription.unsubscribe();
  }, [attemptId]);
  return count;
};
