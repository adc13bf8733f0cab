import { z } from 'zod';

/** How an institution's right comes to a person: by network, by a sign-in of this session, by the institution's own list. */
export const licenceMode = z.enum(['ip', 'carsi', 'oidc', 'roster']);
export type LicenceMode = z.output<typeof licenceMode>;
