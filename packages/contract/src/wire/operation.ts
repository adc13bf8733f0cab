import type { z } from 'zod';
import type { OperationScope } from '../authorization/operation-scope.ts';
import type { Permission } from '../authorization/permission.ts';
import type { ErrorCode } from '../errors.ts';

/**
 * Form of the response. `centerUser`: it carries the payload twice, as `payload` and as the inherited `payLoad` (specification.md §7).
 */
export type WireStyle = 'plain' | 'centerUser';

/**
 * Who may call the operation. `reader`: only a caller with a live session, otherwise it fails with `requestLogin`; `anyone`: also an
 * anonymous caller.
 */
export type Audience = 'anyone' | 'reader';

/** One operation of the API: its name in every layer, its path, input, output and errors. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType, Access extends Audience = Audience> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Absolute path of the operation on the app origin; `:name` is a parameter, which is a field of the input. */
  readonly path: string;
  readonly summary: string;
  /**
   * Permission that the caller's roles must grant, otherwise the call fails with `forbidden`. The server's `authorization` slice defines
   * the permissions of each role.
   */
  readonly permission: Permission;
  /** How an operator's access scope limits the operation; undefined for operations that are not for operators. */
  readonly scope: OperationScope | undefined;
  readonly audience: Access;
  /**
   * Schema of the input: the parameters of the path, and for GET the query string, whose values arrive as text and are converted, for POST
   * the JSON or form-urlencoded body.
   */
  readonly input: Input;
  readonly output: Output;
  /** Error codes that this operation can return beyond those that every call can return (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorCode[];
  /** Schemas of the payloads that some error codes carry; all other errors have `payload: null`. */
  readonly refusals: Readonly<Partial<Record<ErrorCode, z.ZodType>>>;
  readonly style: WireStyle;
  /**
   * How our client sends the body of a POST call. `form`: form-urlencoded, the specified default (specification.md §7), a nested
   * value as its JSON text; `json`: our own calls with structured bodies. The server accepts both forms from every client.
   */
  readonly body: 'form' | 'json';
  /**
   * Whether the use case itself checks the text of the body (NUL, broken characters, nesting depth), item by item. If false, the router
   * checks the whole body and rejects it as a whole.
   */
  readonly validatesOwnText: boolean;
  /** Whether a repeated call does no harm (its input has ids, or nothing changes). Then no response is stored and `X-Op-Id` is ignored. */
  readonly isIdempotent: boolean;
  /**
   * Response to a POST repeated with the same `X-Op-Id`. `stored`: the first response, for one day. `never`: `request.alreadyUsed`, because
   * the response must not be stored (it carries credentials or is soon invalid); the client must use a new id.
   */
  readonly replay: 'stored' | 'never';
  /** Whether the response to an input never changes, so that the browser stores it for the user (`Cache-Control: immutable`). */
  readonly isImmutable: boolean;
  /**
   * For calls with audience `anyone`: whether an ended session is rejected (`requestLogin`, `userBeenKickedOut`) instead of being treated
   * as anonymous, because the user would silently get less than they are entitled to.
   */
  readonly refusesEndedSession: boolean;
  /** Whether the `Authorization` header may carry the `access_token` of a session instead of its login token. */
  readonly acceptsAccessToken: boolean;
  /** Whether the `Authorization` header may carry the upload token of a session (`createUploadToken`) instead of its login token. */
  readonly acceptsUploadToken: boolean;
}

export type InputOf<O extends Operation> = z.input<O['input']>;
export type ParsedInputOf<O extends Operation> = z.output<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;

type Defaulted =
  | 'scope'
  | 'audience'
  | 'style'
  | 'body'
  | 'errors'
  | 'refusals'
  | 'validatesOwnText'
  | 'isIdempotent'
  | 'replay'
  | 'isImmutable'
  | 'refusesEndedSession'
  | 'acceptsAccessToken'
  | 'acceptsUploadToken';

/**
 * Declares an operation. Defaults: `audience` is `reader`, `style` is `plain`, `body` is `form` for the style `centerUser` and otherwise
 * `json`, `replay` is `stored`, and flags are false.
 */
export const operation = <Input extends z.ZodType, Output extends z.ZodType, const Access extends Audience = 'reader'>(
  o: Omit<Operation<Input, Output, Access>, Defaulted> & Partial<Pick<Operation<Input, Output, Access>, Defaulted>>,
): Operation<Input, Output, Access> => ({
  scope: undefined,
  // An operation that declares no audience gets `reader`, both as the value and as the type parameter.
  audience: 'reader' as Access,
  style: 'plain',
  // The calls of the style `centerUser` are specified as form-urlencoded (specification.md §7).
  body: o.style === 'centerUser' ? 'form' : 'json',
  errors: [],
  refusals: {},
  validatesOwnText: false,
  isIdempotent: false,
  replay: 'stored',
  isImmutable: false,
  refusesEndedSession: false,
  acceptsAccessToken: false,
  acceptsUploadToken: false,
  ...o,
});

/** Returns the path of a request with its `:name` parameters filled from the input, and the rest of the input. */
export const fillPath = ({ path }: Pick<Operation, 'path'>, input: object): [path: string, rest: object] => {
  const rest = new Map<string, unknown>(Object.entries(input));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  return [filled, Object.fromEntries(rest)];
};

/** Returns whether a value, for example an export of this package, is an operation. */
export const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'name' in value && 'path' in value && 'output' in value && 'permission' in value;

/**
 * A route whose response is not the JSON envelope: a file, an event stream, a webhook. The server registers it by hand, and authorizes and
 * describes it like an operation.
 */
export interface RawOperation {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Absolute path of the route on the app origin. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly scope: undefined;
}

/** Returns whether a value, for example an export of this package, is a route declared by `rawOperation`. */
export const isRawOperation = (value: unknown): value is RawOperation =>
  typeof value === 'object' && value !== null && 'name' in value && 'path' in value && !('output' in value) && 'permission' in value;

/** Declares a route whose response is not the JSON envelope. */
export const rawOperation = (o: Omit<RawOperation, 'scope'>): RawOperation => ({ ...o, scope: undefined });
