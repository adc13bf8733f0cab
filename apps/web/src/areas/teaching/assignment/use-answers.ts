/** The answers of an attempt on this page: what is typed, what is on the device, and what the server has acknowledged. */
import type { AttemptReceipt, QuestionResponse } from '@shufang/contract';
import { liveQuery } from 'dexie';
import { useEffect, useRef, useState } from 'react';
import { type AnswerRow, type AttemptRow, answerDatabase } from '../../../platform/storage/attempt-database.ts';
import { onSaveWork } from '../../../platform/storage/unsaved-work.ts';
import { type AnswerSender, type SendProblem, startAnswerSender } from './answer-sender.ts';
import { dropAttempt, lastAnswers, writeAnswer } from './answer-store.ts';
import type { ClockReading } from './remaining-time.ts';

export interface Answers {
  /** The response to each question as it is shown. */
  readonly responses: ReadonlyMap<string, QuestionResponse>;
  /** The last stored answer to each question. */
  readonly rows: ReadonlyMap<string, AnswerRow>;
  /** Questions whose last response could not be stored on the device. */
  readonly notStored: ReadonlySet<string>;
  readonly problem: SendProblem | undefined;
  readonly reading: ClockReading;
  readonly write: (questionId: string, response: QuestionResponse) => void;
  /** Hands the attempt in. Throws `ApiError`. */
  readonly handIn: () => Promise<AttemptReceipt>;
}

/** A response that was typed on this page, with the number under which it is stored; infinite until it is. */
interface Typed {
  readonly response: QuestionResponse;
  readonly seq: number;
  readonly clientAt: number;
}

/** Returns whether the stored answer is newer than what was typed here: another tab or device wrote it. */
const isNewer = (row: AnswerRow | undefined, { seq, clientAt }: Typed): boolean =>
  row !== undefined && (row.seq > seq || (row.seq === seq && row.clientAt > clientAt));

/** Follows the answers of the attempt in the database, which another tab may change. */
const useStoredAnswers = (attemptId: string): ReadonlyMap<string, AnswerRow> => {
  const [rows, setRows] = useState<ReadonlyMap<string, AnswerRow>>(new Map());
  useEffect(() => {
    const subscription = liveQuery(() => lastAnswers(answerDatabase(), attemptId)).subscribe({ next: setRows });
    return () => subscription.unsubscribe();
  }, [attemptId]);
  return rows;
};

export const useAnswers = ({ row, reading: first }: { row: AttemptRow; reading: ClockReading }): Answers => {
  const { owner, assignmentId, attempt } = row;
  const rows = useStoredAnswers(attempt.id);
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const [notStored, setNotStored] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<SendProblem>();
  const [reading, setReading] = useState(first);
  const sender = useRef<AnswerSender>(undefined);
  /** Whether the last response was stored; earlier ones are stored before it. */
  const writes = useRef<Promise<boolean>>(Promise.resolve(true));

  useEffect(() => {
    const started = startAnswerSender({
      db: answerDatabase(),
      attemptId: attempt.id,
      onClock: (clock) => setReading({ clock, atMs: performance.now() }),
      onProblem: setProblem,
    });
    sender.current = started;
    return () => started.stop();
  }, [attempt.id]);

  useEffect(
    () =>
      onSaveWork(async () => {
        if (!(await writes.current)) throw new Error('an answer is not stored');
      }),
    [],
  );

  const write = (questionId: string, response: QuestionResponse): void => {
    setTyped((before) => new Map(before).set(questionId, { response, seq: Number.POSITIVE_INFINITY, clientAt: 0 }));
    const store = async (): Promise<boolean> => {
      try {
        const { seq, clientAt } = await writeAnswer(answerDatabase(), { owner, attemptId: attempt.id, questionId, response });
        setNotStored((before) => new Set([...before].filter((id) => id !== questionId)));
        // A response that was typed meanwhile stays until it is stored itself.
        setTyped((before) =>
          before.get(questionId)?.response === response ? new Map(before).set(questionId, { response, seq, clientAt }) : before,
        );
        sender.current?.requestSend();
        return true;
      } catch (error) {
        console.error(error);
        setNotStored((before) => new Set(before).add(questionId));
        return false;
      }
    };
    writes.current = store();
  };

  const handIn = async (): Promise<AttemptReceipt> => {
    await writes.current;
    if (sender.current === undefined) throw new Error('no sender of answers');
    const receipt = await sender.current.handIn();
    await dropAttempt(answerDatabase(), owner, assignmentId, attempt.id);
    return receipt;
  };

  const responses = new Map(Array.from(rows, ([id, { response }]) => [id, response]));
  for (const [id, one] of typed) if (!isNewer(rows.get(id), one)) responses.set(id, one.response);
  return { responses, rows, notStored, problem, reading, write, handIn };
};
