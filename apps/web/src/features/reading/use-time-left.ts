/** The time left in the chapter and in the book, from the speed that is measured while the reader turns pages. */
import type { ReadingOrderItem } from '@shufang/contract';
import type { Located } from '@shufang/reading-engine';
import { useMemo, useRef, useState } from 'react';
import type { OutlineRow } from './book-outline.ts';
import { findReadingSpeed, learnSpeed, storeReadingSpeed } from './reading-speed.ts';
import { charsOf, type TimeLeft, timeLeft } from './time-left.ts';

interface TimeLeftNow {
  /** Undefined until the whole reading order is loaded, and for a book with almost no text. */
  readonly left: TimeLeft | undefined;
  /** Call when the reader has moved to another page. */
  readonly noteMoved: (now: Located) => void;
}

const progressionOf = (located: Located | undefined): number | undefined => located?.locator.locations.totalProgression;

export const useTimeLeft = (
  documents: readonly ReadingOrderItem[] | undefined,
  chapter: OutlineRow | undefined,
  located: Located | undefined,
): TimeLeftNow => {
  const [speed, setSpeed] = useState(findReadingSpeed);
  const shown = useRef<{ readonly progression: number; readonly at: number }>(undefined);
  const chars = useMemo(() => charsOf(documents ?? []), [documents]);
  const noteMoved = (now: Located): void => {
    const before = shown.current;
    const progression = progressionOf(now);
    shown.current = progression === undefined ? undefined : { progression, at: Date.now() };
    if (before === undefined || progression === undefined) return;
    const learned = learnSpeed(speed, { chars: (progression - before.progression) * chars, ms: Date.now() - before.at });
    if (learned === speed) return;
    setSpeed(learned);
    storeReadingSpeed(learned);
  };
  return { left: timeLeft(chars, chapter, progressionOf(located), speed), noteMoved };
};
