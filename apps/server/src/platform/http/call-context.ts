/** The caller and the origin of a request, as passed to use cases. */
import type { DeviceCode, ErrorCode, Role } from '@shufang/contract';
import type { Logger } from '../logger.ts';
import type { AccessScope } from './access-scope.ts';

export interface SignedInReader {
  readonly userId: string;
  /** Id of the caller's session. */
  readonly sid: string;
  /** Id of the device that opened the session (`X-Device-Id` at the sign-in); absent if it sent none. */
  readonly deviceId?: string;
  readonly roles: readonly Role[];
  /** Roles of the user that need a second factor, which this session has not passed. */
  readonly withheldRoles?: readonly Role[];
}

export interface CallContext {
  readonly reader: SignedInReader | undefined;
  /** The access scope of an admin operation; undefined: unrestricted, or not an admin operation. */
  readonly accessScope: AccessScope | undefined;
  readonly deviceCode: DeviceCode;
  readonly deviceId: string | undefined;
  /** Credentials of trusted devices as the client sent them; the account slice verifies them. */
  readonly deviceCredentials: readonly string[];
  /** The secret of an anonymous client (`CLIENT_KEY_HEADER`). */
  readonly clientKey: string | undefined;
  /** IP address of the client, taken from forwarding headers only behind a configured proxy. */
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The allowed origin from which the web client was loaded, e.g. `http://localhost:8080`. */
  readonly appOrigin: string;
  readonly log: Logger;
}

/** The context of an operation that requires a session. */
export interface ReaderContext extends CallContext {
  readonly reader: SignedInReader;
}

export type Authentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'reader'; readonly reader: SignedInReader }
  | { readonly kind: 'refused'; readonly code: Extract<ErrorCode, 'requestLogin' | 'userBeenKickedOut'> };

/**
 * Authenticates a request by its headers; provided by the account slice. `acceptsAccessToken`, `acceptsUploadToken`: whether the
 * operation accepts such tokens; false by default.
 */
export type Authenticate = (
  authorization: string | undefined,
  deviceCode: DeviceCode,
  options?: { readonly acceptsAccessToken: boolean; readonly acceptsUploadToken?: boolean | undefined },
) => Promise<Authentication>;
