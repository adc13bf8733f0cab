/** Filters of a list that stand in the address, so that a view of it can be sent to somebody. */
import { useSearchParams } from 'react-router';

interface AddressFilters {
  readonly params: URLSearchParams;
  /** Empty where it is not set. */
  readonly valueOf: (name: string) => string;
  /** An empty value is taken out of the address. */
  readonly change: (name: string, value: string) => void;
  readonly clear: () => void;
}

export const useAddressFilters = (): AddressFilters => {
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
