/** Who calls and from where: what every use case may know of a request. */
import type { DeviceCode, ErrorCode, Role } from '@shufang/contract';
import type { Logger } from '../logger.ts';
import type { Bounds } from './call-reach.ts';

export interface SignedInReader {
  readonly userId: string;
  /** Session id. */
  readonly sid: string;
  readonly roles: readonly Role[];
}

export interface CallContext {
  readonly reader: SignedInReader | undefined;
  /** The part of the platform a call of the desk is bound to; undefined: no bound, or no call of the desk. */
  readonly bounds: Bounds | undefined;
  readonly deviceCode: DeviceCode;
  readonly deviceId: string | undefined;
  /** Client address, taken from forwarding headers only behind a configured proxy. */
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Origin the client was loaded from, e.g. `http://localhost:8080`; one of the allowed ones. */
  readonly appOrigin: string;
  readonly log: Logger;
}

/** A call whose operation needs a session. */
export interface ReaderContext extends CallContext {
  readonly reader: SignedInReader;
}

export type Authentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'reader'; readonly reader: SignedInReader }
  | { readonly kind: 'refused'; readonly code: Extract<ErrorCode, 'requestLogin' | 'userBeenKickedOut'> };

/** Decides who a request is from its headers. Given by the account slice. */
export type Authenticate = (authorization: string | undefined, deviceCode: DeviceCode) => Promise<Authentication>;
