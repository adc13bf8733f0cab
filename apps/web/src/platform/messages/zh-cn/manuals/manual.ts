/** Type of a manual: articles, each about one task. */
import type { ManualName } from '@shufang/contract';

export interface ManualArticle {
  /** Id of the article in links and votes; must not change after publication. */
  readonly id: string;
  readonly title: string;
  /** Summary of the article: its subject and its use, in one or two sentences. */
  readonly lead: string;
  readonly steps?: readonly string[];
  /** Additional hints beside the steps. */
  readonly notes?: readonly string[];
  /** Terms and their meanings, shown as a table. */
  readonly terms?: readonly (readonly [name: string, meaning: string])[];
  /** Screenshot of our own page (`features/help/pictures`), made by `e2e/src/make-manual-pictures.ts`. */
  readonly picture?: { readonly name: string; readonly alt: string };
  /** Page of the product on which the task is done. */
  readonly goTo?: { readonly to: string; readonly label: string };
}

export interface Manual {
  readonly name: ManualName;
  readonly path: string;
  readonly title: string;
  readonly lead: string;
  readonly articles: readonly ManualArticle[];
}
