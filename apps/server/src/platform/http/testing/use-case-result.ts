/** Reads the results of use cases in tests. */
import { hasMessage } from '../router.ts';

type PayloadOf<Result> = Result extends { readonly payload: infer Payload; readonly say: string } ? Payload : never;

/** Returns the payload of a use case's result and its message, which is empty if there is none. */
export const resultOf = async <Result>(pending: Promise<Result>): Promise<{ payload: PayloadOf<Result>; say: string }> => {
  const result: unknown = await pending;
  return (hasMessage(result) ? result : { payload: result, say: '' }) as { payload: PayloadOf<Result>; say: string };
};

/** Returns the payload of a use case's result. */
export const payloadOf = async <Result>(pending: Promise<Result>): Promise<PayloadOf<Result>> => (await resultOf(pending)).payload;
