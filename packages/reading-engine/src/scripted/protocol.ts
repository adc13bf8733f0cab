/** The messages between the app and a document with scripts. What the document sends must be checked. */

/** With this message the app sends the port. */
export const SCRIPT_PORT = 'shufang-script-port';

/** JSON in the name of the frame: the document can read it at once, before its other scripts. */
export interface ScriptFrameName {
  values: Record<string, string>;
}

export type BridgeReport =
  | { type: 'state'; values: Record<string, string> }
  | { type: 'link'; href: string }
  /** The response to `ping`. */
  | { type: 'pong' };
