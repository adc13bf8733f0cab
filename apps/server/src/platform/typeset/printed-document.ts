/** A document that is printed: as PDF, and as a Word document with the same content. All texts are plain; nothing in them is markup. */
import type { ChartModel, GridModel } from '@shufang/contract/charts';

export type PrintedBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly isNote?: boolean }
  | { readonly kind: 'facts'; readonly items: readonly (readonly [name: string, value: string])[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Relative widths of the columns. */
      readonly widths: readonly number[];
      /** Indexes of the columns with numbers, which are aligned at their end. */
      readonly figures?: readonly number[];
    }
  /** A chart, followed by the table of its numbers. */
  | { readonly kind: 'chart'; readonly chart: ChartModel }
  | { readonly kind: 'grid'; readonly grid: GridModel };

export interface PrintedDocument {
  readonly title: string;
  readonly subtitle?: string;
  /** Who publishes the document; in the header of every page. */
  readonly publisher: string;
  /** Text at the foot of every page, such as where the document can be verified. */
  readonly foot?: string;
  /** Date of the document, UTC ms. The same document has the same bytes whenever it is printed. */
  readonly date: number;
  readonly blocks: readonly PrintedBlock[];
}
