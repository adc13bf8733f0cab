/** Checks all response fields of all operations: no response that carries credentials is stored for replay. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from './index.ts';

const isOperation = (value: unknown): value is contract.Operation =>
  typeof value === 'object' && value !== null && 'path' in value && 'errors' in value && 'audience' in value;
const operations = Object.values<unknown>(contract).filter(isOperation);

/** Names of fields that hold credentials. */
const CREDENTIAL =
  /token|secret|password|passphrase|credential|ticket$|otp|recovery|privatekey|rsakey|captchakey|nonce|loginthqs|cookie|embedurl|popupurl|download(url|link)|signedurl/i;

/** Returns the paths of all text fields of a schema. */
const textFieldsOf = (schema: z.ZodType, path = '', above: readonly z.ZodType[] = []): string[] => {
  if (above.includes(schema)) return [];
  const inside = (part: unknown, name = ''): string[] => textFieldsOf(part as z.ZodType, `${path}${name}`, [...above, schema]);
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([name, part]) => inside(part, `.${name}`));
  if (schema instanceof z.ZodArray) return inside(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inside(option));
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => inside(item));
  if (schema instanceof z.ZodRecord) return inside(schema.valueType);
  if (schema instanceof z.ZodIntersection) return [...inside(schema.def.left), ...inside(schema.def.right)];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return inside(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return inside(schema.def.out);
  if (schema instanceof z.ZodLazy) return inside(schema.def.getter());
  // Fields of the type boolean, number or enum cannot hold a secret; strings, unknown and any can.
  return schema instanceof z.ZodString || schema instanceof z.ZodUnknown || schema instanceof z.ZodAny ? [path] : [];
};

const credentialsOf = ({ output, refusals }: Pick<contract.Operation, 'output' | 'refusals'>): string[] =>
  [output, ...Object.values(refusals)]
    .flatMap((schema) => textFieldsOf(schema))
    // The last path segment is the field's name, also for a list of texts.
    .filter((path) => CREDENTIAL.test(path.split('.').at(-1) ?? ''));

/** GET calls have no idempotency key, so their responses are never stored. */
const isReplayed = ({ method, isIdempotent, replay }: contract.Operation): boolean =>
  method === 'POST' && !isIdempotent && replay === 'stored';

describe('a response that carries credentials', () => {
  it('is declared as never replayed by its operation', () => {
    const stored = operations.filter(isReplayed).flatMap((each) => credentialsOf(each).map((path) => `${each.name}${path}`));
    expect(stored).toEqual([]);
  });

  it('is detected in error payloads, lists, optional fields and unions', () => {
    const found = (output: z.ZodType) => credentialsOf({ output, refusals: {} });
    expect(found(z.object({ items: z.array(z.object({ download_token: z.string().optional() })) }))).toEqual(['.items.download_token']);
    expect(found(z.union([z.object({ recoveryCodes: z.array(z.string()) }), z.object({})]))).toEqual(['.recoveryCodes']);
    expect(found(z.object({ totpSecret: z.string().nullable() }))).toEqual(['.totpSecret']);
    expect(credentialsOf({ output: z.object({}), refusals: { 'account.deviceInUse': contract.deviceInUse } })).toEqual(['.ticket']);
    expect(credentialsOf(contract.signInWithSmsCode)).toEqual(
      expect.arrayContaining(['.access_token', '.refresh_token', '.dpAuthToken', '.loginTHQS', '.ticket']),
    );
  });

  it('belongs to a POST call that is not idempotent', () => {
    const never = operations.filter(({ replay }) => replay === 'never');
    expect(never.map(({ method, isIdempotent }) => [method, isIdempotent])).toEqual(never.map(() => ['POST', false]));
    expect(never.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'signInWithSmsCode',
        'signInWithPassword',
        'signUp',
        'refreshSession',
        'replaceDevice',
        'finishProviderSignIn',
        'bindInstitution',
      ]),
    );
  });
});
