/** A book of the catalogue, as the server's slices know it. */
import type { AccessModel, BookLevel, Contributor } from '@shufang/contract';

export interface Book {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | undefined;
  readonly authors: string;
  readonly contributors: readonly Contributor[];
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
