/** The time left. Screen readers hear it when five minutes and one minute are left, not every second. */
import { Text, VisuallyHidden } from '@shufang/ui';
import { useEffect, useRef, useState } from 'react';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import styles from './assignment.module.css';
import { type ClockReading, remainingMs } from './remaining-time.ts';

const FIVE_MINUTES_MS = 300_000;
const ONE_MINUTE_MS = 60_000;
const TICK_MS = 250;

interface AttemptTimerProps {
  readonly reading: ClockReading;
  /** Called once when no time is left. */
  readonly onOver: () => void;
}

const noticeAt = (ms: number): string => {
  if (ms <= ONE_MINUTE_MS) return text.untilOne;
  return ms <= FIVE_MINUTES_MS ? text.untilFive : '';
};

export const AttemptTimer = ({ reading, onOver }: AttemptTimerProps) => {
  const [now, setNow] = useState(() => performance.now());
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  const left = remainingMs(reading, now);
  const isOver = left === 0;
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (isOver) over.current();
  }, [isOver]);
  if (left === undefined) return null;
  return (
    <>
      <Text
        role="timer"
        aria-label={text.timer}
        tabular
        size={20}
        weight={600}
        className={styles.timer}
        data-is-short={left <= FIVE_MINUTES_MS}
      >
        {text.clock(left)}
      </Text>
      <VisuallyHidden role="status">{noticeAt(left)}</VisuallyHidden>
    </>
  );
};
