/**
 * What a page with a first screen does before the client is there. It is the same for everybody and shows what a stranger sees. Where
 * somebody seems to be signed in it is marked before anything is painted, what depends on the person stays hidden (styles of the shell)
 * until the client knows, and the client's files are asked for at once; a stranger's are, when the screen has been painted (`entry.ts`).
 */
import { FIRST_SCREEN_FILES } from '@shufang/contract';
import { sessionValues } from '../../platform/session/session-values.ts';
import { bringFiles } from './bring-files.ts';

const MARK = 'knownPerson';

/** Runs by itself in the page's head: it must not lean on anything outside of it. */
export const beginScript = `let known=false;try{const kept=JSON.parse(localStorage.getItem(${JSON.stringify(sessionValues.dpAuth.key)}));known=kept&&kept.expiresAt>Date.now()}catch{/* Where nothing can be kept nobody is signed in. */}if(known){document.documentElement.dataset.${MARK}='';(${bringFiles.toString()})(${JSON.stringify(FIRST_SCREEN_FILES)})}`;

export const forgetMark = (): void => {
  delete document.documentElement.dataset[MARK];
};
