/** Starts a session in the browser without a server. */
import { beginSession } from '../platform/session/session.ts';

interface SignedInUser {
  readonly id?: string;
  readonly name?: string;
  readonly avatar?: string;
}

/** Returns a token in the format of the server, with an invalid signature: the client reads only its content. */
export const tokenOf = ({ id = 'u1', name = '孔丘', avatar = '' }: SignedInUser = {}): string => {
  const content = JSON.stringify({ id, name, avatar, deviceType: 'web', sid: 's', iat: 1, exp: 2 });
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ v: 1, kid: 'k', content, mac: 'm' }))));
};

export const signInHere = (user?: SignedInUser): void => {
  const tokens = { access_token: 'a', refresh_token: 'r', dpAuthToken: tokenOf(user), loginTHQS: 'q' };
  beginSession({ ...tokens, expires_in: 1, registered: false, replaced: null });
};
