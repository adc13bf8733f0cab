/** A browser in which somebody has signed in, without a server. */
import { beginSession } from '../platform/session/session.ts';

interface Person {
  readonly id?: string;
  readonly name?: string;
  readonly avatar?: string;
}

/** A token as the server makes them, with a seal that is none; the client reads what stands in it. */
export const tokenOf = ({ id = 'u1', name = '孔丘', avatar = '' }: Person = {}): string => {
  const content = JSON.stringify({ id, name, avatar, deviceType: 'web', sid: 's', iat: 1, exp: 2 });
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ v: 1, kid: 'k', content, mac: 'm' }))));
};

export const signInHere = (person?: Person): void => {
  const tokens = { access_token: 'a', refresh_token: 'r', dpAuthToken: tokenOf(person), loginTHQS: 'q' };
  beginSession({ ...tokens, expires_in: 1, registered: false, replaced: null });
};
