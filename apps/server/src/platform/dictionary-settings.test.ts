import { describe, expect, it } from 'vitest';
import { dictionarySettings } from './dictionary-settings.ts';

describe('the settings of dictionaries and translation', () => {
  it('without addresses and a file there is neither', () => {
    expect(dictionarySettings({ MODE: 'production' })).toEqual({ file: undefined, service: undefined, translation: undefined });
  });

  it('a service has its key, and the name of its host unless it is named', () => {
    const env = { MODE: 'production', DICTIONARY_URL: 'https://dict.example.com/entries', DICTIONARY_KEY: 'k' } as const;
    expect(dictionarySettings(env).service).toEqual({ url: 'https://dict.example.com/entries', key: 'k', name: 'dict.example.com' });
    expect(dictionarySettings({ ...env, DICTIONARY_NAME: '校内词典' }).service?.name).toBe('校内词典');
  });

  it.each(['DICTIONARY_URL', 'TRANSLATION_URL'])('%s is https in production, or in the own network', (name) => {
    expect(() => dictionarySettings({ MODE: 'production', [name]: 'http://translate.example.com/x' })).toThrow(name);
    expect(() => dictionarySettings({ MODE: 'production', [name]: 'http://10.0.0.7/x' })).not.toThrow();
    expect(() => dictionarySettings({ MODE: 'demo', [name]: 'http://translate.example.com/x' })).not.toThrow();
  });
});
