/**
 * The operator's dictionary service: `POST` of `{ "text" }`, answered with `{ "entries": [{ "headword", "pinyin"?, "definitions" }] }`, the
 * best entry first. Documented for operators in docs/configuration.md.
 */
import { z } from 'zod';
import { type DictionaryGateway, LookUpUnavailableError } from './dictionary-gateway.ts';
import { requestJson } from './request-json.ts';

const ENTRIES_MAX = 20;

const responseOf = z.object({
  entries: z.array(
    z.object({
      headword: z.string().min(1).max(100),
      pinyin: z.string().max(300).optional(),
      definitions: z.array(z.string().max(2_000)).max(50),
    }),
  ),
});

export const createHttpDictionary = ({
  url,
  key,
  name,
}: {
  readonly url: string;
  readonly key: string | undefined;
  readonly name: string;
}): DictionaryGateway => ({
  lookUp: async (text, signal) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const response = responseOf.safeParse(await requestJson({ url, headers }, { text }, signal));
    if (!response.success) throw new LookUpUnavailableError('the response has no entries', { cause: response.error });
    return response.data.entries.slice(0, ENTRIES_MAX).map((entry) => ({ ...entry, source: name }));
  },
});
