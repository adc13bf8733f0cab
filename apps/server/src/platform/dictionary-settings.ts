/** Settings of the operator's dictionaries and translation service. Without them readers see no entry for looking up or translating. */
import { ConfigError } from './config-error.ts';
import { isInternalHost } from './host-kind.ts';
import { optionalText } from './setting-kinds.ts';

const optionalUrl = (example: string) =>
  optionalText.refine((value) => value === undefined || /^https?:\/\/[^?#]+$/.test(value), `须为网址，例如 ${example}`);

/** Schemas of the environment variables of dictionaries; part of the schema in `config.ts`. */
export const dictionaryEnvironment = {
  /** Full URL of the operator's dictionary service. */
  DICTIONARY_URL: optionalUrl('https://dict.example.com/entries'),
  /** Sent as `Authorization: Bearer`. */
  DICTIONARY_KEY: optionalText,
  /** Name of the dictionary service, shown with its entries. */
  DICTIONARY_NAME: optionalText,
  /** Full URL of an interface compatible with LibreTranslate's `POST /translate`. */
  TRANSLATION_URL: optionalUrl('https://translate.example.com/translate'),
  TRANSLATION_KEY: optionalText,
};

export interface ServiceSettings {
  readonly url: string;
  readonly key: string | undefined;
}

export interface DictionarySettings {
  readonly service: (ServiceSettings & { readonly name: string }) | undefined;
  readonly translation: ServiceSettings | undefined;
}

type Environment = { readonly [Name in keyof typeof dictionaryEnvironment]?: string | undefined } & {
  readonly MODE: 'demo' | 'production';
};

const service = (env: Environment, name: 'DICTIONARY' | 'TRANSLATION'): ServiceSettings | undefined => {
  const url = env[`${name}_URL`];
  if (url === undefined) return undefined;
  const { protocol, hostname } = new URL(url);
  if (env.MODE === 'production' && protocol !== 'https:' && !isInternalHost(hostname))
    throw new ConfigError(`${name}_URL 须为 https 网址（内网地址可以使用 http）`);
  return { url, key: env[`${name}_KEY`] };
};

export const dictionarySettings = (env: Environment): DictionarySettings => {
  const dictionary = service(env, 'DICTIONARY');
  return {
    service: dictionary && { ...dictionary, name: env.DICTIONARY_NAME ?? new URL(dictionary.url).hostname },
    translation: service(env, 'TRANSLATION'),
  };
};
