/** Registers the operations of dictionaries and translation. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import type { DictionaryDependencies } from './dictionary-dependencies.ts';
import { getLookUps } from './get-look-ups.ts';
import { lookUpText } from './look-up-text.ts';
import { translateText } from './translate-text.ts';

export const registerDictionaryRoutes = (router: Router, dependencies: DictionaryDependencies): void => {
  register(router, dependencies, { getLookUps, lookUpText, translateText });
};
