import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** Which calls carry the answer twice, as `payload` and as the inherited `payLoad` (product spec, section 7). */
export type WireStyle = 'plain' | 'centerUser';

/**
 * Whether a call needs a live session (`reader`, else `requestLogin`) or not (`anyone`). Which of the signed-in people may make it
 * (else `forbidden`) is told by the server's policy alone (`features/account/policy.ts`).
 */
export type Audience = 'anyone' | 'reader';

/** One call of the product: its name in every layer, its address on the wire and what can go wrong. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Absolute path on the app origin. */
  readonly path: string;
  readonly summary: string;
  readonly audience: Audience;
  /** GET: the query string (values arrive as text: coerce). POST: the JSON or form-urlencoded body. */
  readonly input: Input;
  readonly output: Output;
  /** Business refusals beyond those every call can raise (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorCode[];
  readonly style: WireStyle;
  /** True: the text in the body (NUL, broken characters, depth) is checked by the use case part by part, not for the whole request. */
  readonly checksOwnText: boolean;
  /** True: doing it again does no harm (it carries ids of its own, or changes nothing), so its answers are not kept and `X-Op-Id` is ignored. */
  readonly repeatsSafely: boolean;
}

export type InputOf<O extends Operation> = z.input<O['input']>;
export type ParsedInputOf<O extends Operation> = z.output<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;

type Defaulted = 'audience' | 'style' | 'errors' | 'checksOwnText' | 'repeatsSafely';

/** Declares an operation; `audience` defaults to `reader`, `style` to `plain`, `checksOwnText` and `repeatsSafely` to false. */
export const operation = <Input extends z.ZodType, Output extends z.ZodType>(
  o: Omit<Operation<Input, Output>, Defaulted> & Partial<Pick<Operation<Input, Output>, Defaulted>>,
): Operation<Input, Output> => ({ audience: 'reader', style: 'plain', errors: [], checksOwnText: false, repeatsSafely: false, ...o });
