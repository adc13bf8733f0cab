/** What the route table tells the shell of a screen. */
export interface RouteHandle {
  /** For the window's title and for announcing the screen; the screen may set a better one when it knows more. */
  readonly title: string;
  /** The screen takes the whole content area: no main navigation, no scrolling by the shell. */
  readonly fullBleed?: boolean;
  /** The screen stays as it is while others are shown: its choices, loaded pages, scroll and focus (product spec, section 2). */
  readonly keptAlive?: boolean;
  /** Nobody opens it without a session: the login route comes first, and leads back (product spec, section 2). */
  readonly requiresSession?: boolean;
}
