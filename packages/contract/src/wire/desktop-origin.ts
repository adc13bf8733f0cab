/** Origin of the page in the desktop client: the only foreign origin that the server allows (security.md T22). */
export const DESKTOP_ORIGIN = 'app://client';
