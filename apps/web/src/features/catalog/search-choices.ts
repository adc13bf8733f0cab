/** What the search box offers: while nothing is typed what was searched for last and what many look for, then what goes on from the text. */
import { useQuery } from '@tanstack/react-query';
import { hotWordsQuery, suggestQuery } from './queries.ts';

const SUGGESTIONS_SHOWN = 8;
const RECENT_SHOWN = 5;

export type SearchGroup = 'suggestions' | 'recent' | 'hot' | 'forget';

export interface SearchChoice {
  readonly group: SearchGroup;
  readonly text: string;
  readonly bookId?: string | undefined;
}

interface Offered {
  readonly isOpen: boolean;
  /** What stands in the box, and what of it the server is asked about. */
  readonly text: string;
  readonly asked: string;
  readonly recent: readonly string[];
}

/** In the order in which the arrow keys go through them. */
export const useSearchChoices = ({ isOpen, text, asked, recent }: Offered): readonly SearchChoice[] => {
  const isEmpty = text === '';
  const { data: suggestions = [] } = useQuery({ ...suggestQuery(asked), enabled: isOpen && asked !== '' });
  const { data: hot = [] } = useQuery({ ...hotWordsQuery(), enabled: isOpen && isEmpty });
  if (!isOpen) return [];
  if (!isEmpty) return suggestions.slice(0, SUGGESTIONS_SHOWN).map((one) => ({ group: 'suggestions', ...one }));
  const shown = recent.slice(0, RECENT_SHOWN);
  return [
    ...shown.map((word): SearchChoice => ({ group: 'recent', text: word })),
    ...hot.filter((word) => !shown.includes(word)).map((word): SearchChoice => ({ group: 'hot', text: word })),
    ...(shown.length === 0 ? [] : [{ group: 'forget', text: '' } as const]),
  ];
};
