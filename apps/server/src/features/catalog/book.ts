/** A book of the catalogue, as the server's slices know it. */
import type { AccessModel, BookLevel } from '@shufang/contract';
import type { StoredPerson } from './people.ts';

/** What of a book everybody may try: so many chapters, the first ones or those that are named. */
export type BookTrial = Pick<Book, 'trialChapters' | 'trialChosen'>;

/** Whether anybody new may get it: bought, by a code, as a part of a collection. Who has it already is another matter. */
export const isOpenToNewReaders = ({ shelfState, removalNotice }: Pick<Book, 'shelfState' | 'removalNotice'>): boolean =>
  shelfState === 'published' && removalNotice === undefined;

export interface Book {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | undefined;
  readonly authors: string;
  readonly contributors: readonly StoredPerson[];
  readonly publisher: string | undefined;
  readonly description: string | undefined;
  readonly isbn: string | undefined;
  readonly language: string | undefined;
  readonly categoryNames: readonly string[];
  readonly level: BookLevel | undefined;
  /** Shared by all editions of a work; undefined: no other is here. */
  readonly workId: string | undefined;
  readonly edition: number;
  /** The newest edition on the shelf, where it is newer. */
  readonly newerEdition: { readonly id: string; readonly edition: number } | undefined;
  readonly accessModel: AccessModel;
  readonly priceFen: number;
  readonly trialChapters: number;
  /** By their keys in the version in force (`VersionOutline`); undefined: the first ones. */
  readonly trialChosen: readonly string[] | undefined;
  readonly shelfState: 'draft' | 'published' | 'offShelf';
  /** An authority ordered it out of reading: what readers are told. */
  readonly removalNotice: string | undefined;
  readonly currentVersionId: string | undefined;
  /** 规划教材: the plan, and the document that lists the book. */
  readonly plan: { readonly name: string; readonly proof: string } | undefined;
  readonly cover: { readonly sha256: string; readonly width: number; readonly height: number } | undefined;
  readonly chars: number;
  /** As the book states it. */
  readonly publishedYear: number | undefined;
  readonly publishedAt: number | undefined;
  readonly updatedAt: number;
}
