/** The number of review cards that wait for the reader today, from the device's database. */
import { useState } from 'react';
import { cardsOf, countCards, countNewCardsLeft } from './review-deck.ts';
import { useAnnotations } from './use-annotations.ts';
import { useReviewCards } from './use-review-cards.ts';

/** Returns the number of cards that are due and of the new cards of today; undefined until read from the database. */
export const useCardsOfToday = (): number | undefined => {
  const { annotations } = useAnnotations();
  const { records } = useReviewCards();
  const [nowMs] = useState(() => Date.now());
  if (annotations === undefined || records === undefined) return undefined;
  const { due, fresh } = countCards(cardsOf(annotations, records), countNewCardsLeft(records, nowMs), nowMs);
  return due + fresh;
};
