/** Filters of a list in the URL, so that a view can be shared as a link. */
import { useSearchParams } from 'react-router';

interface UrlFilters {
  readonly params: URLSearchParams;
  /** Returns the value of a filter; an empty text if the filter is not set. */
  readonly valueOf: (name: string) => string;
  /** Sets a filter; an empty value removes it from the URL. */
  readonly change: (name: string, value: string) => void;
  readonly clear: () => void;
}

export const useUrlFilters = (): UrlFilters => {
  const [params, setParams] = useSearchParams();
  return {
    params,
    valueOf: (name) => params.get(name) ?? '',
    change: (name, value) => {
      const next = new URLSearchParams(params);
      if (value === '') next.delete(name);
      else next.set(name, value);
      setParams(next, { replace: true });
    },
    clear: () => setParams({}, { replace: true }),
  };
};
