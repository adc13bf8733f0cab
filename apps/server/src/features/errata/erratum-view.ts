/** Converts errata for readers. */
import { type Erratum, LIMITS } from '@shufang/contract';
import type { StoredErratum } from './store.ts';

/** Maximum length of a quote reported by another user: as many characters as search shows around a hit in locked text. */
const QUOTE_CHARS = 2 * LIMITS.lockedContextChars;

const clip = (text: string, max: number): string => {
  const chars = [...text];
  return chars.length > max ? `${chars.slice(0, max - 1).join('')}…` : text;
};

/** Converts an erratum for a user. Quotes reported by other users are shortened, so that they do not disclose locked chapters. */
export const viewErratum = (one: StoredErratum, userId: string | undefined): Erratum => {
  const mine = userId !== undefined && one.userId === userId;
  return {
    id: one.id,
    state: one.state,
    quote: mine ? one.quote : clip(one.quote, QUOTE_CHARS),
    suggestion: mine ? one.suggestion : clip(one.suggestion, QUOTE_CHARS),
    chapter: one.chapter,
    ...(one.locator === undefined ? {} : { locator: { href: one.locator.href, locations: one.locator.locations } }),
    reply: one.reply,
    versionNo: one.versionNo,
    ...(one.fixedInVersion === undefined ? {} : { fixedInVersion: one.fixedInVersion }),
    createdAt: one.createdAt,
    ...(one.decidedAt === undefined ? {} : { decidedAt: one.decidedAt }),
    mine,
  };
};
