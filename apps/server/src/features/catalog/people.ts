/** The people of a book as it is stored: what its file says of them, or what an editor has written. */
import type { BookPerson, Contributor } from '@shufang/contract';

/** Of a file: with its publisher among them. */
export type StoredPerson = BookPerson | Contributor;

const isPerson = (one: StoredPerson): one is BookPerson => one.role !== 'publisher';

/** A publisher has a field of its own and is nobody who made the book. */
export const peopleOf = (stored: readonly StoredPerson[]): BookPerson[] => stored.filter(isPerson);
