/** Schemas of environment variables that several settings files use: optional texts, URLs of suppliers, lists of names. */
import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/** An optional text; an empty one counts as absent. */
export const optionalText = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
/** Returns the schema of the URL of a supplier; only tests set another URL than the supplier's own. */
export const supplierUrl = (own: string) =>
  optionalText
    .refine((value) => value === undefined || /^https?:\/\/[^?#]+$/.test(value), `须为网址，例如 ${own}`)
    .transform((value) => (value ?? own).replace(/\/+$/, ''));

/** Returns the schema of a comma-separated subset of `names`; the default is the first name. */
export const someOf = <T extends string>(names: readonly [T, ...T[]]) =>
  z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(z.enum(names, `须为 ${names.join('、')}，以逗号分隔`)))
    .transform((chosen) => (chosen.length === 0 ? [names[0]] : [...new Set(chosen)]));

/** Returns the values of settings that must all be set. Throws a `ConfigError` that names the missing ones. */
export const needAll = <T extends Record<string, string | undefined>>(what: string, needed: T): { [K in keyof T]: string } => {
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length > 0) throw new ConfigError(`${what} 还须设置 ${missing.join('、')}`);
  return needed as { [K in keyof T]: string };
};
