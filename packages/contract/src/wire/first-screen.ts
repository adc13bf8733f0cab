/**
 * The first screen as HTML: made by the client's own components in the server, with the answers the page carries (`first-answers.ts`).
 * The client takes it over as it stands where nobody is signed in.
 */

/** On the element the client lives in: the address whose screen is in it. */
export const FIRST_SCREEN_ATTRIBUTE = 'data-first-screen';

/** Name of the `meta` element of the page's head that names the files of the client's code, each after those it needs, with a space between. */
export const FIRST_SCREEN_FILES = 'client-files';

/** What the build for the server (`apps/web/dist-server`) exports. */
export interface FirstScreenMaker {
  /**
   * The screen of an address, or undefined where none is made, e.g. for an address with choices. `answers` as in the page: all that the
   * screen asks must be there. Throws when the screen cannot be made.
   */
  makeFirstScreen: (address: string, answers: Readonly<Record<string, unknown>>) => Promise<FirstScreen | undefined>;
  /**
   * A script of the page's head, run before anything is painted, after `FIRST_SCREEN_FILES`: it marks the page of who seems to be signed
   * in and asks for the client's files at once; for a stranger it leaves that to the client.
   */
  readonly beginPage: string;
}

export interface FirstScreen {
  /** What stands in the element the client lives in. */
  readonly html: string;
  /** The title of the window. */
  readonly title: string;
}
