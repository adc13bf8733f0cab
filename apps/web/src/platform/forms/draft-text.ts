/** The text of a form that is stored as its draft: the fields that differ from the initial values, as JSON. */
import { z } from 'zod';

const draftBody = z.record(z.string(), z.string());

/** Returns the texts of the fields, by default of all, that differ from the initial ones. */
export const changedText = <Values extends object>(
  start: Values,
  values: Values,
  fields = Object.keys(values) as readonly string[],
): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, value]) => fields.includes(name) && typeof value === 'string' && value !== start[name as keyof Values],
      ),
    ),
  );

/** Parses a draft; returns undefined for an unknown format of an earlier client. */
const parseDraft = (body: string): Record<string, string> | undefined => {
  try {
    return draftBody.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};

/** Returns the values with the draft's texts of the fields, by default of all; undefined if the draft changes none of them. */
export const restoredValues = <Values extends object>(
  values: Values,
  body: string,
  fields = Object.keys(values) as readonly string[],
): Values | undefined => {
  const found = Object.entries(parseDraft(body) ?? {}).filter(([name, text]) => {
    const value: unknown = values[name as keyof Values];
    return fields.includes(name) && typeof value === 'string' && value !== text;
  });
  return found.length === 0 ? undefined : { ...values, ...Object.fromEntries(found) };
};
