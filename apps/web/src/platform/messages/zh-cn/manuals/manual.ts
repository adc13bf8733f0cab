/** The shape of a manual: articles, each about one thing a person wants to do. */
import type { ManualName } from '@shufang/contract';

export interface ManualArticle {
  /** In links and votes: never changed once published. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences: what this is about and when one needs it. */
  readonly lead: string;
  readonly steps?: readonly string[];
  /** What is good to know beside the steps. */
  readonly notes?: readonly string[];
  /** Terms and what they mean, as a table. */
  readonly terms?: readonly (readonly [name: string, meaning: string])[];
  /** A picture of our own screen (`features/help/pictures`), made by `e2e/src/make-manual-pictures.ts`. */
  readonly picture?: { readonly name: string; readonly alt: string };
  /** Where in the product it is done. */
  readonly goTo?: { readonly to: string; readonly label: string };
}

export interface Manual {
  readonly name: ManualName;
  readonly path: string;
  readonly title: string;
  readonly lead: string;
  readonly articles: readonly ManualArticle[];
}
