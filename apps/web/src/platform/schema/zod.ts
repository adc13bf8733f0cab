/**
 * Replaces `zod` in the client (`vite.config.ts`, decision 0011): zod's mini edition, extended by the chained methods of the full edition
 * that the contract uses. `zod.test.ts` checks that both editions behave equally for every operation.
 */
import type * as whole from 'zod';
import * as mini from 'zod/mini';
import { _default as orDefault, catch as orInstead } from 'zod/mini';

type Schema = mini.core.$ZodType;
type Message = string | undefined;
type Class = { prototype: object };

/** Returns the check of a minimum, which depends on the type of the schema: a value for numbers, a length for others. */
const atLeast = ({ type }: { type: string }, least: number, message: Message) =>
  type === 'number' ? mini.minimum(least, message) : mini.minLength(least, message);
const atMost = ({ type }: { type: string }, most: number, message: Message) =>
  type === 'number' ? mini.maximum(most, message) : mini.maxLength(most, message);

const methods = {
  optional(this: Schema) {
    return mini.optional(this);
  },
  nullable(this: Schema) {
    return mini.nullable(this);
  },
  default(this: Schema, value: never) {
    return orDefault(this, value);
  },
  catch(this: Schema, value: never) {
    return orInstead(this, value);
  },
  transform(this: Schema, change: (value: unknown) => unknown) {
    return mini.pipe(this, mini.transform(change));
  },
  pipe(this: Schema, next: Schema) {
    return mini.pipe(this, next as never);
  },
  refine(this: mini.ZodMiniType, holds: (value: unknown) => boolean, message?: Message) {
    return this.check(mini.refine(holds, message));
  },
  meta(this: mini.ZodMiniType, meta: mini.core.GlobalMeta) {
    const described = this.clone();
    mini.globalRegistry.add(described, meta);
    return described;
  },
  min(this: mini.ZodMiniType<never>, least: number, message?: Message) {
    return this.check(atLeast(this, least, message) as never);
  },
  max(this: mini.ZodMiniType<never>, most: number, message?: Message) {
    return this.check(atMost(this, most, message) as never);
  },
};

const textMethods = {
  length(this: mini.ZodMiniType<never>, length: number, message?: Message) {
    return this.check(mini.length(length, message) as never);
  },
  regex(this: mini.ZodMiniType<string>, pattern: RegExp, message?: Message) {
    return this.check(mini.regex(pattern, message));
  },
  trim(this: mini.ZodMiniType<string>) {
    return this.check(mini.trim());
  },
  normalize(this: mini.ZodMiniType<string>, form?: string) {
    return this.check(mini.normalize(form as never));
  },
  toLowerCase(this: mini.ZodMiniType<string>) {
    return this.check(mini.toLowerCase());
  },
  toUpperCase(this: mini.ZodMiniType<string>) {
    return this.check(mini.toUpperCase());
  },
};

const numberMethods = {
  int(this: mini.ZodMiniType<number>, message?: Message) {
    return this.check(mini.int(message) as never);
  },
  positive(this: mini.ZodMiniType<number>, message?: Message) {
    return this.check(mini.positive(message));
  },
};

const objectMethods = {
  extend(this: mini.ZodMiniObject, shape: mini.core.$ZodLooseShape) {
    return mini.extend(this, shape);
  },
  pick(this: mini.ZodMiniObject, mask: Record<string, true>) {
    return mini.pick(this, mask as never);
  },
  omit(this: mini.ZodMiniObject, mask: Record<string, true>) {
    return mini.omit(this, mask as never);
  },
  partial(this: mini.ZodMiniObject) {
    return mini.partial(this);
  },
};

const enumMethods = {
  exclude(this: mini.ZodMiniEnum, values: readonly string[]) {
    return mini.enum(Object.keys(this.def.entries).filter((value) => !values.includes(value)));
  },
};

const give = (classes: readonly Class[], ...given: readonly object[]): void => {
  for (const { prototype } of classes) Object.assign(prototype, methods, ...given);
};
give([
  mini.ZodMiniBoolean,
  mini.ZodMiniUnknown,
  mini.ZodMiniNull,
  mini.ZodMiniUnion,
  mini.ZodMiniDiscriminatedUnion,
  mini.ZodMiniTuple,
  mini.ZodMiniRecord,
  mini.ZodMiniLiteral,
  mini.ZodMiniTransform,
  mini.ZodMiniOptional,
  mini.ZodMiniNullable,
  mini.ZodMiniDefault,
  mini.ZodMiniCatch,
  mini.ZodMiniPipe,
  mini.ZodMiniCodec,
  mini.ZodMiniLazy,
]);
give(
  [mini.ZodMiniString, mini.ZodMiniStringFormat, mini.ZodMiniEmail, mini.ZodMiniISODate, mini.ZodMiniCIDRv4, mini.ZodMiniCIDRv6],
  textMethods,
);
give([mini.ZodMiniNumber, mini.ZodMiniNumberFormat], numberMethods);
give([mini.ZodMiniArray], { length: textMethods.length });
give([mini.ZodMiniObject], objectMethods);
give([mini.ZodMiniEnum], enumMethods);

// Disables compilation of schemas at run time: the page's policy forbids it, and the attempt would be reported as a violation.
mini.config({ jitless: true });

/** The schema types that the contract uses. A missing one breaks the client's build, which a test detects. */
export const z = {
  array: mini.array,
  boolean: mini.boolean,
  cidrv4: mini.cidrv4,
  cidrv6: mini.cidrv6,
  coerce: { number: mini.coerce.number },
  discriminatedUnion: mini.discriminatedUnion,
  email: mini.email,
  enum: mini.enum,
  iso: { date: mini.iso.date },
  lazy: mini.lazy,
  literal: mini.literal,
  looseObject: mini.looseObject,
  null: mini.null,
  number: mini.number,
  object: mini.object,
  partialRecord: mini.partialRecord,
  preprocess: (change: (value: unknown) => unknown, schema: Schema) => mini.pipe(mini.transform(change), schema as never),
  record: mini.record,
  strictObject: mini.strictObject,
  string: mini.string,
  stringbool: mini.stringbool,
  tuple: mini.tuple,
  union: mini.union,
  unknown: mini.unknown,
} as unknown as typeof whole.z;
