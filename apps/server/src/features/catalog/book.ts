/** A book of the catalog as used by the server's slices. */
import type { AccessModel, BookLevel } from '@shufang/contract';
import type { ContributorEntry } from './contributors.ts';

/** The chapters of a book that are open to everyone: the first ones or chosen ones. */
export type BookTrial = Pick<Book, 'trialChapters' | 'trialChosen'>;

/** Returns whether new readers can obtain the book: by purchase, code or as part of a collection. Existing rights are not affected. */
export const isOpenToNewReaders = ({ shelfState, removalNotice }: Pick<Book, 'shelfState' | 'removalNotice'>): boolean =>
  shelfState === 'published' && removalNotice === undefined;

export interface Book {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | undefined;
  readonly authors: string;
  readonly contributors: readonly ContributorEntry[];
  readonly publisher: string | undefined;
  readonly placeOfPublication: string | undefined;
  readonly description: string | undefined;
  readonly isbn: string | undefined;
  readonly language: string | undefined;
  readonly categoryNames: readonly string[];
  readonly level: BookLevel | undefined;
  /** Id of the work to which this and the other editions of the book belong; undefined if there is no other edition. */
  readonly workId: string | undefined;
  readonly edition: number;
  /** The newest published edition of the work, if it is newer than this book. */
  readonly newerEdition: { readonly id: string; readonly edition: number } | undefined;
  readonly accessModel: AccessModel;
  readonly priceFen: number;
  readonly trialChapters: number;
  /** Keys of the trial chapters in the current version (`VersionOutline`); undefined: the first chapters. */
  readonly trialChosen: readonly string[] | undefined;
  readonly shelfState: 'draft' | 'published' | 'offShelf';
  /** Message to readers if an authority ordered the book's removal. */
  readonly removalNotice: string | undefined;
  readonly currentVersionId: string | undefined;
  /** The plan (规划教材) that contains the book, and the document that proves it. */
  readonly plan: { readonly name: string; readonly proof: string } | undefined;
  readonly cover: { readonly sha256: string; readonly width: number; readonly height: number } | undefined;
  readonly chars: number;
  /** Year of publication according to the metadata of the book. */
  readonly publishedYear: number | undefined;
  readonly publishedAt: number | undefined;
  readonly updatedAt: number;
}
