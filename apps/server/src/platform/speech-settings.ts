/** Settings of the operator's speech service. Without them reading aloud uses the voices of the readers' devices only. */
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { isInternalHost } from './host-kind.ts';
import { optionalText } from './setting-kinds.ts';

/** Schemas of the environment variables of the speech service; part of the schema in `config.ts`. */
export const speechEnvironment = {
  /** Full URL of an interface compatible with OpenAI's `POST /v1/audio/speech`. */
  SPEECH_URL: optionalText.refine(
    (value) => value === undefined || /^https?:\/\/[^?#]+$/.test(value),
    '须为网址，例如 https://tts.example.com/v1/audio/speech',
  ),
  /** Sent as `Authorization: Bearer`. */
  SPEECH_KEY: optionalText,
  SPEECH_MODEL: z.string().trim().min(1).default('tts-1'),
  /** Voices that readers can choose, as `id=name/language`, separated by commas. */
  SPEECH_VOICES: z.string().default('alloy'),
};

export interface SpeechSettings {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly voices: readonly { readonly id: string; readonly name: string; readonly language: string }[];
}

type Environment = z.output<z.ZodObject<typeof speechEnvironment>> & { readonly MODE: 'demo' | 'production' };

const voiceOf = (text: string): SpeechSettings['voices'][number] => {
  const [id = '', label = id] = text.split('=').map((part) => part.trim());
  const [name = '', language = 'zh-CN'] = label.split('/').map((part) => part.trim());
  if (id === '' || name === '' || language === '')
    throw new ConfigError('SPEECH_VOICES 须为“声音=名称/语言”，用逗号分开，例如 xiaoyi=小艺/zh-CN');
  return { id, name, language };
};

export const speechSettings = (env: Environment): SpeechSettings | undefined => {
  const { SPEECH_URL: url, SPEECH_KEY: key, SPEECH_MODEL: model, SPEECH_VOICES: list } = env;
  if (url === undefined) return undefined;
  const { protocol, hostname } = new URL(url);
  if (env.MODE === 'production' && protocol !== 'https:' && !isInternalHost(hostname))
    throw new ConfigError('SPEECH_URL 须为 https 网址（内网地址可以使用 http）');
  return { url, key, model, voices: list.split(',').map(voiceOf) };
};
