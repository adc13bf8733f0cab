/**
 * Divides the income of a book among its contributors. Pure, in integers.
 * A payment is divided by the rates of its day and the publisher's rest, by largest remainder, so that the parts add up to the payment. A
 * refund changes each part to the part of what is left of the payment, by the rates of the payment: a payment that is refunded as a whole,
 * in however many steps, leaves nobody anything.
 */
import type { RoyaltySource } from '@shufang/contract';
import { dayOf } from '../../platform/china-time.ts';
import { divideFen } from '../orders/book-sales.ts';

const WHOLE_BP = 10_000;

export interface LedgerEntry {
  readonly source: RoyaltySource;
  readonly refId: string;
  /** Identifies the entry among those of `refId`. */
  readonly part: string;
  readonly label: string;
  readonly at: number;
  /** Negative for money that was returned. */
  readonly grossFen: number;
  readonly isRefund: boolean;
  /** Identifies the payment that an entry of an order belongs to. */
  readonly payment?: string;
  /** Of a correction: who gets it, from the publisher. */
  readonly correction?: { readonly userId: string; readonly fen: number };
}

export interface Rate {
  readonly userId: string;
  readonly rateBp: number;
  readonly validFrom: string;
  readonly validUntil?: string | undefined;
}

interface Part {
  readonly userId: string;
  readonly rateBp: number;
  readonly fen: number;
}

/** An entry with the parts of the contributors and the publisher, which add up to its amount. */
export interface DividedEntry extends LedgerEntry {
  readonly parts: readonly Part[];
  readonly publisherFen: number;
}

const isValidOn = (day: string, { validFrom, validUntil }: Rate): boolean =>
  validFrom <= day && (validUntil === undefined || day <= validUntil);

/** Returns the rates of a day, in an order that does not depend on how they are stored. */
export const ratesOn = (rates: readonly Rate[], day: string): Rate[] =>
  rates.filter((rate) => isValidOn(day, rate)).toSorted((a, b) => (a.userId < b.userId ? -1 : 1));

/** Returns the parts of an amount for these rates, and the rest of the publisher as the last one. A negative amount has the same parts, negative. */
const divide = (fen: number, rates: readonly Rate[]): number[] => {
  const bp = rates.map(({ rateBp }) => rateBp);
  const rest = WHOLE_BP - bp.reduce((sum, one) => sum + one, 0);
  const parts = divideFen(Math.abs(fen), [...bp, rest]);
  return fen < 0 ? parts.map((part) => 0 - part) : parts;
};

/** Returns the entries of a ledger in the order in which they are divided. */
export const sortLedger = <T extends LedgerEntry>(entries: readonly T[]): T[] =>
  entries.toSorted(
    (a, b) => a.at - b.at || Number(a.isRefund) - Number(b.isRefund) || (`${a.refId} ${a.part}` < `${b.refId} ${b.part}` ? -1 : 1),
  );

/**
 * Divides the whole ledger of a book. Refunds of payments that the ledger does not have are left out: their payments were made before
 * there were royalties.
 */
export const divideLedger = (ledger: readonly LedgerEntry[], rates: readonly Rate[]): DividedEntry[] => {
  const payments = new Map<string, { leftFen: number; parts: readonly number[]; readonly rates: readonly Rate[] }>();
  const divided: DividedEntry[] = [];
  const push = (entry: LedgerEntry, of: readonly Rate[], fen: readonly number[]): void => {
    const parts = of.map(({ userId, rateBp }, index) => ({ userId, rateBp, fen: fen[index] ?? 0 }));
    divided.push({ ...entry, parts, publisherFen: fen[of.length] ?? 0 });
  };
  for (const entry of sortLedger(ledger)) {
    const { correction, payment, isRefund, grossFen } = entry;
    if (correction !== undefined) {
      divided.push({ ...entry, parts: [{ ...correction, rateBp: 0 }], publisherFen: 0 - correction.fen });
      continue;
    }
    const paid = payment === undefined || !isRefund ? undefined : payments.get(payment);
    if (payment !== undefined && isRefund && paid === undefined) continue;
    if (paid !== undefined) {
      paid.leftFen += grossFen;
      const left = divide(paid.leftFen, paid.rates);
      const before = paid.parts;
      push(
        entry,
        paid.rates,
        left.map((fen, index) => fen - (before[index] ?? 0)),
      );
      paid.parts = left;
      continue;
    }
    const valid = ratesOn(rates, dayOf(entry.at));
    const parts = divide(grossFen, valid);
    push(entry, valid, parts);
    if (payment !== undefined) payments.set(payment, { leftFen: grossFen, parts, rates: valid });
  }
  return divided;
};

/** Returns the first day on which rates add up to more than the whole income, with their sum. */
export const findExcess = (rates: readonly Rate[]): { readonly day: string; readonly sumBp: number } | undefined => {
  for (const day of rates.map(({ validFrom }) => validFrom).toSorted()) {
    const sumBp = ratesOn(rates, day).reduce((sum, { rateBp }) => sum + rateBp, 0);
    if (sumBp > WHOLE_BP) return { day, sumBp };
  }
  return undefined;
};

/** Returns whether two rates hold on the same day. */
export const isOverlap = (a: Rate, b: Rate): boolean =>
  (b.validUntil === undefined || a.validFrom <= b.validUntil) && (a.validUntil === undefined || b.validFrom <= a.validUntil);
