/** The options of the search box: recent and popular queries while it is empty, then completions of the text. */
import { useQuery } from '@tanstack/react-query';
import { hotQueriesQuery, suggestQuery } from './queries.ts';

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
  /** The text in the search box. `asked`: the debounced text that is sent to the server. */
  readonly text: string;
  readonly asked: string;
  readonly recent: readonly string[];
}

/** Returns the options in the order in which the arrow keys select them. */
export const useSearchChoices = ({ isOpen, text, asked, recent }: Offered): readonly SearchChoice[] => {
  const isEmpty = text === '';
  const { data: suggestions = [] } = useQuery({ ...suggestQuery(asked), enabled: isOpen && asked !== '' });
  const { data: hot = [] } = useQuery({ ...hotQueriesQuery(), enabled: isOpen && isEmpty });
  if (!isOpen) return [];
  if (!isEmpty) return suggestions.slice(0, SUGGESTIONS_SHOWN).map((one) => ({ group: 'suggestions', ...one }));
  const shown = recent.slice(0, RECENT_SHOWN);
  return [
    ...shown.map((word): SearchChoice => ({ group: 'recent', text: word })),
    ...hot.filter((word) => !shown.includes(word)).map((word): SearchChoice => ({ group: 'hot', text: word })),
    ...(shown.length === 0 ? [] : [{ group: 'forget', text: '' } as const]),
  ];
};
