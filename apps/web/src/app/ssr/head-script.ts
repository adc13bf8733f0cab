/**
 * Inline script of a server-rendered page. The HTML is the same for all users and shows the anonymous state. If a session seems to exist,
 * the script sets a marker before the first paint, which hides user-dependent parts (styles of the shell) until hydration, and preloads the
 * client's files. For anonymous users `entry.ts` loads them after the first paint.
 */
import { CLIENT_FILES_META } from '@shufang/contract';
import { sessionValues } from '../../platform/session/session-values.ts';
import { preloadFiles } from './preload-files.ts';

const SIGNED_IN_MARKER = 'signedIn';

/** Source of the script. It runs in the page's head and must not use anything outside of itself. */
export const inlineHeadScript = `let known=false;try{const kept=JSON.parse(localStorage.getItem(${JSON.stringify(sessionValues.dpAuth.key)}));known=kept&&kept.expiresAt>Date.now()}catch{/* Where nothing can be kept nobody is signed in. */}if(known){document.documentElement.dataset.${SIGNED_IN_MARKER}='';(${preloadFiles.toString()})(${JSON.stringify(CLIENT_FILES_META)})}`;

export const removeSignedInMarker = (): void => {
  delete document.documentElement.dataset[SIGNED_IN_MARKER];
};
