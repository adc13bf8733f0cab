/** Search in the manuals. All texts are on the device, so it works offline. */
import type { Manual, ManualArticle } from '../../platform/messages/zh-cn/manuals/manual.ts';

export interface ManualHit {
  readonly manual: Manual;
  readonly article: ManualArticle;
  /** The sentence that contains the match; the introduction (`lead`) of the article if its title matches. */
  readonly sentence: string;
}

const SHOWN = 30;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const sentencesOf = ({ lead, steps = [], notes = [], terms = [] }: ManualArticle): readonly string[] => [
  lead,
  ...steps,
  ...notes,
  ...terms.map(([name, meaning]) => `${name}：${meaning}`),
];

/** Returns the articles that contain every term, those with a term in the title first. */
export const searchManuals = (manuals: readonly Manual[], typed: string): readonly ManualHit[] => {
  const terms = fold(typed)
    .split(/\s+/)
    .filter((term) => term !== '');
  if (terms.length === 0) return [];
  const hits = manuals.flatMap((manual) =>
    manual.articles.flatMap((article) => {
      const sentences = sentencesOf(article);
      const all = fold([article.title, ...sentences].join('\n'));
      if (!terms.every((term) => all.includes(term))) return [];
      const inTitle = terms.some((term) => fold(article.title).includes(term));
      const sentence = sentences.find((text) => terms.some((term) => fold(text).includes(term))) ?? article.lead;
      return [{ hit: { manual, article, sentence }, inTitle }];
    }),
  );
  return hits
    .toSorted((a, b) => Number(b.inTitle) - Number(a.inTitle))
    .slice(0, SHOWN)
    .map(({ hit }) => hit);
};
