/**
 * Returns the path for reading through an institution: anonymous users sign in through it, others link it to their account. Both return to
 * `backTo`.
 */
export const institutionWay = (signedIn: boolean, backTo: string): string =>
  signedIn ? `/user?to=${encodeURIComponent(backTo)}#security` : `/user/login?mode=institution&redirect=${encodeURIComponent(backTo)}`;
