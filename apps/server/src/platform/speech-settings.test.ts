import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { speechSettings } from './speech-settings.ts';

const speechOf = (settings: Record<string, string>) => readConfig(settings).speech;
const env = { MODE: 'production' as const, SPEECH_KEY: undefined, SPEECH_MODEL: 'tts-1', SPEECH_VOICES: 'alloy' };

it('the speech service is off without an address', () => {
  expect(speechOf({})).toBeUndefined();
  expect(speechOf({ SPEECH_URL: ' ' })).toBeUndefined();
});

it('voices have a name and a language', () => {
  const url = 'https://tts.example.com/v1/audio/speech';
  expect(speechOf({ SPEECH_URL: url, SPEECH_KEY: 'k', SPEECH_VOICES: 'xiaoyi=小艺, nova=Nova/en-US,alloy' })).toEqual({
    url,
    key: 'k',
    model: 'tts-1',
    voices: [
      { id: 'xiaoyi', name: '小艺', language: 'zh-CN' },
      { id: 'nova', name: 'Nova', language: 'en-US' },
      { id: 'alloy', name: 'alloy', language: 'zh-CN' },
    ],
  });
  expect(() => speechOf({ SPEECH_URL: url, SPEECH_VOICES: '=小艺' })).toThrow('SPEECH_VOICES');
});

it('an address must be a URL without a query, and https in production unless it is in the own network', () => {
  expect(() => speechOf({ SPEECH_URL: 'tts.example.com' })).toThrow('SPEECH_URL');
  expect(() => speechSettings({ ...env, SPEECH_URL: 'http://tts.example.com/v1/audio/speech' })).toThrow('SPEECH_URL');
  expect(speechSettings({ ...env, SPEECH_URL: 'http://tts.internal:8000/v1/audio/speech' })?.url).toContain('tts.internal');
});
