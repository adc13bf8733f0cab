/** Where one goes to read by one's institution: strangers sign in through it, others tie it to their account; both come back to `backTo`. */
export const institutionWay = (signedIn: boolean, backTo: string): string =>
  signedIn ? `/user?to=${encodeURIComponent(backTo)}#security` : `/user/login?mode=institution&redirect=${encodeURIComponent(backTo)}`;
