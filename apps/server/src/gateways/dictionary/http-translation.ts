/** A translation service with the interface of LibreTranslate: `POST /translate`. https://docs.libretranslate.com/api/operations/translate/ */
import { z } from 'zod';
import { LookUpUnavailableError, type TranslationGateway } from './dictionary-gateway.ts';
import { requestJson } from './request-json.ts';

const TRANSLATION_CHARS_MAX = 10_000;

const responseOf = z.object({ translatedText: z.string().min(1).max(TRANSLATION_CHARS_MAX) });

export const createHttpTranslation = ({ url, key }: { readonly url: string; readonly key: string | undefined }): TranslationGateway => ({
  translate: async (text, target, signal) => {
    const body = { q: text, source: 'auto', target, format: 'text', ...(key === undefined ? {} : { api_key: key }) };
    const response = responseOf.safeParse(await requestJson({ url }, body, signal));
    if (!response.success) throw new LookUpUnavailableError('the response has no translation', { cause: response.error });
    return response.data.translatedText;
  },
});
